"""Test the home: search, most opened pages, bar, wide layout."""

import pytest
from playwright.sync_api import Page, expect

from scripts.pipeline import Sources
from tests.browser.page_helpers import box_of
from tests.running_server import until

PLACES = ["Cerca", "Penalità", "Tabelle", "Libri", "Registro"]


def test_search_comes_first_then_tools_then_the_books(page: Page, server: str, sources: Sources) -> None:
    page.goto(f"{server}/")
    tops = [box_of(page.locator(selector).first).top for selector in (".cerca input", ".azioni", ".libri")]
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
    until(page, "(localStorage.getItem('prontuario.regole') ?? '').includes('bang-3.penalita.e')")
    page.goto(f"{server}/r/mtr-2.5")
    until(page, "(localStorage.getItem('prontuario.regole') ?? '').includes('mtr-2.5')")
    page.goto(f"{server}/")
    rows = page.locator(".ultime a")
    expect(rows.nth(0)).to_contain_text("MTR 2014 2.5")
    expect(rows.nth(1)).to_contain_text("BANG 3 penalità.e")
    rows.nth(1).click()
    expect(page).to_have_url(f"{server}/bang/3/#bang-3.penalita.e")


RULES = [
    ("bang-3.penalita.e", "BANG 3 penalità.e", "Un testo abbastanza lungo da non stare in una riga sola del telefono."),
    ("mtr-2.5", "MTR 2014 2.5", "Procedura di Fine Incontro"),
    ("naruto-it-infrazioni.ritardo", "NAR-IT Ritardo", "Ritardo"),
    ("naruto-usa-2.a", "NAR-USA 2.a", "Un altro testo."),
    ("wot-1.a", "WOT 1.a", "<b>un testo con segni</b>"),
]


def remembering(page: Page, server: str, count: int) -> None:
    """Open the home of a phone with `count` remembered rules."""
    kept = [{"id": id, "citation": citation, "text": text, "at": 1} for id, citation, text in RULES[:count]]
    page.goto(f"{server}/informazioni/")
    page.evaluate(
        "(mine) => localStorage.setItem('prontuario.regole', JSON.stringify(mine))",
        {"version": 1, "recent": kept, "bookmarks": kept},
    )
    page.goto(f"{server}/")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844)])
def test_the_first_screen_holds_the_ways_in_and_what_one_opened(
    page: Page, server: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    remembering(page, server, 3)
    edge = box_of(page.locator(".barra")).top
    for selector in ("#q", ".scelta button >> nth=4", ".azioni a >> nth=1", ".ultime a >> nth=2", "#segnalibri"):
        box = box_of(page.locator(selector))
        assert box.bottom <= edge, selector
        assert box.right <= width, selector
    expect(page.locator(".segnalibri .tutti")).to_be_hidden()


def test_the_first_screen_says_what_this_is_and_offers_every_game(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server}/")
    edge = box_of(page.locator(".barra")).top
    for text in (
        "Prontuario",
        "La regola e la penalità, al tavolo.",
        "Quale gioco arbitri oggi?",
        "Arriva al verdetto",
    ):
        assert box_of(page.locator(".testo").get_by_text(text, exact=True).first).bottom <= edge, text
    games = page.locator(".scelta button")
    assert "World of Tanks" in games.all_inner_texts()
    for game in games.all():
        assert box_of(game).right <= 360
        assert box_of(game).bottom <= edge


def test_more_bookmarks_open_in_place(page: Page, server: str) -> None:
    remembering(page, server, 5)
    rows = page.locator(".segnalibri a")
    expect(rows.nth(3)).to_be_hidden()
    page.get_by_role("button", name="Mostra tutti e 5").click()
    expect(rows.nth(3)).to_be_focused()
    expect(rows.nth(4)).to_have_text("WOT 1.a <b>un testo con segni</b>")
    expect(page.locator(".tutti")).to_be_hidden()
    expect(page.locator(".ultime a").nth(3)).to_be_hidden()


def test_nothing_moves_when_the_home_remembers(page: Page, server: str) -> None:
    remembering(page, server, 5)
    page.wait_for_load_state("networkidle")
    shift = page.evaluate(
        """async () => { let sum = 0;
        const add = (entries) => { for (const e of entries) sum += e.value };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        add(observer.takeRecords());
        return sum }"""
    )
    assert shift < 0.001


def test_book_lists_say_that_an_edition_may_be_superseded(page: Page, server: str) -> None:
    for path in ("", "libri/"):
        page.goto(f"{server}/{path}")
        expect(page.locator(".edizione")).to_contain_text("potrebbe esserci un’edizione più recente")


def test_damaged_memory_is_no_obstacle(page: Page, server: str) -> None:
    put = "([rules, today]) => (localStorage.setItem('prontuario.regole', rules), localStorage.setItem('prontuario.oggi', today))"
    for rules, today in (
        ("{rotto", "{rotto"),
        ("null", "7"),
        ("7", "null"),
        ('{"version": 9, "recent": 3}', '{"version": 9}'),
        ('{"version": 1, "recent": 3, "bookmarks": [null]}', '{"version": 1, "book": 4}'),
    ):
        page.evaluate(put, [rules, today])
        page.goto(f"{server}/")
        expect(page.locator(".ultime")).to_be_hidden()
        expect(page.locator(".banco:visible")).to_have_count(0)
        expect(page.get_by_role("link", name="Arriva al verdetto").first).to_be_visible()
    page.evaluate(put, ["{rotto", "null"])
    page.goto(f"{server}/r/bang-3.penalita.e")
    until(page, "(localStorage.getItem('prontuario.regole') ?? '').includes('bang-3.penalita.e')")
    page.goto(f"{server}/")
    expect(page.locator(".ultime")).to_contain_text("BANG 3 penalità.e")


def test_the_bar_is_at_the_thumb_and_stays_there(page: Page, server: str) -> None:
    page.goto(f"{server}/mtr/2/")
    bar = page.locator(".barra")
    assert bar.locator("a").all_inner_texts() == PLACES
    for scrolled in range(2):
        until(page, "(least) => scrollY >= least", scrolled)
        assert round(box_of(bar).bottom) == 844
        page.mouse.wheel(0, 2000)
    expect(bar.locator("a[aria-current]")).to_have_text("Libri")


def test_on_a_desk_everything_is_above_and_beside(desk: Page, server: str) -> None:
    desk.goto(f"{server}/mtr/2/")
    text = box_of(desk.locator(".testo"))
    assert box_of(desk.locator(".barra")).top < 70
    assert box_of(desk.locator(".capitoli")).right <= text.left
    assert box_of(desk.locator(".indice")).left >= text.right
    expect(desk.locator(".capitoli a[aria-current]")).to_have_text("2 Meccaniche di Torneo")
    desk.locator(".indice a", has_text="2.5").click()
    expect(desk.locator("[id='mtr-2.5']")).to_be_in_viewport()
