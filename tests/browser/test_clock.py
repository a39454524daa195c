"""The round clock: the time that the rules say, more of it for one table, the calls at its end; a reload changes nothing."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.test_access import findings
from tests.running_server import until


def test_it_starts_from_the_table_and_survives_a_reload(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    page.get_by_role("button", name="Tornei Constructed e Limited").click()
    expect(page.get_by_role("timer")).to_contain_text("49:")
    page.reload()
    expect(page.get_by_role("timer")).to_contain_text("49:")
    expect(page.locator(".orologio__accanto")).to_contain_text("MTR App. B")
    page.evaluate(AXE_SCRIPT)
    assert findings(page) == []


@pytest.mark.parametrize(
    ("place", "link", "name"), [("mtr", "Avvia l’orologio", "Constructed"), ("bang", "Orologio del turno", "Duello")]
)
def test_a_table_leads_to_its_clock(page: Page, server: str, place: str, link: str, name: str) -> None:
    page.goto(f"{server}/tabelle/{place}/")
    page.get_by_role("link", name=link, exact=True).first.click()
    expect(page.locator("#orologio section").first.get_by_role("button").first).to_contain_text(name)


def running(page: Page, server: str, **state: object) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    kept = {"version": 1, "clock": "mtr-app-b.turni~0", "minutes": 50, "side": 0, "added": [], **state}
    page.evaluate("(text) => localStorage.setItem('prontuario.orologio', text)", json.dumps(kept))
    page.reload()


def test_at_its_end_it_says_what_the_rule_prescribes_but_not_to_a_table_with_more_time(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/")
    now = page.evaluate("Date.now()")
    running(page, server, left=[60_000], since=now - 61_000, added=[{"table": "7", "minutes": 3}])
    expect(page.get_by_role("heading", name="Tempo!", exact=True)).to_be_visible()
    expect(page.locator(".orologio__fine")).to_contain_text("turni addizionali")
    expect(page.locator(".orologio__tavoli")).to_contain_text("2:5")


def test_more_time_for_a_table_adds_up_and_goes_away(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/")
    running(page, server, left=[3_000_000], since=0)
    for _ in range(2):
        page.get_by_label("Tavolo", exact=True).fill("12")
        page.get_by_role("button", name="Dai 3 minuti").click()
    expect(page.locator(".orologio__tavoli li")).to_contain_text("Tavolo 12 +6")
    expect(page.locator(".orologio__tavoli li")).to_contain_text("56:00")
    page.get_by_role("button", name="Togli il tempo in più del tavolo 12").click()
    expect(page.locator(".orologio__tavoli li")).to_have_count(0)


def test_a_duel_has_two_sides(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=bang")
    page.locator("[data-book=bang] button").first.click()
    sides = page.locator("[data-tocco]")
    expect(sides.nth(0)).to_contain_text("30:00")
    sides.nth(0).click()
    expect(sides.nth(1)).to_contain_text("29:5")
    expect(sides.nth(0)).to_contain_text("30:00")
    sides.nth(1).click()
    expect(sides.nth(0)).to_have_attribute("data-va", "")


def test_a_locked_screen_does_not_stop_it(fresh: Page, server: str) -> None:
    """The phone sleeps ten minutes: no script runs, then the page is seen again."""
    fresh.add_init_script(
        "window.lights = 0; Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => ({ released: true, n: (window.lights += 1), release: async () => {} }) } })"
    )
    fresh.clock.install()
    fresh.goto(f"{server}/orologio/?g=magic")
    fresh.get_by_role("button", name="Tornei Constructed e Limited").click()
    expect(fresh.get_by_role("timer")).to_contain_text(":")
    lights = fresh.evaluate("window.lights")
    fresh.clock.fast_forward("10:00")  # timers that were due fire once, as when a lid is opened
    fresh.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(fresh.get_by_role("timer")).to_contain_text("39:")
    assert fresh.evaluate("window.lights") > lights, "the screen is kept on again"
    fresh.clock.fast_forward("45:00")
    fresh.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(fresh.get_by_role("heading", name="Tempo!", exact=True)).to_be_visible()


def test_it_fills_the_screen(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    page.get_by_role("button", name="Tornei Constructed e Limited").click()
    page.get_by_role("button", name="Tutto schermo").click()
    until(page, "document.fullscreenElement?.id === 'orologio'")
    figures = page.get_by_role("timer").bounding_box()
    assert figures
    assert figures["height"] > 90
    page.get_by_role("button", name="Tutto schermo").click()
    until(page, "document.fullscreenElement === null")


def test_by_keyboard_alone(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    page.get_by_role("button", name="Tornei Constructed e Limited").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("timer")).to_be_visible()
    page.get_by_role("button", name="Pausa").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Riprendi")).to_be_focused()
    page.get_by_label("Tavolo", exact=True).focus()
    page.keyboard.type("12")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".orologio__tavoli li")).to_contain_text("Tavolo 12 +3")
