"""Save imported originals in `.originals/`, outside the repository, and load them.

The Markdown is for people: paragraphs are lettered like statements, tables are in `.originals/tabelle/`. The program
reads `.originals/<book>.json`: each section's fingerprint, page and paragraphs.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from scripts.edition.atomic_write import write_changed
from scripts.edition.source_syntax import write_heading
from scripts.model.original_section import DIFFERENT, FOREIGN, MISSING, VERIFIED, Original
from scripts.originals.compare.fingerprint import find_changed, read_fingerprints
from scripts.originals.cut.edition_outline import list_books
from scripts.originals.errors import OriginalError

if TYPE_CHECKING:  # the readers are slow to import: who only loads what they made does not wait for them
    from scripts.originals.compare.sections import Passage
    from scripts.originals.import_stages import Imported

FOLDER = ".originals"
VERSION = 3  # of the state: one of another version is imported again


def letters() -> Iterator[str]:
    """Yield statement letters: a, b … z, aa, ab … zzz."""
    return ("".join(letter) for size in (1, 2, 3) for letter in product(ascii_lowercase, repeat=size))


def make_files(imported: Imported) -> dict[str, str]:
    """Return the files to write, as path below `.originals/` → content."""
    from scripts.originals.compare.sections import list_passages
    from scripts.originals.cut.table_reconstruction import PrintedTable

    files: dict[str, str] = {}
    lines: list[str] = []
    sections: dict[str, dict[str, Any]] = {}
    read = {passage.id: passage for passage in list_passages(imported)}
    order = list(read)
    for section in imported.sections:
        heading = section.heading
        lines += [write_heading(heading.level, heading.title, heading.id, heading.number, section.page), ""]
        if not section.found:
            continue
        text = [block.as_text() if isinstance(block, PrintedTable) else block for block in section.blocks]
        passage = read[heading.id]
        sections[heading.id] = {
            "fingerprint": section.fingerprint,
            "page": section.page,
            "text": text,
            "order": order.index(heading.id),
            **vars(passage),
            "inner": [vars(inner) for inner in passage.inner],
        }
        for letter, block in zip(letters(), section.blocks, strict=False):
            if isinstance(block, PrintedTable):
                files[f"tabelle/{block.id}.tsv"] = block.as_file()
                lines += [f"{{tabella {block.id}}}", ""]
            else:
                lines += [f"{letter}. {block.replace('[[', '[ [')}", ""]
    files[f"{imported.book}.md"] = "\n".join(lines)
    missing = [section.heading.id for section in imported.sections if not section.found]
    state = {"version": VERSION, "language": imported.language, "sections": sections, "missing": missing}
    files[f"{imported.book}.json"] = json.dumps(state, ensure_ascii=False) + "\n"
    return files


def save(root: Path, imported: Imported) -> None:
    """Write an imported original's files, and remove tables that an earlier import left."""
    folder = root / FOLDER
    files = make_files(imported)
    for old in (folder / "tabelle").glob(f"{imported.book}-*.tsv"):
        longer = (book for book in list_books(root) if len(book) > len(imported.book))  # a table may be of such a book
        if f"tabelle/{old.name}" not in files and not any(old.name.startswith(f"{book}-") for book in longer):
            old.unlink()
    write_changed(folder, files)


def compare_fingerprints(marks: Mapping[str, str], expected: Mapping[str, str], language: str) -> dict[str, str]:
    """Map sections to VERIFIED (equal to our edition), DIFFERENT or FOREIGN.

    `marks`, `expected`: section → fingerprint of the copy and of our edition. All are FOREIGN if a copy in another
    language has no equal section.
    """
    same = {*marks} - find_changed({section: (expected.get(section, ""), mark) for section, mark in marks.items()})
    other = FOREIGN if expected and not same and language != "it" else DIFFERENT
    return {section: VERIFIED if section in same else other for section in marks}


def imported_books(root: Path) -> tuple[str, ...]:
    """Return the slugs of the books that were imported."""
    return tuple(sorted(path.stem for path in (root / FOLDER).glob("*.json") if path.with_suffix(".md").exists()))


def load_imported(root: Path, books: Collection[str]) -> dict[str, dict[str, Original]]:
    """Return book → section → original text of imported books; OriginalError if damaged."""
    return {book: load_book(root, book) for book in imported_books(root) if book in books}


def load_book(root: Path, book: str) -> dict[str, Original]:
    """Return section → original text of a book.

    Raises OriginalError if it was not imported, is damaged or was saved by another version of Prontuario.
    """
    state, expected = read_state(root, book), read_fingerprints(root, book)
    language = state.get("language") or "it"
    marks = {section: kept["fingerprint"] for section, kept in state["sections"].items()}
    states = compare_fingerprints(marks, expected, language)
    found = {
        section: Original("\n".join(kept["text"]), kept["page"], states[section], language)
        for section, kept in state["sections"].items()
    }
    return found | {section: Original("", None, MISSING, language) for section in state["missing"]}


def load_passages(state: Mapping[str, Any]) -> list[Passage]:
    """Return the sections of an imported copy, for comparing; `state`: as from `read_state`."""
    from scripts.originals.compare.sections import Inner, Passage

    return [
        Passage(
            one["id"],
            one["title"],
            one["number"],
            tuple(one["words"]),
            tuple(Inner(**inner) for inner in one["inner"]),
            tuple(one["rows"]),
        )
        for one in sorted(state["sections"].values(), key=lambda one: int(one["order"]))
    ]


def read_state(root: Path, book: str) -> dict[str, Any]:
    """Return the content of `.originals/<book>.json`; OriginalError if missing or unusable."""
    path = root / FOLDER / f"{book}.json"
    again = f"importalo di nuovo: prontuario import {book} FILE."
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise OriginalError(
            f"L’originale di «{book}» non è stato importato.", f"importalo: prontuario import {book} FILE."
        ) from None
    except (OSError, ValueError) as error:
        raise OriginalError(f"{FOLDER}/{path.name} è danneggiato ({error}).", again) from None
    if not isinstance(state, dict) or state.get("version") != VERSION:
        raise OriginalError(f"{FOLDER}/{path.name} viene da un’altra versione di Prontuario.", again)
    return state
