"""What a tapped term shows: one JSON file a book, from the term's anchor to the words that define it."""

from __future__ import annotations

from scripts.model.book import Book, Rulebook
from scripts.model.italian import typographic
from scripts.model.record import Records
from scripts.render.api import dumps

FOLDER = "assets/glossary"


def definitions(book: Book, records: Records) -> dict[str, str]:
    """Anchor → definition; a term that a section or a table defines has its title."""
    found = (records[term.defined] for term in book.glossary)
    return {record.id: record.text if record.rich else typographic(records[record.section].title) for record in found}


def glossary_files(rulebook: Rulebook, records: Records) -> dict[str, str]:
    """Path on the site → text, for each book that has a glossary."""
    books = [book for book in rulebook.books if book.glossary]
    return {f"{FOLDER}/{book.slug}.json": dumps(definitions(book, records)) for book in books}
