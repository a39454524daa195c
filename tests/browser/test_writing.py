"""While one writes: a save is in the open page, a mistake is a bar over it, and no copy on the phone comes between."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.conftest import ROOT, built_copy
from tests.serving import until

FILE = "rules_src/wot/04-turno.md"
PAGE = "wot/turno/"
LONG = 300_000  # milliseconds: a build of one book on a machine that does much else


@contextmanager
def serving(root: Path, port: int, *options: str) -> Iterator[str]:
    """The address of `prontuario serve`, once it answers."""
    command = [sys.executable, "-m", "scripts.cli", "--root", str(root), "serve", "--port", str(port), *options]
    with (root / "serve.txt").open("a+") as said:
        server = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said)
        try:
            address, end = f"http://127.0.0.1:{port}", time.monotonic() + LONG / 1000
            while not answers(f"{address}/healthz"):
                assert server.poll() is None, (root / "serve.txt").read_text()
                assert time.monotonic() < end, (root / "serve.txt").read_text()
                time.sleep(0.1)
            yield address
        finally:
            server.kill()
            server.wait()


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def save(root: Path, old: str, new: str) -> None:
    path = root / FILE
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_save_is_in_the_open_page(built_wot: Path, tmp_path: Path, phone: Callable[..., BrowserContext]) -> None:
    root = built_copy(built_wot, tmp_path / "progetto")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    page = phone(service_workers="allow").new_page()
    with serving(root, port, "--no-build") as address:
        page.goto(f"{address}/{PAGE}")
        expect(page.locator("[data-copia]")).to_contain_text("Funziona senza rete", timeout=LONG)
    statement = re.search(r"^c\. (Le Abilità .*)\.$", (root / FILE).read_text(encoding="utf-8"), re.MULTILINE)
    assert statement
    words = statement[1]
    save(root, words, f"{words} mai")
    with serving(root, port, "--book", "wot") as address:
        page.goto(f"{address}/{PAGE}")  # the copy on the phone is that of before, until the worker forgets it
        shown, bar = page.locator(".enunciato", has_text=words), page.locator(".scrittura")
        expect(shown).to_contain_text(f"{words} mai.", timeout=LONG)
        until(page, "async () => (await caches.keys()).every((name) => !name.startsWith('prontuario:'))")
        changed_in_place(page, root, words, address)
        save(root, "sottosopra", "[[wot-niente]]")
        expect(bar).to_contain_text(f"{FILE}:", timeout=LONG)
        expect(bar).to_contain_text("wot-niente")
        expect(shown).to_contain_text("sottosopra")
        save(root, "[[wot-niente]]", "sottosopra")
        expect(bar).to_have_count(0, timeout=LONG)


def changed_in_place(page: Page, root: Path, words: str, address: str) -> None:
    """A save is shown where one was reading, the bar says which rule, and the search knows it."""
    shown, bar = page.locator(".enunciato", has_text=words), page.locator(".scrittura")
    until(page, "() => document.readyState === 'complete'")
    page.evaluate("scrollTo(0, 700)")
    save(root, f"{words} mai", f"{words} sottosopra")
    expect(shown).to_contain_text(f"{words} sottosopra.", timeout=LONG)
    expect(bar).to_contain_text("Aggiornato: WOT", timeout=LONG)
    until(page, "() => scrollY === 700")
    found = page.evaluate("async () => (await (await fetch('/api/v1/search?q=sottosopra')).json()).total")
    assert found == 1
    assert page.evaluate("async () => (await fetch('/sw.js')).headers.get('cache-control')") == "no-store"
    assert "scrittura" not in (root / "site/index.html").read_text(encoding="utf-8"), address
