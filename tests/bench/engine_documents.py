"""Give every engine the same records: statements, rows, titles, questions."""

from collections.abc import Sequence
from dataclasses import dataclass

from search.index.build_index import SearchCorpus
from search.index.documents import Field


@dataclass(frozen=True)
class Record:
    """Hold one searchable statement or row.

    `title`: the game's name and the section's title.
    """

    id: str
    book: str
    title: str
    text: str
    asks: str


def statements(corpus: SearchCorpus) -> Sequence[Record]:
    heads = {heading.id: heading for heading in corpus.headings}
    return [
        Record(
            d.anchor,
            heads[d.section].book,
            f"{corpus.labels[heads[d.section].book]} {heads[d.section].title}",
            d.text,
            " . ".join(d.asks),
        )
        for d in corpus.documents
        if d.field is not Field.HEAD
    ]
