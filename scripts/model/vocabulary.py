"""What judges say and what the rules call it, as people write it; `search.language.vocabulary` analyses it into terms."""

from __future__ import annotations

from dataclasses import dataclass

from scripts.model.problems import Place


@dataclass(frozen=True)
class Synonym:
    """A line of `sinonimi.tsv`: who types one of `typed` means any of `meant`, and the other way round if `both`."""

    typed: tuple[str, ...]
    meant: tuple[str, ...]
    both: bool
    weight: float
    books: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Topic:
    """A line of `argomenti.tsv`: the phrases with which judges ask for the sections."""

    sections: tuple[str, ...]
    phrases: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class BookName:
    """Names that choose the books, the first of them before the others."""

    names: tuple[str, ...]
    books: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class SpokenWords:
    """The vocabulary as people write it."""

    synonyms: tuple[Synonym, ...] = ()
    topics: tuple[Topic, ...] = ()
    names: tuple[BookName, ...] = ()
    editions: tuple[BookName, ...] = ()  # the year and the number of an edition, with the books that have it
