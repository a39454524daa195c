"""The same records for every engine: the statements and rows of the books, with their sections' titles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from search.engine.answer import Engine
from search.index.documents import Field


@dataclass(frozen=True)
class Record:
    """What other engines search: one statement or row. Nothing that our vocabulary adds.

    `book`: the book's slug; `title`: the game's name and the section's title.
    """

    id: str
    book: str
    title: str
    text: str


def statements(engine: Engine) -> Sequence[Record]:
    return [
        Record(d.anchor, piece.book, f"{engine.labels[piece.book]} {piece.headings[home].title}", d.text)
        for piece in engine.books
        for d, home in zip(piece.documents, piece.home, strict=True)
        if d.field is not Field.HEAD
    ]
