"""Home: search first, then what one opens most; the bar at the thumb; the desk."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from scripts.pipeline import Sources

PLACES = ["Cerca", "Penalità", "Tabelle", "Libri", "Registro"]


def test_search_comes_first_then_tools_then_the_books(page: Page, server: str, sources: Sources) -> None:
    page.goto(f"{server}/")
    tops = [
        page.locator(selector).first.bounding_box()["y"]  # type: ignore[index]
        for selector in (".cerca input", ".azioni", ".libri")
    ]
    assert tops == sorted(tops)
    books = page.locator(".libri a")
    assert books.count() == len(sources.rulebook.books)
    for book, row in zip(sources.rulebook.books, books.all(), strict=True):
        expect(row).to_contain_text(book.info.game)
        expect(row).to_contain_text(f"edizione {book.info.edition}")
        expect(row).to_contain_text(str(book.info.effective.year) if book.info.effective else "senza data")


def test_what_was_opened_last_is_at_hand(page: Page, server: str) -> None:
    page.goto(f"{server}/")
    expect(page.locator(".ultime")).to_be_hidden()
    page.goto(f"{server}/r/bang-3.penalita.e")
    page.wait_for_function("(localStorage.getItem('prontuario.regole') ?? '').includes('bang-3.penalita.e')")
    page.goto(f"{server}/r/mtr-2.5")
    page.wait_for_function("(localStorage.getItem('prontuario.regole') ?? '').includes('mtr-2.5')")
    page.goto(f"{server}/")
    rows = page.locator(".ultime a")
    expect(rows.nth(0)).to_contain_text("MTR 2.5")
    expect(rows.nth(1)).to_contain_text("BANG 3 penalità.e")
    rows.nth(1).click()
    expect(page).to_have_url(f"{server}/bang/3/#bang-3.penalita.e")


def test_damaged_memory_is_no_obstacle(page: Page, server: str) -> None:
    page.goto(f"{server}/")
    page.evaluate("localStorage.setItem('prontuario.regole', '{rotto')")
    page.goto(f"{server}/r/bang-3.penalita.e")
    page.wait_for_function("(localStorage.getItem('prontuario.regole') ?? '').includes('bang-3.penalita.e')")
    page.goto(f"{server}/")
    expect(page.locator(".ultime")).to_contain_text("BANG 3 penalità.e")


def test_the_bar_is_at_the_thumb_and_stays_there(page: Page, server: str) -> None:
    page.goto(f"{server}/mtr/2/")
    bar = page.locator(".barra")
    assert bar.locator("a").all_inner_texts() == PLACES
    for _ in range(2):
        box = bar.bounding_box()
        assert box
        assert round(box["y"] + box["height"]) == 844
        page.mouse.wheel(0, 2000)
        page.wait_for_timeout(100)
    expect(bar.locator("a[aria-current]")).to_have_text("Libri")


def test_on_a_desk_everything_is_above_and_beside(phone: Callable[..., BrowserContext], server: str) -> None:
    desk = phone(viewport={"width": 1440, "height": 900}).new_page()
    desk.goto(f"{server}/mtr/2/")
    bar, text = desk.locator(".barra").bounding_box(), desk.locator(".testo").bounding_box()
    chapters, contents = desk.locator(".capitoli").bounding_box(), desk.locator(".indice").bounding_box()
    assert bar
    assert text
    assert chapters
    assert contents
    assert bar["y"] < 70
    assert chapters["x"] + chapters["width"] <= text["x"]
    assert contents["x"] >= text["x"] + text["width"]
    expect(desk.locator(".capitoli a[aria-current]")).to_have_text("2 Meccaniche di Torneo")
    desk.locator(".indice a", has_text="2.5").click()
    expect(desk.locator("[id='mtr-2.5']")).to_be_in_viewport()


def test_the_scheme_is_chosen_and_remembered(page: Page, server: str) -> None:
    page.goto(f"{server}/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Passa allo schema scuro").click()
    assert page.evaluate(ground) != light
    page.goto(f"{server}/bang/3/")
    assert page.evaluate(ground) != light
