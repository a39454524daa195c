"""Define the search vocabulary as authors write it: synonyms, topics, names.

`search.language.vocabulary_terms` turns it into index terms.
"""

from dataclasses import dataclass

from scripts.model.problems import Place


@dataclass(frozen=True)
class Synonym:
    """Hold a line of `sinonimi.tsv`: whoever types one of `typed` means any of `meant`.

    `both`: the reverse holds too; `weight`: 0 to 1; `books`: slugs in which it holds, () for all.
    """

    typed: tuple[str, ...]
    meant: tuple[str, ...]
    both: bool
    weight: float
    books: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Topic:
    """Hold a line of `argomenti.tsv`: phrases by which judges ask for some sections."""

    sections: tuple[str, ...]
    phrases: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class BookName:
    """Hold names by which a query selects books (slugs)."""

    names: tuple[str, ...]
    books: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class SpokenWords:
    """Hold the whole vocabulary as its authors wrote it.

    `names`: of books; `editions`: an edition's year or number, with the books of that edition.
    """

    synonyms: tuple[Synonym, ...] = ()
    topics: tuple[Topic, ...] = ()
    names: tuple[BookName, ...] = ()
    editions: tuple[BookName, ...] = ()
