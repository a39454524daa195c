"""Test that every change rechecks earlier penalties."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.page_helpers import set_todays_game
from tests.browser.registro import entries, exported, fill, open_register, stored, take, take_open, write
from tests.browser.registro.test_open_event import file_of, given
from tests.browser.test_accessibility import DOUBLE_TEXT, findings, with_axe

GAME = "Naruto IT"
OFFICIAL = ("Ammonizione ufficiale", "Ritardo", GAME)
VERBAL = ("Ammonizione verbale", "Indugiare Troppo", GAME)
SHOULD = "Da rivedere: dovrebbe essere Espulsione."


def marked(page: Page) -> Locator:
    return page.locator(".voci .rivedere")


def edit(page: Page, penalty: str, row: int = 0) -> None:
    entries(page).nth(row).get_by_role("button", name="Modifica").click()
    page.get_by_label("Penalità", exact=True).select_option(penalty)


def test_a_threshold_passed_by_joining_two_phones_is_said_everywhere(register: Page, second: Page, server: str) -> None:
    for _ in range(2):
        write(register, "Rossi", *OFFICIAL)
    write(second, "Rossi", *OFFICIAL)
    take(register, exported(second))
    register.get_by_role("button", name="È lo stesso evento").click()
    expect(marked(register)).to_have_count(0)
    register.get_by_role("button", name="È la stessa persona", exact=True).click()
    expect(marked(register)).to_have_count(1)
    expect(marked(register)).to_contain_text(SHOULD)
    expect(marked(register)).to_contain_text("Alla terza ammonizione ufficiale")
    assert '"dovrebbe essere Espulsione. Ammonizione ufficiale diventa' in exported(register, "CSV")
    register.get_by_role("button", name="Apri il rapporto di Naruto").click()
    expect(register.locator(".rapporto")).to_contain_text(SHOULD)
    register.emulate_media(media="print")
    expect(marked(register).get_by_text(SHOULD)).to_be_visible()
    register.emulate_media(media="screen")
    set_todays_game(register, {"version": 1, "book": "naruto-it", "name": "Naruto", "event": ""})
    register.goto(f"{server}/")
    players = register.locator(".giocatori")
    expect(players).to_contain_text("da rivedere: Ammonizione ufficiale, dovrebbe essere Espulsione")
    expect(players).not_to_contain_text("alla prossima ammonizione ufficiale")


def test_correcting_uses_the_count_and_the_button_of_giving(register: Page) -> None:
    for penalty in (OFFICIAL, OFFICIAL, VERBAL):
        write(register, "Verdi", *penalty)
    edit(register, "Ammonizione ufficiale")
    notice = register.locator(".modulo .avviso")
    expect(notice).to_contain_text("Prima di questa penalità Verdi aveva 2 ammonizioni ufficiali")
    expect(notice).to_contain_text("Diventa Espulsione")
    register.get_by_role("button", name="Registra Espulsione").click()
    expect(entries(register).first).to_contain_text("Espulsione")
    expect(marked(register)).to_have_count(0)


def test_a_lost_game_on_the_third_is_an_expulsion_when_it_is_corrected_too(register: Page) -> None:
    for penalty in (OFFICIAL, OFFICIAL, VERBAL):
        write(register, "Verdi", *penalty)
    edit(register, "Partita persa")
    register.get_by_role("button", name="Registra Espulsione").click()
    expect(entries(register).first).to_contain_text("Partita persa comporta anche Ammonizione ufficiale")


def test_correcting_an_earlier_one_says_what_comes_of_the_later_ones(register: Page) -> None:
    for penalty in (VERBAL, OFFICIAL, OFFICIAL):
        write(register, "Verdi", *penalty)
    edit(register, "Ammonizione ufficiale", row=2)
    expect(register.locator(".modulo .avviso")).to_contain_text(
        re.compile(
            r"Se registri questa correzione, rivedi anche la penalità delle \d+:\d+ \(Ammonizione ufficiale\): dovrebbe"
        )
    )
    register.get_by_role("button", name="Registra Ammonizione ufficiale").click()
    expect(entries(register).first.locator(".rivedere")).to_contain_text(SHOULD)


def test_an_expulsion_whose_first_warning_was_withdrawn_is_marked(register: Page) -> None:
    for _ in range(3):
        write(register, "Rossi", *OFFICIAL)
    expect(entries(register).first).to_contain_text("Espulsione")
    entries(register).last.get_by_role("button", name="Togli").click()
    expect(marked(register)).to_contain_text("Da rivedere: dovrebbe essere Ammonizione ufficiale.")
    expect(marked(register)).to_contain_text("Prima di questa penalità aveva 1 ammonizione ufficiale.")
    assert "dovrebbe essere Ammonizione ufficiale" in exported(register, "CSV")
    # what was taken away comes back, and it follows again
    register.locator(".tolte summary").click()
    register.get_by_role("button", name="Ripristina").click()
    expect(marked(register)).to_have_count(0)


def test_an_entry_moved_to_a_clean_player_is_marked_and_the_form_says_so(register: Page) -> None:
    for _ in range(3):
        write(register, "Neri", *OFFICIAL)
    entries(register).first.get_by_role("button", name="Modifica").click()
    register.get_by_label("Giocatore", exact=True).fill("Gialli")
    register.get_by_role("button", name="Registra Ammonizione ufficiale").click()
    expect(entries(register).first).to_contain_text("Gialli")
    expect(entries(register).first).not_to_contain_text("Espulsione")
    expect(marked(register)).to_have_count(0)


@pytest.fixture
def third(register: Page) -> Page:
    """Return the Registro with three warnings of one player, the first just made official.

    The third must therefore be an expulsion: it is marked to be reviewed.
    """
    for penalty in (VERBAL, OFFICIAL, OFFICIAL):
        write(register, "Verdi", *penalty)
    edit(register, "Ammonizione ufficiale", row=2)
    register.get_by_role("button", name="Registra Ammonizione ufficiale").click()
    expect(marked(register)).to_have_count(1)
    return register


def test_what_is_marked_is_corrected_as_it_is_given(third: Page) -> None:
    third.get_by_role("button", name="1 penalità da rivedere").click()
    expect(entries(third)).to_have_count(1)
    third.get_by_role("button", name="Correggi la penalità di Verdi").click()
    third.get_by_role("button", name="Registra Espulsione").click()
    expect(marked(third)).to_have_count(0)
    expect(entries(third)).to_have_count(3)
    expect(entries(third).first).to_contain_text("Espulsione")
    # it was a change like any other
    third.get_by_role("button", name="Annulla").click()
    expect(marked(third)).to_have_count(1)


def test_what_is_marked_is_left_with_a_reason_until_its_grounds_change_again(third: Page) -> None:
    third.get_by_role("button", name="Lascia così la penalità di Verdi").click()
    leave = third.get_by_role("button", name="Lascia Ammonizione ufficiale")
    leave.click()
    expect(marked(third)).to_have_count(1)
    third.get_by_label("Perché (resta nel Registro)").first.fill("Così ha deciso il capo arbitro")
    leave.click()
    expect(marked(third)).to_have_count(0)
    expect(entries(third).first).to_contain_text(
        "Secondo il Registro: Espulsione. Motivo: Così ha deciso il capo arbitro"
    )
    third.reload()
    expect(entries(third).first).to_contain_text("Motivo")
    expect(marked(third)).to_have_count(0)


def test_an_older_log_without_the_penalty_before_growing_is_understood(register: Page, second: Page) -> None:
    """Read a log that gives the cause of a penalty in words only."""
    for _ in range(3):
        write(register, "Rossi", *OFFICIAL)
    text = re.sub(r'"(base|expected)":"[^"]*",|"answers":\[\],', "", exported(register))
    assert '"base"' not in text
    take_open(second, text)
    expect(entries(second)).to_have_count(3)
    expect(marked(second)).to_have_count(0)
    entries(second).last.get_by_role("button", name="Togli").click()
    expect(marked(second)).to_contain_text("dovrebbe essere Ammonizione ufficiale")


def test_how_often_it_had_happened_is_looked_at_again(register: Page) -> None:
    write(register, "Bice", *VERBAL)
    register.get_by_role("link", name="Dagli un’altra penalità").click()
    register.get_by_role("link", name="Indugiare Troppo").click()
    register.get_by_role("link", name="No", exact=True).click()  # bad faith
    expect(register.locator(".verdetto h2")).to_have_text("Ammonizione ufficiale")
    register.get_by_role("button", name="Registra").click()
    register.get_by_role("button", name="Registra Ammonizione ufficiale").click()
    register.get_by_role("link", name="Apri il Registro").click()
    expect(entries(register)).to_have_count(2)
    expect(marked(register)).to_have_count(0)
    entries(register).last.get_by_role("button", name="Togli").click()
    expect(marked(register)).to_contain_text("dovrebbe essere Ammonizione verbale")


def test_a_warning_of_magic_counts_for_its_infraction_and_its_day_only(fresh: Page, server: str) -> None:
    page = fresh
    page.clock.set_fixed_time("2026-01-10T10:00:00")
    open_register(page, server)
    game = "Magic"
    page.locator("#g-gioco").select_option(label=game)
    expect(page.locator("#g-infrazione option", has_text="Ritardo")).to_be_attached()
    names = page.locator("#g-infrazione option").all_inner_texts()
    late, slow = (next(name for name in names if what in name) for what in ("Ritardo", "Gioco lento"))
    write(page, "Ada Rossi", "Ammonizione", late, game)
    write(page, "Ada Rossi", "Ammonizione", slow, game)
    expect(entries(page).first).not_to_contain_text("Partita persa")
    fill(page, "Ada Rossi", "Ammonizione", late, game)
    page.locator(".chi button").first.click()
    expect(page.get_by_role("button", name="Registra Partita persa")).to_be_visible()
    page.clock.set_fixed_time("2026-01-11T10:00:00")
    page.reload()
    page.get_by_role("button", name="Continua oggi").click()
    fill(page, "Ada Rossi", "Ammonizione", late, game)
    expect(page.get_by_role("button", name="Registra Ammonizione")).to_be_visible()


def test_what_asks_is_for_everyone_too(phone: Callable[..., BrowserContext], server: str) -> None:
    """Check penalties marked for review with axe, and at double text size."""
    page = open_register(with_axe(phone(viewport={"width": 360, "height": 740}, reduced_motion="reduce")), server)
    for penalty in (VERBAL, OFFICIAL, OFFICIAL):
        write(page, "Mario Rossi", *penalty)
    edit(page, "Ammonizione ufficiale", row=2)
    page.get_by_role("button", name="Registra Ammonizione ufficiale").click()
    event = stored(page)[0]["event"]
    ops = [
        {"id": "c", "t": "closed"},
        {"id": "p", "t": "player", "player": "pp", "name": "Rossi M.", "number": ""},
        given("x", "pp", "ammonizione-ufficiale") | {"book": "naruto-it"},
    ]
    take(page, file_of(*({**op, "event": event} for op in ops), event=event))
    expect(page.locator(".chiede")).to_have_count(2)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    page.get_by_role("button", name="Lascia così").first.click()
    assert findings(page) == []
    page.evaluate(DOUBLE_TEXT)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
