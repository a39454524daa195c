"""Hold a book's index as the engine reads it: term → documents with impacts.

An impact is how strongly a term points to a document (`term_impacts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from search.index.documents import Document, Field, SectionHeading
from search.index.term_impacts import BookEntries
from search.language import analysis


class Postings(NamedTuple):
    """Hold the documents with a term, its impact on each, and the highest impact."""

    documents: tuple[int, ...]
    impacts: tuple[int, ...]
    strength: int


@dataclass(frozen=True)
class BookIndex:
    """Hold the index of one book.

    Documents and sections are numbered in the book's order. `home`: section number of each document; `bias`: points
    added to each document whatever is typed, at most 0.
    """

    book: str
    headings: tuple[SectionHeading, ...]
    documents: tuple[Document, ...]
    home: tuple[int, ...]
    bias: tuple[int, ...]
    terms: Mapping[str, Postings]

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """Return the document number of each section's head."""
        return tuple(n for n, document in enumerate(self.documents) if document.field is Field.HEAD)

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """Return for each section the document that stands for it in results.

        That is the section's first rule, without rules its first document, and without documents its head.
        """
        ends = (*self.heads[1:], len(self.documents))
        return tuple(self._first(head, end) for head, end in zip(self.heads, ends, strict=True))

    def _first(self, head: int, end: int) -> int:
        rules = (n for n in range(head + 1, end) if self.documents[n].field is Field.TEXT)
        return next(rules, head + 1 if head + 1 < end else head)

    @cached_property
    def tables(self) -> Mapping[int, str]:
        """Return document number of each table's first row → title of the table."""
        return first_rows(self.documents)

    @cached_property
    def called(self) -> Mapping[frozenset[str], Sequence[int]]:
        """Map the set of a name's terms to the numbers of the documents so named.

        Names are a section's title (for its first rule), a table's title (for its first row), a row's name and a
        defined term.
        """
        named = [(n, d.name) for n, d in enumerate(self.documents) if d.name]
        found: dict[frozenset[str], list[int]] = {}
        for n, name in (*self.tables.items(), *named):
            found.setdefault(frozenset(analysis.terms(name)), []).append(n)
        for n, heading in zip(self.firsts, self.headings, strict=True):
            found.setdefault(frozenset(analysis.terms(heading.title)), []).append(n)
        found.pop(frozenset(), None)
        return found

    @cached_property
    def in_title(self) -> Mapping[str, Sequence[int]]:
        """Map each term of a section title to the documents that stand for the sections.

        Documents are numbers, in the sections' order (see `firsts`).
        """
        found: dict[str, list[int]] = {}
        for n, heading in zip(self.firsts, self.headings, strict=True):
            for term in frozenset(analysis.terms(heading.title)):
                found.setdefault(term, []).append(n)
        return found

    def prepare(self) -> None:
        """Compute the cached properties now, so that the first query is not slow."""
        for name in ("heads", "firsts", "tables", "called", "in_title"):
            getattr(self, name)


def first_rows(documents: Sequence[Document]) -> Mapping[int, str]:
    """Return document number of each table's first row → title of the table."""
    found: dict[tuple[str, str], int] = {}
    for n, document in enumerate(documents):
        if document.field is Field.ENTRY:
            found.setdefault((document.section, document.table), n)
    return {n: title for (_, title), n in found.items()}


def fold(entries: BookEntries) -> BookIndex:
    """Turn a book's entries into its index, adding section heads to their documents.

    A term of the head counts for all documents of the section. An impact is scale times level.
    """
    inside: dict[int, list[int]] = {}
    for n, home in enumerate(entries.home):
        of_section = inside.setdefault(home, [])
        if of_section and entries.documents[of_section[0]].field is Field.HEAD:
            of_section.clear()  # it answers only where nothing else does
        of_section.append(n)
    terms = {}
    for term, found in entries.terms.items():
        levels: dict[int, int] = {}
        for n, level in zip(found.documents, found.levels, strict=True):
            head = entries.documents[n].field is Field.HEAD
            for document in inside[entries.home[n]] if head else (n,):
                levels[document] = levels.get(document, 0) + level
        terms[term] = postings((n, entries.scales[term] * levels[n]) for n in sorted(levels))
    documents = tuple(replace(document, words="", asks=()) for document in entries.documents)  # they are in the terms
    return BookIndex(entries.book, entries.headings, documents, entries.home, entries.bias, terms)


def postings(found: Iterable[tuple[int, int]]) -> Postings:
    """Build postings from (document, impact) pairs."""
    documents, impacts = zip(*found, strict=True)
    return Postings(documents, impacts, max(impacts))
