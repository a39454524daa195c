"""Builds the search index of checked sources into a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.anchors import Anchors
from scripts.model import BookInfo, Rulebook
from search.engine import surface_words
from search.postings import write_index
from search.units import headings, units
from search.vocabulary import Vocabulary, written


def build_index(
    folder: Path,
    rulebook: Rulebook,
    anchors: Anchors,
    vocabulary: Vocabulary,
    topics: Mapping[str, Sequence[str]],
) -> None:
    """Writes the Whoosh index and, beside it, vocabulary, headings, citations and surface words as JSON."""
    found = list(units(rulebook, anchors, topics))
    write_index(folder, found, headings(rulebook))
    labels = book_labels([book.info for book in rulebook.books])
    shown = {anchor.id: (anchor.citation, anchor.url) for anchor in anchors.values()}
    (folder / "vocabulary.json").write_text(written(vocabulary), encoding="utf-8")
    for name, value in (("labels", labels), ("shown", shown), ("surfaces", surface_words([u.text for u in found]))):
        (folder / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


def book_labels(books: Sequence[BookInfo]) -> dict[str, str]:
    """What a book is called where there is little room: its game, and its edition where two books share a game."""
    games = [book.game.partition(":")[0] for book in books]
    return {
        book.slug: game if games.count(game) == 1 else f"{game.split()[0]} {book.code.rpartition('-')[2]}"
        for book, game in zip(books, games, strict=True)
    }
