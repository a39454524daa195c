"""Test the draft timer: its calls, sleep, missing phone functions."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

PHONE = """
window.said = []; window.buzzed = []; window.light = 0;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } };
Object.defineProperty(window, "speechSynthesis", { value: { cancel() {}, speak(u) { said.push(u.text) } } });
Navigator.prototype.vibrate = (pattern) => { buzzed.push(pattern); return true };
Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => ({ request: async () => {
  light += 1; return { released: false, async release() { if (!this.released) light -= 1; this.released = true } } } }) });
"""


@pytest.fixture
def draft(phone: Callable[..., BrowserContext], server: str) -> Page:
    """Provide the draft timer on a phone whose devices record calls."""
    page = phone().new_page()
    page.add_init_script(PHONE)
    page.clock.install()
    page.goto(f"{server}/tabelle/draft/")
    expect(page.locator(".orologio")).to_have_text("40")
    return page


def heard(page: Page) -> list[str]:
    said: list[str] = page.evaluate("said.splice(0)")
    return said


def test_the_draft_timer_calls_every_pick_and_keeps_the_screen_on(draft: Page) -> None:
    draft.click(".avvia")
    assert heard(draft) == ["Busta 1. Scelta 1. 15 carte, 40 secondi."]
    assert draft.evaluate("light") == 1
    draft.clock.run_for(40_200)
    assert heard(draft) == ["Dieci secondi.", "Cinque.", "Scelta 2. 14 carte, 40 secondi."]
    draft.clock.run_for((40 + 35 + 30 + 25 + 25 + 20 + 20 + 15 + 10 + 10) * 1000)
    expect(draft.locator(".passo")).to_have_text("Busta 1. Scelta 12: 4 carte")
    draft.clock.run_for(15_000)
    assert "Rivedete le carte. 30 secondi." in heard(draft)
    draft.click(".avvia")
    assert draft.evaluate("light") == 0
    before = draft.locator(".orologio").inner_text()
    draft.clock.run_for(20_000)
    assert draft.locator(".orologio").inner_text() == before


def test_the_draft_timer_keeps_time_through_a_sleep(draft: Page) -> None:
    draft.click(".avvia")
    draft.clock.fast_forward(95_000)  # timers were frozen: 40 + 40 are gone, 15 of the third pick's 35 too
    draft.clock.run_for(200)
    expect(draft.locator(".passo")).to_have_text("Busta 1. Scelta 3: 13 carte")
    assert int(draft.locator(".orologio").inner_text()) in (19, 20)


def reviews(draft: Page) -> list[str]:
    """Run a whole draft; return its announcements of reviews."""
    draft.click(".avvia")
    draft.clock.run_for(1_800_000)
    expect(draft.locator(".orologio")).to_have_text("Fine")
    return [words for words in heard(draft) if words.startswith("Rivedete")]


def test_cards_are_looked_at_again_after_every_pack_longer_each_time(draft: Page) -> None:
    assert reviews(draft) == [f"Rivedete le carte. {seconds} secondi." for seconds in (30, 45, 60)]


def test_two_headed_giants_look_at_cards_between_packs_only(draft: Page) -> None:
    draft.locator("label", has_text="Two-Headed Giant").click()
    draft.fill("#n-draft", "3")
    assert reviews(draft) == ["Rivedete le carte. 60 secondi."] * 2


def test_the_draft_timer_says_what_this_phone_cannot_do(phone: Callable[..., BrowserContext], server: str) -> None:
    draft = phone().new_page()
    errors: list[str] = []
    draft.on("pageerror", lambda error: errors.append(str(error)))
    draft.add_init_script(
        """delete window.speechSynthesis; delete window.SpeechSynthesisUtterance;
        delete Navigator.prototype.vibrate; delete Navigator.prototype.wakeLock;"""
    )
    draft.clock.install()
    draft.goto(f"{server}/tabelle/draft/")
    line = draft.locator(".draft .avviso:not(:empty)")
    expect(line).to_have_text("Questo browser non ha la sintesi vocale: guarda lo schermo.")
    draft.locator("label", has_text="Con la vibrazione").click()
    expect(line).to_have_text("Questo browser non fa vibrare il telefono: guarda lo schermo.")
    draft.click(".avvia")
    expect(line).to_contain_text(["non fa vibrare", "Lo schermo può spegnersi"])
    draft.locator("label", has_text="Solo a schermo").click()
    expect(line).to_have_text(re.compile("^Lo schermo può spegnersi"))
    draft.clock.run_for(40_200)
    expect(draft.locator(".passo")).to_have_text("Busta 1. Scelta 2: 14 carte")
    draft.click(".avvia")
    assert errors == []


def test_the_draft_timer_ends(draft: Page) -> None:
    draft.fill("#n-draft", "1")
    draft.click(".avvia")
    draft.clock.run_for(400_000)
    expect(draft.locator(".orologio")).to_have_text("Fine")
    assert heard(draft)[-1] == "Le scelte sono finite."
    assert draft.evaluate("light") == 0


def test_the_draft_timer_by_vibration_and_other_drafts(draft: Page) -> None:
    draft.locator("label", has_text="Con la vibrazione").click()
    draft.locator("label", has_text="Two-Headed Giant").click()
    expect(draft.locator(".orologio")).to_have_text("50")
    expect(draft.locator("#n-draft")).to_have_value("6")
    draft.locator(".scelte label", has_text="14").click()
    expect(draft.locator(".passo")).to_have_text("Busta 1. Scelta 1: 14 carte")
    draft.click(".avvia")
    assert heard(draft) == []
    assert draft.evaluate("buzzed.length") == 1
    draft.locator("label", has_text="Rochester").click()
    expect(draft.locator(".esito .errore")).to_contain_text("di solito 3 per giocatore")
    draft.fill("#n-draft", "24")
    expect(draft.locator(".orologio")).to_have_text("20")
    draft.fill("#n-draft", "zero")
    expect(draft.locator(".esito .errore")).to_contain_text("numero di buste")
