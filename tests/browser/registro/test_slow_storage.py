"""Test a store that answers late, or never."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.registro import entries, exported, fill, open_register, said, stored, write

OFFICIAL = ("Ammonizione ufficiale", "Ritardo", "Naruto IT")

# The store answers only while `window.name` says nothing; what it was asked meanwhile it answers then.
LATE = """(() => {
  const { open } = IDBFactory.prototype;
  const waiting = [];
  window.answer = () => { window.name = ""; for (const go of waiting.splice(0)) go(); };
  IDBFactory.prototype.open = function (...given) {
    if (window.name !== "late") return open.apply(this, given);
    const asked = {};
    waiting.push(() => {
      const real = open.apply(this, given);
      for (const type of ["onupgradeneeded", "onsuccess", "onerror"]) real[type] = (event) => asked[type]?.(event);
      Object.defineProperty(asked, "result", { get: () => real.result });
      Object.defineProperty(asked, "error", { get: () => real.error });
    });
    return asked;
  };
})()"""


@pytest.fixture
def late(used: Callable[[str], Page], server: str) -> Page:
    return open_register(used(LATE), server)


def send(page: Page) -> None:
    page.get_by_role("button", name="Registra Ammonizione ufficiale").click()


def test_what_is_given_before_a_late_store_answers_is_offered_to_its_event(late: Page) -> None:
    late.get_by_label("Evento", exact=True).fill("Torneo")
    for _ in range(2):
        write(late, "Rossi", *OFFICIAL)
    late.evaluate("window.name = 'late'")
    late.reload()
    expect(late.locator(".sospese")).to_contain_text("Il Registro è illeggibile")
    fill(late, "Rossi", *OFFICIAL)
    send(late)
    row = entries(late)
    expect(row.locator(".attesa")).to_contain_text("Questa penalità non è salvata")
    expect(said(late)).not_to_contain_text("Salvato nel Registro: ")
    late.evaluate("window.answer()")
    asks = late.locator(".chiede").filter(has_text="era già aperto «Torneo»")
    expect(asks).to_be_visible()
    fill(late, "Rossi", *OFFICIAL)
    late.get_by_label("«Torneo», che era già aperto").check()
    expect(late.get_by_role("button", name="Un’altra persona")).to_be_visible()
    asks.get_by_role("button", name="Sì, uniscile").click()
    expect(entries(late)).to_have_count(3)
    expect(late.get_by_label("Evento", exact=True)).to_have_value("Torneo")
    late.get_by_role("button", name="È la stessa persona", exact=True).click()
    # it is the third, though its store had not been read
    expect(entries(late).first.locator(".rivedere")).to_contain_text("dovrebbe essere Espulsione")
    late.reload()
    expect(entries(late)).to_have_count(3)
    expect(asks).to_have_count(0)


def test_they_can_stay_two_events(late: Page) -> None:
    write(late, "Rossi", *OFFICIAL)
    late.evaluate("window.name = 'late'")
    late.reload()
    fill(late, "Rossi", *OFFICIAL)
    send(late)
    expect(late.locator(".sospese")).to_contain_text("Il Registro non ha salvato 1 penalità")
    late.evaluate("window.answer()")
    late.get_by_role("button", name="No, è un altro evento").click()
    expect(entries(late)).to_have_count(1)
    expect(late.locator(".eventi")).to_contain_text("1 penalità")
    late.reload()
    expect(late.get_by_role("button", name="No, è un altro evento")).to_have_count(0)


def test_a_store_that_never_answers_says_not_written_with_a_file(late: Page) -> None:
    late.evaluate("window.name = 'late'")
    late.reload()
    expect(late.locator(".sospese")).to_contain_text("Il Registro è illeggibile")
    fill(late, "Rossi", *OFFICIAL)
    send(late)
    expect(said(late)).to_contain_text("La modifica non è salvata.")
    expect(late.locator(".sospese")).to_contain_text("Il Registro non ha salvato 1 penalità")
    expect(late.locator(".sospese").get_by_role("button", name="Riprova")).to_be_visible()
    assert '"name":"Rossi"' in exported(late, "Scarica il Registro")
    late.evaluate("window.answer()")
    expect(late.locator(".sospese")).to_be_empty()
    expect(said(late)).to_contain_text("Salvato nel Registro: Ammonizione ufficiale per Rossi.")
    expect(entries(late).locator(".attesa")).to_have_count(0)
    assert [op["t"] for op in stored(late)].count("given") == 1


def test_a_write_that_takes_long_is_said_to_wait(late: Page) -> None:
    write(late, "Rossi", *OFFICIAL)
    late.evaluate(
        """() => {
          const { put } = IDBObjectStore.prototype;
          window.busy = true;
          IDBObjectStore.prototype.put = function (...given) {
            const request = put.apply(this, given);
            const spin = () => window.busy && (this.get("x").onsuccess = spin);
            request.onsuccess = spin;
            return request;
          };
        }"""
    )
    fill(late, "Bice", *OFFICIAL)
    send(late)
    expect(entries(late).first.locator(".attesa")).to_have_text("Questa penalità non è ancora salvata.")
    expect(late.locator(".sospese")).to_be_empty()
    expect(late.locator(".sospese")).to_contain_text("Il Registro non ha salvato 1 penalità")
    expect(entries(late).first.locator(".attesa")).to_contain_text("Questa penalità non è salvata")
    late.evaluate("window.busy = false")
    expect(late.locator(".sospese")).to_be_empty()
    expect(entries(late).locator(".attesa")).to_have_count(0)
