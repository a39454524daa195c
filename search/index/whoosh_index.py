"""Write the index as a Whoosh index, and read it back.

Any program with Whoosh can search it, given `Impacts` as weighting.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from whoosh import fields, index
from whoosh.analysis import Token, Tokenizer
from whoosh.codec.whoosh3 import W3Codec
from whoosh.formats import Frequency
from whoosh.scoring import WeightingModel, WeightScorer
from whoosh.writing import SegmentWriter

from search.index.book_index import BookIndex, postings
from search.index.documents import Document, Field, Kind, SectionHeading
from search.language import analysis


class Impacts(WeightingModel):  # type: ignore[misc]
    """Rank Whoosh's results as our server does: sum of impacts plus bias."""

    use_final = True

    def scorer(self, searcher: Any, fieldname: str, text: bytes, qf: int = 1) -> WeightScorer:  # noqa: ARG002
        return WeightScorer.for_(searcher, fieldname, text)

    def final(self, searcher: Any, docnum: int, score: float) -> float:
        return score + float(searcher.stored_fields(docnum)["bias"])


class ItalianAnalyzer(Tokenizer):  # type: ignore[misc]
    """Wrap our Italian analysis as a Whoosh analyser, for query parsers."""

    def __call__(self, value: str, *_: Any, **__: Any) -> Iterator[Token]:
        token = Token()
        for term in analysis.terms(value):
            token.text, token.boost, token.stopped = term, 1.0, False
            yield token


class Weighed(Frequency):  # type: ignore[misc]
    """Store each term's impact where Whoosh stores how often it occurs."""

    def word_values(
        self, value: Sequence[tuple[str, int]], *_: Any, **__: Any
    ) -> Iterator[tuple[str, int, float, bytes]]:
        for term, impact in value:
            yield term, impact, float(impact), b""


def schema() -> fields.Schema:
    """Return the Whoosh schema.

    `text`: searched terms, '?posso' for a stop word; `shown`: the document's fields for results; `bias`: points added.
    """
    text = fields.TEXT(analyzer=ItalianAnalyzer(), phrase=False)
    text.format = Weighed()
    return fields.Schema(anchor=fields.ID(stored=True), shown=fields.STORED, bias=fields.STORED, text=text)


class _Writer(SegmentWriter):  # type: ignore[misc]
    """Write like Whoosh, but read each document's field length only once."""

    def per_document_reader(self) -> Any:
        reader = super().per_document_reader()
        reader.doc_field_length = lru_cache(maxsize=None)(reader.doc_field_length)
        return reader


def write_index(folder: Path, books: Iterable[BookIndex]) -> None:
    """Write the Whoosh index and `headings.json` into a new folder."""
    folder.mkdir(parents=True)
    codec = W3Codec(compression=0)  # a fifth of the time for a third more
    writer = _Writer(index.create_in(str(folder), schema()), codec=codec)
    rows = []
    for book in books:
        rows += [[h.id, h.book, h.title, h.number, h.path, h.kind.value] for h in book.headings]
        document_terms: list[list[tuple[str, int]]] = [[] for _ in book.documents]
        for term, found in book.terms.items():
            for n, impact in zip(found.documents, found.impacts, strict=True):
                document_terms[n].append((term, impact))
        for d, bias, text in zip(book.documents, book.bias, document_terms, strict=True):
            shown = [d.section, d.field.value, d.kind.value, d.text, d.name, d.table, d.intervals, d.number]
            writer.add_document(anchor=d.anchor, shown=shown, bias=bias, text=text)
    writer.commit()
    (folder / "headings.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


def read_index(folder: Path) -> tuple[BookIndex, ...]:
    """Read the books' indexes from a folder written by `write_index`.

    Raises OSError or ValueError if it is damaged or not ours.
    """
    rows = json.loads((folder / "headings.json").read_text(encoding="utf-8"))
    headings: dict[str, list[SectionHeading]] = {}
    for i, book, title, number, path, kind in rows:
        headings.setdefault(book, []).append(SectionHeading(i, book, title, number, tuple(path), Kind(kind)))
    with _opened(folder).reader() as reader:
        stored = [reader.stored_fields(n) for n in range(reader.doc_count_all())]
        term_postings: dict[str, list[tuple[int, int]]] = {}
        for raw in reader.lexicon("text"):
            found, of_term = reader.postings("text", raw), term_postings.setdefault(raw.decode("utf-8"), [])
            while found.is_active():
                of_term.append((found.id(), int(found.weight())))
                found.next()
    return _books(headings, stored, term_postings)


def _books(
    headings: Mapping[str, Sequence[SectionHeading]],
    stored: Sequence[Mapping[str, Any]],
    term_postings: Mapping[str, Sequence[tuple[int, int]]],
) -> tuple[BookIndex, ...]:
    section_book = {heading.id: n for n, of_book in enumerate(headings.values()) for heading in of_book}
    place = {heading.id: n for of_book in headings.values() for n, heading in enumerate(of_book)}
    book_of = [section_book[one["shown"][0]] for one in stored]
    starts = [book_of.index(n) for n in range(len(headings))]
    terms: list[dict[str, list[tuple[int, int]]]] = [{} for _ in headings]
    for term, found in term_postings.items():
        for n, impact in found:
            terms[book_of[n]].setdefault(term, []).append((n - starts[book_of[n]], impact))
    books = []
    for number, (book, heads) in enumerate(headings.items()):
        own = [one for one, of in zip(stored, book_of, strict=True) if of == number]
        documents = tuple(_document(one) for one in own)
        home, bias = tuple(place[d.section] for d in documents), tuple(one["bias"] for one in own)
        indexed = {term: postings(found) for term, found in terms[number].items()}
        books.append(BookIndex(book, tuple(heads), documents, home, bias, indexed))
    return tuple(books)


def _document(stored: Mapping[str, Any]) -> Document:
    section, field, kind, text, name, table, intervals, number = stored["shown"]
    spans = tuple((low, high, unit) for low, high, unit in intervals)
    return Document(
        stored["anchor"],
        section,
        Field(field),
        Kind(kind),
        text,
        name=name,
        table=table,
        intervals=spans,
        number=number,
    )


def _opened(folder: Path) -> Any:
    """Open an index folder; ValueError if another version of the program wrote it."""
    try:
        return index.open_dir(str(folder))
    except OSError:
        raise
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
