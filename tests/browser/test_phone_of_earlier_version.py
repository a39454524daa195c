"""Test that a phone of an earlier version finds all its data."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.registro import entries, open_register, stored, take_open
from tests.compatibility.query_version import GOLDEN, versions
from tests.compatibility.record_version import use_phone

# The memory of a phone as a version left it: its values, and its log in a database made as that version made it.
REMEMBER = """async ({ memoria, operazioni }) => {
  for (const [name, value] of Object.entries(memoria)) localStorage.setItem(name, value);
  await new Promise((done, failed) => {
    const request = indexedDB.open("prontuario.registro", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("ops", { keyPath: "id" });
      request.result.createObjectStore("aside", { autoIncrement: true });
      request.result.createObjectStore("meta");
    };
    request.onerror = failed;
    request.onsuccess = () => {
      const tx = request.result.transaction(["ops", "meta"], "readwrite");
      for (const op of operazioni) tx.objectStore("ops").put(op);
      tx.objectStore("meta").put(operazioni[0].dev, "device");
      tx.oncomplete = () => (request.result.close(), done());
    };
  });
}"""


@pytest.fixture(params=versions())
def phone_of(request: pytest.FixtureRequest) -> dict[str, Any]:
    text = (GOLDEN / request.param / "telefono.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def shows_what_was_written(page: Page) -> None:
    expect(entries(page)).to_have_count(2)
    expect(page.locator(".voci").first).to_contain_text("Ada Rossi")
    expect(page.locator(".voci").first).to_contain_text("corretta")


def test_what_the_phone_remembered_is_all_there(page: Page, server: str, phone_of: dict[str, Any]) -> None:
    page.goto(f"{server}/robots.txt")
    page.evaluate(REMEMBER, phone_of)
    open_register(page, server)
    shows_what_was_written(page)
    assert {op["id"] for op in phone_of["operazioni"]} <= {op["id"] for op in stored(page)}
    expect(page.locator(".oggi b")).not_to_be_empty()
    page.goto(f"{server}/decisione/")
    expect(page.locator(".decisione > li")).to_have_count(2)
    page.goto(f"{server}/orologio/")
    expect(page.get_by_role("timer").first).to_be_visible()
    page.goto(f"{server}/bang/3/")
    page.locator("[id='bang-3.penalita.e'] .cit").click()
    expect(page.get_by_role("button", name="Togli il segnalibro")).to_be_visible()
    damaged = page.evaluate("Object.keys(localStorage).filter((name) => name.endsWith('.guasto'))")
    assert damaged == []


def test_a_file_of_its_registro_is_taken(page: Page, server: str, phone_of: dict[str, Any]) -> None:
    open_register(page, server)
    take_open(page, phone_of["file"])
    shows_what_was_written(page)


def test_its_codes_are_read(page: Page, server: str, phone_of: dict[str, Any]) -> None:
    open_register(page, server)
    for address in phone_of["codici"]:
        page.goto("about:blank")
        page.goto(server + address)
        expect(page.locator(".arrivo")).to_contain_text("Hai letto")
    page.get_by_role("button", name="Apri l’evento").click()
    shows_what_was_written(page)


def test_its_decision_is_rebuilt_from_the_link(page: Page, server: str, phone_of: dict[str, Any]) -> None:
    page.goto(server + phone_of["decisione"])
    expect(page.locator(".decisione > li")).to_have_count(2)
    expect(page.locator(".decisione__nome")).to_have_text("Per: Rossi")


def test_the_next_version_can_be_written_down(page: Page, server: str) -> None:
    made = use_phone(page.context, server)
    assert made.keys() == {"memoria", "decisione", "operazioni", "file", "codici"}
    assert len(made["operazioni"]) > 5
