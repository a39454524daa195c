"""Serve a site on a static host, and visit it until its offline copy is complete."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from scripts.pipeline import SITE
from tests.browser.static_host import FOLDER, StaticHost

HERE = re.compile(
    r"^Su questo dispositivo c’è la versione [0-9a-f]{7}, dal \d+º? \w+ \d{4}, ore \d\d:\d\d\. Funziona senza rete\.$"
)
# What a page does by itself once nobody has touched it for three seconds.
AT_ONCE = """() => import(document.querySelector("script[src$='/main.js']").src.replace("main.js", "offline.js"))
  .then(({ setup }) => setup())"""


@contextmanager
def hosted(built: Path, folder: Path) -> Iterator[StaticHost]:
    shutil.copytree(built / SITE, folder / FOLDER, ignore=shutil.ignore_patterns("r", "*.br", "*.gz"))
    host = StaticHost(folder)
    host.start()
    yield host
    host.stop()


def line(page: Page) -> str:
    """Wait for the offline copy; return the line that states its version."""
    place = page.locator("[data-copia]")
    expect(place).to_have_text(HERE, timeout=120_000)
    return place.inner_text()


def visit(page: Page, host: StaticHost) -> str:
    page.goto(f"{host.url}/")
    page.evaluate(AT_ONCE)
    return line(page)
