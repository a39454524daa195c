"""Count the actions of a person on a page: taps, characters and seconds."""

import re
import time
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

TAP, CHARACTER = 1.1, 0.28  # seconds for hitting a target and for typing a letter (Card, Moran and Newell, 1983)


@dataclass
class Hand:
    """Count a person's actions on a page.

    `today`: whether a game of the day is set.
    """

    page: Page
    address: str
    today: bool
    taps: int = 0
    typed: int = 0
    began: float = field(default_factory=time.perf_counter)

    def tap(self, what: Locator) -> None:
        """Tap; each screen of scrolling costs one more."""
        what.first.wait_for()
        box, height = what.first.bounding_box(), self.page.viewport_size
        if box and height:
            self.taps += max(0, int(box["y"] // height["height"]))
        what.first.click()
        self.taps += 1

    def button(self, name: str | re.Pattern[str], exact: bool = False) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=exact))

    def link(self, name: str | re.Pattern[str], exact: bool = False) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=exact))

    def write(self, text: str, enter: bool = False) -> None:
        self.page.keyboard.type(text)
        self.typed += len(text)
        if enter:
            self.page.keyboard.press("Enter")
            self.taps += 1

    def see(self, what: Locator, text: str | re.Pattern[str] = "") -> None:
        expect(what.first).to_be_in_viewport()
        if text:
            expect(what.first).to_contain_text(text)

    def tell(self, text: str, sentence: str = "", infraction: str = "", game: str = "") -> None:
        """Type a story (a situation told in words) from the home page.

        With a game set, into its field there. Without, a search for `sentence` leads to Penalità or, without
        `sentence`, the link and the choice of `game` do. `infraction`: the one to choose where Penalità offers several.
        """
        if self.today:
            self.tap(self.page.locator(".banco:visible input[name=t]"))
            self.write(text, enter=True)
        elif sentence:
            self.find(sentence)
            self.link(re.compile("^Apri in Penalità"))
        else:
            self.tap(self.page.locator(".barra a", has_text="Penalità"))
            self.tap(self.page.locator("#passi a", has_text=game))
            self.tap(self.page.locator("#che-cosa"))
            self.write(text, enter=True)
        if infraction:
            self.answer(infraction)
        self.page.locator("[data-infraction]").wait_for()

    def find(self, text: str) -> None:
        self.tap(self.page.locator("#q"))
        self.write(text)

    def answer(self, text: str) -> None:
        self.tap(self.page.locator(".risposte a", has=self.page.get_by_text(text, exact=True)))

    def tables(self, calculator: str) -> None:
        """Open a calculator from the home."""
        self.tap(self.page.locator(".azioni:visible a" if self.today else ".barra a", has_text="Tabelle"))
        self.tap(self.page.locator("main a", has_text=calculator))

    def verdict(self) -> Locator:
        return self.page.locator("h2.penale")

    def seconds(self) -> float:
        """Return what a person would take: the pages' time, and that of the actions."""
        return time.perf_counter() - self.began + TAP * self.taps + CHARACTER * self.typed
