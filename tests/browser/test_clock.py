"""Test the round clock: the rules' time, extensions, calls, a reload."""

import json
import re
from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.page_helpers import box_of
from tests.browser.test_accessibility import findings
from tests.running_server import until

ROUND = re.compile("^Tornei Constructed e Limited")


def test_it_starts_from_the_table_and_survives_a_reload(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    page.get_by_role("button", name=ROUND).click()
    expect(page.get_by_role("timer")).to_have_text("50:00")
    page.get_by_role("button", name="Avvia", exact=True).click()
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
    page.get_by_label("Tavolo", exact=True).fill("12")  # once
    for _ in range(2):
        page.get_by_role("button", name="+3 minuti").click()
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
    """Let the phone sleep ten minutes, without scripts, then show the page."""
    fresh.add_init_script(
        "window.lights = 0; Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => ({ released: true, n: (window.lights += 1), release: async () => {} }) } })"
    )
    fresh.clock.install()
    fresh.goto(f"{server}/orologio/?g=magic")
    fresh.get_by_role("button", name=ROUND).click()
    fresh.get_by_role("button", name="Avvia", exact=True).click()
    expect(fresh.get_by_role("timer")).to_contain_text(":")
    lights = fresh.evaluate("window.lights")
    fresh.clock.fast_forward("10:00")  # timers that were due fire once, as when a lid is opened
    fresh.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(fresh.get_by_role("timer")).to_contain_text("39:")
    assert fresh.evaluate("window.lights") > lights, "the screen is kept on again"
    fresh.clock.fast_forward("45:00")
    fresh.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(fresh.get_by_role("heading", name="Tempo!", exact=True)).to_be_visible()


def test_by_keyboard_alone(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    page.get_by_role("button", name=ROUND).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("timer")).to_be_visible()
    page.get_by_role("button", name="Avvia", exact=True).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pausa")).to_be_focused()
    expect(page.get_by_role("timer")).to_contain_text("49:")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Riprendi")).to_be_focused()
    page.get_by_label("Tavolo", exact=True).focus()
    page.keyboard.type("12")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".orologio__tavoli li")).to_contain_text("Tavolo 12 +3")


