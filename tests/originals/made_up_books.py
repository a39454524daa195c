"""Hold the made-up rulebooks of `tests/golden/originals/`."""

import csv
import shutil
from pathlib import Path

from scripts.edition.atomic_write import write_changed
from scripts.originals import import_document
from scripts.originals.cut.edition_outline import Heading
from scripts.originals.import_stages import Imported
from scripts.originals.new_book import write_book_toml, write_chapters
from scripts.originals.read import read

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "originals"
BOOKS = tuple(sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()))
SOURCES = ("recipe.toml", "tabelle")


def project(folder: Path) -> Path:
    """Create a project with the made-up books; return its root."""
    for book in BOOKS:
        place = folder / "rules_src" / book
        place.mkdir(parents=True)
        chapter = "\n".join(write_chapters(outline(book)).values())
        write_changed(place, {"book.toml": write_book_toml(book, ()), "01-tutto.md": chapter})
        for name in SOURCES:
            source = GOLDEN / book / name
            if source.is_dir():
                shutil.copytree(source, place / name)
            elif source.exists():
                shutil.copy(source, place / name)
    return folder


def outline(book: str) -> list[Heading]:
    """Return the titles of the book's original."""
    with (GOLDEN / book / "outline.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Heading(r["id"], int(r["level"]), r["number"], r["title"], int(r["page"] or 0) or None) for r in rows]


def original(book: str) -> Path:
    return GOLDEN / book / "originale.txt"


def imported(root: Path, book: str, path: Path | None = None) -> Imported:
    source = read(path or original(book))
    return import_document.import_source(root, import_document.read_book_source(root, book), source, book)


def bare(one: Imported) -> dict[str, str]:
    """Return each section's text without white space."""
    return {s.heading.id: "".join(s.words) for s in one.sections}
