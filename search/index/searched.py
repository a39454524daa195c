"""What is searched, of checked sources, and its index in a folder."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

from scripts.model.book import Rulebook
from scripts.model.games import Game, book_labels, group_games
from scripts.model.record import Records
from search.index.documents import Asks, Document, SectionHeading, Shown, documents, headings
from search.index.store import Piece, pieces, write_index
from search.language import analysis
from search.language.vocabulary import Vocabulary, written


@dataclass(frozen=True)
class Searched:
    """Hold what an index is made of. `surfaces`: book → term → the word that stands for it; `games`: see `group_games`."""

    documents: Sequence[Document]
    headings: Sequence[SectionHeading]
    vocabulary: Vocabulary
    shown: Shown
    surfaces: Mapping[str, Mapping[str, str]]
    games: Sequence[Game]

    @classmethod
    def of(cls, rulebook: Rulebook, records: Records, vocabulary: Vocabulary, topics: Asks, asked: Asks) -> Searched:
        found = list(documents(rulebook, records, topics, asked))
        heads = [heading for book in rulebook.books for heading in headings(book)]
        said: dict[str, list[str]] = {book.slug: [] for book in rulebook.books}
        home = {heading.id: heading.book for heading in heads}
        for d in found:
            said[home[d.section]] += (d.text, d.words, *d.asks)
        surfaces = {book: surface_words(tuple(texts)) for book, texts in said.items()}
        shown = {anchor.id: (anchor.citation, anchor.url) for anchor in records.values()}
        return cls(found, heads, vocabulary, shown, surfaces, group_games(rulebook.books))

    @property
    def labels(self) -> dict[str, str]:
        """Return what each book is called where there is little room."""
        return book_labels(self.games)

    @property
    def superseded(self) -> tuple[str, ...]:
        """Return the books that another one has superseded."""
        return tuple(slug for game in self.games if not game.in_force for slug in game.books)

    @property
    def chosen(self) -> dict[str, tuple[str, ...]]:
        """Return, for each game that can be chosen, the books that are searched."""
        return {game.id: game.books for game in self.games}

    @cached_property
    def pieces(self) -> Sequence[Piece]:
        """What an index of this gives, none being written."""
        return pieces(self.documents, self.headings)


def build_index(folder: Path, searched: Searched) -> None:
    """Writes the Whoosh index and, beside it, vocabulary, headings, citations and surface words as JSON."""
    write_index(folder, searched.documents, searched.headings)
    (folder / "vocabulary.json").write_text(written(searched.vocabulary), encoding="utf-8")
    for name in ("chosen", "labels", "shown", "superseded", "surfaces"):
        text = json.dumps(getattr(searched, name), ensure_ascii=False)
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


@lru_cache(maxsize=16)
def surface_words(texts: tuple[str, ...]) -> dict[str, str]:
    """Term → the word that most often stands for it, for suggestions; terms that are words themselves are left out."""
    counts = Counter(chain.from_iterable(map(analysis.said, texts)))
    best: dict[str, str] = {}
    for term, word in sorted(counts, key=lambda said: (-counts[said], said)):
        best.setdefault(term, word)
    return {term: word for term, word in sorted(best.items()) if word != term and not term.startswith(analysis.ASKING)}
