"""Test events in sequence, and their report, CSV and print."""

import json
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.browser.registro import (
    an_event_of_yesterday,
    entries,
    exported,
    fill,
    open_register,
    recorded,
    remember,
    stored,
    take,
    write,
)


def test_the_next_event_begins_empty_and_the_last_is_kept(register: Page) -> None:
    register.get_by_label("Evento").fill("Torneo di prova")
    register.reload()  # nobody has left the field
    expect(register.get_by_label("Evento")).to_have_value("Torneo di prova")
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("button", name="Chiudi l’evento").click()
    expect(entries(register)).to_have_count(0)
    expect(register.get_by_label("Evento", exact=True)).to_have_value("")
    register.get_by_role("button", name="Annulla").click()
    expect(entries(register)).to_have_count(1)
    register.get_by_role("button", name="Chiudi l’evento").click()
    fill(register, "Ada Rossi", "Ammonizione")
    expect(register.locator(".chi .domanda")).to_have_count(0)
    register.get_by_role("button", name="Registra Ammonizione").click()
    assert register.evaluate("document.activeElement.name") == "r-evento", "it is asked in which event"
    register.get_by_label("Comincia un altro evento").check()
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(entries(register)).to_have_count(1)
    register.reload()
    register.get_by_text("Torneo di prova").click()
    with register.expect_download() as waiting:
        register.locator(".eventi").get_by_role("button", name="CSV").click()
    assert waiting.value.suggested_filename.startswith("registro-torneo-di-prova-")
    register.locator(".eventi").get_by_role("button", name="Apri", exact=True).click()
    expect(register.get_by_label("Evento")).to_have_value("Torneo di prova")


def test_an_event_of_another_day_asks(fresh: Page, server: str) -> None:
    page = fresh
    page.clock.set_fixed_time("2026-01-10T10:00:00")
    open_register(page, server)
    page.get_by_label("Evento").fill("Torneo di ieri")
    write(page, "Ada Rossi", "Ammonizione")
    page.clock.set_fixed_time("2026-01-11T10:00:00")
    page.reload()
    expect(page.locator(".chiede")).to_contain_text("Questo evento è del 10 gennaio 2026")
    fill(page, "Ada Rossi", "Ammonizione")
    page.locator(".chi button").first.click()
    page.get_by_role("button", name="Registra").click()
    expect(entries(page)).to_have_count(1)
    page.get_by_label("Comincia l’evento di oggi").check()
    expect(page.get_by_role("button", name="Registra Ammonizione")).to_be_visible()
    page.get_by_label("Continua «Torneo di ieri»").check()
    page.get_by_role("button", name="Registra Espulsione").click()
    expect(entries(page)).to_have_count(2)
    expect(page.locator(".chiede")).to_have_count(0)


