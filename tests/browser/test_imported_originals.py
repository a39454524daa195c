"""Test that «Leggi il testo ufficiale» opens the text and leads back."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from scripts import pipeline
from scripts.originals.import_store import FOLDER, VERSION
from tests.browser.page_helpers import box_of
from tests.conftest import small_project
from tests.running_server import served


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a private copy with a made-up official text."""
    root = small_project(tmp_path_factory.mktemp("ufficiale") / "progetto", "bang")
    section = {"fingerprint": "", "page": 1, "text": ["Parole inventate per questa prova."] * 40}
    state = {"version": VERSION, "sections": {"bang-1.1": section, "bang-3": section}, "missing": []}
    (root / FOLDER).mkdir()
    (root / FOLDER / "bang.md").touch()
    (root / FOLDER / "bang.json").write_text(json.dumps(state), encoding="utf-8")
    pipeline.build_release(root, ("bang",), with_originals=True)
    with served(Path(root), private=True) as address:
        yield address


@pytest.mark.parametrize(
    ("size", "page_of", "rule", "section"),
    [((390, 844), "bang/1/", "bang-1.1.a", "bang-1.1"), ((1440, 900), "bang/3/", "bang-3.a", "bang-3")],
)
def test_the_official_text_opens_where_it_stands(
    phone: Callable[..., BrowserContext], private: str, size: tuple[int, int], page_of: str, rule: str, section: str
) -> None:
    page = phone(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{private}/{page_of}")
    page.locator(f"[id='{rule}'] .cit").click()
    expect(page.locator(f"[id='testo-ufficiale.{section}'][open]")).to_have_count(0)
    entry = page.get_by_role("link", name="Leggi il testo ufficiale")
    other = page.get_by_role("button", name="Copia la citazione")
    assert box_of(entry).left == box_of(other).left
    entry.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    text = page.locator(f"[id='testo-ufficiale.{section}']")
    expect(text.locator("summary")).to_be_in_viewport()
    expect(text.get_by_text("Parole inventate").first).to_be_in_viewport()
    assert -2 <= box_of(text).top - box_of(page.locator(".testata")).bottom < size[1] / 2
    if size[0] > 390:
        text.get_by_role("link", name="Torna a").click()
    else:
        page.go_back()
    expect(page.locator(f"[id='{rule}']")).to_be_in_viewport()
