"""Builds the search index of checked sources into a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from scripts.model.book import Rulebook, book_labels
from scripts.model.record import Records
from search.index.documents import Asked, documents, headings
from search.index.store import write_index
from search.language import analysis
from search.language.vocabulary import Vocabulary, written


def build_index(
    folder: Path, rulebook: Rulebook, records: Records, vocabulary: Vocabulary, topics: Asked, asked: Asked
) -> None:
    """Writes the Whoosh index and, beside it, vocabulary, headings, citations and surface words as JSON."""
    found = list(documents(rulebook, records, topics, asked))
    write_index(folder, found, (heading for book in rulebook.books for heading in headings(book)))
    labels = book_labels([book.info for book in rulebook.books])
    shown = {anchor.id: (anchor.citation, anchor.url) for anchor in records.values()}
    surfaces = {
        book.slug: surface_words(
            t for d in found if d.anchor.startswith(f"{book.slug}-") for t in (d.text, d.also, *d.asks)
        )
        for book in rulebook.books
    }
    (folder / "vocabulary.json").write_text(written(vocabulary), encoding="utf-8")
    for name, value in (("labels", labels), ("shown", shown), ("surfaces", surfaces)):
        (folder / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


def surface_words(texts: Iterable[str]) -> dict[str, str]:
    """Term → the word that most often stands for it, for suggestions; terms that are words themselves are left out."""
    counts: dict[str, dict[str, int]] = {}
    for text in texts:
        for token in analysis.tokens(text):
            if token.term:
                words = counts.setdefault(token.term, {})
                word = text[token.start : token.end].lower()
                words[word] = words.get(word, 0) + 1
    best = {term: max(sorted(words), key=lambda w: words[w]) for term, words in counts.items()}
    return {term: word for term, word in sorted(best.items()) if word != term}
