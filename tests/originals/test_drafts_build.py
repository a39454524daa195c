"""Test that drafts of `new-book` build and import their document."""

import random
from pathlib import Path

import pytest

from scripts.edition.atomic_write import write_changed
from scripts.originals import import_document
from scripts.originals.commands import find_faults
from scripts.originals.errors import OriginalError
from scripts.originals.new_book import draft_book
from scripts.originals.read import read
from tests.conftest import ROOT
from tests.originals.random_damage import mutated

MADE_UP = sorted(
    path for path in (ROOT / "tests/golden/outlines/made-up").iterdir() if path.suffix in (".html", ".md", ".txt")
)


@pytest.mark.parametrize("path", MADE_UP, ids=lambda path: path.name)
@pytest.mark.parametrize("own_text", [False, True], ids=["to be written", "own text"])
def test_a_draft_builds_and_imports_its_document(tmp_path: Path, path: Path, own_text: bool) -> None:
    draft = draft_book("prova", read(path), (), own_text)
    write_changed(tmp_path / "rules_src/prova", draft.files)
    assert find_faults(tmp_path, "prova") == []
    imported = import_document.import_file(tmp_path, "prova", path)
    assert not imported.misses
    assert imported.found == len(draft.headings)


@pytest.mark.parametrize("seed", range(6))
def test_a_draft_of_a_damaged_document_builds(tmp_path: Path, seed: int) -> None:
    source = random.Random(seed)
    for number in range(12):
        path = source.choice(MADE_UP)
        damaged = tmp_path / f"rotto{path.suffix}"
        damaged.write_bytes(mutated(path.read_bytes(), source))
        try:
            draft = draft_book("prova", read(damaged), (), own_text=bool(number % 2))
        except OriginalError:
            continue
        root = tmp_path / str(number)
        write_changed(root / "rules_src/prova", draft.files)
        assert find_faults(root, "prova") == []


def test_two_chapters_of_one_title_are_a_line_to_decide(tmp_path: Path) -> None:
    path = tmp_path / "due.html"
    text = "".join(f"<h1>{title}</h1><p>Si gioca così.</p>" for title in ("Tavoli", "Penalità", "Turni", "Penalità"))
    path.write_text(f"<html><body>{text}</body></html>", encoding="utf-8")
    draft = draft_book("prova", read(path), ())
    assert [heading.title for heading in draft.headings] == ["Tavoli", "Penalità", "Turni"]
    assert draft.doubts == (
        "capoverso 7: il titolo «Penalità» compare due volte. Il secondo diventa una sezione soltanto se gli dai un altro nome",
    )


def test_an_edition_that_is_a_version_below_one_builds(tmp_path: Path) -> None:
    path = tmp_path / "prova.md"
    path.write_text(
        "# Gioco nuovo\n\nVersione 0.1\n\n## Mano\n\nUna carta.\n\n## Fine\n\nChi ne ha due.\n", encoding="utf-8"
    )
    draft = draft_book("prova", read(path), ())
    assert 'edition = "0.1"' in draft.files["book.toml"]
    write_changed(tmp_path / "rules_src/prova", draft.files)
    assert find_faults(tmp_path, "prova") == []
