"""The Whoosh index over the documents, and what the engine reads out of it once at start: a piece for each book.

Whoosh keeps the documents and their postings (written with our analysis); the ranking is ours, because the
browser must give the same order from the same numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from whoosh import fields, index
from whoosh.analysis import Token, Tokenizer

from search.index import weights
from search.index.documents import Document, Field, Heading, Interval, Kind
from search.index.voices import VOICES, voices
from search.language import analysis

ASKING = "?"  # begins the term of a word that says how one asks
ASKS = [f"asks{n}" for n in range(VOICES)]


class ItalianAnalyzer(Tokenizer):  # type: ignore[misc]
    """Our analysis as a Whoosh analyser; `asking`: it keeps the words that say how one asks too."""

    def __init__(self, asking: bool = False) -> None:
        self.asking = asking

    def __call__(
        self,
        value: str,
        positions: bool = False,
        chars: bool = False,
        start_pos: int = 0,
        start_char: int = 0,
        **_: Any,
    ) -> Iterator[Token]:
        token = Token(positions, chars)
        position = start_pos
        for found in analysis.tokens(value):
            term = found.term or (analysis.asking(found.word) if self.asking else "")
            if not term:
                continue
            token.text = term
            token.boost = 1.0
            token.stopped = False
            if positions:
                token.pos = position
                position += 1
            if chars:
                token.startchar, token.endchar = start_char + found.start, start_char + found.end
            yield token


def schema() -> fields.Schema:
    """`text` is what one reads (a head's: its title), `asks0`… the questions, a field a voice; `shown` is kept as it is."""
    words, asking = ItalianAnalyzer(), ItalianAnalyzer(asking=True)
    return fields.Schema(
        anchor=fields.ID(stored=True),
        text=fields.TEXT(analyzer=words, phrase=False),
        name=fields.TEXT(analyzer=words, phrase=False),
        shown=fields.STORED,
        **{name: fields.TEXT(analyzer=asking, phrase=False) for name in ASKS},
    )


def write_index(folder: Path, documents: Iterable[Document], headings: Iterable[Heading]) -> None:
    """Writes the Whoosh index and, beside it, the headings that results show."""
    folder.mkdir(parents=True)
    writer = index.create_in(str(folder), schema()).writer()
    for d in documents:
        writer.add_document(**_stored(d), **_words(d))
    writer.commit()
    rows = [[h.id, h.book, h.title, h.number, h.path, h.kind.value] for h in headings]
    (folder / "headings.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


def _stored(d: Document) -> dict[str, Any]:
    """What is kept of a document as it is."""
    return {"anchor": d.anchor, "shown": [d.section, d.field.value, d.kind.value, d.text, d.intervals, d.number]}


def _words(d: Document) -> dict[str, str]:
    """Field → the text whose terms find a document."""
    return {"text": f"{d.text}\n{d.also}", "name": d.name, **dict(zip(ASKS, voices(d.asks), strict=False))}


@dataclass(frozen=True)
class Piece:
    """One book's part of the index. Documents and sections are numbered in the book's order.

    `home`: each document's section; `terms`: term → its documents and, in step, what it is there (`weights.fact`; a
    head's text is its title, its questions what judges call it); `intervals`: (document, low, high, unit).
    """

    book: str
    headings: tuple[Heading, ...]
    documents: tuple[Document, ...]
    home: tuple[int, ...]
    terms: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]
    intervals: tuple[tuple[int, int, int, str], ...]

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The number of each section's head."""
        return tuple(n for n, document in enumerate(self.documents) if document.field is Field.HEAD)

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """Each section's first rule, else its first document, else its head."""
        ends = (*self.heads[1:], len(self.documents))
        return tuple(self._first(head, end) for head, end in zip(self.heads, ends, strict=True))

    def _first(self, head: int, end: int) -> int:
        rules = (n for n in range(head + 1, end) if self.documents[n].field is Field.TEXT)
        return next(rules, head + 1 if head + 1 < end else head)

    @cached_property
    def lengths(self) -> Mapping[int, float]:
        """Of each document that has words of its own how many, over the mean."""
        counts = self._having(weights.OWN)
        return {n: count * len(counts) / sum(counts.values()) for n, count in counts.items()}

    @cached_property
    def names(self) -> Mapping[int, int]:
        """Of how many terms the name of each named document is made."""
        return self._having(weights.NAMED)

    @cached_property
    def sizes(self) -> tuple[Mapping[int, int], ...]:
        """Of how many terms each voice of each document is made; the last voice is its own text."""
        return (*(self._having(weights.ASKED << n) for n in range(VOICES)), self._having(weights.OWN))

    def count(self) -> None:
        """Counts beforehand what is else counted when it is first asked for."""
        for name in ("heads", "firsts", "lengths", "names", "sizes", "titles"):
            getattr(self, name)

    def _having(self, what: int) -> Mapping[int, int]:
        terms = (found for term, found in self.terms.items() if not term.startswith(ASKING))
        return Counter(n for found in terms for n, fact in zip(*found, strict=True) if fact & what)

    @cached_property
    def titles(self) -> tuple[tuple[str, ...], ...]:
        """The distinct terms of each section's title."""
        return tuple(tuple(sorted(set(analysis.terms(heading.title)))) for heading in self.headings)


def read_index(folder: Path) -> tuple[Piece, ...]:
    """Reads the pieces out of a Whoosh index written by `write_index`, in the books' order."""
    rows = json.loads((folder / "headings.json").read_text(encoding="utf-8"))
    headings = [Heading(i, b, t, n, tuple(p), Kind(k)) for i, b, t, n, p, k in rows]
    with index.open_dir(str(folder)).reader() as reader:
        found = [_document(reader.stored_fields(n)) for n in range(reader.doc_count_all())]
        counts = {name: _counts(reader, name) for name in ("text", "name", *ASKS)}
    books = list(dict.fromkeys(h.book for h in headings))
    return tuple(_piece(book, [h for h in headings if h.book == book], found, counts) for book in books)


def pieces(documents: Iterable[Document], headings: Iterable[Heading]) -> tuple[Piece, ...]:
    """What `read_index` gives of an index of these, without writing one; a book that stays the same is counted once."""
    of_book: dict[str, tuple[list[Heading], list[Document]]] = {}
    homes: dict[str, str] = {}
    for heading in headings:
        homes[heading.id] = heading.book
        of_book.setdefault(heading.book, ([], []))[0].append(heading)
    for document in documents:
        of_book[homes[document.section]][1].append(document)
    return tuple(_counted_piece(book, tuple(heads), tuple(own)) for book, (heads, own) in of_book.items())


@lru_cache(maxsize=16)
def _counted_piece(book: str, headings: tuple[Heading, ...], documents: tuple[Document, ...]) -> Piece:
    counts: dict[str, dict[str, dict[int, int]]] = {name: {} for name in ("text", "name", *ASKS)}
    for n, document in enumerate(documents):
        for name, value in _words(document).items():
            for term, count in _frequencies(value, name in ASKS):
                counts[name].setdefault(term, {})[n] = count
    return _piece(book, headings, [_document(_stored(d)) for d in documents], counts)


@lru_cache(maxsize=1 << 15)
def _frequencies(text: str, asking: bool) -> tuple[tuple[str, int], ...]:
    """Term → how often it stands in a text, as Whoosh counts it."""
    return tuple(Counter(token.text for token in ItalianAnalyzer(asking)(text)).items())


def _document(stored: Mapping[str, Any]) -> Document:
    section, field, kind, text, intervals, number = stored["shown"]
    spans: tuple[Interval, ...] = tuple((low, high, unit) for low, high, unit in intervals)
    return Document(stored["anchor"], section, Field(field), Kind(kind), text, intervals=spans, number=number)


Counts = Mapping[str, Mapping[int, int]]


def _counts(reader: Any, name: str) -> Counts:
    """Term → document → how often it has the term in the field `name`."""
    found: dict[str, dict[int, int]] = {}
    for raw in reader.lexicon(name):
        matcher = reader.postings(name, term := raw.decode("utf-8"))
        of_term = found[term] = {}
        while matcher.is_active():
            of_term[matcher.id()] = int(matcher.value_as("frequency"))
            matcher.next()
    return found


def _piece(
    book: str, headings: Sequence[Heading], documents: Sequence[Document], counts: Mapping[str, Counts]
) -> Piece:
    place = {h.id: n for n, h in enumerate(headings)}
    own = [n for n, document in enumerate(documents) if document.section in place]
    first, last = own[0], own[-1] + 1
    inside = {
        name: {t: {d - first: c for d, c in of.items() if first <= d < last} for t, of in counts[name].items()}
        for name in counts
    }
    pieces = tuple(documents[first:last])

    terms = {}
    for term in sorted({term for field in ("text", *ASKS) for term in inside[field]}):
        text, name = (inside[field].get(term, {}) for field in ("text", "name"))
        said = Counter[int]()
        for n, field in enumerate(ASKS):
            said.update(dict.fromkeys(inside[field].get(term, ()), 1 << n))
        asking = term.startswith(ASKING)
        if found := tuple(d for d in sorted({*text, *said}) if not (asking and pieces[d].field is Field.HEAD)):
            terms[term] = (found, tuple(weights.fact(d in text, d in name, said[d]) for d in found))
    spans = tuple((n, *span) for n, document in enumerate(pieces) for span in document.intervals)
    return Piece(book, tuple(headings), pieces, tuple(place[d.section] for d in pieces), terms, spans)
