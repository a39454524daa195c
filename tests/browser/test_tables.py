"""Test the pages of «Tabelle»: found, filtered, readable without JavaScript."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect


def test_a_value_is_found_from_the_index(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/")
    page.fill("#voce", "mind sculptor")
    page.locator("#trovate a").first.click()
    expect(page).to_have_url(f"{server}/tabelle/mtr/#mtr-6.4.bandite.jace-the-mind-sculptor")
    row = page.locator("tr:target")
    expect(row).to_be_in_viewport()
    row.locator("a").click()
    expect(page).to_have_url(f"{server}/mtr/6/#mtr-6.4.bandite.jace-the-mind-sculptor")


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("77 giocatori", "mtr/#mtr-app-e.turni"),  # 65–128
        ("ammonizioni", "naruto-it/#naruto-it-infrazioni.procedurale-grave.penalita"),
        ("squalificato", "naruto-it/#naruto-it-infrazioni.corruzione.penalita"),  # the book says «Espulsione»
        ("bannate modern", "mtr/#mtr-6.4.bandite"),  # the whole table
        ("mind sculptr", "mtr/#mtr-6.4.bandite.jace-the-mind-sculptor"),
        ("sceri", "bang/#bang-1.1.vincite.legge.sceriffo"),
    ],
)
def test_the_tables_are_searched_in_the_search_s_language(asked: Callable[[str], Page], typed: str, row: str) -> None:
    page = asked("/tabelle/")
    page.fill("#voce", typed)
    expect(page.locator(f"#trovate a[href$='/tabelle/{row}']").first).to_be_visible()


def test_today_s_game_comes_first(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/")
    page.evaluate("document.documentElement.dataset.oggi = 'naruto-it'")
    page.fill("#voce", "40 giocatori")
    expect(page.locator("#trovate [data-book=bang]").first).to_be_attached()  # all games have arrived
    expect(page.locator("#trovate a").first).to_have_attribute("data-book", "naruto-it")


@pytest.mark.parametrize(
    ("book", "typed", "rows"),
    [
        ("mtr", "40 giocatori", ["33–64 6"]),
        ("mtr", "limited 18 carte", []),
        ("mtr", "ancestrall recal", ["Ancestral Recall", "Ancestral Recall"]),
        ("bang", "turni con 13 giocatori", ["10–14 3"]),
    ],
)
def test_so_are_those_of_a_game(asked: Callable[[str], Page], book: str, typed: str, rows: list[str]) -> None:
    page = asked(f"/tabelle/{book}/")
    page.fill("#filtro", typed)
    expect(page.locator("#filtrate")).to_have_text(re.compile(f"^{len(rows)} rig" if rows else "^Nessuna riga"))
    shown = page.locator(".consulta tbody tr:visible")
    assert [" ".join(row.locator("th, td").all_inner_texts()) for row in shown.all()] == rows


def test_filtering_the_tables_of_a_book(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/mtr/")
    page.fill("#filtro", "ancestral recall")
    expect(page.locator(".consulta:not([hidden]) h3")).to_have_count(2)
    page.fill("#filtro", "xyzzy")
    expect(page.locator("#filtrate")).to_contain_text("Nessuna riga")


@pytest.mark.parametrize(
    ("path", "script", "field", "typed", "shown"),
    [
        ("tabelle/", "tables/entry-search", "#voce", "mind sculptor", "#trovate a"),
        ("tabelle/mtr/", "tables/entry-search", "#filtro", "xyzzy", "#filtrate:not(:empty)"),
        ("confronto/naruto/", "rule/rulebook-comparison-filter", "#confronta", "xyzzy", "[data-confronta]:not(:empty)"),
        ("tabelle/tiebreaker/", "tables/tiebreak", "form.dati [name=vinti]", "2", ".avversari li"),
    ],
)  # fmt: skip
def test_what_is_typed_before_the_script_comes_counts(
    page: Page, server: str, path: str, script: str, field: str, typed: str, shown: str
) -> None:
    held: list[Route] = []
    page.route(f"**/{script}.js", lambda route: held.append(route))
    with page.expect_request(f"**/{script}.js"):
        page.goto(f"{server}/{path}")
    page.locator(field).fill(typed)
    held[0].continue_()
    expect(page.locator(shown).first).to_be_attached()


def test_without_javascript_the_tables_are_read(phone: Callable[..., Any], server: str) -> None:
    page = phone(java_script_enabled=False).new_page()
    page.goto(f"{server}/tabelle/bang/")
    expect(page.locator("#n-giocatori")).to_be_hidden()
    row = page.locator("#giocatori .casi tr", has=page.get_by_role("cell", name="27", exact=True))
    expect(row.get_by_role("cell", name="2 da 6 e 3 da 5 (6, 6, 5, 5, 5).")).to_be_visible()
    expect(page.get_by_role("cell", name="25 o più")).to_be_visible()


@pytest.mark.parametrize("path", ["", "bang/", "mtr/", "naruto-it/", "tiebreaker/", "draft/"])
def test_no_tables_page_scrolls_sideways_and_targets_are_large(page: Page, server: str, path: str) -> None:
    page.goto(f"{server}/tabelle/{path}")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """[...document.querySelectorAll("article button, article input:not(.scelte input), article select, .scelte span, .luoghi a, .elenco a")]
        .map((e) => [e.outerHTML.slice(0, 60), e.getBoundingClientRect().height]).filter(([, h]) => h > 0 && h < 47.9)"""
    )
    assert small == []
