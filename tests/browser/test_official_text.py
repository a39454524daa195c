"""Test that «Leggi il testo ufficiale» opens the text and leads back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from scripts import pipeline
from scripts.originals.import_store import FOLDER, VERSION
from tests.conftest import project_copy
from tests.running_server import served


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a private copy with a made-up official text."""
    root = project_copy(tmp_path_factory.mktemp("ufficiale") / "progetto")
    section = {"fingerprint": "", "page": 1, "text": ["Parole inventate per questa prova."] * 40}
    state = {"version": VERSION, "sections": {"bang-1.1": section, "bang-3": section}, "missing": []}
    (root / FOLDER).mkdir()
    (root / FOLDER / "bang.md").touch()
    (root / FOLDER / "bang.json").write_text(json.dumps(state), encoding="utf-8")
    pipeline.build_release(root, ("bang",), with_originals=True)
    with served(Path(root), private=True) as address:
        yield address


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
@pytest.mark.parametrize(
    ("page_of", "rule", "section"), [("bang/1/", "bang-1.1.a", "bang-1.1"), ("bang/3/", "bang-3.a", "bang-3")]
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
    boxes = entry.bounding_box(), other.bounding_box()
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["x"] == boxes[1]["x"]
    entry.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    text = page.locator(f"[id='testo-ufficiale.{section}']")
    expect(text.locator("summary")).to_be_in_viewport()
    expect(text.get_by_text("Parole inventate").first).to_be_in_viewport()
    top = text.evaluate(
        "(text) => text.getBoundingClientRect().top - document.querySelector('.testata').getBoundingClientRect().bottom"
    )
    assert -2 <= top < size[1] / 2
    text.get_by_role("link", name="Torna a").click()
    expect(page.locator(f"[id='{rule}']")).to_be_in_viewport()


def test_back_leads_from_the_official_text_to_the_rule(phone: Callable[..., BrowserContext], private: str) -> None:
    page = phone().new_page()
    page.goto(f"{private}/bang/1/#bang-1.1.a")
    page.locator("[id='bang-1.1.a'] .cit").click()
    page.get_by_role("link", name="Leggi il testo ufficiale").click()
    expect(page.locator("[id='testo-ufficiale.bang-1.1'] summary")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("[id='bang-1.1.a']")).to_be_in_viewport()
