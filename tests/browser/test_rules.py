"""A judge with a phone: finding a rule, following a permalink."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_a_permalink_lands_on_its_statement(page: Page, server: str) -> None:
    page.goto(f"{server}/r/bang-3.penalita.e")
    expect(page).to_have_url(f"{server}/bang/3/#bang-3.penalita.e")
    statement = page.locator("[id='bang-3.penalita.e']")
    expect(statement).to_be_in_viewport()
    header = page.locator(".testata").bounding_box()
    box = statement.bounding_box()
    assert header
    assert box
    assert box["y"] >= header["y"] + header["height"] - 1, "the statement hides under the header"


def test_no_page_scrolls_sideways(page: Page, server: str) -> None:
    for path in ("/", "/bang/", "/bang/1/", "/bang/4/", "/informazioni/", "/api/"):
        page.goto(f"{server}{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
