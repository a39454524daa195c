"""Imported sections ↔ `.originals/<book>.md`, in the edition's dialect and with its anchors; never committed.

Paragraphs are lettered as statements are, tables stand in `.originals/tabelle/`, and `.originals/<book>.json`
keeps each section's fingerprint and page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.originals.fingerprint import fingerprint, read_fingerprints
from scripts.originals.importing import Imported
from scripts.originals.outline import Heading
from scripts.originals.tables import PrintedTable

FOLDER = ".originals"
VERIFIED, DIFFERENT, MISSING = "verificato", "diverso", "mancante"
HEADING = re.compile(r"#+ .*\{#(?P<id>[^\s}]+)[^}]*\}\Z")
PARAGRAPH = re.compile(r"[a-z]{1,3}\. (?P<text>.*)\Z")
TABLE = re.compile(r"\{tabella (?P<id>\S+)\}\Z")


@dataclass(frozen=True)
class Original:
    """A section of an imported original: its words, its page, and whether it is the text that our edition restates."""

    text: str
    page: int | None
    status: str


def letters() -> Iterator[str]:
    """a, b … z, aa, ab …"""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    yield from alphabet
    for first in alphabet:
        for second in alphabet:
            yield first + second
    for first in alphabet:
        for second in alphabet:
            for third in alphabet:
                yield first + second + third


def as_files(imported: Imported) -> dict[str, str]:
    """The files to write, by their path under FOLDER."""
    files: dict[str, str] = {}
    lines: list[str] = []
    sections: dict[str, dict[str, Any]] = {}
    for section in imported.sections:
        heading = section.heading
        lines += [_title(heading, section.page), ""]
        if not section.found:
            continue
        sections[heading.id] = {"impronta": fingerprint(section.words), "pagina": section.page}
        for letter, block in zip(letters(), section.blocks, strict=False):
            if isinstance(block, PrintedTable):
                files[f"tabelle/{block.id}.tsv"] = block.as_file()
                lines += [f"{{tabella {block.id}}}", ""]
            else:
                lines += [f"{letter}. {block.replace('[[', '[ [')}", ""]
    files[f"{imported.book}.md"] = "\n".join(lines)
    state = {"libro": imported.book, "mancanti": [m.heading.id for m in imported.misses], "sezioni": sections}
    files[f"{imported.book}.json"] = json.dumps(state, ensure_ascii=False, indent=1) + "\n"
    return files


def _title(heading: Heading, page: int | None) -> str:
    number = f' n="{heading.number}"' if " " in heading.number else f" n={heading.number}" if heading.number else ""
    return f"{'#' * heading.level} {heading.title} {{#{heading.id}{number}{f' p={page}' if page else ''}}}"


def status(mark: str, expected: str | None) -> str:
    """Whether a section's fingerprint is that of the edition; where none was committed it cannot be, so it is not."""
    return VERIFIED if expected is not None and mark == expected else DIFFERENT


def imported_books(root: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (root / FOLDER).glob("*.json") if path.with_suffix(".md").exists()))


def load_imported(root: Path) -> dict[str, dict[str, Original]]:
    """What was imported: book → section → Original. A section without words of its own has an empty text."""
    return {book: load_book(root, book, read_fingerprints(root, book)) for book in imported_books(root)}


def load_book(root: Path, book: str, expected: Mapping[str, str]) -> dict[str, Original]:
    folder = root / FOLDER
    state = read_state(root, book)
    texts: dict[str, list[str]] = {}
    current = ""
    for line in (folder / f"{book}.md").read_text(encoding="utf-8").splitlines():
        if match := HEADING.match(line):
            current = match["id"]
            texts[current] = []
        elif match := TABLE.match(line):
            path = folder / "tabelle" / f"{match['id']}.tsv"
            texts[current].append(_table_text(path.read_text(encoding="utf-8")) if path.exists() else "")
        elif match := PARAGRAPH.match(line):
            texts[current].append(match["text"].replace("[ [", "[["))
    found: dict[str, dict[str, Any]] = state.get("sezioni", {})
    originals = {}
    for section, paragraphs in texts.items():
        kept = found.get(section)
        originals[section] = Original(
            "\n".join(paragraphs),
            kept["pagina"] if kept else None,
            status(kept["impronta"], expected.get(section)) if kept else MISSING,
        )
    return originals


def read_state(root: Path, book: str) -> dict[str, Any]:
    """What `.originals/<book>.json` keeps; empty where the book was not imported."""
    path = root / FOLDER / f"{book}.json"
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def _table_text(file: str) -> str:
    lines = [line for line in file.splitlines() if line and not line.startswith("#")]
    heads = " | ".join(column.rpartition(":")[0] or column for column in lines[0].split("\t")) if lines else ""
    return "\n".join([heads, *(" | ".join(line.split("\t")) for line in lines[1:])])
