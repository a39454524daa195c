"""Test today's game: set, changed, dropped, and offered by a link."""

import re

from playwright.sync_api import Page, expect

from tests.browser.page_helpers import MAGIC, set_todays_game
from tests.browser.registro import open_register, write


def test_one_tap_sets_the_game_and_the_home_becomes_its_desk(page: Page, server: str) -> None:
    page.goto(f"{server}/")
    expect(page.locator(".oggi")).to_be_hidden()
    page.get_by_role("button", name="BANG!", exact=True).click()
    expect(page.get_by_role("button", name="Oggi BANG!")).to_be_visible()
    desk = page.locator(".banco:visible")
    expect(desk).to_have_attribute("data-book", "bang")
    expect(page.locator(".senza-oggi").first).to_be_hidden()
    page.reload()
    expect(page.locator(".banco:visible")).to_have_attribute("data-book", "bang")
    desk.get_by_label("Che cosa è successo?").fill("arriva tardi")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/penalita/\?g=bang&t=arriva(?:\+|%20)tardi"))  # then with what was understood


def test_two_taps_change_it_and_two_drop_it(page: Page, server: str) -> None:
    set_todays_game(page)
    page.goto(f"{server}/mtr/2/")
    page.get_by_role("button", name="Oggi Magic").click()
    page.get_by_role("button", name="Oggi: Naruto IT").click()
    expect(page.get_by_role("button", name="Oggi Naruto IT, Modena")).to_be_visible()
    page.get_by_role("button", name="Oggi Naruto IT, Modena").click()
    page.get_by_role("button", name="Tutti i giochi").click()
    expect(page.locator(".oggi")).to_be_hidden()
    assert page.evaluate("JSON.parse(localStorage.getItem('prontuario.oggi'))") is None


def test_a_link_sets_it_after_asking_and_leaves_a_clean_address(page: Page, server: str) -> None:
    page.goto(f"{server}/?oggi=mtr&evento=Modena")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("«Modena»")
    assert page.evaluate("localStorage.getItem('prontuario.oggi')") is None
    page.get_by_role("button", name="Sì, oggi arbitro Magic").click()
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(f"{server}/")
    expect(page.locator(".banco:visible")).to_contain_text("Modena")
    assert page.evaluate("JSON.parse(localStorage.getItem('prontuario.oggi')).event") == "Modena"


def test_a_link_that_is_refused_changes_nothing(page: Page, server: str) -> None:
    page.goto(f"{server}/?oggi=bangg")
    expect(page.get_by_role("dialog")).to_contain_text("Forse intendevi BANG!")
    page.get_by_role("button", name="No, tutti i giochi").click()
    expect(page.locator(".oggi")).to_be_hidden()


def test_search_asks_that_game_and_says_how_much_the_others_have(page: Page, server: str) -> None:
    set_todays_game(page)
    page.goto(f"{server}/")
    page.locator("#q").fill("mazzo")
    rows = page.locator(".ricerca .trovato")
    expect(rows.first).to_be_visible()
    more = page.get_by_role("button", name="Anche in altri giochi:")
    expect(more).to_be_visible()
    assert set(rows.evaluate_all("(all) => all.map((row) => row.dataset.book)")) == {"mtr"}
    assert int(more.inner_text().rsplit(" ", 1)[1]) > 0
    more.click()
    expect(page.locator(".ricerca .trovato[data-book^=naruto]").first).to_be_visible()


def test_penalties_and_tables_open_at_it(page: Page, server: str) -> None:
    set_todays_game(page)
    page.goto(f"{server}/")
    tables = page.locator(".barra a", has_text="Tabelle")
    expect(tables).to_have_attribute("href", f"{server}/tabelle/mtr/")
    tables.click()
    expect(page).to_have_url(f"{server}/tabelle/mtr/")
    page.locator(".barra a", has_text="Penalità").click()
    expect(page.locator(".gioco")).to_contain_text("Magic")