def test_an_event_can_be_taken_off_the_phone(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("button", name="Chiudi l’evento").click()
    register.locator(".eventi summary").click()
    register.get_by_role("button", name="Cancella da questo dispositivo").click()
    expect(register.get_by_role("button", name="Lascia com’è")).to_be_focused()
    register.get_by_role("button", name="Cancella", exact=True).click()
    expect(register.locator(".eventi")).to_have_count(0)
    register.reload()
    expect(register.locator(".eventi")).to_have_count(0)
    assert stored(register) == []


def test_report_and_csv(register: Page) -> None:
    register.get_by_label("Evento").fill("Torneo d’autunno")
    write(register, "=Ada; Rossi", "Ammonizione")
    write(register, "Bice", "Partita persa", "Mazzo illegale", "Naruto IT")
    fill(register, "Carla", "Ammonizione")
    register.get_by_label("Nota").fill("＝SOMMA(A1)")
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(entries(register)).to_have_count(3)
    register.get_by_role("button", name="Apri il rapporto di BANG!").click()
    report = register.get_by_label("Rapporto di BANG!").text_content() or ""
    assert "All’editore" in report
    assert "Evento: Torneo d’autunno" in report
    assert "=Ada; Rossi: Ammonizione" in report
    text = exported(register, "CSV")
    assert text.startswith('"Evento";"Data";"Ora";"Gioco";"Giocatore"')
    assert '"\'=Ada; Rossi"' in text, "a cell that begins like a formula stays text"
    assert '"\'＝SOMMA(A1)"' in text
    assert '"Torneo d’autunno"' in text
    assert '"Ammonizione ufficiale"' in text
    assert '"ammonizione-ufficiale"' not in text


def cells(asked: Callable[[str], Page], server: str, notes: Sequence[str]) -> list[str]:
    """Return the CSV of one penalty with each of the notes."""
    return asked("/informazioni/").evaluate(  # type: ignore[no-any-return]
        """async ([url, notes]) => {
          const { toCsv } = await import(url);
          const none = new Map();
          return notes.map((note) => {
            const now = { book: "b", time: "2026-01-10T10:00:00Z", table: "", round: "", infractionTitle: "", penaltyTitle: "", also: [], led: [], worked: "", reason: "", note };
            const state = { events: none, players: none, entries: [] };
            return toCsv(state, [{ now, event: "", player: "", gone: [], versions: [now] }], none);
          });
        }""",
        [f"{server}/assets/js/registro/csv-and-report.js", notes],
    )


def test_no_cell_is_a_formula_nor_changed_by_a_spreadsheet_and_others_have_no_sign(
    asked: Callable[[str], Page], server: str
) -> None:
    starts = ("=", "\n=", "\r\n  =", " =", "\t+", "-", "@", "＝", "\u200b=", "\u00a0@")
    changed = ("0012345678", "1-2", "3/4", "1,5", "12:30", "1e5", "12 gen", "gen-12", "vero", "123456789012345", "5%")
    notes = [*(f"{start}1+1" for start in starts), *changed]
    for note, found in zip(notes, cells(asked, server, notes), strict=True):
        assert f'"\'{note}"' in found
    notes = [*("7", "12", "0", "39 carte", "Maggio", "10 in condotta", "Enea")]
    for note, found in zip(notes, cells(asked, server, notes), strict=True):
        assert f'"{note}"' in found
        assert '"10/01/2026"' in found, "a day is a day"


def test_the_files_day_is_the_phones(page: Page, server: str) -> None:
    """Check the local day: after midnight in Rome UTC has yesterday."""
    context = page.context.browser.new_context(timezone_id="Europe/Rome", locale="it-IT", service_workers="block")  # type: ignore[union-attr]
    late = context.new_page()
    late.clock.set_fixed_time("2026-05-02T22:30:00Z")
    open_register(late, server)
    write(late, "Ada Rossi", "Ammonizione")
    with late.expect_download() as waiting:
        late.get_by_role("button", name="CSV").click()
    assert waiting.value.suggested_filename == "registro-2026-05-03.csv"
    context.close()


def test_the_other_tab_is_in_the_same_event(register: Page, server: str) -> None:
    register.get_by_label("Evento").fill("Uno")
    write(register, "Ada Rossi", "Ammonizione")
    head = {"prontuario": "registro", "v": 2, "event": "another", "count": 1}
    named = {
        "id": "n",
        "dev": "d",
        "l": 1,
        "at": "2026-01-10T10:00:00Z",
        "event": "another",
        "t": "named",
        "name": "Due",
        "day": "",
    }
    take(register, f"{json.dumps(head)}\n{json.dumps(named)}\n")
    register.get_by_role("button", name="Tienilo a parte").click()
    expect(register.locator(".eventi")).to_contain_text("Due")
    other = open_register(register.context.new_page(), server)
    other.locator(".eventi summary").click()
    other.get_by_role("button", name="Apri", exact=True).click()
    for page in (other, register):
        expect(page.get_by_label("Evento")).to_have_value("Due")
        expect(entries(page)).to_have_count(0)
    other.close()


def test_the_question_about_an_old_event_falls_with_it(fresh: Page, server: str) -> None:
    page = fresh
    an_event_of_yesterday(page, server)
    page.get_by_label("Comincia l’evento di oggi").check()
    page.get_by_role("button", name="Continua oggi").click()
    expect(page.get_by_label("Comincia l’evento di oggi")).to_have_count(0)
    write(page, "Bice", "Ammonizione")
    expect(entries(page)).to_have_count(2)


def test_a_printed_list_says_its_filter_and_its_count_and_nothing_else_is_printed(register: Page) -> None:
    names = ["Rossi" if k % 4 == 0 else f"Altro{k}" for k in range(13)]
    remember(register, [op for k, name in enumerate(names) for op in recorded(name, entry=f"voce {k}")])
    register.get_by_label("Cerca un giocatore").fill("Rossi")
    register.emulate_media(media="print")
    expect(register.get_by_role("heading", name="Penalità di «Rossi»: 4 su 13")).to_be_visible()
    expect(entries(register)).to_have_count(4)
    expect(register.get_by_label("Evento", exact=True)).to_be_visible()
    for hidden in (".modulo", ".arrivo", ".resto"):
        expect(register.locator(hidden).first).to_be_hidden()
    expect(register.get_by_role("button")).to_have_count(0)
