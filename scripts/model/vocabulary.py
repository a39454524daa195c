"""Define the vocabulary as written: judges' words, rules' terms. `search.language.vocabulary` makes terms of it."""

from dataclasses import dataclass

from scripts.model.problems import Place


@dataclass(frozen=True)
class Synonym:
    """Hold a line of `sinonimi.tsv`: `typed` means any of `meant`. The reverse too if `both`."""

    typed: tuple[str, ...]
    meant: tuple[str, ...]
    both: bool
    weight: float
    books: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Topic:
    """Hold a line of `argomenti.tsv`: phrases that ask for the sections."""

    sections: tuple[str, ...]
    phrases: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class BookName:
    """Hold names that select the books, the first with priority."""

    names: tuple[str, ...]
    books: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class SpokenWords:
    """Hold the vocabulary as people write it."""

    synonyms: tuple[Synonym, ...] = ()
    topics: tuple[Topic, ...] = ()
    names: tuple[BookName, ...] = ()
    editions: tuple[BookName, ...] = ()  # the year and the number of an edition, with the books that have it
