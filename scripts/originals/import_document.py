"""Import a document as a book's original, or say why it is not the right document."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from scripts.edition import file_readers
from scripts.model.problems import Report
from scripts.originals.compare.retitled_sections import find_new_titles
from scripts.originals.compare.sections import Passage
from scripts.originals.cut.edition_outline import Heading, list_books, read_outline
from scripts.originals.cut.headings import find_titles
from scripts.originals.cut.segment import count_titles
from scripts.originals.cut.table_reconstruction import Names
from scripts.originals.cut.translated_outline import translate_outline
from scripts.originals.errors import OriginalError
from scripts.originals.import_stages import Imported, clean_lines, clean_words, import_original
from scripts.originals.language_detection import recognise
from scripts.originals.read import Progress, Source, no_progress, read
from scripts.originals.recipe import Recipe, read_recipe

ENOUGH = 0.3  # share of the titles that the right rulebook has at least
SURE = 0.95  # with so many titles, no other book is considered
READ_FIRST = {".html": 0, ".pdf": 1, ".docx": 2, ".md": 3, ".txt": 4}  # of several copies of a document
CLEARER = 0.1  # by how much another book must be more like it


@dataclass(frozen=True)
class BookSource:
    """Hold what is needed to import one book's original.

    `outline`: headings of our edition; `recipe`: import settings; `names`: table → entries that it is known to have.
    """

    slug: str
    outline: tuple[Heading, ...]
    recipe: Recipe
    names: Names
    language: str = "it"


def read_book_source(root: Path, book: str) -> BookSource:
    """Read what importing a book's original needs, from its folder."""
    outline, recipe = read_outline(root, book), read_recipe(root, book)
    return BookSource(book, outline, recipe, read_names(root, book), read_language(root, book))


def read_language(root: Path, book: str) -> str:
    """Return the language in `book.toml`, 'it' without one."""
    path = root / "rules_src" / book / "book.toml"
    values = file_readers.read_toml(root, path, Report()) if path.exists() else None
    return str((values or {}).get("language", "it"))


def find_documents(root: Path, books: Iterable[str], folders: Iterable[Path]) -> dict[str, Path]:
    """Return book → its original among the files in some folders; of several formats, one.

    A file is recognised by its name: the book's slug, or the one set in `recipe.toml`.
    """
    stems = {stem: book for book in books for stem in (book, read_recipe(root, book).document) if stem}
    files = [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]
    found: dict[str, Path] = {}
    for path in sorted(files, key=lambda path: READ_FIRST.get(path.suffix.lower(), 9)):
        if path.stem in stems:
            found.setdefault(stems[path.stem], path)
    return found


def translate_source(book: BookSource, source: Source) -> BookSource:
    """Return the book with the titles of the original, if that is in another language."""
    language = recognise(word for line in source.lines for word in line.text.split())
    language = language or source.language.partition("-")[0]
    if not language or language == book.language:
        return book
    titles = find_titles(clean_lines(source, book.recipe)[1])
    return replace(book, outline=translate_outline(book.outline, titles.found), language=language)


def read_names(root: Path, book: str) -> Names:
    """Return table id → entries in the first column of the book's table file."""
    names = {}
    for path in sorted((root / "rules_src" / book / "tabelle").glob("*.tsv")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        names[path.stem] = tuple(line.split("\t")[0] for line in lines[1:])
    return names


def import_file(
    root: Path, book: str, path: Path, progress: Progress = no_progress, before: Sequence[Passage] = ()
) -> Imported:
    """Import a file as the book's original, without saving it.

    `before`: sections of an older copy, to recognise changed titles. Raises OriginalError if the file cannot be read or
    is another document.
    """
    return import_after(root, read_book_source(root, book), read(path, progress), path.name, before)


def import_after(root: Path, book: BookSource, source: Source, name: str, before: Sequence[Passage]) -> Imported:
    """Import a document, recognising titles that changed since an older copy.

    `name`: of the file, for messages; `before`: the older copy's sections, may be empty.
    """
    book = translate_source(book, source)
    imported = import_source(root, book, source, name)
    hints = book.recipe.hints
    silent = {section for section, hint in hints.items() if hint.at or hint.absent}
    titles = find_new_titles(before, imported.text, silent)
    if not titles:
        return imported
    outline = tuple(replace(heading, title=titles.get(heading.id, heading.title)) for heading in book.outline)
    return import_source(root, replace(book, outline=outline), source, name)


def import_source(root: Path, book: BookSource, source: Source, name: str) -> Imported:
    """Import a document as the original of `book`, cut at the titles in `book.outline`.

    `name`: of the file, for messages. Raises OriginalError if too few of these titles are found, or another book's
    titles clearly fit better.
    """
    imported = import_original(source, book.outline, book.recipe, book.names)
    share = imported.found / len(book.outline)
    if share < SURE:
        better = _find_likelier(root, book.slug, source, share)
        if better:
            raise OriginalError(
                f"{name} non sembra l’originale di «{book.slug}» ({imported.found} titoli su {len(book.outline)}): "
                f"somiglia di più a «{better}».",
                f"importalo con: prontuario import {better} {name}",
            )
    if share < ENOUGH:
        raise OriginalError(
            f"{name} non sembra l’originale di «{book.slug}»: contiene soltanto {imported.found} dei suoi "
            f"{len(book.outline)} titoli.",
            "controlla di aver scelto il documento giusto; se è un altro regolamento: prontuario new-book SLUG FILE.",
        )
    return imported


def _find_likelier(root: Path, book: str, source: Source, share: float) -> str:
    """Return the slug of another book that the document fits clearly better, or ''.

    `share`: share (0 to 1) of the titles of `book` that the document has.
    """
    best, most = "", share + CLEARER
    text = clean_words(source)
    for other in list_books(root):
        if other == book:
            continue
        outline, recipe = _outline_and_recipe(root, other)
        found = count_titles(text, outline, recipe) / len(outline)
        if found > most and found > 2 * ENOUGH:
            best, most = other, found
    return best


@lru_cache(maxsize=32)
def _outline_and_recipe(root: Path, book: str) -> tuple[tuple[Heading, ...], Recipe]:
    return read_outline(root, book), read_recipe(root, book)
