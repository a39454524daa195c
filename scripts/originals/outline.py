"""A book's outline: its headings in the document's order, as the edition writes them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scripts.edition import books
from scripts.edition.chapters import parse_chapter
from scripts.model import Section
from scripts.originals.errors import OriginalError
from scripts.problems import Report


@dataclass(frozen=True)
class Heading:
    """A title of the outline: anchor, depth, printed number, official title, page (None = not numbered)."""

    id: str
    level: int
    number: str
    title: str
    page: int | None = None


def of_sections(sections: Iterable[Section]) -> tuple[Heading, ...]:
    return tuple(Heading(s.id, s.level, s.number, s.title, s.page) for s in sections)


def parse_outline(text: str) -> tuple[Heading, ...]:
    """Tab-separated `id level number title page`, with that heading row → headings."""
    rows = csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(
        Heading(
            row["id"], int(row["level"]), row["number"], row["title"], int(row["page"]) if row.get("page") else None
        )
        for row in rows
    )


def read_outline(root: Path, book: str) -> tuple[Heading, ...]:
    """The headings of the edition's chapters; of `outline.tsv` where a new book has no chapters yet."""
    folder = root / "rules_src" / book
    headings = of_sections(
        section
        for path in sorted(folder.glob("*.md"))
        for section in parse_chapter(path.read_text(encoding="utf-8"), path.name, book, {}, Report())
    )
    draft = folder / "outline.tsv"
    if headings or draft.exists():
        return headings or parse_outline(draft.read_text(encoding="utf-8"))
    if folder.is_dir() and book:
        raise OriginalError(
            f"Del libro «{book}» non c’è ancora nessun titolo.", f"scrivi i capitoli in rules_src/{book}/NN-nome.md."
        )
    known = ", ".join(known_books(root)) or "nessuno"
    raise OriginalError(
        f"Il libro «{book}» non c’è.",
        f"i libri sono: {known}. Per cominciarne uno nuovo: prontuario new-book {book or 'SLUG'} FILE.",
    )


def known_books(root: Path) -> tuple[str, ...]:
    """The slugs of the books that the project has, those of which only the outline was drafted included."""
    drafts = {path.parent.name for path in (root / "rules_src").glob("*/outline.tsv")}
    read = [folder.name for folder in books.book_folders(root)]
    return (*read, *sorted(drafts - set(read)))
