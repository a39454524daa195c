"""Test that the verdict comes first, and prints its subject."""

import itertools
import json

import pytest
from playwright.sync_api import Page, expect

from scripts.penalties.verdict import count_limits, escalate, find_next_count, list_allowed
from scripts.pipeline import Sources
from tests.browser.page_helpers import box_of

LATE = "g=naruto-it&i=ritardo&r=caso.posto&r=motivo.no&r=minuti.entro-15&s=ammonizione-ufficiale.2"
STORY = "t=Mario Rossi arriva con 10 minuti di ritardo al suo posto, senza un motivo, e ha già 2 ammonizioni ufficiali"
UNCOVERED = """(h2) => {
  const { left, top, bottom, right } = h2.getBoundingClientRect();
  const seen = (y) => h2.contains(document.elementFromPoint(left + 8, y)) || h2 === document.elementFromPoint((left + right) / 2, y);
  return top >= 0 && bottom <= innerHeight / 2 && seen(top + 4) && seen(bottom - 4);
}"""


@pytest.mark.parametrize("asked", [LATE, f"{LATE}&{STORY}"], ids=["by answers", "by a story"])
@pytest.mark.parametrize("size", ["100%", "150%"])
def test_a_verdict_is_never_under_a_bar(page: Page, server: str, asked: str, size: str) -> None:
    page.goto(f"{server}/penalita/?{asked}")
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; scrollTo(0, 0) }", size)
    heading = page.locator("h2.penale")
    expect(heading).to_have_text("Espulsione")
    if size == "100%":
        assert heading.evaluate(UNCOVERED)
    else:
        expect(heading).to_be_in_viewport()


def test_the_answers_given_fold_into_one_line_that_opens(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?{LATE}")
    line = page.locator(".strada summary")
    assert 48 <= box_of(line).height < 60
    expect(page.locator(".strada li").first).to_be_hidden()
    line.click()
    page.locator(".strada").get_by_role("link", name="In che cosa è in ritardo").click()
    expect(page.locator("#domanda")).to_have_text("In che cosa è in ritardo?")


def test_with_a_player_chosen_the_verdict_still_comes_first(page: Page, server: str) -> None:
    for again in (False, True):
        page.goto(f"{server}/penalita/?{LATE.replace('ufficiale.2', 'ufficiale.0')}")
        page.get_by_role("button", name="Registra").click()
        page.get_by_label("Giocatore", exact=True).fill("Mario Rossi")
        if again:
            page.get_by_role("group", name="Chi è").get_by_role("button", name="Mario Rossi").click()
            page.get_by_label("Perché").fill("contate prima")
        page.locator(".modulo .tasto.pieno").click()
        expect(page.locator(".registra .fatto")).to_contain_text("Salvato nel Registro")
    page.goto(f"{server}/penalita/?g=naruto-it&i=ritardo&r=caso.posto&r=motivo.no&r=minuti.entro-15")
    page.get_by_label("Giocatore del Registro").select_option(label="Mario Rossi")
    expect(page.locator("h2.penale")).to_have_text("Espulsione")
    assert page.locator("h2.penale").evaluate(UNCOVERED)
    expect(page.locator(".per")).to_contain_text("Mario Rossi")


def test_a_printed_verdict_says_what_it_is_about(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?{LATE}")
    page.get_by_role("button", name="Registra").click()
    page.get_by_label("Giocatore", exact=True).fill("Anna Neri")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    paper = page.locator(".consegna")
    for words in (
        "Naruto Card Game – Ritardo",
        "regolamento italiano, edizione",
        "In che cosa è in ritardo? Al suo posto",
        "Quante ammonizioni ufficiali ha già ricevuto nel torneo, prima di questa? 2",
        "Giocatore: Anna Neri.",
        page.url,
    ):
        expect(paper).to_contain_text(words)
    expect(paper).to_contain_text(page.evaluate("new Date().toLocaleDateString('it-IT', { dateStyle: 'long' })"))
    expect(page.locator(".strada, .registra").first).to_be_hidden()


def test_the_title_of_a_verdict_names_game_document_and_edition(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?{LATE}")
    expect(page.locator("h2.penale")).to_be_visible()
    title = page.title()
    assert title.startswith("Espulsione – Ritardo – Naruto Card Game: regolamento italiano, edizione ")
    assert title.endswith(" – Penalità – Prontuario")


def test_the_browser_judges_as_the_build_does(page: Page, server: str, sources: Sources) -> None:
    page.goto(f"{server}/penalita/")
    for book in sources.rulebook.books:
        if not book.infractions:
            continue
        most = count_limits(book)
        histories = [dict(zip(most, c, strict=True)) for c in itertools.product(*(range(m + 2) for m in most.values()))]
        rows = list(
            {(r.lowest, r.highest, r.either, r.infraction): r for t in book.infractions for r in t.rows}.values()
        )
        expected = [
            [
                [list_allowed(book, row), find_next_count(book, row, {})],
                [
                    [
                        [o.penalty, o.also, [s.rule for s in o.steps]]
                        for o in (escalate(book, p, h, row.infraction) for p in list_allowed(book, row))
                    ]
                    for h in histories
                ],
            ]
            for row in rows
        ]
        found = page.evaluate(
            """async ([base, book, rows, histories]) => {
                const v = await import(base + "/assets/js/verdict/verdict.js");
                const game = await (await fetch(base + `/assets/penalita/${book}.json`)).json();
                return rows.map(([from, to, either, infraction]) => {
                    const row = { from, to, either, infraction };
                    return [
                        [v.allowed(game, row), v.nextCount(game, row, {})],
                        histories.map((h) => v.verdict(game, row, h).outcomes.map((o) => [o.penalty, o.also, o.steps.map((s) => s.rule)])),
                    ];
                });
            }""",
            [server, book.slug, [[r.lowest, r.highest, r.either, r.infraction] for r in rows], histories],
        )
        assert found == json.loads(json.dumps(expected))


@pytest.mark.parametrize(("width", "height", "size"), [(390, 844, "200%"), (195, 422, "100%")], ids=["text", "zoom"])
def test_magnified_twice_a_verdict_is_on_the_first_screen(
    page: Page, server: str, width: int, height: int, size: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server}/penalita/?{LATE.replace('&s=ammonizione-ufficiale.2', '')}&{STORY.split(', e ha')[0]}")
    page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
    page.locator(".risposte a").last.click()
    heading = page.locator("h2.penale")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
