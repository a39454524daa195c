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
from whoosh.codec.whoosh3 import W3Codec
from whoosh.formats import Frequency
from whoosh.system import pack_uint, unpack_uint
from whoosh.writing import SegmentWriter

from search.index import weights
from search.index.documents import Document, Field, Interval, Kind, SectionHeading
from search.index.weights import ASKED, NAMED, OWN
from search.language import analysis

UNSAID = weights.unsaid_losses()
FACTS = {
    "text": OWN,
    "name": NAMED,
}  # what a term says in a field; in `asks` it is asked with, as often as is written there


class ItalianAnalyzer(Tokenizer):  # type: ignore[misc]
    """Our analysis as a Whoosh analyser."""

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
            if not found.term:
                continue
            token.text = found.term
            token.boost = 1.0
            token.stopped = False
            if positions:
                token.pos = position
                position += 1
            if chars:
                token.startchar, token.endchar = start_char + found.start, start_char + found.end
            yield token


class Counts(Frequency):  # type: ignore[misc]
    """How often a term stands in a text, as Whoosh would count it; a text is counted once for it and for `pieces`."""

    def word_values(self, value: str, *_: Any, **__: Any) -> Iterator[tuple[str, int, float, bytes]]:
        for term, count in _counted(value).items():
            yield term, count, count * self.field_boost, pack_uint(count)


class Shares(Frequency):  # type: ignore[misc]
    """In which share of a document's questions a term stands; Whoosh takes it for how often."""

    def word_values(self, value: tuple[str, ...], *_: Any, **__: Any) -> Iterator[tuple[str, int, float, bytes]]:
        for term, share in _shares(value).items():
            if term[0] != analysis.ASKING:
                yield term, share, share * self.field_boost, pack_uint(share)


@lru_cache(maxsize=1 << 14)
def _shares(asks: tuple[str, ...]) -> Mapping[str, int]:
    """Questions → a term of theirs, or a word that says how one asks: in which share of them it stands (`weights.share`)."""
    counts = Counter(term for question in asks for term in {term for term, _ in analysis.said(question)})
    return {term: weights.share(count, len(asks)) for term, count in counts.items()}


@lru_cache(maxsize=1 << 15)
def _counted(text: str) -> Mapping[str, int]:
    """Term → how often it stands in a text."""
    return Counter([term for term in _said(text) if term[0] != analysis.ASKING])


def _said(text: str) -> Sequence[str]:
    return [term for line in text.split("\n") for term, _ in analysis.said(line)]


def schema() -> fields.Schema:
    """`text` is what one reads (a head's: its title), `asks` how one asks; `shown` is kept as it is."""
    return fields.Schema(
        anchor=fields.ID(stored=True),
        shown=fields.STORED,
        text=_words_of(Counts()),
        name=_words_of(Counts()),
        asks=_words_of(Shares()),
    )


def _words_of(counted: Frequency) -> fields.TEXT:
    field = fields.TEXT(analyzer=ItalianAnalyzer(), phrase=False)
    field.format = counted
    return field


class _Writer(SegmentWriter):  # type: ignore[misc]
    """Whoosh's writer, that reads how long a document's field is once, not once for each of its terms."""

    def per_document_reader(self) -> Any:
        reader = super().per_document_reader()
        reader.doc_field_length = lru_cache(maxsize=None)(reader.doc_field_length)
        return reader


