"""The made-up rulebooks of `tests/golden/originals/`: their own sentences, the faults of the real ones."""

from __future__ import annotations

import shutil
from pathlib import Path

from scripts.originals import shelf
from scripts.originals.importing import Imported
from scripts.originals.readers import read

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "originals"
BOOKS = tuple(sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()))
SOURCES = ("outline.tsv", "recipe.toml", "tabelle")


def project(folder: Path) -> Path:
    """A project whose books are the made-up ones; returns its root."""
    for book in BOOKS:
        place = folder / "rules_src" / book
        place.mkdir(parents=True)
        for name in SOURCES:
            source = GOLDEN / book / name
            if source.is_dir():
                shutil.copytree(source, place / name)
            elif source.exists():
                shutil.copy(source, place / name)
    return folder


def original(book: str) -> Path:
    return GOLDEN / book / "originale.txt"


def imported(root: Path, book: str, path: Path | None = None) -> Imported:
    source = read(path or original(book))
    return shelf.import_source(root, shelf.read_book_source(root, book), source, book)


def bare(one: Imported) -> dict[str, str]:
    """Each section's text without white space: what must be the same in every form of the document."""
    return {s.heading.id: "".join(s.words) for s in one.sections}
