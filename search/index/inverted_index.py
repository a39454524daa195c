"""Hold the index in memory: all books' documents, and term → document → impact.

An impact is how strongly a term points to a document (`term_impacts`). Terms are of three sorts: those of texts and
questions ('?posso' for a question word); '=' and all terms of a name, for what has the name; '^' and a term of a
section's title, for the section's first rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from search.index.documents import Document, Field, Interval
from search.index.term_impacts import BookEntries
from search.language import analysis

CALLED, TITLED = "=", "^"


class IndexedDocument(NamedTuple):
    """Hold a document as results show it.

    `row`: whether it is a table row; `amount`: whether it has a number; `bias`: points added to its score whatever is
    typed, at most 0. Only a section's head has `title`, `number` and `path`, the titles of the sections above.
    """

    anchor: str
    section: str
    book: str
    kind: str
    row: bool
    amount: bool
    bias: int
    intervals: tuple[Interval, ...]
    text: str
    title: str = ""
    number: str = ""
    path: tuple[str, ...] = ()


@dataclass(frozen=True)
class InvertedIndex:
    """Hold the documents of all books in order, and term → document number → impact."""

    documents: Sequence[IndexedDocument]
    terms: Mapping[str, Mapping[int, int]]

    @cached_property
    def intervals(self) -> Sequence[tuple[int, int, int, str]]:
        """Return (document number, low, high, unit) of each amount that is an interval."""
        return [(n, *span) for n, document in enumerate(self.documents) for span in document.intervals]

    def count_documents(self) -> Mapping[str, Counter[str]]:
        """Return book → term → number of documents with the term."""
        found: dict[str, Counter[str]] = {document.book: Counter() for document in self.documents}
        books = [document.book for document in self.documents]
        for term, impacts in self.terms.items():
            for book, count in Counter(map(books.__getitem__, impacts)).items():
                found[book][term] = count
        return found


def invert(books: Sequence[BookEntries]) -> InvertedIndex:
    """Turn all books' entries into one index, section heads added.

    A term of the head counts for all documents of the section. An impact is the term's scale times its level.
    """
    documents: list[IndexedDocument] = []
    terms: dict[str, dict[int, int]] = {}
    for book in books:
        first = len(documents)
        documents += _list_documents(book)
        for term, found in (*_sum_impacts(book), *_list_names(book)):
            terms.setdefault(term, {}).update((first + n, impact) for n, impact in found.items())
    return InvertedIndex(documents, terms)


def name_term(terms: Iterable[str]) -> str:
    """Return the index term for a whole name: ['cassidy', 'bart'] → '=bart cassidy'."""
    return CALLED + " ".join(sorted(set(terms)))


def list_first_rules(book: BookEntries) -> list[int]:
    """Return, for each section, the number of its first rule, else first document, else head."""
    rules = [[n for n in own if book.documents[n].field is Field.TEXT] for own in _list_sections(book)]
    return [(found or own[1:] or own)[0] for found, own in zip(rules, _list_sections(book), strict=True)]


def list_first_rows(documents: Sequence[Document]) -> Mapping[int, str]:
    """Map each table's first row (document number) to its title."""
    found: dict[tuple[str, str], int] = {}
    for n, document in enumerate(documents):
        if document.field is Field.ENTRY:
            found.setdefault((document.section, document.table), n)
    return {n: title for (_, title), n in found.items()}


def _list_sections(book: BookEntries) -> list[list[int]]:
    """Return each section's document numbers, its head first."""
    found: list[list[int]] = [[] for _ in book.headings]
    for n, home in enumerate(book.home):
        found[home].append(n)
    return found


def _list_documents(book: BookEntries) -> Iterator[IndexedDocument]:
    """Yield a book's documents; a section's head gets the text of its first rule."""
    firsts = list_first_rules(book)
    for n, (document, home, bias) in enumerate(zip(book.documents, book.home, book.bias, strict=True)):
        head, row, text = document.field is Field.HEAD, document.field is Field.ENTRY, document.text
        if head:
            text = book.headings[home].title if firsts[home] == n else book.documents[firsts[home]].text
        found = IndexedDocument(
            document.anchor, document.section, book.book, document.kind.value, row, document.number, bias,
            document.intervals, text,
        )  # fmt: skip
        h = book.headings[home]
        yield found._replace(title=h.title, number=h.number, path=h.path) if head else found


def _sum_impacts(book: BookEntries) -> Iterator[tuple[str, dict[int, int]]]:
    """Yield (term, document → impact); a section head's terms count for all its documents."""
    sections = _list_sections(book)
    for term, found in book.terms.items():
        levels: dict[int, int] = {}
        for n, level in zip(found.documents, found.levels, strict=True):
            own = sections[book.home[n]]
            for document in (own[1:] or own) if book.documents[n].field is Field.HEAD else (n,):
                levels[document] = levels.get(document, 0) + level
        yield term, {n: book.scales[term] * levels[n] for n in sorted(levels)}


def _list_names(book: BookEntries) -> Iterator[tuple[str, dict[int, int]]]:
    """Yield the index terms that find a document by its name, as (term, {document number: 1}).

    '=' with all words of a name, sorted ('=bart cassidy'), is for queries that are the whole name; '^' with one word of
    a section's title, for queries all of whose words are in it. Names are a section's title (for its first rule), a
    table's title (for its first row), a row's name and a defined term.
    """
    titles = list(zip(list_first_rules(book), (heading.title for heading in book.headings), strict=True))
    named = [(n, document.name) for n, document in enumerate(book.documents) if document.name]
    for n, name in (*titles, *list_first_rows(book.documents).items(), *named):
        if terms := analysis.terms(name):
            yield name_term(terms), {n: 1}
    for n, title in titles:
        for term in analysis.terms(title):
            yield TITLED + term, {n: 1}
