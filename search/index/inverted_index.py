"""Hold the index as the engine reads it: the documents of all books, and term → document → impact.

Beside the terms of texts and questions ('?posso' is a word of asking), `=` and all terms of a name in order lead to what
is so named, and `^` and a term of a section's title to the section's first rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from search.index.documents import Document, Field, Interval
from search.index.term_impacts import BookEntries
from search.language import analysis

CALLED, TITLED = "=", "^"


class IndexedDocument(NamedTuple):
    """Hold what a document is in results.

    `row`: whether it is a table's; `amount`: whether it says one; `bias`: what speaks for it whatever is typed; of a
    section's head, its `title`, its `number`, and as `path` the titles above it.
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
    """Hold the documents of all books in order, and each term's impact on documents by number."""

    documents: Sequence[IndexedDocument]
    terms: Mapping[str, Mapping[int, int]]

    def count_documents(self) -> Mapping[str, Counter[str]]:
        """Return book → term → how many of its documents have it."""
        found: dict[str, Counter[str]] = {document.book: Counter() for document in self.documents}
        books = [document.book for document in self.documents]
        for term, impacts in self.terms.items():
            for book, count in Counter(map(books.__getitem__, impacts)).items():
                found[book][term] = count
        return found


def invert(books: Sequence[BookEntries]) -> InvertedIndex:
    """Return the books as one index, where documents include their section's head."""
    documents: list[IndexedDocument] = []
    terms: dict[str, dict[int, int]] = {}
    for book in books:
        first = len(documents)
        documents += _list_documents(book)
        for term, found in (*_sum_impacts(book), *_list_names(book)):
            terms.setdefault(term, {}).update((first + n, impact) for n, impact in found.items())
    return InvertedIndex(documents, terms)


def name_term(terms: Iterable[str]) -> str:
    """Return the term that leads to what is named by some terms: '=bart cassidy'."""
    return CALLED + " ".join(sorted(set(terms)))


def list_first_rules(book: BookEntries) -> list[int]:
    """Return the document that stands for each section: its first rule, else its first document, else its head."""
    rules = [[n for n in own if book.documents[n].field is Field.TEXT] for own in _list_sections(book)]
    return [(found or own[1:] or own)[0] for found, own in zip(rules, _list_sections(book), strict=True)]


def list_first_rows(documents: Sequence[Document]) -> Mapping[int, str]:
    """Return the first row of each table → the table's title."""
    found: dict[tuple[str, str], int] = {}
    for n, document in enumerate(documents):
        if document.field is Field.ENTRY:
            found.setdefault((document.section, document.table), n)
    return {n: title for (_, title), n in found.items()}


def _list_sections(book: BookEntries) -> list[list[int]]:
    """Return the documents of each section, its head first."""
    found: list[list[int]] = [[] for _ in book.headings]
    for n, home in enumerate(book.home):
        found[home].append(n)
    return found


def _list_documents(book: BookEntries) -> Iterator[IndexedDocument]:
    """Yield a book's documents; a section's head has the text of its first rule."""
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
    """Yield each term's impacts; a head's level counts for the documents of its section, or alone for itself."""
    sections = _list_sections(book)
    for term, found in book.terms.items():
        levels: dict[int, int] = {}
        for n, level in zip(found.documents, found.levels, strict=True):
            own = sections[book.home[n]]
            for document in (own[1:] or own) if book.documents[n].field is Field.HEAD else (n,):
                levels[document] = levels.get(document, 0) + level
        yield term, {n: book.scales[term] * levels[n] for n in sorted(levels)}


def _list_names(book: BookEntries) -> Iterator[tuple[str, dict[int, int]]]:
    """Yield the terms that lead to what has a name.

    A section's first rule has its title, a table's first row the table's, a row its name, what defines a term the term.
    """
    titles = list(zip(list_first_rules(book), (heading.title for heading in book.headings), strict=True))
    named = [(n, document.name) for n, document in enumerate(book.documents) if document.name]
    for n, name in (*titles, *list_first_rows(book.documents).items(), *named):
        if terms := analysis.terms(name):
            yield name_term(terms), {n: 1}
    for n, title in titles:
        for term in analysis.terms(title):
            yield TITLED + term, {n: 1}
