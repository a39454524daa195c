"""Collect the search indexes' content from checked sources, and write the indexes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from scripts.model.anchor_contents import Records
from scripts.model.book import Rulebook
from scripts.model.games import Game, group_games, label_books
from scripts.model.incremental import memoise
from search.index.documents import Asks, Document, SectionHeading, Shown, documents, headings
from search.index.inverted_index import InvertedIndex, invert
from search.index.term_impacts import BookEntries, make_book_entries
from search.index.whoosh_index import write_index
from search.language import analysis
from search.language.book_mentions import citation_key
from search.language.vocabulary_terms import Vocabulary, dump_vocabulary

SURFACE_LEAST = 3  # letters


@dataclass(frozen=True)
class SearchCorpus:
    """Hold what the search indexes are made from.

    `shown`: anchor → (citation, address); `surfaces`: book → its words as written, to correct misspellings; `games`:
    the games that a user can choose.
    """

    documents: Sequence[Document]
    headings: Sequence[SectionHeading]
    vocabulary: Vocabulary
    shown: Shown
    surfaces: Mapping[str, Sequence[str]]
    games: Sequence[Game]

    @classmethod
    def of(
        cls, rulebook: Rulebook, records: Records, vocabulary: Vocabulary, topics: Asks, asked: Asks
    ) -> SearchCorpus:
        """Collect the input from the rulebook, records, vocabulary and questions.

        `topics`: section → what judges call it; `asked`: statement, table row or table → questions that it answers.
        """
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
        """Return book → short name of its game."""
        return label_books(self.games)

    @property
    def superseded(self) -> tuple[str, ...]:
        """Return the slugs of books that a later one supersedes."""
        return tuple(slug for game in self.games if not game.in_force for slug in game.books)

    @property
    def chosen(self) -> dict[str, tuple[str, ...]]:
        """Return game id → slugs of the books to search when the game is chosen."""
        return {game.id: game.books for game in self.games}

    @property
    def more(self) -> dict[str, Any]:
        """Return what an engine needs besides documents, as JSON.

        Keys: surfaces, labels, chosen and superseded, as the properties of the same names; cited, from
        `group_citations`.
        """
        sections = [heading.id for heading in self.headings]  # first, in the order of the books
        names = [(anchor, self.shown[anchor][0]) for anchor in (*sections, *self.shown)]
        names += [(heading.id, heading.title) for heading in self.headings]
        cited = memoise("citations", (names, self.vocabulary), partial(group_citations, names, self.vocabulary))
        chosen, superseded = self.chosen, list(self.superseded)
        return {
            "surfaces": self.surfaces, "labels": self.labels, "chosen": chosen, "superseded": superseded, "cited": cited,
        }  # fmt: skip

    @cached_property
    def entries(self) -> Sequence[BookEntries]:
        """Return each book's index, section heads separate from documents."""
        return make_book_entries(self.documents, self.headings)

    @cached_property
    def index(self) -> InvertedIndex:
        """Return the index of all books, equal to the one read back from disk."""
        return invert(self.entries)


def build_index(folder: Path, corpus: SearchCorpus) -> None:
    """Write the search index into a new folder: Whoosh's, and other data as JSON beside it."""
    write_index(folder, corpus.index)
    (folder / "vocabulary.json").write_text(dump_vocabulary(corpus.vocabulary), encoding="utf-8")
    for name in ("more", "shown"):
        text = json.dumps(getattr(corpus, name), ensure_ascii=False)
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


def group_citations(names: Iterable[tuple[str, str]], vocabulary: Vocabulary) -> dict[str, list[str]]:
    """Map the normal form of each citation and title (`citation_key`) to the anchors so named.

    `names`: (anchor, citation or title) pairs.
    """
    found: dict[str, dict[str, None]] = {}
    for anchor, name in names:
        found.setdefault(citation_key(name, vocabulary), {})[anchor] = None
    return {key: list(anchors) for key, anchors in found.items()}


@lru_cache(maxsize=16)
def surface_words(texts: tuple[str, ...]) -> Sequence[str]:
    """Return the words of some texts to which a misspelling may be corrected, sorted.

    Stop words, numbers and words under 3 letters are left out.
    """
    words = {word for text in texts for term, word in analysis.list_term_pairs(text) if term[0] != analysis.ASKING}
    return sorted(word for word in words if word.isalpha() and len(word) >= SURFACE_LEAST)
