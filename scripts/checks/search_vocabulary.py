"""Check that the vocabulary names books and sections that exist."""

from collections.abc import Collection

from scripts.model.problems import Report, suggest
from scripts.model.search_vocabulary import SpokenWords


def check_vocabulary(
    words: SpokenWords, sections: Collection[str], read: Collection[str], books: Collection[str], report: Report
) -> None:
    """Report unknown books and sections in the search vocabulary.

    `sections`: ids of those read; `read`: slugs of the books read; `books`: slugs of all books.
    """
    named = [(one.books, one.place) for one in words.synonyms] + [(one.books, one.place) for one in words.names]
    for slugs, place in named:
        for slug in slugs:
            if slug not in books:
                expected = f"uno fra {', '.join(sorted(books))}"
                report.add(place, f"il libro «{slug}» non esiste", expected, suggest(slug, books))
    for topic in words.topics:
        for anchor in topic.sections:
            book = next((slug for slug in books if anchor.startswith(f"{slug}-")), "")
            if not book or (book in read and anchor not in sections):
                near = suggest(anchor, sections)
                report.add(topic.place, f"la sezione «{anchor}» non esiste", "l’ancora di una sezione", near)