def test_the_whole_table_is_one_tap_from_penalties_without_a_game(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/")
    page.locator(".gioco").get_by_role("link", name="BANG!").click()
    page.wait_for_url("**/penalita/bang/")
    expect(page.get_by_role("button", name="Stampa il foglio")).to_be_visible()


def test_the_registro_takes_its_game_and_event(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    set_todays_game(page)
    page.goto(f"{server}/registro/")
    expect(page.locator("#g-gioco")).to_have_value("mtr")
    page.get_by_label("Infrazione", exact=True).select_option(index=1)
    page.get_by_label("Penalità", exact=True).select_option(index=1)
    page.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    page.get_by_role("button", name="Registra ").click()
    expect(page.get_by_label("Evento", exact=True)).to_have_value("Modena")
    expect(page.get_by_role("button", name="Scarica il CSV", exact=True)).to_be_in_viewport()  # beside, on a desk


def test_the_desk_counts_the_open_event_alone(page: Page, server: str) -> None:
    set_todays_game(page, {**MAGIC, "book": "bang", "name": "BANG!"})
    open_register(page, server)
    write(page, "Ada Rossi", "Ammonizione")
    page.goto(f"{server}/")
    desk = page.locator(".banco:visible")
    expect(desk).to_contain_text("1 penalità data")
    expect(desk.get_by_role("link", name="Ada Rossi")).to_contain_text("Espulsione")
    open_register(page, server)
    page.get_by_role("button", name="Chiudi l’evento").click()
    expect(page.locator(".eventi")).to_be_visible()
    write(page, "Bice Bianchi", "Ammonizione")
    page.goto(f"{server}/")
    expect(desk.get_by_role("link", name="Bice Bianchi")).to_be_visible()
    expect(desk).to_contain_text("1 penalità data")
    expect(desk).not_to_contain_text("Ada Rossi")


def test_the_poster_is_one_sheet_with_a_code(page: Page, server: str) -> None:
    set_todays_game(page)
    page.goto(f"{server}/manifesto/")
    sheet = page.locator(".manifesto")
    expect(sheet).to_contain_text("Modena")
    expect(sheet).to_contain_text("maggio 2014")
    expect(sheet).to_contain_text(f"{server}/?oggi=mtr&evento=Modena")
    expect(sheet.locator("svg.qr")).to_be_visible()
    page.get_by_label("Gioco di oggi").select_option("bang")
    expect(sheet).to_contain_text("?oggi=bang")
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert pages == 1


def test_the_brand_stays_whole_on_a_desk(desk: Page, server: str) -> None:
    set_todays_game(desk)
    desk.goto(f"{server}/")
    brand = desk.locator(".testata__casa span")
    for width in (1000, 1030, 1060, 1440):
        desk.set_viewport_size({"width": width, "height": 800})
        assert brand.evaluate("(node) => node.getClientRects().length") == 1
        assert brand.evaluate("(node) => node.offsetHeight") < 40
        assert desk.evaluate("document.documentElement.scrollWidth") <= width


def test_todays_game_chosen_in_another_tab_is_shown(page: Page, server: str) -> None:
    page.goto(f"{server}/?oggi=bang")
    page.get_by_role("button", name="Sì, oggi arbitro BANG!").click()
    other = page.context.new_page()
    other.goto(f"{server}/informazioni/")
    expect(other.locator(".oggi b")).to_have_text("BANG!")
    other.locator(".oggi").click()
    other.get_by_role("dialog").get_by_role("button", name="Naruto IT").click()
    expect(page.locator(".oggi b")).to_have_text("Naruto IT")
    page.locator(".oggi").click()
    expect(page.get_by_role("dialog")).to_contain_text("Oggi: Naruto IT")


def test_the_scheme_that_was_chosen_is_remembered_and_the_browsers_bar_follows_it(page: Page, server: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{server}/informazioni/")
    tints = "() => [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)"
    ground = "getComputedStyle(document.body).backgroundColor"
    white, (light, dark) = page.evaluate(ground), page.evaluate(tints)
    page.get_by_role("button", name="Passa al tema scuro").click()
    assert page.evaluate(tints) == [dark, dark]
    assert page.evaluate(ground) != white
    page.goto(f"{server}/bang/3/")
    expect(page.get_by_role("button", name="Passa al tema chiaro")).to_be_visible()
    assert page.evaluate(tints) == [dark, dark]
    assert page.evaluate(ground) != white
    page.get_by_role("button", name="Passa al tema chiaro").click()
    assert page.evaluate(tints) == [light, light]
