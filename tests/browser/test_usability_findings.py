"""Test every fault that a trial with judges found, one each."""

import re

import pytest
from playwright.sync_api import Page, expect

from scripts.pipeline import Sources
from tests.browser.page_helpers import box_of, set_todays_game
from tests.running_server import until

DOUBLE_TEXT = "document.documentElement.style.fontSize = '200%'"


def test_who_arrives_at_a_rule_reads_where_one_is_and_copies_its_citation(
    page: Page, server: str, sources: Sources
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server}/r/naruto-it-infrazioni.ritardo.k")
    expect(page.locator(".dove")).to_contain_text("NAR-IT Ritardo")
    expect(page.locator(".dove")).to_be_in_viewport()
    anchor = "mtr-2.5.c"
    page.goto(f"{server}/r/{anchor}")
    expect(page.locator(".dove")).to_contain_text(
        re.compile("MTR 2014 2.5 Procedura di Fine Incontro.*maggio 2014", re.DOTALL)
    )
    expect(page.locator(".dove")).to_be_in_viewport()
    page.get_by_role("button", name="Copia questa citazione").click()
    expect(page.get_by_role("button", name="Citazione copiata")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert sources.records[anchor].citation in text
    assert sources.records[anchor].text in text
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_back_closes_the_sheet_and_leaves_the_page(page: Page, server: str) -> None:
    page.goto(f"{server}/libri/")
    page.goto(f"{server}/mtr/2/")
    page.locator(".enunciato .cit").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page).to_have_url(f"{server}/mtr/2/")


def test_a_mistyped_citation_is_not_a_ruling(page: Page, server: str) -> None:
    page.goto(f"{server}/informazioni/")
    for typed in ("MTR 2.99", "bang 9.9.z", "regola 77.1"):
        page.locator("#q").fill(typed)
        expect(page.locator(".ricerca__stato")).to_contain_text(f"«{typed}» non è una citazione di questi regolamenti")
        expect(page.locator(".ricerca")).not_to_contain_text("capo arbitro")


@pytest.mark.parametrize("typed", ["mazzo illegale naruto", "mtr 2.5"])
def test_at_double_text_size_citations_and_the_bar_are_read(page: Page, server: str, typed: str) -> None:
    page.goto(f"{server}/informazioni/")
    page.evaluate(DOUBLE_TEXT)
    page.locator("#q").fill(typed)
    cited = page.locator(".trovato__testa b")
    expect(cited.first).to_be_visible()
    until(
        page,
        "() => [...document.querySelectorAll('.trovato__testa b')].every((b) => b.scrollWidth <= b.clientWidth + 1 && b.clientWidth > 60)",
    )
    page.keyboard.press("Escape")
    labels = page.locator(".barra span")
    assert labels.evaluate_all("(all) => all.every((s) => s.checkVisibility() && s.scrollWidth <= innerWidth / 5)")


def test_with_one_edition_chosen_the_other_is_one_tap_away(page: Page, server: str) -> None:
    page.goto(f"{server}/?oggi=naruto-usa")
    page.get_by_role("button", name="Sì, oggi").click()
    page.locator("#q").fill("mano iniziale")
    expect(page.locator(".ricerca .trovato").first).to_contain_text("NAR-USA")
    beside = page.locator(".ricerca a[href*='confronto/naruto']")
    expect(beside).to_contain_text(re.compile("Naruto IT: .*6 carte"))
    expect(beside).to_be_in_viewport()  # above the answers: under twenty of them nobody saw it


def test_the_search_opened_while_a_sheet_is_closing_stays(page: Page, server: str) -> None:
    page.goto(f"{server}/?oggi=naruto-usa")
    yes = page.get_by_role("button", name="Sì, oggi")
    yes.evaluate("(yes) => { yes.click(); document.getElementById('q').focus(); }")
    until(page, "() => !history.state?.foglio && history.state?.ricerca === true")
    page.locator("#q").fill("mano iniziale")
    expect(page.locator(".ricerca .trovato").first).to_contain_text("NAR-USA")
    page.go_back()
    expect(page.locator(".ricerca")).to_be_hidden()
    expect(page).to_have_url(f"{server}/")


