"""The vocabulary of the field (`rules_src/vocabolario/`): what judges say and what the rules call it.

`sinonimi.tsv`: `parole` (what is typed, one or more words), `equivale` (words of the rules), `verso` (`andata`:
typed → rules only; `entrambi`: both ways), `peso` (0 to 1), `gioco` (a book's slug, or empty for all).
`libri.tsv`: `parole` and the `libri` that they name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.edition import reading
from scripts.problems import Report
from search import analysis

FOLDER = Path("rules_src/vocabolario")
Terms = tuple[str, ...]


@dataclass(frozen=True)
class Alternative:
    """Terms that together stand for what was typed; `weight` in 0..1; `book` '' where it holds for all."""

    terms: Terms
    weight: float
    book: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """`synonyms`: typed terms → alternatives; `books`: typed words → slugs. Keys are tuples, matched longest first."""

    synonyms: Mapping[Terms, tuple[Alternative, ...]]
    books: Mapping[Terms, tuple[str, ...]]

    @property
    def longest(self) -> int:
        return max((len(key) for key in (*self.synonyms, *self.books)), default=1)


def read_vocabulary(root: Path, report: Report) -> Vocabulary:
    """Reads both files; a bad line is a problem with its place."""
    synonyms: dict[Terms, list[Alternative]] = {}
    path = root / FOLDER / "sinonimi.tsv"
    if path.exists():
        columns = ("parole", "equivale", "verso", "peso", "gioco")
        for place, row in reading.headed_rows(root, path, columns, report):
            typed, meant = tuple(analysis.terms(row["parole"])), tuple(analysis.terms(row["equivale"]))
            if not typed or not meant:
                report.add(
                    place,
                    f"«{row['parole']}» → «{row['equivale']}»",
                    "parole che non siano soltanto articoli e preposizioni",
                )
                continue
            if row["verso"] not in ("andata", "entrambi"):
                report.add(place, f"verso «{row['verso']}»", "andata o entrambi")
            try:
                weight = float(row["peso"].replace(",", ".") or "1")
            except ValueError:
                weight = -1.0
            if not 0 < weight <= 1:
                report.add(place, f"peso «{row['peso']}»", "un numero fra 0 e 1")
                continue
            synonyms.setdefault(typed, []).append(Alternative(meant, weight, row["gioco"]))
            if row["verso"] == "entrambi":
                synonyms.setdefault(meant, []).append(Alternative(typed, weight, row["gioco"]))
    books: dict[Terms, tuple[str, ...]] = {}
    path = root / FOLDER / "libri.tsv"
    if path.exists():
        for place, row in reading.headed_rows(root, path, ("parole", "libri"), report):
            words = tuple(token.word for token in analysis.tokens(row["parole"]))
            slugs = tuple(slug.strip() for slug in row["libri"].split(",") if slug.strip())
            if not words or not slugs:
                report.add(place, f"«{row['parole']}» → «{row['libri']}»", "parole e almeno un libro")
                continue
            books[words] = slugs
    return Vocabulary({typed: tuple(meant) for typed, meant in sorted(synonyms.items())}, dict(sorted(books.items())))
