"""Hash a section's words, to tell whether two texts are the same."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from scripts.originals.text import fold

EMPTY = "-"


def fingerprint(words: Iterable[str]) -> str:
    """Return 16 hexadecimal digits for the words, EMPTY for none.

    Line breaks, spaces, case, accents, quotes, dashes, bullets and marks make no difference; a word or a number does.
    """
    keys = "".join(map(fold, words))
    return hashlib.sha256(keys.encode("utf-8")).hexdigest()[:16] if keys else EMPTY


def fingerprints_path(root: Path, book: str) -> Path:
    return root / "rules_src" / book / "fingerprints.tsv"


def read_fingerprints(root: Path, book: str) -> dict[str, str]:
    """Read the edition's fingerprints by section id; empty where none was committed."""
    path = fingerprints_path(root, book)
    if not path.exists():
        return {}
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")), delimiter="\t")
    return {row["sezione"]: row["impronta"] for row in rows if row.get("sezione") and row.get("impronta")}


def as_file(prints: Mapping[str, str]) -> str:
    return "sezione\timpronta\n" + "".join(f"{section}\t{mark}\n" for section, mark in prints.items())