def test_a_table_gets_ten_minutes_or_as_many_as_one_types(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    page.get_by_role("button", name=ROUND).click()
    page.get_by_role("button", name="+10 minuti").click()
    expect(page.locator(".orologio__manca")).to_have_text("Scrivi prima il numero del tavolo.")
    page.get_by_label("Tavolo", exact=True).fill("4")
    page.get_by_role("button", name="+10 minuti").click()
    page.get_by_label("Altri minuti").fill("7")
    page.get_by_role("button", name="Dai", exact=True).click()
    expect(page.locator(".orologio__tavoli li")).to_contain_text("Tavolo 4 +17")


def test_a_free_time_is_prepared_and_starts_when_one_says_so(fresh: Page, server: str) -> None:
    page = fresh
    page.clock.install()
    page.goto(f"{server}/orologio/?g=magic")
    page.get_by_label("Minuti").fill("55")
    page.get_by_role("button", name="Prepara l’orologio").click()
    expect(page.get_by_role("timer")).to_have_text("55:00")
    page.clock.run_for(1200)
    expect(page.get_by_role("timer")).to_have_text("55:00")
    page.get_by_role("button", name="Avvia", exact=True).click()
    expect(page.get_by_role("timer")).to_contain_text("54:5")
    page.get_by_role("button", name="Scegli un altro tempo").click()
    expect(page.get_by_text("è ancora in corso")).to_be_visible()
    page.get_by_role("button", name="Torna all’orologio").click()
    expect(page.get_by_role("timer")).to_contain_text("54:5")


def test_what_another_tab_did_is_shown(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    page.get_by_role("button", name=ROUND).click()
    page.get_by_role("button", name="Avvia", exact=True).click()
    expect(page.get_by_role("button", name="Pausa")).to_be_visible()
    other = page.context.new_page()
    other.goto(f"{server}/orologio/?g=bang")
    other.get_by_role("button", name="Pausa").click()
    expect(page.get_by_role("button", name="Riprendi")).to_be_visible()
    expect(page.locator(".avviso")).to_contain_text("in un’altra scheda")
    other.get_by_role("button", name="Scegli un altro tempo").click()
    other.locator("[data-book=bang] button").first.click()
    expect(page.locator(".orologio__nome")).to_contain_text("Duello")
    expect(page.get_by_role("timer").first).to_have_text("30:00")


SHIFTED = "window.moved = 0; const real = Date.now; Date.now = () => real() + window.moved;"


@pytest.mark.parametrize(
    ("minutes", "says"),
    [(-10, "tornata indietro di 10:00"), (-60, "tornata indietro di 1:00:00"), (60, "andata avanti di 1:00:00")],
)
def test_the_clock_of_the_device_may_jump(fresh: Page, server: str, minutes: int, says: str) -> None:
    fresh.add_init_script(SHIFTED)
    fresh.goto(f"{server}/orologio/?g=magic")
    fresh.get_by_role("button", name=ROUND).click()
    fresh.get_by_role("button", name="Avvia", exact=True).click()
    expect(fresh.get_by_role("timer")).to_contain_text("49:5")
    fresh.evaluate("(minutes) => { window.moved = minutes * 60_000 }", minutes)
    expect(fresh.locator(".avviso")).to_contain_text(says)
    expect(fresh.get_by_role("timer")).to_contain_text("49:5")
    expect(fresh.locator(".orologio__fine")).to_be_hidden()
    if minutes > 0:  # the lid was closed, and the page never hidden
        fresh.get_by_role("button", name="Contalo").click()
        expect(fresh.locator(".orologio__fine")).to_be_visible()


def test_a_clock_put_back_while_the_page_was_closed_gives_nobody_more(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/")
    later = page.evaluate("Date.now()") + 3_600_000
    running(page, server, left=[1_800_000], since=later)
    expect(page.get_by_role("timer")).to_contain_text("29:5")
    expect(page.locator(".avviso")).to_contain_text("tornata indietro")


MEASURES = """async (cases) => {
  const { anchored, looked, elapsed } = await import(new URL("/assets/js/clock/clock-state.js", location.href).href);
  return cases.map((steps) => {
    let anchor = anchored({ since: 1000, left: [0] }, { wall: 1000, steady: 0 });
    const jumps = [];
    for (const [wall, steady, hidden] of steps) {
      const found = looked(anchor, { wall, steady }, hidden);
      anchor = found.anchor;
      jumps.push(found.jump);
    }
    return [elapsed(anchor, { steady: steps.at(-1)[1] }), jumps];
  });
}"""


def test_time_is_measured_by_what_does_not_jump(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/")
    ran = page.evaluate(
        MEASURES,
        [
            [[61_000, 60_000, False]],
            [[3_661_000, 60_000, False]],  # put forward while one looked
            [[-3_539_000, 60_000, False]],  # put back
            [[661_000, 60_000, True]],  # the phone slept for ten minutes
            [[-3_539_000, 60_000, True]],  # put back meanwhile
            [[31_500, 30_000, False], [62_000, 60_000, False], [92_500, 90_000, False]],  # set right slowly
        ],
    )
    assert ran == [
        [60_000, [0]],
        [60_000, [3_600_000]],
        [60_000, [-3_600_000]],
        [660_000, [600_000]],
        [60_000, [-3_600_000]],
        [90_000, [0, 0, 0]],
    ]


LINES = """() => [document.querySelector('.orologio__tempo'), ...document.querySelectorAll('.orologio__in-piu li')].map((node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rows = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
  const box = range.getBoundingClientRect();
  return [rows.size, box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight];
})"""


@pytest.mark.parametrize("width", [320, 390, 844, 1440])
def test_full_screen_shows_time_and_tables_on_one_line_each(
    phone: Callable[..., BrowserContext], server: str, width: int
) -> None:
    height = 844 if width < 800 else 390 if width < 1000 else 900
    page = phone(viewport={"width": width, "height": height}).new_page()
    page.goto(f"{server}/orologio/")
    running(
        page, server, left=[4_000_000], since=0, added=[{"table": "7", "minutes": 3}, {"table": "112", "minutes": 10}]
    )
    full = page.get_by_role("button", name="Schermo intero")
    for font in ("DejaVu Sans", "DejaVu Sans Mono", "serif"):
        page.evaluate("(font) => { document.body.style.fontFamily = font }", font)
        full.click()
        until(page, "document.fullscreenElement?.id === 'orologio'")
        until(page, f"() => JSON.stringify(({LINES})()) === '[[1,true],[1,true],[1,true]]'")
        assert page.get_by_role("timer").inner_text() == "1:06:40"
        assert box_of(page.get_by_role("timer")).height > 60
        expect(full).to_be_in_viewport()
        full.click()
        until(page, "document.fullscreenElement === null")


def test_a_running_clock_is_seen_from_every_page(page: Page, server: str) -> None:
    page.goto(f"{server}/informazioni/")
    expect(page.locator(".corre")).to_have_count(0)
    page.evaluate(
        """localStorage.setItem('prontuario.orologio', JSON.stringify({version: 1, clock: 'libero', minutes: 50,
        left: [3000000], side: 0, since: Date.now() - 600000, added: []}))"""
    )
    page.reload()
    sign = page.get_by_role("link", name=re.compile("Orologio (40:00|39:5)"))
    expect(sign).to_be_visible()
    assert (sign.get_attribute("href") or "").endswith("/orologio/")
    page.goto(f"{server}/orologio/")
    expect(page.locator(".orologio")).to_be_visible()
    expect(page.locator(".corre")).to_have_count(0)


LISTEN = """() => {
  window.heard = { tones: 0, buzzes: 0 };
  OscillatorNode.prototype.start = () => { window.heard.tones += 1 };
  OscillatorNode.prototype.stop = () => {}; // one that has not started fails
  Navigator.prototype.vibrate = () => { window.heard.buzzes += 1; return true };
}"""


@pytest.mark.parametrize("path", ["/orologio/?g=magic", "/informazioni/"])
def test_at_its_end_the_phone_sounds_and_shakes_once_on_whatever_page_was_touched(
    fresh: Page, server: str, path: str
) -> None:
    fresh.clock.install()
    fresh.goto(f"{server}/orologio/")
    running(fresh, server, left=[60_000], since=fresh.evaluate("Date.now()"))
    fresh.goto(server + path)
    fresh.evaluate(LISTEN)
    fresh.locator("h1").first.click()
    fresh.clock.run_for(60_000)
    expect(fresh.locator(".corre b, [role=timer]").first).to_have_text(re.compile("Tempo!|^0:00"))
    until(fresh, "() => window.heard.tones === 3 && window.heard.buzzes === 1")
    fresh.clock.run_for(2000)
    assert fresh.evaluate("window.heard") == {"tones": 3, "buzzes": 1}
