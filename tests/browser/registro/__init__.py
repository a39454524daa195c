"""Use the Registro (the list of penalties given) as a person does."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

STORED = """() => new Promise((done) => {
  const request = indexedDB.open("prontuario.registro");
  request.onsuccess = () => {
    const db = request.result;
    if (!db.objectStoreNames.contains("ops")) return done([]);
    const all = db.transaction("ops").objectStore("ops").getAll();
    all.onsuccess = () => (db.close(), done(all.result));
  };
})"""

# In lists, by id, what is to be chosen, as soon as they hold it: in one journey, since 146 penalties are written so.
CHOOSE = """async (chosen) => {
  for (const [id, label] of chosen) {
    const find = (list) => Array.from(list?.options ?? []).find((option) => option.label === label);
    for (let frames = 0; !find(document.getElementById(id)); frames++) {
      if (frames > 1800) throw new Error(`${id}: «${label}» is not there`);
      await new Promise(requestAnimationFrame);
    }
    const list = document.getElementById(id);
    find(list).selected = true;
    for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, { bubbles: true }));
  }
}"""


def open_register(page: Page, server: str) -> Page:
    page.goto(f"{server}/registro/")
    expect(page.locator("#giornale")).to_be_visible()
    return page


def fill(
    page: Page, player: str, penalty: str, infraction: str = "Dire parolacce o bestemmiare", game: str = "BANG!"
) -> None:
    """Fill the form of a new penalty, without sending it."""
    page.evaluate(CHOOSE, [["g-gioco", game], ["g-infrazione", infraction], ["g-penalita", penalty]])
    page.get_by_label("Giocatore", exact=True).fill(player)


def write(
    page: Page, player: str, penalty: str, infraction: str = "Dire parolacce o bestemmiare", game: str = "BANG!"
) -> None:
    """Write a penalty by hand; a repeated name is the same player."""
    fill(page, player, penalty, infraction, game)
    if page.locator(".chi .domanda").count():
        page.locator(".chi button").first.click()
    if page.get_by_label("Comincia un altro evento").count():
        page.get_by_label("Comincia un altro evento").check()
    page.get_by_role("button", name="Registra ").click()
    expect(page.locator("#giornale > .fatto")).to_contain_text(
        re.compile(rf"Salvato nel Registro: .* per {re.escape(player)}\.")
    )


def an_event_of_yesterday(page: Page, server: str) -> None:
    """Open the Registro the day after a penalty of Ada Rossi."""
    page.clock.set_fixed_time("2026-01-10T10:00:00")
    open_register(page, server)
    write(page, "Ada Rossi", "Ammonizione")
    page.clock.set_fixed_time("2026-01-11T10:00:00")
    page.reload()


def entries(page: Page) -> Any:
    return page.locator(".voci > li:not(.tolte li)")


def stored(page: Page) -> list[dict[str, Any]]:
    """Return the operations that the phone has stored."""
    return page.evaluate(STORED)  # type: ignore[no-any-return]


def exported(page: Page, button: str = "File per un altro telefono") -> str:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    return Path(waiting.value.path()).read_text(encoding="utf-8-sig" if button == "CSV" else "utf-8")


def take(page: Page, text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    page.locator("#file").set_input_files({"name": "altro.prontuario", "mimeType": "text/plain", "buffer": data})


def take_open(page: Page, text: str | bytes) -> None:
    """Import a file on a phone without an open event, and open its event."""
    take(page, text)
    page.locator(".arrivo .chiede").get_by_role("button", name="Apri l’evento").click()


def operation(kind: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": f"{kind} {fields}",
        "dev": "d",
        "l": 1,
        "at": "2026-01-10T10:00:00Z",
        "event": "e",
        "t": kind,
        **fields,
    }


def recorded(player: str = "Ada Rossi", **fields: Any) -> list[dict[str, Any]]:
    """Return the operations of a penalty of BANG!, in an event of 10 January 2026."""
    return [
        operation("named", name="", day="2026-01-10"),
        operation("player", player=player, name=player, number=""),
        operation("given", **{
            "entry": player, "player": player, "book": "bang", "time": "2026-01-10T10:00:00Z", "infraction": "bang-2.o",
            "infractionTitle": "Dire parolacce o bestemmiare", "penalty": "ammonizione", "penaltyTitle": "Ammonizione",
            **fields,
        }),
    ]  # fmt: skip


def remember(page: Page, ops: list[dict[str, Any]]) -> None:
    """Store operations, and reload the page."""
    url = f"{page.url.partition('/registro')[0]}/assets/js/registro/indexeddb.js"
    page.evaluate("async ([url, ops]) => (await import(url)).append(ops, 'd')", [url, ops])
    page.reload()


def said(page: Page) -> Locator:
    return page.locator("#giornale > .fatto")


def penalita(page: Page, what: str) -> None:
    page.get_by_label("Che cosa è successo?").fill(what)
    page.keyboard.press("Enter")
