"""Test that Penalità knows what the chosen player already has."""

from playwright.sync_api import Page, expect

from tests.browser.page_helpers import box_of
from tests.browser.registro import an_event_of_yesterday, entries, fill, open_register, penalita, write


def test_the_history_answers_by_itself_and_shows_with_what(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("link", name="Dagli un’altra penalità").click()
    penalita(register, "insulta uno spettatore")
    expect(register.locator(".verdetto h2")).to_contain_text("Espulsione")
    assert "s=ammonizione.1" in register.url
    assert "Rossi" not in register.url
    mine = register.locator(".per-chi")
    expect(mine).to_contain_text("Per: Ada Rossi")
    expect(mine).to_contain_text("ha già 1 ammonizione")
    expect(mine.locator(".prove")).to_contain_text("Dire parolacce o bestemmiare")
    register.get_by_role("button", name="Registra").click()
    register.get_by_role("button", name="Registra Espulsione").click()
    expect(register.locator(".registra")).to_contain_text("Salvato nel Registro: Espulsione per Ada Rossi.")
    register.get_by_role("link", name="Apri il Registro").click()
    expect(entries(register)).to_have_count(2)


def test_one_players_warnings_never_answer_for_the_next(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("link", name="Dagli un’altra penalità").click()
    mine = register.locator(".per")
    expect(mine).to_contain_text("Per: Ada Rossi")
    # the tab Penalità begins again: whoever comes next is somebody else
    register.get_by_role("link", name="Penalità", exact=True).first.click()
    expect(register.get_by_label("Che cosa è successo?")).to_be_visible()
    expect(mine).to_have_count(0)
    penalita(register, "insulta uno spettatore")
    expect(register.locator("#domanda")).to_contain_text("Quante ammonizioni")


def test_a_player_is_let_go_with_what_the_registro_answered(register: Page, server: str) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("link", name="Dagli un’altra penalità").click()
    penalita(register, "insulta uno spettatore")
    expect(register.locator(".verdetto h2")).to_contain_text("Espulsione")
    register.reload()
    expect(register.locator(".per")).to_contain_text("Ada Rossi")
    register.get_by_role("button", name="Togli Ada Rossi").click()
    expect(register.locator("#domanda")).to_contain_text("Quante ammonizioni")
    assert "s=" not in register.url
    # a change of game lets go too
    open_register(register, server)
    register.get_by_role("link", name="Dagli un’altra penalità").click()
    register.get_by_role("button", name="Cambia gioco").click()
    register.get_by_role("list").get_by_role("link", name="BANG!").click()
    expect(register.get_by_label("Che cosa è successo?")).to_be_visible()
    expect(register.locator(".per")).to_have_count(0)


def test_the_same_infraction_is_counted(register: Page) -> None:
    write(register, "Bice", "Ammonizione verbale", "Indugiare Troppo", "Naruto IT")
    register.get_by_role("link", name="Dagli un’altra penalità").click()
    expect(register.locator(".per")).to_contain_text("Bice")
    register.get_by_role("link", name="Indugiare Troppo").click()
    register.get_by_role("link", name="No", exact=True).click()  # bad faith
    expect(register.locator(".verdetto h2")).to_have_text("Ammonizione ufficiale")
    expect(register.locator(".strada")).to_contain_text("1 volta")
    expect(register.locator(".per-chi .prove")).to_contain_text("Indugiare Troppo")


def test_how_often_answered_by_hand_is_compared_with_the_registro(register: Page, server: str) -> None:
    write(register, "Bice", "Ammonizione verbale", "Indugiare Troppo", "Naruto IT")
    write(register, "Bice", "Ammonizione ufficiale", "Indugiare Troppo", "Naruto IT")
    register.goto(
        f"{server}/penalita/?g=naruto-it&i=indugiare&r=volta.prima&r=malafede.no&s=ammonizione-verbale.1&s=ammonizione-ufficiale.1"
    )
    expect(register.locator(".verdetto h2")).to_have_text("Ammonizione verbale")
    register.get_by_role("button", name="Registra").click()
    register.get_by_label("Giocatore", exact=True).fill("Bice")
    notice = register.locator(".modulo .avviso")
    expect(notice).to_contain_text("Per il Registro è «2 volte», tu hai risposto «Mai»")
    register.get_by_role("button", name="Registra Ammonizione verbale").click()
    expect(register.locator(".registra form")).to_be_visible()
    register.get_by_role("button", name="Rifai il verdetto con i dati del Registro").click()
    expect(register.locator(".verdetto h2")).to_have_text("Partita persa")
    assert register.get_by_role("button", name="Registra Partita persa").is_visible(), (
        "the form is still there, as it was"
    )
    register.get_by_role("button", name="Registra Partita persa").click()
    expect(register.locator(".registra")).to_contain_text("Salvato nel Registro: Partita persa per Bice")


LATE = ("Ammonizione ufficiale", "Ritardo", "Naruto IT")


def test_counts_told_by_hand_that_differ_ask(register: Page, server: str) -> None:
    for _ in range(2):
        write(register, "Ada Rossi", *LATE)
    register.goto(f"{server}/penalita/?g=naruto-it&i=ritardo&r=caso.lista&s=ammonizione-ufficiale.0")
    expect(register.locator(".verdetto h2")).to_have_text("Ammonizione ufficiale")
    register.get_by_role("button", name="Registra").click()
    register.get_by_label("Giocatore", exact=True).fill("Rossi")
    register.locator(".chi button").click()
    expect(register.locator(".modulo .avviso")).to_contain_text("Ammonizioni ufficiali: 2 nel Registro, 0 secondo te.")
    expect(register.locator(".modulo .prove li")).to_have_count(2)
    register.get_by_role("button", name="Rifai il verdetto con i dati del Registro").click()
    expect(register.locator(".verdetto h2")).to_have_text("Espulsione")
    expect(register.locator(".per")).to_contain_text("Ada Rossi")


def test_a_verdict_reopened_after_its_entry_was_taken_away_does_not_expel(register: Page, server: str) -> None:
    for _ in range(2):
        write(register, "Ada Rossi", *LATE)
    register.get_by_role("link", name="Dagli un’altra penalità").first.click()
    expect(register.locator(".per")).to_contain_text("Ada Rossi")
    register.get_by_role("link", name="Ritardo").click()
    register.get_by_role("link", name="Nel consegnare la lista").click()
    expect(register.locator(".verdetto h2")).to_have_text("Espulsione")
    other = open_register(register.context.new_page(), server)
    other.get_by_role("button", name="Togli la penalità di Ada Rossi").first.click()
    expect(entries(other)).to_have_count(1)
    expect(register.locator(".per-chi")).to_contain_text("Ammonizioni ufficiali: 1 nel Registro, 2 secondo te.")
    register.reload()
    register.get_by_role("button", name="Registra").click()
    register.get_by_role("button", name="Registra Espulsione").click()
    expect(register.get_by_label("Perché (resta nel Registro)")).to_be_focused()
    register.get_by_role("button", name="Rifai il verdetto con i dati del Registro").click()
    expect(register.locator(".verdetto h2")).to_have_text("Ammonizione ufficiale")
    other.close()


def test_a_form_left_open_follows_what_another_tab_writes(register: Page, server: str) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    fill(register, "Ada Rossi", "Ammonizione")
    register.locator(".chi button").first.click()
    expect(register.get_by_role("button", name="Registra Espulsione")).to_be_visible()
    other = open_register(register.context.new_page(), server)
    other.get_by_role("button", name="Togli la penalità di Ada Rossi").click()
    expect(register.get_by_role("button", name="Registra Ammonizione")).to_be_visible()
    expect(register.get_by_label("Giocatore", exact=True)).to_have_value("Ada Rossi")
    other.close()


def test_annulla_undoes_what_it_stands_beside(register: Page, server: str) -> None:
    write(register, "Xavier", "Ammonizione")
    register.get_by_role("button", name="Togli la penalità di Xavier").click()
    other = open_register(register.context.new_page(), server)
    write(other, "Yuri", "Ammonizione")
    expect(entries(register)).to_contain_text("Yuri")
    register.get_by_role("button", name="Annulla").click()
    for page in (register, other):
        expect(entries(page)).to_have_count(2)
        expect(page.locator(".voci")).to_contain_text("Xavier")
        expect(page.locator(".voci")).to_contain_text("Yuri")
    other.close()


def test_a_page_brought_back_reads_again(register: Page, server: str) -> None:
    write(register, "Xavier", "Ammonizione")
    register.get_by_role("link", name="Libri").click()
    register.wait_for_url("**/libri/")
    other = open_register(register.context.new_page(), server)
    write(other, "Yuri", "Ammonizione")
    other.close()
    register.go_back()
    expect(entries(register)).to_have_count(2)


def test_warnings_of_yesterdays_event_do_not_expel_in_todays(fresh: Page, server: str) -> None:
    page = fresh
    an_event_of_yesterday(page, server)
    page.get_by_role("link", name="Dagli un’altra penalità").click()
    penalita(page, "insulta uno spettatore")
    expect(page.locator(".verdetto h2")).to_contain_text("Espulsione")
    page.get_by_role("button", name="Registra").click()
    page.get_by_label("Comincia l’evento di oggi").check()
    expect(page.locator(".modulo .avviso")).to_contain_text("Ammonizioni: 0 nel Registro, 1 secondo te.")
    page.get_by_role("button", name="Rifai il verdetto con i dati del Registro").click()
    expect(page.locator(".per")).to_have_count(0)
    expect(page.get_by_label("Giocatore", exact=True)).to_have_value("Ada Rossi")
    page.locator(".registra label").filter(has_text="Ammonizione").click()
    page.get_by_role("button", name="Registra Ammonizione").click()
    page.get_by_role("link", name="Apri il Registro").click()
    expect(entries(page)).to_have_count(1)
    expect(page.locator(".eventi")).to_contain_text("Evento del 10 gennaio 2026")


def test_a_player_of_an_event_that_was_closed_elsewhere_is_nobodys_history(register: Page, server: str) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("link", name="Dagli un’altra penalità").click()
    penalita(register, "insulta uno spettatore")
    expect(register.locator(".per")).to_contain_text("Ada Rossi")
    other = open_register(register.context.new_page(), server)
    other.get_by_role("button", name="Chiudi l’evento").click()
    expect(register.locator(".per")).to_have_count(0)
    register.get_by_role("button", name="Registra").click()
    register.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    expect(register.locator(".modulo .avviso")).to_contain_text("Ammonizioni: 0 nel Registro, 1 secondo te.")
    other.close()


def test_one_tap_is_enough_to_do_the_verdict_again(register: Page, server: str) -> None:
    for _ in range(2):
        write(register, "Ada Rossi", *LATE)
    register.goto(f"{server}/penalita/?g=naruto-it&i=ritardo&r=caso.lista&s=ammonizione-ufficiale.0")
    register.get_by_role("button", name="Registra").click()
    register.get_by_label("Giocatore", exact=True).press_sequentially("Ada Rossi")
    if register.locator(".chi .domanda").count():
        register.locator(".chi button").first.click()
        register.get_by_label("Nota").focus()
    redo = register.get_by_role("button", name="Rifai il verdetto con i dati del Registro")
    redo.scroll_into_view_if_needed()
    register.get_by_label("Giocatore", exact=True).focus()
    redo.scroll_into_view_if_needed()
    box = box_of(redo)
    register.mouse.move(box.left + box.width / 2, box.top + box.height / 2)
    register.mouse.down()
    register.mouse.up()
    expect(register.locator(".verdetto h2")).to_have_text("Espulsione")


def test_after_annulla_the_verdict_can_be_recorded_again(register: Page, server: str) -> None:
    register.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.0")
    register.get_by_role("button", name="Registra").click()
    register.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    register.locator(".registra label").filter(has_text="Ammonizione").click()
    register.get_by_role("button", name="Registra Ammonizione").click()
    written = register.locator(".registra")
    expect(written).to_contain_text("Salvato nel Registro: Ammonizione per Ada Rossi.")
    written.get_by_role("button", name="Annulla").click()
    expect(written).to_contain_text("Hai annullato: Ammonizione per Ada Rossi.")
    written.get_by_role("button", name="Registra").click()
    expect(register.get_by_label("Giocatore", exact=True)).to_be_focused()


def test_a_player_named_in_the_story_is_the_registros(register: Page, server: str) -> None:
    for _ in range(2):
        write(register, "Mario Rossi", *LATE)
    register.goto(f"{server}/penalita/?g=naruto-it")
    penalita(register, "Mario Rossi di nuovo in ritardo nel consegnare la lista")
    mine = register.locator(".per")
    expect(mine).to_contain_text("Per: Mario Rossi")
    register.get_by_role("button", name="Togli Mario Rossi").click()
    expect(mine).to_have_count(0)