def test_the_comparison_is_filtered_and_the_search_leads_to_it(page: Page, server: str) -> None:
    page.goto(f"{server}/informazioni/")
    page.locator("#q").fill("mano iniziale naruto")
    page.locator(".ricerca a[href*='confronto/naruto']").first.click()
    page.wait_for_url("**/confronto/naruto/**")
    expect(page.locator("[data-confronta]")).to_contain_text("argoment")
    shown = page.locator(".coppia:visible")
    some = shown.count()
    page.locator("#confronta").fill("")
    expect(page.locator(".coppia[hidden]")).to_have_count(0)
    assert 0 < some < shown.count() / 4
    assert page.locator("details.indice--qui a").count() > 10


def test_a_printed_heading_stays_with_what_follows(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 718, "height": 1016})  # A4 without its margins
    for book in ("naruto-it", "mtr", "bang"):
        page.goto(f"{server}/penalita/{book}/")
        page.emulate_media(media="print")
        alone = page.evaluate("""Array.from(document.querySelectorAll(".foglio h4"), (h) => [h, h.nextElementSibling])
          .filter(([h, next]) => h.getClientRects().length !== 1 || (next && next.getClientRects()[0].left !== h.getClientRects()[0].left))
          .map(([h]) => h.textContent)""")
        assert alone == [], book


PLACES = ("", "bang/", "naruto-it/infrazioni/", "tabelle/", "tabelle/naruto-it/", "penalita/?g=naruto-it", "libri/", "registro/", "confronto/naruto/")  # fmt: skip

