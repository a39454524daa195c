"""Test wide screens: one left margin, lists beside details, no empty third."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.page_helpers import box_of
from tests.running_server import until

VERDICT = "/penalita/?g=bang&i=bang-2.o&s=ammonizione.1"
PAGES = ("/", "/cerca/?q=mulligan", "/libri/", "/bang/", "/mtr/2/", "/mtr/glossario/", "/confronto/naruto/", "/penalita/",
         "/penalita/?g=bang", VERDICT, "/penalita/bang/", "/penalita/bang/albero/", "/registro/", "/tabelle/", "/tabelle/bang/",
         "/orologio/", "/decisione/", "/manifesto/", "/informazioni/", "/api/", "/non-esiste/")  # fmt: skip
# The left edges of header and footer, and the edges of all that is drawn between them.
EDGES = """() => {
  const drawn = [...document.querySelectorAll('main *')].filter((e) => e.checkVisibility() && !e.closest('.nascosto')
    && (e.matches('input, select, textarea, svg, hr, a, button, td, th') || [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())))
    .map((e) => e.getBoundingClientRect()).filter((box) => box.width > 1 && box.height > 1);
  const left = (selector) => Math.round(document.querySelector(selector).getBoundingClientRect().left);
  return { header: left('.testata__casa'), footer: left('.colofone'), left: Math.round(Math.min(...drawn.map((b) => b.left))),
    right: Math.round(Math.max(...drawn.map((b) => b.right))) };
}"""


def beside(left: Locator, right: Locator) -> bool:
    return box_of(left).right <= box_of(right).left and abs(box_of(left).top - box_of(right).top) < 400


def test_one_left_margin_and_no_third_left_empty(desk: Page, server: str) -> None:
    wrong = {}
    for path in PAGES:
        desk.goto(server + path)
        desk.locator("main h1, main h2").first.wait_for()
        if "?q=" in path:
            desk.locator(".trovato").first.wait_for()
        for width in (1200, 1440, 1920):
            desk.set_viewport_size({"width": width, "height": 900})
            until(desk, "(width) => innerWidth === width", width)
            found = desk.evaluate(EDGES)
            ruled = 24 if re.match(r"/(bang|mtr)/", path) else 2  # a book's pages have its colour on their edge
            inside = min(width, 84 * 16) - 64
            apart = max(abs(found["header"] - found["footer"]), abs(found["left"] - found["header"]) - ruled, 0)
            if apart or found["right"] - found["left"] < inside * 2 / 3:
                wrong[path, width] = found
    assert wrong == {}


def test_the_section_of_a_result_stands_beside_the_results(desk: Page, server: str) -> None:
    for path in ("/", "/cerca/"):
        desk.goto(server + path)
        desk.locator("#q").fill("turni supplementari magic")
        results, detail = desk.locator(".trovati .trovato"), desk.locator(".ricerca__dettaglio")
        first = results.first.locator("a").get_attribute("href")
        assert first
        expect(detail.locator(".segnato")).to_have_count(1)
        expect(detail.get_by_role("link", name="Apri nel regolamento")).to_have_attribute("href", first)
        assert beside(results.first, detail)
        desk.keyboard.press("ArrowDown")
        desk.keyboard.press("ArrowDown")
        second = results.nth(1).locator("a")
        expect(second).to_be_focused()
        expect(detail.get_by_role("link", name="Apri nel regolamento")).to_have_attribute(
            "href", str(second.get_attribute("href"))
        )
        assert desk.locator("[id]").evaluate_all("(all) => new Set(all.map((e) => e.id)).size === all.length")
        second.click()
        desk.wait_for_url(re.compile("#"))


def test_a_phone_fetches_no_section_beside_its_results(page: Page, server: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server}/cerca/?q=mulligan")
    expect(page.locator(".trovato").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "detail" in url]


def test_what_is_written_stands_beside_the_list_of_the_registro(desk: Page, server: str) -> None:
    desk.goto(f"{server}/registro/")
    desk.locator("#g-gioco").select_option("bang")
    desk.get_by_label("Infrazione").select_option("bang-2.o")
    desk.get_by_label("Penalità", exact=True).select_option("ammonizione")
    desk.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    desk.locator(".accanto button.pieno").click()
    entry, aside = desk.locator("ul.voci > li").first, desk.locator("#giornale > .accanto")
    assert beside(entry, aside)
    entry.get_by_role("button", name="Modifica").click()
    expect(aside.get_by_label("Giocatore", exact=True)).to_be_in_viewport()
    expect(entry).to_be_in_viewport()


def test_a_verdict_stands_beside_its_infractions_and_its_reasons(desk: Page, server: str) -> None:
    desk.goto(server + VERDICT)
    assert beside(desk.locator(".elenco-infrazioni"), desk.locator(".verdetto"))
    assert beside(desk.locator(".verdetto .crescita"), desk.locator(".verdetto .perche"))


def test_games_of_the_same_name_are_told_apart(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/")
    page.locator(".passo a").nth(5).wait_for()
    names = page.locator(".passo a").all_inner_texts()
    assert len(names) == len(set(names)) > 5
