"""Make the glossaries' JSON files: definitions by anchor, terms for completion."""

from scripts.model.anchor_contents import Records
from scripts.model.book import Book, Rulebook
from scripts.model.italian_format import set_typography
from scripts.render.api import dump_json

FOLDER = "assets/glossary"


def map_definitions(book: Book, records: Records) -> dict[str, str]:
    """Map the anchors of definitions to their texts; for a section or table, its title."""
    found = (records[term.defined] for term in book.glossary)
    return {
        record.id: record.text if record.rich else set_typography(records[record.section].title) for record in found
    }


def make_glossary_files(rulebook: Rulebook, records: Records) -> dict[str, str]:
    """Return path on the site → text of each book's glossary, and of the list of all terms."""
    books = [book for book in rulebook.books if book.glossary]
    files = {f"{FOLDER}/{book.slug}.json": dump_json(map_definitions(book, records)) for book in books}
    terms = {book.slug: [term.term for term in book.glossary] for book in books}
    return files | {f"{FOLDER}/termini.json": dump_json(terms)}