BROKEN = """() => {
  const broken = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, box = text.parentElement;
    if (!box.checkVisibility({ visibilityProperty: true }) || box.clientWidth === 1 || box.closest(".testata__casa, a[href^=http]")) continue;
    for (const word of text.textContent.matchAll(/\\p{L}{4,}/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


def test_no_word_is_broken_in_the_middle(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    found = {}
    for place in PLACES:
        page.goto(f"{server}/{place}")
        if broken := page.evaluate(BROKEN):
            found[place] = broken
    assert found == {}


COVERED = """() => {
  const boxes = [...document.querySelectorAll(".testo :is(a, button, summary)")].filter((e) => e.checkVisibility())
    .filter((e) => !e.closest(".superato-qui")) // it stays in view over the text, which scrolls from under it
    .flatMap((e) => [...e.getClientRects()].map((r) => ({ e, top: r.top, bottom: r.bottom, left: r.left, right: r.right })))
    .sort((a, b) => a.top - b.top);
  const covered = [];
  boxes.forEach((a, i) => {
    for (const b of boxes.slice(i + 1)) {
      if (b.top >= a.bottom - 1) break;
      if (a.e === b.e || a.e.contains(b.e) || b.e.contains(a.e)) continue;
      if (a.left < b.right - 1 && b.left < a.right - 1) covered.push([a.e.textContent, b.e.textContent]);
    }
  });
  return covered;
}"""


def test_no_target_lies_on_another(page: Page, server: str) -> None:
    for place in ("naruto-it/infrazioni/", "naruto-it/turno/", "mtr/10/", "penalita/naruto-it/"):
        page.goto(f"{server}/{place}")
        assert page.evaluate(COVERED) == [], place


def test_closing_the_search_covers_no_result(page: Page, server: str) -> None:
    page.goto(f"{server}/informazioni/")
    page.locator("#q").fill("carta")
    expect(page.locator(".ricerca .trovato").nth(6)).to_be_attached()
    close = page.get_by_role("button", name="Chiudi", exact=True)
    assert box_of(close).bottom <= box_of(page.locator(".ricerca")).top + 1
    close.click()
    expect(page.locator(".ricerca")).to_be_hidden()
    expect(page).to_have_url(f"{server}/informazioni/")


def test_on_a_desk_no_page_calls_itself_a_phone(desk: Page, server: str) -> None:
    for place in ("", "registro/", "informazioni/", "penalita/"):
        desk.goto(f"{server}/{place}")
        for words in ("questo telefono", "tuo telefono", "Sul telefono", "del telefono è"):
            expect(desk.locator("body")).not_to_contain_text(words)


def test_on_a_desk_infractions_stand_beside_their_verdict(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{server}/penalita/?g=naruto-it&i=ritardo&r=caso.lista&s=ammonizione-ufficiale.0")
    beside = page.get_by_role("navigation", name="Infrazioni")
    expect(beside.locator("[aria-current]")).to_have_text("Ritardo")
    assert box_of(beside).right <= box_of(page.locator("h2.penale")).left
    beside.get_by_role("link", name="Mazzo illegale").click()
    expect(page.locator("#domanda")).to_be_focused()
    expect(beside.locator("[aria-current]")).to_have_text("Mazzo illegale")
    page.go_back()
    expect(page.locator("h2.penale")).to_be_visible()


def test_on_a_phone_the_infractions_are_listed_once(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it")
    expect(page.get_by_role("link", name="Ritardo", exact=True)).to_have_count(1)


def test_on_a_desk_the_tables_stand_beside_their_list(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{server}/tabelle/mtr/")
    page.locator(".a-fianco").get_by_role("link", name="Formati dei tornei sanzionati").click()
    assert box_of(page.locator(".a-fianco")).right <= box_of(page.locator("section:target")).left
    expect(page.locator(".a-fianco #filtro")).to_be_in_viewport()
    page.goto(f"{server}/tabelle/bang/")
    page.fill("#n-giocatori", "27")
    assert box_of(page.locator("#n-giocatori")).right <= box_of(page.locator("#giocatori .esito")).left


def test_on_a_desk_the_day_fills_the_width(page: Page, server: str) -> None:
    set_todays_game(page)
    for width, height in ((1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server}/")
        boxes = [box_of(column) for column in page.locator(".banco:visible > section").all()]
        assert len(boxes) == 3
        assert all(box.top < height / 4 for box in boxes)
        assert sum(box.width for box in boxes) > 0.7 * min(width, 1216)


def test_who_passes_by_keyboard_sees_the_page_and_reaches_every_control(desk: Page, server: str) -> None:
    desk.goto(f"{server}/?oggi=bang")
    desk.get_by_role("button", name="Sì, oggi arbitro BANG!").click()
    desk.goto(f"{server}/informazioni/")
    reached = []
    for _ in range(10):
        desk.keyboard.press("Tab")
        reached.append(
            desk.evaluate(
                "(({ id, className, textContent }) => id || className || textContent.trim())(document.activeElement)"
            )
        )
        expect(desk.locator(".ricerca")).to_be_hidden()
    places = ["Cerca", "Penalità", "Tabelle", "Libri", "Registro"]
    assert reached == ["salta", "testata__casa", *places, "oggi", "q", "schema"]
    lefts = desk.evaluate(
        "() => [...document.querySelectorAll('.testata__casa, .barra a, .oggi, #q, .schema')].map((e) => e.getBoundingClientRect().left)"
    )
    assert lefts == sorted(lefts)


def test_the_search_opens_when_something_is_typed_and_closes_when_the_focus_leaves(desk: Page, server: str) -> None:
    desk.goto(f"{server}/informazioni/")
    for _ in range(8):
        desk.keyboard.press("Tab")
    expect(desk.locator("#q")).to_be_focused()
    desk.keyboard.type("turni")
    expect(desk.locator(".ricerca .trovato").first).to_be_visible()
    desk.keyboard.press("Shift+Tab")
    expect(desk.locator(".ricerca")).to_be_hidden()
    expect(desk.get_by_role("link", name="Registro").first).to_be_focused()
    expect(desk).to_have_url(f"{server}/informazioni/")


def test_enter_opens_the_only_answer_and_of_many_leads_to_the_first(page: Page, server: str) -> None:
    for place in ("informazioni/", "cerca/"):
        page.goto(f"{server}/{place}")
        page.locator("#q").fill("bang 3.a")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#bang-3.a$"))
    page.goto(f"{server}/informazioni/")
    page.locator("#q").fill("turni")
    expect(page.locator(".ricerca .trovato").nth(1)).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".ricerca .trovato a").first).to_be_focused()
    expect(page).to_have_url(f"{server}/informazioni/")


def test_back_restores_a_search_begun_anywhere(page: Page, server: str) -> None:
    place = "penalita/?g=bang"
    page.goto(f"{server}/{place}")
    page.locator("#q").fill("turni extra")
    second = page.locator(".ricerca .trovato a").nth(1)
    expect(second).to_be_visible()
    second.click()
    expect(page.locator(".ricerca")).to_be_hidden()
    page.go_back()
    expect(page.locator("#q")).to_have_value("turni extra")
    expect(page.locator(".ricerca .trovato").nth(1)).to_be_visible()
    page.get_by_role("button", name="Chiudi", exact=True).click()
    expect(page.locator(".ricerca")).to_be_hidden()
    expect(page).to_have_url(f"{server}/{place}")
