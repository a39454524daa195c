"""The same documents for every engine: the sections of the books, with their titles and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from search.engine import Engine
from search.units import Field

READ = (Field.TEXT, Field.ENTRY, Field.NOTE)


@dataclass(frozen=True)
class Document:
    """A section as one reads it. What our vocabulary adds to it is not in it."""

    id: str
    title: str
    text: str


def documents(engine: Engine) -> Sequence[Document]:
    texts: dict[str, list[str]] = {h.id: [] for h in engine.postings.headings}
    for unit in engine.postings.units:
        if unit.field in READ:
            texts[unit.section].append(unit.text)
    return [
        Document(h.id, f"{engine.labels[h.book]} {h.number} {h.title}", "\n".join(texts[h.id]))
        for h in engine.postings.headings
    ]
