"""Test that each phone alone opens, chooses and closes its event."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.page_helpers import set_todays_game
from tests.browser.registro import (
    an_event_of_yesterday,
    entries,
    exported,
    fill,
    open_register,
    said,
    stored,
    take,
    take_open,
    write,
)

OFFICIAL = ("Ammonizione ufficiale", "Ritardo", "Naruto IT")
WHEN = "2026-01-10T10:00:00.000Z"


def file_of(*ops: dict[str, Any], event: str = "another") -> str:
    lines = [{"prontuario": "registro", "v": 2, "event": event, "count": len(ops)}]
    heads = {"dev": "d2", "l": 1, "at": WHEN, "event": event}
    return "".join(f"{json.dumps(line)}\n" for line in [*lines, *({**heads, **op} for op in ops)])


def given(entry: str, player: str, penalty: str = "ammonizione") -> dict[str, Any]:
    return {
        "id": f"given-{entry}", "t": "given", "entry": entry, "player": player, "book": "bang", "penalty": penalty,
        "penaltyTitle": penalty.capitalize(), "time": WHEN,
    }  # fmt: skip


def an_event(name: str, day: str) -> list[dict[str, Any]]:
    """Return the operations of an event with one penalty, of Rossi."""
    player = {"id": "p", "t": "player", "player": "pp", "name": "Rossi", "number": ""}
    return [{"id": "n", "t": "named", "name": name, "day": day}, player, given("x", "pp")]


def close_there_and_export(page: Page) -> str:
    page.get_by_role("button", name="Chiudi l’evento").click()
    page.locator(".eventi summary").click()
    return exported(page)


def test_another_judge_who_closes_the_event_is_asked_about_and_not_obeyed(register: Page, second: Page) -> None:
    for _ in range(2):
        write(register, "Rossi", *OFFICIAL)
    take_open(second, exported(register))
    write(register, "Bianchi", *OFFICIAL)
    take(second, close_there_and_export(register))
    asks = second.locator(".chiede").filter(has_text="Sull’altro telefono l’evento è stato chiuso alle")
    expect(asks).to_contain_text("Lo chiudi anche qui?")
    expect(entries(second)).to_have_count(3)
    fill(second, "Rossi", *OFFICIAL)
    second.locator(".chi button").first.click()
    expect(second.get_by_role("button", name="Registra Espulsione")).to_be_visible()
    asks.get_by_role("button", name="Lascialo aperto").click()
    expect(asks).to_have_count(0)
    second.reload()
    expect(entries(second)).to_have_count(3)
    expect(asks).to_have_count(0)


def test_one_can_close_it_here_too(register: Page, second: Page) -> None:
    write(register, "Rossi", *OFFICIAL)
    take_open(second, exported(register))
    take(second, close_there_and_export(register))
    second.get_by_role("button", name="Chiudilo anche qui").click()
    expect(entries(second)).to_have_count(0)
    expect(second.locator(".eventi")).to_be_visible()
    second.get_by_role("button", name="Annulla").click()
    expect(entries(second)).to_have_count(1)


def test_joining_a_closed_event_does_not_close_that_of_here(register: Page, second: Page) -> None:
    write(second, "Verdi", *OFFICIAL)
    for _ in range(2):
        write(register, "Rossi", *OFFICIAL)
    take(second, close_there_and_export(register))
    second.get_by_role("button", name="È lo stesso evento").click()
    expect(entries(second)).to_have_count(3)
    expect(second.locator(".chiede").filter(has_text="Lo chiudi anche qui?")).to_have_count(1)


def test_no_penalty_goes_into_a_new_event_of_the_same_name_without_a_word(register: Page) -> None:
    set_todays_game(register, {"version": 1, "book": "naruto-it", "name": "Naruto", "event": "Torneo Roma"})
    register.reload()
    for _ in range(2):
        write(register, "Rossi", *OFFICIAL)
    register.get_by_role("button", name="Chiudi l’evento").click()
    fill(register, "Rossi", *OFFICIAL)
    register.get_by_role("button", name="Registra Ammonizione ufficiale").click()
    expect(entries(register)).to_have_count(0)
    register.get_by_label("Riapri «Torneo Roma»").check()
    register.locator(".chi button").first.click()
    register.get_by_role("button", name="Registra Espulsione").click()
    expect(entries(register)).to_have_count(3)


def test_a_name_of_an_event_that_is_there_asks_before_another_begins(register: Page) -> None:
    register.get_by_label("Evento", exact=True).fill("Torneo Roma")
    write(register, "Rossi", *OFFICIAL)
    register.get_by_role("button", name="Chiudi l’evento").click()
    register.get_by_label("Evento", exact=True).fill("torneo roma")
    register.get_by_label("Evento", exact=True).press("Enter")
    register.get_by_role("button", name="Apri «Torneo Roma»").click()
    expect(entries(register)).to_have_count(1)
    expect(register.get_by_label("Evento", exact=True)).to_have_value("Torneo Roma")


def test_deleting_ones_own_event_opens_nobody_elses(register: Page) -> None:
    register.get_by_label("Evento", exact=True).fill("Mio")
    write(register, "Ada Rossi", "Ammonizione")
    take(register, file_of(*an_event("Altro torneo", "2026-01-10")))
    register.get_by_role("button", name="Tienilo a parte").click()
    register.get_by_role("button", name="Chiudi l’evento").click()
    mine = register.locator(".eventi details").filter(has_text="Mio")
    mine.locator("summary").first.click()
    mine.get_by_role("button", name="Cancella da questo dispositivo").click()
    mine.get_by_role("button", name="Cancella", exact=True).click()
    expect(said(register)).to_have_text("Hai cancellato «Mio».")
    expect(entries(register)).to_have_count(0)
    expect(register.get_by_label("Evento", exact=True)).to_have_value("")
    register.reload()
    expect(entries(register)).to_have_count(0)
    expect(register.locator(".eventi")).to_contain_text("Altro torneo")


def test_a_file_that_arrives_with_no_event_open_can_be_opened(register: Page) -> None:
    take(register, file_of(*an_event("Altro torneo", "2026-01-10")))
    asks = register.locator(".arrivo .chiede")
    expect(asks).to_contain_text("altro.prontuario è dell’evento «Altro torneo» (1 penalità).")
    asks.get_by_role("button", name="Tienilo a parte").click()
    expect(entries(register)).to_have_count(0)
    register.locator(".eventi summary").click()
    register.get_by_role("button", name="Apri", exact=True).click()
    expect(entries(register)).to_have_count(1)


def test_a_damaged_clock_closes_nothing_and_what_is_done_after_it_stands(register: Page) -> None:
    register.get_by_label("Evento", exact=True).fill("Torneo")
    write(register, "Ada Rossi", "Ammonizione")
    event = stored(register)[0]["event"]
    far = {"l": 2**48, "event": event}
    entry = next(op["entry"] for op in stored(register) if op["t"] == "given")
    take(
        register,
        file_of(
            {"id": "c", "t": "closed", **far},
            {"id": "n", "t": "named", "name": "Danno", "day": "", **far},
            {"id": "w", "t": "withdrawn", "entry": entry, **far},
            event=event,
        ),
    )
    expect(register.locator(".chiede").filter(has_text="Lo chiudi anche qui?")).to_have_count(1)
    expect(register.get_by_label("Evento", exact=True)).to_have_value("Torneo")
    register.locator(".tolte summary").click()
    register.get_by_role("button", name="Ripristina").click()
    expect(entries(register)).to_have_count(1)
    register.get_by_label("Evento", exact=True).fill("Torneo di Roma")
    register.get_by_label("Evento", exact=True).press("Enter")
    register.reload()
    expect(register.get_by_label("Evento", exact=True)).to_have_value("Torneo di Roma")
    register.get_by_role("button", name="Chiudilo anche qui").click()
    register.locator(".eventi summary").click()
    register.get_by_role("button", name="Apri", exact=True).click()
    expect(entries(register)).to_have_count(1)


def test_an_event_that_was_open_before_this_rule_stays_open(register: Page, server: str) -> None:
    """Keep the event that an older page had chosen."""
    write(register, "Ada Rossi", "Ammonizione")
    event = stored(register)[0]["event"]
    register.evaluate(
        "(event) => { localStorage.removeItem('prontuario.evento.aperto'); localStorage.setItem('prontuario.evento', event); }",
        event,
    )
    open_register(register, server)
    expect(entries(register)).to_have_count(1)
    assert register.evaluate("localStorage.getItem('prontuario.evento')") is None


def test_a_name_nobody_typed_is_not_written_back(register: Page, server: str) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_label("Evento", exact=True).fill("Mattina")
    register.get_by_label("Evento", exact=True).press("Enter")
    expect(said(register)).to_contain_text("Hai cambiato il nome dell’evento.")
    other = open_register(register.context.new_page(), server)
    other.get_by_label("Evento", exact=True).fill("Torneo vero")
    other.get_by_label("Evento", exact=True).press("Enter")
    expect(register.get_by_label("Evento", exact=True)).to_have_value("Torneo vero")
    register.goto(f"{server}/libri/")
    register.go_back()
    expect(register.get_by_label("Evento", exact=True)).to_have_value("Torneo vero")
    other.get_by_role("button", name="Chiudi l’evento").click()
    expect(entries(register)).to_have_count(0)
    register.goto(f"{server}/libri/")
    register.go_back()
    expect(register.get_by_label("Evento", exact=True)).to_have_value("")
    expect(entries(register)).to_have_count(0)
    other.close()


def test_a_name_that_was_typed_and_not_left_outlives_its_tab(register: Page, server: str) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    other = open_register(register.context.new_page(), server)
    other.get_by_label("Evento", exact=True).fill("Torneo di sera")
    other.evaluate(
        "for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, (e) => e.stopImmediatePropagation(), true)"
    )
    other.close(run_before_unload=False)
    open_register(register, server)
    expect(register.get_by_label("Evento", exact=True)).to_have_value("Torneo di sera")
    assert '"name":"Torneo di sera"' in exported(register)


def test_an_old_event_is_asked_about_together_with_that_of_today(fresh: Page, server: str) -> None:
    page = fresh
    an_event_of_yesterday(page, server)
    take(page, file_of(*an_event("Torneo di oggi", "2026-01-11")))
    page.get_by_role("button", name="Tienilo a parte").click()
    fill(page, "Rossi", "Ammonizione")
    page.get_by_label("Riapri «Torneo di oggi» (1 penalità)").check()
    page.locator(".chi button").first.click()
    page.get_by_role("button", name="Registra Espulsione").click()
    expect(entries(page)).to_have_count(2)
    expect(page.get_by_label("Evento", exact=True)).to_have_value("Torneo di oggi")