def write_index(folder: Path, documents: Iterable[Document], headings: Iterable[SectionHeading]) -> None:
    """Writes the Whoosh index and, beside it, the headings that results show."""
    folder.mkdir(parents=True)
    codec = W3Codec(compression=0)  # a fifth of the time for a third more
    writer = _Writer(index.create_in(str(folder), schema()), codec=codec)
    for d in documents:
        writer.add_document(**_stored(d), **_words(d), asks=d.asks)
    writer.commit()
    rows = [[h.id, h.book, h.title, h.number, h.path, h.kind.value] for h in headings]
    (folder / "headings.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


def _stored(d: Document) -> dict[str, Any]:
    """What is kept of a document as it is; how one asks for it too: nobody searches for «di», and as
    terms these words would be a third of all."""
    asked = () if d.field is Field.HEAD else _shares(d.asks).items()
    asking = {term: share for term, share in asked if term[0] == analysis.ASKING}
    return {
        "anchor": d.anchor,
        "shown": [d.section, d.field.value, d.kind.value, d.text, d.intervals, d.number, asking],
    }


def _words(d: Document) -> dict[str, str]:
    """Field → the text whose terms find a document."""
    return {"text": d.words or d.text, "name": d.name}


def count_before(asks: tuple[str, ...]) -> None:
    """Reads questions ahead of the index that will hold them: what these say is kept."""
    _shares(asks)


@dataclass(frozen=True)
class Piece:
    """One book's part of the index. Documents and sections are numbered in the book's order.

    `home`: each document's section; `terms`: term → its documents and, in step, what it is there (see `weights`; a
    head's text is its title, its questions what judges call it); `intervals`: (document, low, high, unit).
    """

    book: str
    headings: tuple[SectionHeading, ...]
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
        counts = self._having(OWN)
        return {n: count * len(counts) / sum(counts.values()) for n, count in counts.items()}

    @cached_property
    def names(self) -> Mapping[int, int]:
        """Of how many terms the name of each named document is made."""
        return self._having(NAMED)

    @cached_property
    def losses(self) -> Mapping[int, int]:
        """What speaks against each document until something is said of what it has."""
        found: Counter[int] = Counter()
        for documents, facts in self.terms.values():
            for n, fact in zip(documents, facts, strict=True):
                found[n] += UNSAID[weights.degree(fact)]
        return found

    @cached_property
    def tables(self) -> Mapping[int, str]:
        """The first row of each table → the table's title, which ends its text."""
        found: dict[tuple[str, str], int] = {}
        for n, document in enumerate(self.documents):
            if document.field is Field.ENTRY:
                found.setdefault((document.section, document.text.rpartition(" — ")[2]), n)
        return {n: title for (_, title), n in found.items()}

    @cached_property
    def called(self) -> Mapping[tuple[str, ...], Sequence[int]]:
        """The terms of a name → what has it: a section's first rule by its title, a table's first row by the table's,
        a row, what defines a term."""
        names: dict[int, list[str]] = {}
        for term, (documents, facts) in self.terms.items():
            for n, fact in zip(documents, facts, strict=True):
                if fact & NAMED:
                    names.setdefault(n, []).append(term)
        found: dict[tuple[str, ...], list[int]] = {}
        titles = ((n, tuple(sorted(set(analysis.terms(title))))) for n, title in self.tables.items())
        for n, name in (
            *zip(self.firsts, self.titles, strict=True),
            *titles,
            *((n, tuple(t)) for n, t in names.items()),
        ):
            found.setdefault(name, []).append(n)
        return found

    def count(self) -> None:
        """Counts beforehand what is else counted when it is first asked for."""
        for name in ("heads", "firsts", "lengths", "names", "losses", "titles", "called"):
            getattr(self, name)

    def _having(self, what: int) -> Mapping[int, int]:
        terms = (found for term, found in self.terms.items() if not term.startswith(analysis.ASKING))
        return Counter(n for found in terms for n, fact in zip(*found, strict=True) if fact & what)

    @cached_property
    def titles(self) -> tuple[tuple[str, ...], ...]:
        """The distinct terms of each section's title."""
        return tuple(tuple(sorted(set(analysis.terms(heading.title)))) for heading in self.headings)


def read_index(folder: Path) -> tuple[Piece, ...]:
    """Reads the pieces out of a Whoosh index written by `write_index`, in the books' order."""
    rows = json.loads((folder / "headings.json").read_text(encoding="utf-8"))
    of_book: dict[str, list[SectionHeading]] = {}
    for i, book, title, number, path, kind in rows:
        of_book.setdefault(book, []).append(SectionHeading(i, book, title, number, tuple(path), Kind(kind)))
    book_of = {heading.id: n for n, headings in enumerate(of_book.values()) for heading in headings}
    with _opened(folder).reader() as reader:
        stored = [reader.stored_fields(n) for n in range(reader.doc_count_all())]
        places: list[tuple[int, int]] = []  # of each document its book and its number in it
        own: list[list[Document]] = [[] for _ in of_book]
        said: list[Said] = [{} for _ in of_book]
        for one in stored:
            document = _document(one)
            book = book_of[document.section]
            places.append((book, len(own[book])))
            _ask(said[book], len(own[book]), one)
            own[book].append(document)
        for name in (*FACTS, "asks"):
            for raw in reader.lexicon(name):
                term = raw.decode("utf-8")
                found_in = reader.postings(name, term)
                while found_in.is_active():
                    book, place = places[found_in.id()]
                    fact = FACTS.get(name) or ASKED * unpack_uint(found_in.value())[0]
                    of_term = said[book].setdefault(term, {})
                    of_term[place] = of_term.get(place, 0) | fact
                    found_in.next()
    parts = zip(of_book.items(), own, said, strict=True)
    return tuple(_piece(book, heads, documents, terms) for (book, heads), documents, terms in parts)


def _opened(folder: Path) -> Any:
    """The Whoosh index of a folder. ValueError where another version of the program wrote it: Whoosh keeps our classes by
    their names."""
    try:
        return index.open_dir(str(folder))
    except OSError:
        raise
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error


def pieces(documents: Iterable[Document], headings: Iterable[SectionHeading]) -> tuple[Piece, ...]:
    """What `read_index` gives of an index of these, without writing one; a book that stays the same is read once."""
    of_book: dict[str, tuple[list[SectionHeading], list[Document]]] = {}
    homes: dict[str, str] = {}
    for heading in headings:
        homes[heading.id] = heading.book
        of_book.setdefault(heading.book, ([], []))[0].append(heading)
    for document in documents:
        of_book[homes[document.section]][1].append(document)
    return tuple(_read_piece(book, tuple(heads), tuple(own)) for book, (heads, own) in of_book.items())


@lru_cache(maxsize=16)
def _read_piece(book: str, headings: tuple[SectionHeading, ...], documents: tuple[Document, ...]) -> Piece:
    said: Said = {}
    for n, document in enumerate(documents):
        facts = [(term, FACTS[name]) for name, value in _words(document).items() for term in _counted(value)]
        asked = ((t, ASKED * share) for t, share in _shares(document.asks).items() if t[0] != analysis.ASKING)
        for term, fact in (*facts, *asked):
            of_term = said.setdefault(term, {})
            of_term[n] = of_term.get(n, 0) | fact
    stored = [_stored(document) for document in documents]
    for n, one in enumerate(stored):
        _ask(said, n, one)
    return _piece(book, headings, [_document(one) for one in stored], said)


def _document(stored: Mapping[str, Any]) -> Document:
    section, field, kind, text, intervals, number, _ = stored["shown"]
    spans: tuple[Interval, ...] = tuple((low, high, unit) for low, high, unit in intervals)
    return Document(stored["anchor"], section, Field(field), Kind(kind), text, intervals=spans, number=number)


Said = dict[str, dict[int, int]]
"""Term → each document that has it → what it says there."""


def _ask(said: Said, n: int, stored: Mapping[str, Any]) -> None:
    """Adds how one asks for a document."""
    for term, share in stored["shown"][-1].items():
        said.setdefault(term, {})[n] = ASKED * share


def _piece(book: str, headings: Sequence[SectionHeading], documents: Sequence[Document], said: Said) -> Piece:
    """A book's piece. Of a head only whether it is asked for with a term is kept: nobody asks how often."""
    terms = {}
    for term, of_term in sorted(said.items()):
        kept: dict[int, int] = {}
        for n, fact in sorted(of_term.items()):
            if fact != NAMED:
                kept[n] = fact % ASKED + ASKED * min(1, fact // ASKED) if documents[n].field is Field.HEAD else fact
        if kept:
            terms[term] = tuple(kept), tuple(kept.values())
    place = {heading.id: n for n, heading in enumerate(headings)}
    spans = tuple((n, *span) for n, document in enumerate(documents) for span in document.intervals)
    home = tuple(place[document.section] for document in documents)
    return Piece(book, tuple(headings), tuple(documents), home, terms, spans)
