"""Hold a book's part of the index as the engine reads it: term → documents and impacts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from search.index.documents import Document, Field, SectionHeading
from search.index.term_impacts import BookEntries
from search.language import analysis


class Postings(NamedTuple):
    """Hold a term's documents, with its impact on each.

    `strength`: the highest.
    """

    documents: tuple[int, ...]
    impacts: tuple[int, ...]
    strength: int


@dataclass(frozen=True)
class BookIndex:
    """Hold the index of one book.

    Documents and sections are numbered in the book's order; see `BookEntries` for `home` and `bias`.
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
        """Return the document that stands for each section in results.

        It is its first rule, else its first document, else its head.
        """
        ends = (*self.heads[1:], len(self.documents))
        return tuple(self._first(head, end) for head, end in zip(self.heads, ends, strict=True))

    def _first(self, head: int, end: int) -> int:
        rules = (n for n in range(head + 1, end) if self.documents[n].field is Field.TEXT)
        return next(rules, head + 1 if head + 1 < end else head)

    @cached_property
    def tables(self) -> Mapping[int, str]:
        """Map each table's first row to the title, which ends its text."""
        return first_rows(self.documents)

    @cached_property
    def called(self) -> Mapping[frozenset[str], Sequence[int]]:
        """Map each name's terms to the documents so named.

        A section's first rule by its title, a table's first row by the table's, a row by its name, what defines a
        term by the term.
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
        """Map each term of sections' titles to their first rules."""
        found: dict[str, list[int]] = {}
        for n, heading in zip(self.firsts, self.headings, strict=True):
            for term in frozenset(analysis.terms(heading.title)):
                found.setdefault(term, []).append(n)
        return found

    def prepare(self) -> None:
        """Compute now what would be computed at the first query."""
        for name in ("heads", "firsts", "tables", "called", "in_title"):
            getattr(self, name)


def first_rows(documents: Sequence[Document]) -> Mapping[int, str]:
    """Return the first row of each table → the table's title."""
    found: dict[tuple[str, str], int] = {}
    for n, document in enumerate(documents):
        if document.field is Field.ENTRY:
            found.setdefault((document.section, document.table), n)
    return {n: title for (_, title), n in found.items()}


def fold(entries: BookEntries) -> BookIndex:
    """Return a book's index, where documents include their section's head."""
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
    """Return (document, impact) pairs as postings."""
    documents, impacts = zip(*found, strict=True)
    return Postings(documents, impacts, max(impacts))
