"""Write the index as a Whoosh index, and read it back.

Any program with Whoosh can search it, given `Impacts` as weighting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from whoosh import fields, index
from whoosh.analysis import Token, Tokenizer
from whoosh.codec.whoosh3 import W3Codec
from whoosh.formats import Frequency
from whoosh.scoring import WeightingModel, WeightScorer
from whoosh.writing import SegmentWriter

from search.index.inverted_index import IndexedDocument, InvertedIndex
from search.language import analysis


class Impacts(WeightingModel):  # type: ignore[misc]
    """Rank Whoosh's results as our server does: impacts plus bias."""

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

    `text`: searched terms, '?posso' for a stop word; `shown`: the document's fields for results; `bias`:
    points added to its score.
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


def write_index(folder: Path, made: InvertedIndex) -> None:
    """Write the Whoosh index into a new folder."""
    folder.mkdir(parents=True)
    codec = W3Codec(compression=0)  # a fifth of the time for a third more
    writer = _Writer(index.create_in(str(folder), schema()), codec=codec)
    document_terms: list[list[tuple[str, int]]] = [[] for _ in made.documents]
    for term, found in made.terms.items():
        for n, impact in found.items():
            document_terms[n].append((term, impact))
    for document, terms in zip(made.documents, document_terms, strict=True):
        writer.add_document(anchor=document.anchor, shown=tuple(document), bias=document.bias, text=terms)
    writer.commit()


def read_index(folder: Path) -> InvertedIndex:
    """Read a folder written by `write_index`; OSError or ValueError if it is damaged."""
    with _opened(folder).reader() as reader:
        documents = [IndexedDocument(*reader.stored_fields(n)["shown"]) for n in range(reader.doc_count_all())]
        terms = {raw.decode("utf-8"): dict(_read_postings(reader, raw)) for raw in reader.lexicon("text")}
    return InvertedIndex(documents, terms)


def _read_postings(reader: Any, term: bytes) -> Iterator[tuple[int, int]]:
    found = reader.postings("text", term)
    while found.is_active():
        yield found.id(), int(found.weight())
        found.next()


def _opened(folder: Path) -> Any:
    """Open an index folder; ValueError if it is damaged or written by another version."""
    try:
        return index.open_dir(str(folder))
    except OSError:
        raise
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
