"""Read a book's outline: the headings of our edition."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scripts.edition import books
from scripts.edition.chapters import parse_chapter
from scripts.model.book import Section
from scripts.model.problems import Report
from scripts.originals.errors import OriginalError


@dataclass(frozen=True)
class Heading:
    """Hold a heading of our edition.

    `id`: anchor; `level`: depth from 1; `number`: '' for none; `page`: in the original, None if unknown.
    """

    id: str
    level: int
    number: str
    title: str
    page: int | None = None


def make_outline(sections: Iterable[Section]) -> tuple[Heading, ...]:
    """Return the headings of sections."""
    return tuple(Heading(s.id, s.level, s.number, s.title, s.page) for s in sections)


def read_sections(root: Path, book: str) -> Iterator[Section]:
    """Yield the sections of a book's chapters, as far as they can be understood."""
    for path in sorted((root / "rules_src" / book).glob("*.md")):
        yield from parse_chapter(path.read_text(encoding="utf-8"), path.name, book, {}, Report())


def read_outline(root: Path, book: str) -> tuple[Heading, ...]:
    """Return a book's headings; OriginalError if it has none."""
    folder = root / "rules_src" / book
    if headings := make_outline(read_sections(root, book)):
        return headings
    if folder.is_dir() and book:
        raise OriginalError(
            f"Del libro «{book}» non c’è ancora nessun titolo.", f"scrivi i capitoli in rules_src/{book}/NN-nome.md."
        )
    known = ", ".join(list_books(root)) or "nessuno"
    raise OriginalError(
        f"Il libro «{book}» non c’è.",
        f"i libri sono: {known}. Per cominciarne uno nuovo: prontuario new-book {book or 'SLUG'} FILE.",
    )


def list_books(root: Path) -> tuple[str, ...]:
    """Return the slugs of all books."""
    return tuple(folder.name for folder in books.list_book_folders(root))
