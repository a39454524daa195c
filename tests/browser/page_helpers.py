"""Measure elements on a page, and set what a phone has stored."""

import json
from typing import NamedTuple

from playwright.sync_api import Locator, Page

MAGIC = {"version": 1, "book": "mtr", "name": "Magic", "event": "Modena"}


class Box(NamedTuple):
    """Hold where an element is drawn: its edges, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def box_of(element: Locator) -> Box:
    """Return the box of an element that is drawn."""
    box = element.bounding_box()
    assert box, element
    return Box(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])


def set_todays_game(page: Page, value: object = MAGIC) -> None:
    """Store today's game as the site does; Magic by default."""
    page.evaluate("(text) => localStorage.setItem('prontuario.oggi', text)", json.dumps(value))
