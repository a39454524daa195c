"""Test that the Registro shows penalties not yet saved, and loses none."""

import itertools
import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.registro import (
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

# `window.name` says which fault: it outlives a reload, and nothing else does when memory fails.
FAULTS = """(() => {
  const full = () => { throw new DOMException("piena", "QuotaExceededError"); };
  const { open } = IDBFactory.prototype, { put } = IDBObjectStore.prototype, { transaction } = IDBDatabase.prototype;
  IDBFactory.prototype.open = function (...a) {
    if (window.name === "blocked") throw new DOMException("no", "SecurityError");
    if (window.name === "silent") return {};
    return open.apply(this, a);
  };
  IDBObjectStore.prototype.put = function (...a) {
    if (window.name === "full") full();
    const request = put.apply(this, a);
    if (window.name === "torn") request.onsuccess = () => this.transaction.abort();
    return request;
  };
  IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
    if (window.name === "refused" && mode === "readwrite") throw new DOMException("no", "InvalidStateError");
    return transaction.call(this, stores, mode, ...rest);
  };
})()"""


@pytest.fixture
def faulty(used: Callable[[str], Page], server: str) -> Page:
    """Return a phone with a store that can fail on demand."""
    return open_register(used(FAULTS), server)


def fail(page: Page, how: str) -> None:
    page.evaluate("(how) => { window.name = how }", how)


def correct(page: Page) -> None:
    page.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    page.get_by_label("Nota").fill("corretta")
    page.get_by_role("button", name="Registra Ammonizione").click()


def name_it(page: Page) -> None:
    page.get_by_label("Evento").fill("Torneo nuovo")
    page.get_by_label("Evento").press("Enter")


def give(page: Page) -> None:
    fill(page, "Bice", "Ammonizione")
    page.get_by_role("button", name="Registra Ammonizione").click()


def withdraw(page: Page) -> None:
    page.get_by_role("button", name="Togli la penalità di Ada Rossi").click()


def undo(page: Page) -> None:
    page.get_by_role("button", name="Annulla").click()


def close(page: Page) -> None:
    page.get_by_role("button", name="Chiudi l’evento").click()


def open_again(page: Page) -> None:
    page.locator(".eventi summary").click()
    page.get_by_role("button", name="Apri", exact=True).click()


def come_in(page: Page, event: str = "") -> None:
    event = event or stored(page)[0]["event"]
    head = {"prontuario": "registro", "v": 2, "count": 1, "event": event}
    when = "2026-01-10T10:00:00Z"
    op = {
        "id": "away", "dev": "d2", "l": 9, "at": when, "event": event, "t": "given", "entry": "xx", "player": "pp", "book": "bang",
        "penalty": "ammonizione", "penaltyTitle": "Ammonizione", "time": when,
    }  # fmt: skip
    take(page, f"{json.dumps(head)}\n{json.dumps(op)}\n")


def join(page: Page) -> None:
    come_in(page, "another")
    page.get_by_role("button", name="È lo stesso evento").click()


WRITES: dict[str, tuple[Callable[[Page], None], str]] = {
    "named": (name_it, '"name":"Torneo nuovo"'),
    "given": (give, '"name":"Bice"'),
    "corrected": (correct, '"note":"corretta"'),
    "withdrawn": (withdraw, '"t":"withdrawn"'),
    "undone": (undo, '"t":"undone"'),
    "closed": (close, '"t":"closed"'),
    "reopened": (open_again, '"t":"reopened"'),
    "joined": (join, '"t":"joined"'),
    "merged": (come_in, '"id":"away"'),
}


# Every write with one fault, and the first with all.
FAILED = [*zip(WRITES, itertools.cycle(("full", "torn", "refused"))), ("given", "full"), ("given", "refused")]


@pytest.mark.parametrize(("what", "how"), FAILED)
def test_every_write_that_fails_is_said_kept_on_the_screen_and_exported(faulty: Page, what: str, how: str) -> None:
    act, trace = WRITES[what]
    write(faulty, "Ada Rossi", "Ammonizione")
    if what == "reopened":
        close(faulty)
        expect(faulty.locator("#giornale > .fatto")).to_contain_text("Annulla")
    before = stored(faulty)
    fail(faulty, how)
    act(faulty)
    alert = faulty.locator(".sospese")
    expect(alert).to_contain_text("Il Registro non ha salvato")
    text = exported(faulty, "Scarica il Registro")
    assert trace in text
    assert '"name":"Ada Rossi"' in text
    fail(faulty, "")
    assert stored(faulty) == before, "all or nothing"
    alert.get_by_role("button", name="Riprova").click()
    expect(alert).to_be_empty()
    assert len(stored(faulty)) > len(before)
    shown = entries(faulty).count()
    faulty.reload()
    expect(faulty.locator("#giornale")).to_be_visible()
    expect(entries(faulty)).to_have_count(shown)


def test_an_answer_about_a_name_that_is_not_written_is_said(faulty: Page) -> None:
    write(faulty, "Ada Rossi", "Ammonizione")
    event = stored(faulty)[0]["event"]
    one = {"dev": "d2", "l": 9, "at": "2026-01-10T10:00:00Z", "event": event, "player": "pp"}
    lines = [
        {"prontuario": "registro", "v": 2, "count": 2, "event": event},
        {**one, "id": "who", "t": "player", "name": "rossi ADA", "number": ""},
        {**one, "id": "what", "t": "given", "entry": "xx", "book": "bang", "penalty": "ammonizione", "time": one["at"]},
    ]
    take(faulty, "".join(f"{json.dumps(line)}\n" for line in lines))
    expect(faulty.locator("#giornale > .fatto")).to_contain_text("1 penalità nuova")
    before = stored(faulty)
    fail(faulty, "torn")
    faulty.get_by_role("button", name="È la stessa persona", exact=True).click()
    alert = faulty.locator(".sospese")
    expect(alert).to_contain_text("Il Registro non ha salvato l’ultima modifica")
    assert '"t":"same"' in exported(faulty, "Scarica il Registro")
    fail(faulty, "")
    assert stored(faulty) == before
    alert.get_by_role("button", name="Riprova").click()
    expect(alert).to_be_empty()
    expect(entries(faulty).first).to_contain_text("2 penalità")


def test_what_cannot_be_taken_off_the_phone_stays(faulty: Page) -> None:
    write(faulty, "Ada Rossi", "Ammonizione")
    close(faulty)
    expect(faulty.locator("#giornale > .fatto")).to_contain_text("Annulla")
    before = stored(faulty)
    faulty.locator(".eventi summary").click()
    faulty.get_by_role("button", name="Cancella da questo dispositivo").click()
    fail(faulty, "refused")
    faulty.get_by_role("button", name="Cancella", exact=True).click()
    expect(faulty.locator("#giornale > .fatto")).to_contain_text("Non sono riuscito a cancellare: riprova.")
    fail(faulty, "")
    assert stored(faulty) == before
    faulty.get_by_role("button", name="Cancella", exact=True).click()
    expect(faulty.locator(".eventi")).to_have_count(0)


def test_a_full_phone_keeps_the_penalty_in_the_list_and_can_take_it_away(faulty: Page) -> None:
    write(faulty, "Ada Rossi", "Ammonizione")
    fail(faulty, "full")
    give(faulty)
    expect(entries(faulty)).to_have_count(2)
    assert '"name":"Bice"' in exported(faulty)
    withdraw(faulty)
    expect(entries(faulty)).to_have_count(1)


def test_what_was_not_written_outlives_a_reload(faulty: Page) -> None:
    fail(faulty, "full")
    give(faulty)
    expect(faulty.locator(".sospese")).to_contain_text("la memoria del dispositivo è piena")
    faulty.reload()
    expect(entries(faulty)).to_have_count(1)
    expect(faulty.locator(".sospese")).to_contain_text("Il Registro non ha salvato 1 penalità")
    fail(faulty, "")
    faulty.reload()
    expect(entries(faulty)).to_have_count(1)
    expect(faulty.locator(".sospese")).to_be_empty()
    assert [op["t"] for op in stored(faulty)].count("given") == 1


@pytest.mark.parametrize("how", ["blocked", "silent"])
def test_a_store_that_is_blocked_or_silent_exports_in_place(faulty: Page, server: str, how: str) -> None:
    fail(faulty, how)
    faulty.goto(f"{server}/penalita/?g=naruto-it&i=ritardo&r=caso.lista&s=ammonizione-ufficiale.0")
    faulty.get_by_role("button", name="Registra").click()
    faulty.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    faulty.get_by_role("button", name="Registra Ammonizione ufficiale").click()
    alert = faulty.locator(".registra .sospese")
    if how == "blocked":
        expect(alert).to_contain_text("Il Registro non ha salvato 1 penalità")
        assert '"name":"Ada Rossi"' in exported(faulty, "Scarica il Registro")
    else:
        expect(faulty.locator(".registra")).to_contain_text("Salvo nel Registro")
    faulty.get_by_role("link", name="Apri il Registro").click()
    expect(entries(faulty)).to_contain_text("Ada Rossi")


def test_a_store_that_the_browser_throws_away_is_noticed(faulty: Page) -> None:
    write(faulty, "Ada Rossi", "Ammonizione")
    faulty.evaluate(
        "new Promise((done) => { indexedDB.deleteDatabase('prontuario.registro').onsuccess = done }).then(() => 0)"
    )
    expect(faulty.locator(".sospese")).to_contain_text("ha perso quello che aveva salvato")
    expect(entries(faulty)).to_have_count(1)
    faulty.get_by_role("button", name="Riprova").click()
    expect(faulty.locator(".sospese")).to_be_empty()
    faulty.reload()
    expect(entries(faulty)).to_have_count(1)


def test_the_phone_is_asked_to_keep_it_when_the_first_entry_is_written(
    phone: Callable[..., BrowserContext], server: str
) -> None:
    page = phone().new_page()
    page.add_init_script("window.asked = 0; navigator.storage.persist = async () => ((window.asked += 1), true)")
    open_register(page, server)
    page.get_by_label("Evento").fill("Torneo")
    page.get_by_label("Evento").press("Enter")
    expect(page.locator("#giornale > .fatto")).to_contain_text("Hai aperto l’evento «Torneo».")
    assert page.evaluate("window.asked") == 0
    for name in ("Ada", "Bice"):
        write(page, name, "Ammonizione")
    assert page.evaluate("window.asked") == 1


def test_riprova_reads_what_could_not_be_read_and_only_settings_stand_in_local_storage(faulty: Page) -> None:
    write(faulty, "Ada Rossi", "Ammonizione")
    assert "Rossi" not in faulty.evaluate("JSON.stringify(localStorage)")
    fail(faulty, "blocked")
    faulty.reload()
    expect(faulty.locator(".sospese")).to_contain_text("Il Registro è illeggibile")
    fail(faulty, "")
    faulty.get_by_role("button", name="Riprova").click()
    expect(faulty.locator(".sospese")).to_be_empty()
    expect(entries(faulty)).to_contain_text("Ada Rossi")


def test_a_page_that_slept_does_not_bring_back_what_was_taken_off_the_phone(register: Page, server: str) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("button", name="Chiudi l’evento").click()
    expect(register.locator(".eventi")).to_be_visible()
    register.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    other = open_register(register.context.new_page(), server)
    other.locator(".eventi summary").click()
    other.get_by_role("button", name="Cancella da questo dispositivo").click()
    other.get_by_role("button", name="Cancella", exact=True).click()
    expect(other.locator(".eventi")).to_have_count(0)
    register.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(register.locator(".eventi")).to_have_count(0)
    expect(register.locator(".sospese")).to_be_empty()
    assert stored(register) == []
    other.close()


def test_a_row_that_cannot_be_read_is_put_aside_and_carried_away(register: Page, server: str) -> None:
    remember(register, [*recorded(), {"id": "x", "t": "given"}])
    expect(entries(register)).to_have_count(1)
    aside = register.locator("section.guasto")
    expect(aside).to_contain_text("Una riga è illeggibile")
    expect(aside).to_contain_text("manca «dev»")
    assert '"id":"x"' in exported(register, "Scarica le righe messe da parte")
    register.goto(f"{server}/penalita/?g=bang&i=bang-2.o")
    expect(register.get_by_label("Giocatore del Registro")).to_contain_text("Ada Rossi")


def test_what_is_cancelled_leaves_nothing_behind(register: Page, server: str) -> None:
    remember(register, [*recorded(), {"id": "x", "t": "given"}])
    register.goto("about:blank")
    register.goto(f"{server}/registro/#q=abc.1.2.AAAA")
    expect(register.locator(".arrivo")).to_contain_text("manca il 2")
    register.get_by_label("Giocatore", exact=True).fill("Bice Bianchi")
    register.get_by_role("button", name="Chiudi l’evento").click()
    register.locator(".eventi summary").click()
    register.get_by_role("button", name="Cancella da questo dispositivo").click()
    register.get_by_role("button", name="Cancella", exact=True).click()
    expect(register.locator(".eventi")).to_have_count(0)
    assert "Bice" not in str(register.evaluate("Object.values(sessionStorage)"))
    register.goto("about:blank")
    register.goto(f"{server}/registro/#q=abc.2.2.AAAA")
    expect(register.locator(".arrivo")).to_contain_text("manca il 1")
    aside = register.locator("section.guasto")
    expect(aside).to_contain_text("Una riga è illeggibile")
    aside.get_by_role("button", name="Cancella le righe messe da parte").click()
    aside.get_by_role("button", name="Cancella", exact=True).click()
    expect(aside).to_have_count(0)
    register.reload()
    expect(register.locator("#giornale")).to_be_visible()
    expect(aside).to_have_count(0)
