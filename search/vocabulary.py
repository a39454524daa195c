"""The vocabulary of the field (`rules_src/vocabolario/`): what judges say and what the rules call it.

`sinonimi.tsv`: `parole` (what is typed, several separated by `|`), `equivale` (words of the rules, several
separated by `|`), `verso` (`andata`: typed → rules only; `entrambi`: both ways), `peso` (0 to 1), `gioco` (the
books where it holds, or empty for all). `argomenti.tsv`: `ancora` (one section or more) and the `parole` with which judges
ask for it. `libri.tsv`: `parole` and the `libri` that they name.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scripts.edition import reading
from scripts.problems import Place, Report
from search import analysis

FOLDER = Path("rules_src/vocabolario")
Terms = tuple[str, ...]


@dataclass(frozen=True)
class Alternative:
    """Terms that together stand for what was typed; `weight` in 0..1; `books`: where it holds, () for all.

    `guess`: one of several guesses (what an unfinished or misspelt word may be), together as rare as all of them.
    """

    terms: Terms
    weight: float
    books: tuple[str, ...] = ()
    guess: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """`synonyms`: typed terms → alternatives; `books`: typed words → slugs. Keys are tuples, matched longest first."""

    synonyms: Mapping[Terms, tuple[Alternative, ...]]
    books: Mapping[Terms, tuple[str, ...]]

    @cached_property
    def longest(self) -> int:
        return max((len(key) for key in (*self.synonyms, *self.books)), default=1)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The words that name a game by themselves, sorted."""
        return tuple(sorted(key[0] for key in self.books if len(key) == 1))

    @cached_property
    def later(self) -> frozenset[str]:
        """Books that share a name with one that stands before them: the game's other editions."""
        return frozenset(slug for slugs in self.books.values() for slug in slugs[1:])

    @cached_property
    def terms(self) -> frozenset[str]:
        """Every term that a typed side has: words that are right, though no rule may have them."""
        return frozenset(term for key in self.synonyms for term in key)


def listed(cell: str) -> list[str]:
    """'mischiare | rimischiare' → its parts."""
    return [part.strip() for part in cell.split("|") if part.strip()]


def read_vocabulary(root: Path, report: Report) -> Vocabulary:
    """Reads synonyms and books; a bad line is a problem with its place."""
    synonyms: dict[Terms, dict[tuple[Terms, tuple[str, ...]], Alternative]] = {}
    for typed, alternative in _synonyms(root, report):
        found = synonyms.setdefault(typed, {})
        key = (alternative.terms, alternative.books)
        if alternative.terms != typed and (key not in found or found[key].weight < alternative.weight):
            found[key] = alternative
    return Vocabulary(
        {typed: tuple(found.values()) for typed, found in sorted(synonyms.items()) if found},
        dict(sorted(_books(root, report).items())),
    )


def written(vocabulary: Vocabulary) -> str:
    """The vocabulary as JSON, for the index folder; `read_written` reads it again."""
    synonyms = [[typed, [[a.terms, a.weight, a.books] for a in meant]] for typed, meant in vocabulary.synonyms.items()]
    return json.dumps({"synonyms": synonyms, "books": list(vocabulary.books.items())}, ensure_ascii=False)


def read_written(text: str) -> Vocabulary:
    data = json.loads(text)
    synonyms = {
        tuple(typed): tuple(Alternative(tuple(terms), weight, tuple(books)) for terms, weight, books in meant)
        for typed, meant in data["synonyms"]
    }
    return Vocabulary(synonyms, {tuple(words): tuple(slugs) for words, slugs in data["books"]})


