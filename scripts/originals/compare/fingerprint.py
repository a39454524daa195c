"""Hash a section's words, to tell whether two texts are the same without keeping them."""

import csv
import hashlib
import io
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from scripts.originals.text_model import fold

EMPTY = "-"
FEW = 2  # sections that may differ by accents alone in a document of hardly any others


def fingerprint(words: Iterable[str]) -> str:
    """Return a hash of the words: 16 hexadecimal digits, a dot, 8 for the accents.

    EMPTY without words. Line breaks, spaces, case, quotes, dashes, bullets and punctuation make no difference.
    """
    row = list(words)
    keys = "".join(map(fold, row))
    accented = "".join(fold(word, accents=True) for word in row)
    return f"{_hash(keys, 16)}.{_hash(accented, 8)}" if keys else EMPTY


def _hash(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:digits]


def differ(old: str, new: str, accents: bool = True) -> bool:
    """Return whether two fingerprints are of different texts.

    Accents are ignored if `accents` is False, or if one of the fingerprints was made without them.
    """
    if not accents or "." not in old or "." not in new:
        old, new = old.partition(".")[0], new.partition(".")[0]
    return old != new


def do_accents_count(pairs: Collection[tuple[str, str]]) -> bool:
    """Return whether accents count: not if most (old, new) fingerprints differ only by them."""
    same = [pair for pair in pairs if not differ(*pair, accents=False)]
    return sum(differ(*pair) for pair in same) <= max(FEW, len(same) / 2)


def find_changed(pairs: Mapping[str, tuple[str, str]]) -> set[str]:
    """Return the ids of sections whose two fingerprints differ.

    `pairs`: section id → (old, new). Accents are ignored if most sections differ only by them.
    """
    accents = do_accents_count(pairs.values())
    return {one for one, pair in pairs.items() if differ(*pair, accents=accents)}


def fingerprints_path(book: str) -> str:
    """Return the path of a book's `fingerprints.tsv`, below the project's root."""
    return f"rules_src/{book}/fingerprints.tsv"


def read_fingerprints(root: Path, book: str) -> dict[str, str]:
    """Return section id → fingerprint of our edition; {} without file."""
    path = root / fingerprints_path(book)
    if not path.exists():
        return {}
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")), delimiter="\t")
    return {row["sezione"]: row["impronta"] for row in rows if row.get("sezione") and row.get("impronta")}


def as_file(prints: Mapping[str, str]) -> str:
    """Return the content of `fingerprints.tsv`; `prints`: section id → fingerprint."""
    return "sezione\timpronta\n" + "".join(f"{section}\t{mark}\n" for section, mark in prints.items())
