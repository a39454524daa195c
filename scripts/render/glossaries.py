"""Definitions that a tapped term shows: one JSON file a book, from the term's anchor to its definition."""

from __future__ import annotations

from scripts.model.book import Book, Rulebook
from scripts.model.italian import set_typography
from scripts.model.record import Records
from scripts.render.api import dump_json

FOLDER = "assets/glossary"


def map_definitions(book: Book, records: Records) -> dict[str, str]:
    """Map anchor → definition; a term defined by a section or a table has its title."""
    found = (records[term.defined] for term in book.glossary)
    return {
        record.id: record.text if record.rich else set_typography(records[record.section].title) for record in found
    }


def make_glossary_files(rulebook: Rulebook, records: Records) -> dict[str, str]:
    """Return path on the site → text, for each book that has a glossary."""
    books = [book for book in rulebook.books if book.glossary]
    return {f"{FOLDER}/{book.slug}.json": dump_json(map_definitions(book, records)) for book in books}