def _synonyms(root: Path, report: Report) -> Iterator[tuple[Terms, Alternative]]:
    path = root / FOLDER / "sinonimi.tsv"
    if not path.exists():
        return
    for place, row in reading.headed_rows(root, path, ("parole", "equivale", "verso", "peso", "gioco"), report):
        if row["verso"] not in ("andata", "entrambi"):
            report.add(place, f"verso «{row['verso']}»", "andata o entrambi")
            continue
        try:
            weight = float(row["peso"].replace(",", ".") or "1")
        except ValueError:
            weight = -1.0
        if not 0 < weight <= 1:
            report.add(place, f"peso «{row['peso']}»", "un numero fra 0 e 1")
            continue
        slugs = tuple(slug.strip() for slug in row["gioco"].split(",") if slug.strip())
        typed = [_terms(part, place, report) for part in listed(row["parole"])]
        meant = [_terms(part, place, report) for part in listed(row["equivale"])]
        if not typed or not meant:
            report.add(place, "una cella vuota", "parole ed equivale con almeno una parola")
        for one in filter(None, typed):
            for other in filter(None, meant):
                yield one, Alternative(other, weight, slugs)
                if row["verso"] == "entrambi":
                    yield other, Alternative(one, weight, slugs)


def _terms(words: str, place: Place, report: Report) -> Terms:
    found = tuple(analysis.terms(words))
    if not found:
        report.add(place, f"«{words}»", "parole che non siano soltanto articoli e preposizioni")
    return found


def _books(root: Path, report: Report) -> dict[Terms, tuple[str, ...]]:
    books: dict[Terms, tuple[str, ...]] = {}
    path = root / FOLDER / "libri.tsv"
    if not path.exists():
        return books
    for place, row in reading.headed_rows(root, path, ("parole", "libri"), report):
        slugs = tuple(slug.strip() for slug in row["libri"].split(",") if slug.strip())
        names = [tuple(token.word for token in analysis.tokens(part)) for part in listed(row["parole"])]
        if not all(names) or not names or not slugs:
            report.add(place, f"«{row['parole']}» → «{row['libri']}»", "parole e almeno un libro")
            continue
        books.update(dict.fromkeys(names, slugs))
    return books


def read_topics(root: Path, report: Report) -> dict[str, tuple[str, ...]]:
    """Section → the phrases with which judges ask for it. Whether the section exists is for `check_topics`."""
    topics: dict[str, tuple[str, ...]] = {}
    path = root / FOLDER / "argomenti.tsv"
    if not path.exists():
        return topics
    for _, row in reading.headed_rows(root, path, ("ancora", "parole"), report):
        for anchor in (part.strip() for part in row["ancora"].split(",")):
            topics[anchor] = (*topics.get(anchor, ()), *listed(row["parole"]))
    return topics


def check_vocabulary(root: Path, known: Collection[str], slugs: Collection[str], report: Report) -> None:
    """Reports bad lines, books that do not exist, and topics of the books `slugs` whose section is not among `known` ids."""
    read_vocabulary(root, report)
    read_topics(root, report)
    books = set(slugs) | {path.parent.name for path in root.glob("rules_src/*/book.toml")}
    for name, column in (("sinonimi", "gioco"), ("libri", "libri")):
        for place, row in _rows(root, name, ("parole", column)):
            for slug in filter(None, (part.strip() for part in row[column].split(","))):
                if slug not in books:
                    report.add(place, f"il libro «{slug}» non esiste", "uno slug", ", ".join(sorted(books)))
    for place, row in _rows(root, "argomenti", ("ancora", "parole")):
        if not any(analysis.terms(part) for part in listed(row["parole"])):
            report.add(place, f"«{row['parole']}»", "almeno una frase che non sia soltanto articoli e preposizioni")
        for anchor in (part.strip() for part in row["ancora"].split(",")):
            book = next((slug for slug in books if anchor.startswith(f"{slug}-")), "")
            if not book or (book in slugs and anchor not in known):
                near = difflib.get_close_matches(anchor, known, n=3)
                report.add(place, f"la sezione «{anchor}» non esiste", "l’ancora di una sezione", ", ".join(near))


def _rows(root: Path, name: str, columns: tuple[str, ...]) -> Iterator[tuple[Place, Mapping[str, str]]]:
    """The rows of a file of the vocabulary; what is wrong with their form has been said by who read them first."""
    path = root / FOLDER / f"{name}.tsv"
    if path.exists():
        yield from reading.headed_rows(root, path, columns, Report())
