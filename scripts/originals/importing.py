"""A document on disk and what the project knows of a book → that book's original, or the reason why it is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from scripts.originals.compare.retitled import new_titles
from scripts.originals.compare.sections import Passage
from scripts.originals.cut.outline import Heading, known_books, read_outline
from scripts.originals.cut.printed import Names
from scripts.originals.cut.segment import count_titles
from scripts.originals.errors import OriginalError
from scripts.originals.read import Progress, Source, no_progress, read
from scripts.originals.recipe import Recipe, read_recipe
from scripts.originals.stages import Imported, clean_words, import_original

ENOUGH = 0.3  # share of the titles that the right rulebook has at least
SURE = 0.95  # with so many titles, no other book is considered
CLEARER = 0.1  # by how much another book must be more like it


@dataclass(frozen=True)
class BookSource:
    """All that the project knows of how to read one book's original."""

    slug: str
    outline: tuple[Heading, ...]
    recipe: Recipe
    names: Names


def read_book_source(root: Path, book: str) -> BookSource:
    return BookSource(book, read_outline(root, book), read_recipe(root, book), read_names(root, book))


def read_names(root: Path, book: str) -> Names:
    """The first column of the edition's tables, by table: the names that an unseparated list is cut by."""
    names = {}
    for path in sorted((root / "rules_src" / book / "tabelle").glob("*.tsv")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        names[path.stem] = tuple(line.split("\t")[0] for line in lines[1:])
    return names


def import_file(
    root: Path, book: str, path: Path, progress: Progress = no_progress, before: Sequence[Passage] = ()
) -> Imported:
    """Reads the file as the book's original. Raises OriginalError where it is unreadable or another document."""
    source_of_book = read_book_source(root, book)
    return import_after(root, source_of_book, read(path, progress), path.name, before)


def import_after(root: Path, book: BookSource, source: Source, name: str, before: Sequence[Passage]) -> Imported:
    """The same of a newer document than the copy `before`: a section that has another title now is found by its words,
    and its heading has that title."""
    imported = import_source(root, book, source, name)
    hints = book.recipe.hints
    silent = {section for section, hint in hints.items() if hint.at or hint.absent}
    titles = new_titles(before, imported.text, silent)
    if not titles:
        return imported
    outline = tuple(replace(heading, title=titles.get(heading.id, heading.title)) for heading in book.outline)
    return import_source(root, replace(book, outline=outline), source, name)


def import_source(root: Path, book: BookSource, source: Source, name: str) -> Imported:
    imported = import_original(source, book.outline, book.recipe, book.names)
    share = imported.found / len(book.outline)
    if share < SURE:
        better = _likelier(root, book.slug, source, share)
        if better:
            raise OriginalError(
                f"{name} non sembra l’originale di «{book.slug}» ({imported.found} titoli su {len(book.outline)}): "
                f"somiglia di più a «{better}».",
                f"importalo con: prontuario import {better} {name}",
            )
    if share < ENOUGH:
        raise OriginalError(
            f"{name} non sembra l’originale di «{book.slug}»: vi stanno soltanto {imported.found} dei suoi "
            f"{len(book.outline)} titoli.",
            "controlla di aver scelto il documento giusto; se è un altro regolamento: prontuario new-book SLUG FILE.",
        )
    return imported


def _likelier(root: Path, book: str, source: Source, share: float) -> str:
    """The slug of another book that the document is clearly more like, or nothing."""
    best, most = "", share + CLEARER
    text = clean_words(source)
    for other in known_books(root):
        if other == book:
            continue
        outline, recipe = _outline_and_recipe(root, other)
        found = count_titles(text, outline, recipe) / max(len(outline), 1)
        if found > most and found > 2 * ENOUGH:
            best, most = other, found
    return best


@lru_cache(maxsize=32)
def _outline_and_recipe(root: Path, book: str) -> tuple[tuple[Heading, ...], Recipe]:
    return read_outline(root, book), read_recipe(root, book)
