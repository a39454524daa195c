"""Test that open pages show saves and mistakes while writing."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.conftest import built_copy
from tests.running_server import free_port, serving, until

FILE = "rules_src/wot/04-turno.md"
PAGE = "wot/turno/"
LONG = 300_000  # milliseconds: a build of one book on a machine that does much else


def save(root: Path, old: str, new: str) -> None:
    path = root / FILE
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_save_is_in_the_open_page(built_wot: Path, tmp_path: Path, phone: Callable[..., BrowserContext]) -> None:
    root = built_copy(built_wot, tmp_path / "progetto")
    port = free_port()  # the same twice: what a phone keeps is of one address
    page = phone(service_workers="allow").new_page()
    with serving(root, "--no-build", port=port) as (address, _):
        page.goto(f"{address}/{PAGE}")
        expect(page.locator("[data-copia]")).to_contain_text("Funziona senza rete", timeout=LONG)
    statement = re.search(r"^c\. (Le Abilità .*)\.$", (root / FILE).read_text(encoding="utf-8"), re.MULTILINE)
    assert statement
    words = statement[1]
    save(root, words, f"{words} mai")
    with serving(root, "--book", "wot", port=port) as (address, _):
        page.goto(f"{address}/{PAGE}")  # the copy on the phone is that of before, until the worker forgets it
        shown, bar = page.locator(".enunciato", has_text=words), page.locator(".scrittura")
        expect(shown).to_contain_text(f"{words} mai.", timeout=LONG)
        until(page, "async () => (await caches.keys()).every((name) => !name.startsWith('prontuario:'))")
        changed_in_place(page, root, words, address)
        save(root, "sottovento", "[[wot-niente]]")
        expect(bar).to_contain_text(f"{FILE}:", timeout=LONG)
        expect(bar).to_contain_text("wot-niente")
        expect(shown).to_contain_text("sottovento")
        save(root, "[[wot-niente]]", "sottovento")
        expect(bar).to_have_count(0, timeout=LONG)


def changed_in_place(page: Page, root: Path, words: str, address: str) -> None:
    """Save, and check the open page, the bar and the search."""
    shown, bar = page.locator(".enunciato", has_text=words), page.locator(".scrittura")
    until(page, "() => document.readyState === 'complete'")
    page.evaluate("scrollTo(0, 700)")
    save(root, f"{words} mai", f"{words} sottovento")
    expect(shown).to_contain_text(f"{words} sottovento.", timeout=LONG)
    expect(bar).to_contain_text("Aggiornato: WOT", timeout=LONG)
    until(page, "() => scrollY === 700")
    found = page.evaluate("async () => (await (await fetch('/api/v1/search?q=sottovento')).json()).total")
    assert found == 1
    assert page.evaluate("async () => (await fetch('/sw.js')).headers.get('cache-control')") == "no-store"
    assert "scrittura" not in (root / "site/index.html").read_text(encoding="utf-8"), address
