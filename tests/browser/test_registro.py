"""The event's list of penalties: kept, announced, corrected, handed over, refused when damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect


def write(page: Page, player: str, penalty: str, infraction: str = "Dire parolacce o bestemmiare") -> None:
    page.locator("#g-gioco").select_option("BANG!")
    page.get_by_label("Giocatore", exact=True).fill(player)
    page.get_by_label("Infrazione", exact=True).select_option(infraction)
    page.get_by_label("Penalità", exact=True).select_option(penalty)
    page.get_by_role("button", name="Scrivi nel Registro").click()
    expect(page.locator(".fatto")).to_contain_text(f"Scritta la penalità di {player}")


@pytest.fixture
def register(page: Page, server: str) -> Page:
    page.goto(f"{server}/registro/")
    expect(page.get_by_role("button", name="Scrivi nel Registro")).to_be_visible()
    return page


def test_it_survives_a_reload_and_can_be_undone(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.reload()
    item = register.locator(".voci li")
    expect(item).to_contain_text("Ada Rossi")
    expect(item).to_contain_text("Ammonizione")
    item.get_by_role("button", name="Elimina").click()
    expect(item).to_have_count(0)
    register.get_by_role("button", name="Annulla").click()
    expect(item).to_have_count(1)


def test_a_second_warning_is_announced_before_it_is_given(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_label("Giocatore", exact=True).fill("rossi  ADA")
    register.get_by_label("Penalità", exact=True).select_option("Ammonizione")
    notice = register.locator(".avviso")
    expect(notice).to_contain_text("ha già 1 ammonizione")
    expect(notice).to_contain_text("Diventa Espulsione")
    notice.get_by_role("button", name="Scrivi Espulsione").click()
    assert register.get_by_label("Penalità", exact=True).input_value() == "espulsione"


def test_an_entry_can_be_corrected(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.locator(".voci").get_by_role("button", name="Modifica").click()
    register.get_by_label("Tavolo").fill("7")
    register.get_by_label("Penalità", exact=True).select_option("Espulsione")
    register.get_by_role("button", name="Salva la correzione").click()
    item = register.locator(".voci li")
    expect(item).to_have_count(1)
    expect(item).to_contain_text("Espulsione")
    expect(item).to_contain_text("tavolo 7")


def test_the_history_answers_by_itself(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("link", name="Nuova, stesso giocatore").click()
    register.get_by_label("Che cosa è successo?").fill("insulta uno spettatore")
    register.keyboard.press("Enter")
    expect(register.locator(".verdetto h2")).to_have_text("Espulsione")
    assert "s=ammonizione.1" in register.url
    assert "Rossi" not in register.url
    register.get_by_role("button", name="Registra").click()
    assert register.get_by_label("Giocatore", exact=True).input_value() == "Ada Rossi"
    expect(register.locator(".avviso")).to_contain_text("ha già 1 ammonizione")
    register.get_by_role("button", name="Scrivi nel Registro").click()
    register.get_by_role("link", name="Apri il Registro").click()
    expect(register.locator(".voci li")).to_have_count(2)


def test_the_same_infraction_is_counted(register: Page, server: str) -> None:
    entry = {
        "id": "1", "time": "2026-01-10T10:00:00Z", "book": "naruto-it", "player": "Bice", "infraction": "naruto-it-infrazioni.indugiare",
        "infractionTitle": "Indugiare Troppo", "penalty": "ammonizione-verbale", "penaltyTitle": "Ammonizione verbale",
    }  # fmt: skip
    register.evaluate("v => localStorage.setItem('prontuario.registro', v)", json.dumps({"v": 1, "entries": [entry]}))
    register.evaluate("sessionStorage.setItem('prontuario.giocatore', 'Bice')")
    register.goto(f"{server}/penalita/?g=naruto-it&i=indugiare")
    expect(register.locator(".verdetto h2")).to_have_text("Ammonizione ufficiale")
    expect(register.locator(".strada")).to_contain_text("1 volta")


def test_report_and_csv(register: Page) -> None:
    write(register, "=Ada; Rossi", "Ammonizione")
    register.get_by_role("button", name="Rapporto BANG!").click()
    report = register.get_by_label("Rapporto di BANG!").input_value()
    assert "All’editore" in report
    assert "=Ada; Rossi: Ammonizione" in report
    with register.expect_download() as waiting:
        register.get_by_role("button", name="CSV").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8-sig")
    assert text.startswith('"Ora";"Gioco";"Giocatore"')
    assert '"\'=Ada; Rossi"' in text, "a cell that begins like a formula stays text"


def exported(page: Page) -> str:
    with page.expect_download() as waiting:
        page.get_by_role("button", name="File per un altro telefono").click()
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def take(page: Page, text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    page.locator("#file").set_input_files({"name": "altro.prontuario", "mimeType": "text/plain", "buffer": data})


def empty(page: Page) -> None:
    page.get_by_role("button", name="Svuota il Registro").click()
    page.get_by_role("button", name="Svuota", exact=True).click()
    expect(page.locator(".voci li")).to_have_count(0)


def test_emptying_asks_first_and_can_be_taken_back_after_a_reload(register: Page) -> None:
    register.get_by_label("Evento").fill("Torneo di prova")
    write(register, "Ada Rossi", "Ammonizione")
    write(register, "Bice", "Ammonizione")
    register.get_by_role("button", name="Svuota il Registro").click()
    expect(register.locator(".svuota")).to_contain_text("Togliere le 2 penalità di «Torneo di prova»")
    expect(register.get_by_role("button", name="Lascia com’è")).to_be_focused()
    register.keyboard.press("Enter")
    expect(register.locator(".voci li")).to_have_count(2)
    empty(register)
    expect(register.get_by_label("Evento")).to_have_value("")
    register.get_by_role("button", name="Annulla").click()
    expect(register.locator(".voci li")).to_have_count(2)
    empty(register)
    register.reload()
    register.get_by_role("button", name="Riprendi quelle di prima (2)").click()
    expect(register.locator(".voci li")).to_have_count(2)
    expect(register.get_by_label("Evento")).to_have_value("Torneo di prova")
    empty(register)
    write(register, "Carla", "Ammonizione")
    register.reload()
    expect(register.locator(".voci li")).to_have_count(1)
    expect(register.get_by_role("button", name="Riprendi")).to_have_count(0)


def test_another_phone_takes_the_file(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    text = exported(register)
    take(register, text)
    expect(register.locator(".fatto")).to_contain_text("0 aggiunte, 0 aggiornate, 1 già presenti")
    empty(register)
    take(register, text)
    expect(register.locator(".fatto")).to_contain_text("1 aggiunte")
    expect(register.locator(".voci li")).to_contain_text("Ada Rossi")


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (lambda text: text[:-30], "riga 3: non si legge"),
        (lambda text: text.split("\n")[0] + "\n", "riga 2: le penalità sono 0, la testata ne conta 2"),
        (lambda text: text.replace('"player":"Ada"', '"player":""'), "riga 2: manca «giocatore»"),
        (lambda text: text.replace('"v":1', '"v":9'), "riga 1: è della versione 9"),
        (lambda _: "", "riga 1: il file è vuoto"),
        (lambda _: "ciao", "riga 1: non si legge"),
        (lambda _: b"\xff\xfe\x00", "riga 1: non si legge"),
        (lambda text: "\n".join([text.split("\n")[0], *[text.split("\n")[1]] * 2]), "riga 3: ripete la penalità della riga 2"),
    ],
    ids=["cut", "lines-missing", "no-player", "newer", "empty", "text", "bytes", "twice"],
)  # fmt: skip
def test_a_damaged_file_is_refused_with_its_line(register: Page, damage: object, expected: str) -> None:
    write(register, "Ada", "Ammonizione")
    write(register, "Bice", "Ammonizione")
    before = register.evaluate("localStorage.getItem('prontuario.registro')")
    take(register, damage(exported(register)))  # type: ignore[operator]
    expect(register.locator("[role=alert]")).to_contain_text(expected)
    assert register.evaluate("localStorage.getItem('prontuario.registro')") == before


def test_an_older_or_broken_memory_is_read(register: Page) -> None:
    old = [{"id": "1", "time": "2026-01-10T10:00:00Z", "book": "bang", "player": "Ada", "penalty": "ammonizione"}]
    register.evaluate("v => localStorage.setItem('prontuario.registro', v)", json.dumps(old))
    register.reload()
    expect(register.locator(".voci li")).to_contain_text("Ada")
    register.evaluate("localStorage.setItem('prontuario.registro', '{rotto')")
    register.reload()
    expect(register.get_by_role("heading", name="Nessuna penalità data")).to_be_visible()
    trouble = register.locator("[role=alert]")
    expect(trouble).to_contain_text("non si legge: è stato messo da parte")
    with register.expect_download() as waiting:
        trouble.get_by_role("button", name="Scarica quello che c’era").click()
    assert Path(waiting.value.path()).read_text(encoding="utf-8") == "{rotto"
    trouble.get_by_role("button", name="Dimenticalo").click()
    register.reload()
    expect(register.get_by_role("heading", name="Nessuna penalità data")).to_be_visible()
    expect(trouble).to_be_empty()
