"""Test that older Registri are imported, row by row and once."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.registro import entries, exported, old_register, old_row, open_register, remember, stored


def test_an_older_memory_is_read_row_by_row(register: Page, server: str) -> None:
    rows = [old_row(), old_row(id="2", player=""), old_row(id="3", player="Bice", penalty="espulsione"), "non una riga"]
    remember(register, json.dumps({"v": 1, "event": "Torneo di prova", "entries": rows}))
    register.reload()
    expect(entries(register)).to_have_count(2)
    trouble = register.locator("section.guasto")
    expect(trouble).to_contain_text("2 righe sono illeggibili")
    expect(trouble).to_contain_text("manca «giocatore»")
    text = exported(register, "Scarica le righe messe da parte")
    assert '"id":"2"' in text
    assert "non una riga" in text
    # Penalità knows who was recorded
    register.goto(f"{server}/penalita/?g=bang&i=bang-2.o")
    expect(register.get_by_label("Giocatore, dal Registro")).to_contain_text("Ada Rossi")
    # a second damage does not touch what was set aside before
    remember(register, "{rotto", "prontuario.registro")
    open_register(register, server)
    expect(entries(register)).to_have_count(2)
    text = exported(register, "Scarica le righe messe da parte")
    assert "{rotto" in text
    assert '"id":"2"' in text
    register.reload()
    expect(trouble).to_contain_text("3 righe sono illeggibili")


def test_a_list_of_the_first_version_is_read(register: Page) -> None:
    remember(
        register,
        json.dumps(
            [{"id": "1", "time": "2026-01-10T10:00:00Z", "book": "bang", "player": "Ada", "penalty": "ammonizione"}]
        ),
    )
    register.reload()
    expect(entries(register)).to_contain_text("Ada")
    register.reload()
    expect(entries(register)).to_have_count(1)
    kept = register.evaluate(
        "[localStorage.getItem('prontuario.registro'), localStorage.getItem('prontuario.registro.guasto')]"
    )
    assert kept == [None, None], "the log has it: what is taken off the log must not stay elsewhere"


def test_two_tabs_take_the_old_register_over_once(register: Page, server: str) -> None:
    remember(register, old_register(old_row(), old_row(id="2", player="Bice")))
    pages = [register.context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(f"{server}/registro/", wait_until="commit")
    for page in pages:
        expect(entries(page)).to_have_count(2)
    assert len([op for op in stored(register) if op["t"] == "given"]) == 2
