"""Record what this version promises, before it is published.

`python -m tests.compatibility.record_version`, once for each 1.x.0. The folder of a published version is never made
again: a later version that cannot read it is wrong.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from scripts import pipeline
from scripts.edition.published_anchors import LOCK
from scripts.model.software_version import VERSION
from tests.browser.registro import STORED, entries, exported, open_register, write
from tests.compatibility.query_version import GOLDEN, load, served, static_api
from tests.conftest import ROOT, project_copy
from tests.originals.run_command import prontuario
from tests.running_server import chromium
from tests.running_server import served as site_served

DAMA = ROOT / "tests/golden/dama"
PROMISED = ROOT / "tests/golden/promised_files"  # of the kinds that neither book has
MEMORY = "Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith('prontuario.')))"
ANCHORS = "ancore.txt"


def dump(place: Path, value: Any) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def write_book(place: Path) -> None:
    """Write two made-up books that use every kind of file."""
    shutil.copytree(ROOT / "tests/golden/book", place)
    assert prontuario(place, "new-book", "collaudo", str(DAMA / "originale.txt")) == 0
    shutil.copytree(DAMA / "riempito", place / "rules_src/collaudo", dirs_exist_ok=True)
    book = place / "rules_src/collaudo/book.toml"
    text = book.read_text(encoding="utf-8").replace('url = "da scrivere"', 'url = "https://dama.example"')
    book.write_text(text, encoding="utf-8")
    shutil.copytree(PROMISED, place, dirs_exist_ok=True)
    (place / "rules_src/redirects.tsv").write_text("vecchia\tnuova\nprova-0\tprova-1\n", encoding="utf-8")
    assert prontuario(place, "import", "collaudo", str(DAMA / "originale.txt")) == 0
    assert prontuario(place, "fingerprint", "collaudo") == 0
    assert prontuario(place, "lock") == 0
    lock = (place / LOCK).read_text(encoding="utf-8")
    (place / LOCK).write_text(lock + "prova-0\n", encoding="utf-8")
    shutil.rmtree(place / ".originals", ignore_errors=True)


def use_phone(context: BrowserContext, server: str) -> dict[str, Any]:
    """Use every function of a phone; return its memory and exports."""
    page = context.new_page()
    page.goto(server)
    page.locator("[data-scegli]").first.click()
    page.goto(f"{server}/bang/3/")
    page.locator("[id='bang-3.penalita.e'] .cit").click()
    page.get_by_role("button", name="Metti un segnalibro").click()
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    page.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.1")
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    page.get_by_role("link", name="Apri la decisione (2)").click()
    page.get_by_label("Destinatario (facoltativo)").fill("Rossi")
    page.get_by_label("Destinatario (facoltativo)").blur()
    expect(page.locator(".decisione > li")).to_have_count(2)
    decision = page.url.removeprefix(server)
    page.goto(f"{server}/orologio/?g=bang")
    page.locator("#orologio section").first.get_by_role("button").first.click()
    log = use_register(page, server)
    return {"memoria": page.evaluate(MEMORY), "decisione": decision, **log}


def use_register(page: Page, server: str) -> dict[str, Any]:
    open_register(page, server)
    page.get_by_label("Evento", exact=True).fill("Torneo di prova")
    write(page, "Ada Rossi", "Ammonizione")
    write(page, "Bice Neri", "Ammonizione")
    write(page, "Carla Blu", "Ammonizione")
    page.get_by_role("button", name="Modifica la penalità di Bice Neri").click()
    page.get_by_label("Nota").fill("corretta")
    page.get_by_role("button", name="Registra Ammonizione").click()
    page.get_by_role("button", name="Togli la penalità di Carla Blu").click()
    expect(entries(page)).to_have_count(2)
    ops = page.evaluate(STORED)
    module = page.evaluate(
        "document.querySelector(\"script[src$='/main.js']\").src.replace('main.js', 'registro/qr-parts.js')"
    )
    codes = page.evaluate("async ([url, ops]) => (await import(url)).addresses(ops)", [module, ops])
    return {"operazioni": ops, "file": exported(page), "codici": [one.removeprefix(server) for one in codes]}


def main(version: str = VERSION) -> int:
    folder = GOLDEN / version
    if folder.exists():
        print(f"{folder} c’è già: quello che una versione ha promesso non si rifà.", file=sys.stderr)
        return 1
    write_book(folder / "libro")
    sources, report = load(version)
    assert not report, report
    dump(folder / "api.json", static_api(sources))
    with tempfile.TemporaryDirectory() as place:
        dump(folder / "servizio.json", served(sources, Path(place)))
        root = project_copy(Path(place) / "progetto")
        pipeline.build_release(root)
        with site_served(root) as server, chromium() as browser:
            context = browser.new_context(
                viewport={"width": 390, "height": 844}, locale="it-IT", service_workers="block"
            )
            dump(folder / "telefono.json", use_phone(context, server))
    shutil.copy(ROOT / LOCK, folder / ANCHORS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
