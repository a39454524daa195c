"""Test penalties written by hand, and their corrections."""

from playwright.sync_api import Page, expect

from tests.browser.registro import (
    entries,
    exported,
    fill,
    open_register,
    operation,
    recorded,
    remember,
    stored,
    write,
)


def correct(page: Page) -> None:
    page.get_by_role("form", name="Correggi la penalità").get_by_role("button", name="Registra").click()


def test_it_survives_a_reload_can_be_undone_and_put_back_long_after(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.reload()
    expect(entries(register)).to_contain_text("Ada Rossi")
    expect(entries(register)).to_contain_text("Ammonizione")
    register.get_by_role("button", name="Togli la penalità di Ada Rossi").click()
    expect(entries(register)).to_have_count(0)
    register.get_by_role("button", name="Annulla").click()
    expect(entries(register)).to_have_count(1)
    register.get_by_role("button", name="Togli la penalità di Ada Rossi").click()
    register.get_by_label("Evento").fill("Torneo di prova")
    register.keyboard.press("Enter")
    register.reload()
    register.get_by_text("Tolte (1)").click()
    register.get_by_role("button", name="Ripristina la penalità di Ada Rossi").click()
    expect(entries(register)).to_have_count(1)
    expect(register.get_by_text("Tolte (")).to_have_count(0)


def test_annulla_is_in_sight_wherever_one_has_tapped(register: Page) -> None:
    for name in ("Ada", "Bice", "Carla", "Dora"):
        write(register, name, "Ammonizione")
        expect(register.get_by_role("button", name="Annulla")).to_be_in_viewport(ratio=1)
    register.get_by_role("button", name="Togli la penalità di Ada").click()
    expect(register.get_by_role("button", name="Annulla")).to_be_in_viewport(ratio=1)


def test_nothing_is_chosen_beforehand(register: Page) -> None:
    for chooser in register.locator(".modulo select[required]").all():
        assert chooser.input_value() == ""
    assert register.locator(".modulo select[required]").count() == 3
    register.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    register.get_by_role("button", name="Registra").click()
    assert stored(register) == []
    expect(entries(register)).to_have_count(0)


def test_the_button_names_what_is_written_and_that_is_written(register: Page) -> None:
    """Check the button's words, the entry's reasons and the report's."""
    register.locator("#g-gioco").select_option("BANG!")
    register.get_by_label("Infrazione", exact=True).select_option("Dire parolacce o bestemmiare")
    register.get_by_label("Penalità", exact=True).select_option("Ammonizione")
    register.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(entries(register)).to_contain_text("Ada Rossi")
    fill(register, "rossi  ADA", "Ammonizione")
    register.get_by_role("button", name="Ada Rossi").filter(has_text="1 ammonizione").click()
    notice = register.locator(".modulo .avviso")
    expect(notice).to_contain_text("ha già:")
    expect(notice).to_contain_text("Dire parolacce o bestemmiare")
    expect(notice).to_contain_text("Diventa Espulsione")
    register.get_by_role("button", name="Registra Espulsione").click()
    item = entries(register).first
    expect(item).to_contain_text("Espulsione")
    expect(item).to_contain_text("Ammonizione diventa Espulsione: Alla seconda ammonizione")
    register.get_by_role("button", name="Apri il rapporto di BANG!").click()
    report = register.get_by_label("Rapporto di BANG!").text_content() or ""
    assert "Ada Rossi: Espulsione" in report
    assert "Ammonizione diventa Espulsione" in report


def test_a_lost_game_that_becomes_an_expulsion_keeps_what_led_to_it(register: Page) -> None:
    for infraction in ("Ritardo", "Indugiare Troppo"):
        write(register, "Ada", "Ammonizione ufficiale", infraction, "Naruto IT")
    fill(register, "Ada", "Partita persa", "Mazzo illegale", "Naruto IT")
    register.locator(".chi button").first.click()
    register.get_by_role("button", name="Registra Espulsione").click()
    expect(entries(register).first).to_contain_text(
        "Partita persa comporta anche Ammonizione ufficiale; Ammonizione ufficiale diventa Espulsione"
    )


def test_a_penalty_can_be_corrected(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    register.get_by_label("Tavolo").fill("7")
    register.get_by_label("Penalità", exact=True).select_option("Espulsione")
    correct(register)
    expect(entries(register)).to_have_count(1)
    expect(entries(register)).to_contain_text("Espulsione")
    expect(entries(register)).to_contain_text("tavolo 7")
    register.get_by_role("button", name="Annulla").click()
    expect(entries(register)).to_contain_text("Ammonizione")
    expect(entries(register)).not_to_contain_text("tavolo 7")


def test_a_correction_never_moves_a_penalty_to_another_game(page: Page, server: str) -> None:
    open_register(page, server)
    write(page, "Bice", "Ammonizione verbale", "Indugiare Troppo", "Naruto IT")
    page.route("**/assets/penalita/naruto-it.json", lambda route: route.abort())
    page.reload()
    page.get_by_role("button", name="Modifica la penalità di Bice").click()
    page.get_by_label("Tavolo").fill("3")
    correct(page)
    expect(entries(page)).to_contain_text("tavolo 3")
    page.unroute("**/assets/penalita/naruto-it.json")
    page.reload()
    expect(entries(page)).to_contain_text("Indugiare Troppo")
    expect(entries(page)).to_contain_text("Naruto Card Game")
    expect(entries(page)).to_contain_text("Ammonizione verbale")


def test_what_an_edition_no_longer_knows_stays_as_it_is_written(register: Page) -> None:
    gone = recorded(
        infraction="bang-9.z", infractionTitle="Regola di una volta", penalty="richiamo", penaltyTitle="Richiamo"
    )
    remember(register, gone)
    register.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    register.get_by_label("Tavolo").fill("5")
    correct(register)
    expect(entries(register)).to_contain_text("tavolo 5")
    expect(entries(register)).to_contain_text("Regola di una volta")
    expect(entries(register)).to_contain_text("Richiamo")
    register.get_by_role("button", name="Apri il rapporto di BANG!").click()
    report = register.get_by_label("Rapporto di BANG!").text_content() or ""
    assert "non conosce" in report
    assert "Ada Rossi: Richiamo" in report


def test_a_correction_of_what_was_taken_away_meanwhile_says_so(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    register.get_by_label("Tavolo").fill("5")
    register.get_by_role("button", name="Togli la penalità di Ada Rossi").click()
    expect(register.get_by_role("heading", name="Correggi la penalità")).to_have_count(0)
    expect(entries(register)).to_have_count(0)
    register.get_by_role("button", name="Annulla").click()
    expect(entries(register)).not_to_contain_text("tavolo 5")


def test_a_half_filled_form_survives_a_reload(register: Page, server: str) -> None:
    fill(register, "Ada Rossi", "Ammonizione")
    register.get_by_label("Nota").fill("ha riso")
    register.reload()
    expect(register.get_by_label("Giocatore", exact=True)).to_have_value("Ada Rossi")
    expect(register.get_by_label("Nota")).to_have_value("ha riso")
    assert register.get_by_label("Penalità", exact=True).input_value() == "ammonizione"
    register.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.0")
    register.get_by_role("button", name="Registra").click()
    register.get_by_label("Giocatore", exact=True).fill("Bice")
    register.get_by_label("Tavolo").fill("9")
    register.reload()
    expect(register.get_by_label("Giocatore", exact=True)).to_have_value("Bice")
    expect(register.get_by_label("Tavolo")).to_have_value("9")
    # but the next verdict is not for Bice
    register.get_by_role("link", name="Penalità", exact=True).first.click()
    register.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.0")
    expect(register.get_by_role("button", name="Registra", exact=True)).to_be_visible()
    expect(register.get_by_label("Giocatore", exact=True)).to_have_count(0)


def test_the_milder_penalty_needs_a_reason_and_spaces_are_neither_a_name_nor_a_reason(register: Page) -> None:
    fill(register, "   ", "Ammonizione")
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(register.get_by_label("Giocatore", exact=True)).to_be_focused()
    assert stored(register) == []
    write(register, "Ada Rossi", "Ammonizione")
    fill(register, "Ada Rossi", "Ammonizione")
    register.locator(".chi button").first.click()
    register.get_by_text("Dai un’altra penalità").click()
    register.get_by_label("Al posto del verdetto").select_option("Ammonizione")
    register.get_by_label("Perché (resta nel Registro)").fill("   ")
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(register.get_by_label("Perché (resta nel Registro)")).to_be_focused()
    expect(entries(register)).to_have_count(1)
    register.get_by_label("Perché (resta nel Registro)").fill("Così ha deciso il capo arbitro")
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(entries(register)).to_have_count(2)
    expect(entries(register).first).to_contain_text(
        "Secondo il Registro: Espulsione. Motivo: Così ha deciso il capo arbitro"
    )


def test_annulla_gives_a_corrected_name_back(register: Page) -> None:
    write(register, "Ada Rosi", "Ammonizione")
    register.get_by_role("button", name="Modifica la penalità di Ada Rosi").click()
    register.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    register.get_by_label("Il nome era sbagliato").check()
    correct(register)
    expect(entries(register)).to_contain_text("Ada Rossi")
    register.get_by_role("button", name="Annulla").click()
    expect(entries(register)).to_contain_text("Ada Rosi")


def test_what_was_cleared_does_not_come_back_and_a_look_at_another_form_loses_nothing(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_label("Giocatore", exact=True).fill("Bice")
    register.get_by_label("Giocatore", exact=True).fill("")
    register.reload()
    expect(register.get_by_label("Giocatore", exact=True)).to_have_value("")
    register.get_by_label("Nota").fill("di Bice")
    register.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    register.get_by_label("Nota").fill("di Ada")
    register.reload()
    expect(register.get_by_role("heading", name="Correggi la penalità")).to_be_visible()
    expect(register.get_by_label("Nota")).to_have_value("di Ada")
    register.get_by_role("button", name="Lascia com’era").click()
    expect(register.get_by_label("Nota")).to_have_value("di Bice")


def test_ten_thousand_letters_without_a_space_stay_on_the_screen(register: Page) -> None:
    long = "x" * 10_000
    register.get_by_label("Evento").fill(long)
    fill(register, long, "Ammonizione")
    register.get_by_label("Nota").fill(long)
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(register.locator("#giornale > .fatto")).to_contain_text("Salvato nel Registro")
    fill(register, long, "Ammonizione")
    expect(register.locator(".chi button").first).to_be_visible()
    assert register.evaluate("document.documentElement.scrollWidth") == 390
    with register.expect_download() as waiting:
        register.get_by_role("button", name="CSV").click()
    assert len(waiting.value.suggested_filename) < 255


def test_all_that_was_taken_away_is_listed(register: Page) -> None:
    names = [f"P{k:02}" for k in range(14)]
    remember(register, [op for name in names for op in (*recorded(name), operation("withdrawn", entry=name))])
    expect(entries(register)).to_have_count(0)
    register.get_by_text("Tolte (14)").click()
    expect(register.locator(".tolte li")).to_have_count(14)
    register.get_by_role("button", name="Ripristina la penalità di P00").click()
    expect(entries(register)).to_contain_text("P00")


def test_a_name_is_corrected_in_case_accent_and_apostrophe_and_a_number_removed(register: Page) -> None:
    for _ in range(2):
        write(register, "nicolo damico", "Ammonizione verbale", "Indugiare Troppo", "Naruto IT")
    register.get_by_role("button", name="Modifica la penalità di nicolo damico").first.click()
    register.get_by_label("Giocatore", exact=True).fill("Nicolò D’Amico")
    register.get_by_label("Numero di tessera o DCI (facoltativo)").fill("123")
    correct(register)
    for row in entries(register).all():
        expect(row).to_contain_text("Nicolò D’Amico (123)")
    assert '"Nicolò D’Amico"' in exported(register, "CSV")
    register.get_by_role("button", name="Modifica la penalità di Nicolò D’Amico").first.click()
    register.get_by_label("Numero di tessera o DCI (facoltativo)").fill("")
    correct(register)
    expect(entries(register).first).not_to_contain_text("123")
    register.reload()
    expect(entries(register).first).to_contain_text("Nicolò D’Amico")
    expect(entries(register).first).not_to_contain_text("123")


def test_undoing_the_older_of_two_corrections_makes_no_quarrel(register: Page, server: str) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    register.get_by_label("Tavolo").fill("4")
    correct(register)
    expect(register.get_by_role("button", name="Annulla")).to_be_visible()
    other = open_register(register.context.new_page(), server)
    other.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    other.get_by_label("Tavolo").fill("5")
    correct(other)
    expect(entries(register)).to_contain_text("tavolo 5")
    register.get_by_role("button", name="Annulla").click()
    for page in (register, other):
        expect(entries(page)).to_contain_text("tavolo 5")
        expect(entries(page)).not_to_contain_text("due telefoni")
    other.close()


def test_with_the_keyboard_the_focus_is_never_lost(register: Page) -> None:
    lost = "[null, document.body].includes(document.activeElement)"
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("button", name="Togli la penalità di Ada Rossi").press("Enter")
    expect(register.locator("#giornale > .fatto")).to_contain_text("Hai tolto")
    assert not register.evaluate(lost)
    register.get_by_role("button", name="Annulla").press("Enter")
    expect(entries(register)).to_have_count(1)
    expect(register.locator("#giornale > .fatto")).to_have_text("Hai annullato: hai tolto Ammonizione di Ada Rossi. ")
    assert not register.evaluate(lost)
    register.get_by_role("button", name="Modifica la penalità di Ada Rossi").press("Enter")
    register.get_by_label("Tavolo").fill("5")
    register.get_by_label("Tavolo").press("Enter")
    expect(entries(register)).to_contain_text("tavolo 5")
    assert not register.evaluate(lost)
