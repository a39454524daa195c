"""Collect all anchors (linkable ids) with their citations and addresses."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scripts.model.book import Book, Rulebook, Section
from scripts.model.italian_format import slugify
from scripts.model.problems import Place, Report


class AnchorKind(StrEnum):
    """List the kinds of things that have an anchor; an entry is a table row."""

    SECTION = "section"
    STATEMENT = "statement"
    TABLE = "table"
    ENTRY = "entry"


@dataclass(frozen=True)
class Anchor:
    """Hold a linkable id: 'mtr-2.5.c'.

    `book`: slug; `section`: id of the section it is in; `citation`: 'MTR 2.5.c'; `short`: without the book's code;
    `url`: path from the site's root; `place`: file and line of the source.
    """

    id: str
    kind: AnchorKind
    book: str
    section: str
    citation: str
    short: str
    url: str
    place: Place = field(compare=False)


GLOSSARY, EDITIONS = "glossario", "edizioni"  # pages in a book's folder beside its chapters
PAGES = ("index", GLOSSARY, EDITIONS)
# What stands on the site beside the books, and in `rules_src/`: no book may be called so.
SITE = (
    "api", "assets", "cerca", "confronto", "decisione", "galleria", "informazioni", "libri", "manifesto", "misure", "modello",
    "orologio", "penalita", "r", "registro", "scrittura", "tabelle", "vocabolario", "confronti",
)  # fmt: skip

Anchors = Mapping[str, Anchor]
DOTTED = re.compile(r"\d{1,2}(\.\d{1,2})+\Z")  # a number that only one section of a document has
LIKE_ONE = re.compile(r"[\w-]+[- ][\w.-]*\Z")  # what may have been meant to be an anchor
BRACKET = re.compile(r"(?<=\S)\s+\([A-Z][a-z][^()]*\)$")  # the name in another language
SAYABLE = 40  # characters: a longer title is nobody's citation


def chapter_path(book: str, chapter: str) -> str:
    """Return the folder of a chapter's page: ('bang', 'bang-1') → 'bang/1'."""
    return f"{book}/{chapter.removeprefix(f'{book}-')}"


def cite_section(section: Section, by_id: Mapping[str, Section]) -> str:
    """Return a section's citation without the book's code.

    A numbered section is cited by number ('2.5'), one below it by that number and its own slug with accents ('1.2
    duello', '3 penalità'). Another is cited by its title ('Ritardo') or, over 40 characters, by its chapter and slug
    ('Turno, abilità'). `by_id`: all sections of the book.
    """
    tail: list[str] = []
    numbered: Section | None = section
    while numbered and not _is_cited_by_number(numbered):
        tail[:0] = numbered.id.rpartition(".")[2].split("-")
        numbered = by_id.get(numbered.parent or "")
    if numbered:
        return " ".join([numbered.number.replace("Appendice", "App."), *_restore_accents(tail, section.title)])
    if len(section.title) <= SAYABLE:
        return _strip_title(section.title)
    slug = section.id.removeprefix(f"{section.book}-").rpartition(".")[2].split("-")
    name = " ".join(_restore_accents(slug, section.title))
    chapter = by_id.get(section.chapter, section)  # a source with problems may lack it
    return name.capitalize() if section is chapter else f"{cite_section(chapter, by_id)}, {name}"


def _restore_accents(slug: Iterable[str], title: str) -> list[str]:
    """Give a slug's words the accents that they have in the title: 'penalita' → 'penalità'."""
    words = {slugify(w): w.strip("“”\"'’.,:;()").lower() for w in title.split()}
    return [words.get(part, part) for part in slug]


def _is_cited_by_number(section: Section) -> bool:
    """Return whether a section is cited by its number.

    It is if its id ends with the number, or if only this section can have it: a chapter, or a number with dots ('2.5').
    """
    number = section.number.lower().replace("appendice ", "app-")
    whole = section.id == section.chapter and number.isdigit()
    return bool(number) and (section.id.endswith(f"-{number}") or whole or bool(DOTTED.match(number)))


def _strip_title(title: str) -> str:
    """Return a title without quotes, full stop and foreign name in parentheses."""
    return "".join(c for c in BRACKET.sub("", title.strip()).rstrip(".") if c not in '"“”')


def collect_anchors(rulebook: Rulebook, report: Report) -> dict[str, Anchor]:
    """Return all anchors by id, sorted by id.

    Duplicate ids, citations and book codes are added to `report`, with both places.
    """
    anchors: dict[str, Anchor] = {}
    doubled: set[str] = set()  # sections that are there twice: their statements follow
    codes: dict[str, str] = {}
    for book in rulebook.books:
        owner = codes.setdefault(book.info.code.lower(), book.slug)
        if owner != book.slug:
            place = Place(f"rules_src/{book.slug}/book.toml")
            found = f"code = «{book.info.code}» è anche di {owner}"
            report.add(place, found, "una sigla che nessun altro libro ha", shared=f"rules_src/{owner}")
        for anchor in _make_anchors(book):
            if (first := anchors.get(anchor.id)) is not None:
                within = anchor.kind is not AnchorKind.SECTION and anchor.section in doubled
                doubled |= {anchor.id} if anchor.kind is AnchorKind.SECTION else set()
                report.add(
                    anchor.place,
                    f"l’ancora {anchor.id} c’è già in {first.place}",
                    "un’ancora diversa per ogni cosa",
                    "se è un enunciato in più, la prima lettera che la sezione non ha mai usato"
                    if anchor.kind is AnchorKind.STATEMENT
                    else "",
                    follows=f"rules_src/{book.slug}" if within else "",
                    loses=anchor.kind is AnchorKind.SECTION,
                )
                continue
            anchors[anchor.id] = anchor
    cited: dict[str, Anchor] = {}
    for anchor in anchors.values():
        first = cited.setdefault(anchor.citation.lower(), anchor)
        if first is not anchor and anchor.kind is not AnchorKind.ENTRY:
            report.add(
                anchor.place,
                f"la citazione «{anchor.citation}» è anche di {first.id} ({first.place})",
                "una citazione sola",
                follows="" if first.book == anchor.book else f"rules_src/{anchor.book}",
            )
    return dict(sorted(anchors.items()))


def cite_sections(book: Book) -> dict[str, str]:
    """Map each section's id to its citation without the book's code.

    If an earlier section has the same citation, the chapter's citation is put before it.
    """
    by_id = {section.id: section for section in book.sections}
    shorts: dict[str, str] = {}
    for section in book.sections:
        short = cite_section(section, by_id)
        if short.lower() in {other.lower() for other in shorts.values()} and section.chapter in shorts:
            short = f"{shorts[section.chapter]}, {short}"
        shorts[section.id] = short
    return shorts


def _make_anchors(book: Book) -> Iterable[Anchor]:
    """Yield the anchors of one book, in the document's order."""
    shorts = cite_sections(book)
    code = book.info.code
    for section in book.sections:
        page = f"/{chapter_path(book.slug, section.chapter)}/"
        short = shorts[section.id]

        def anchor(
            id: str, kind: AnchorKind, words: str, place: Place, section: Section = section, page: str = page
        ) -> Anchor:
            return Anchor(id, kind, book.slug, section.id, f"{code} {words}", words, f"{page}#{id}", place)

        yield anchor(section.id, AnchorKind.SECTION, short, section.place)
        for statement in section.statements:
            yield anchor(statement.id, AnchorKind.STATEMENT, f"{short}.{statement.letter}", statement.place)
        for table in section.tables:
            yield anchor(table.id, AnchorKind.TABLE, f"{short}, tabella «{table.title}»", table.place)
            for row in table.rows:
                if row.id:
                    named = [
                        str(cell)
                        for cell, column in zip(row.cells, table.columns, strict=True)
                        if column.name in table.entries and cell is not None
                    ]
                    yield anchor(row.id, AnchorKind.ENTRY, f"{short}, {', '.join(named)}", row.place)


def find_nearest(anchor_id: str, known: Iterable[str]) -> list[str]:
    """Return up to three known ids most similar to a misspelt one, best first."""
    return difflib.get_close_matches(anchor_id, list(known), n=3, cutoff=0.6)


def suggest_anchor(written: str, anchors: Anchors) -> str:
    """Return an Italian hint for an unknown or malformed anchor.

    'MTR 2.5c' → 'forse mtr-2.5.c'; 'i libri: bang, mtr…' if only the book is wrong; '' without a suggestion.
    """
    names = {slugify(anchor.citation): anchor.id for anchor in anchors.values()}
    names |= {slugify(anchor): anchor for anchor in anchors}
    if meant := names.get(slugify(written)):
        return f"forse {meant}"
    own = [anchor.id for anchor in anchors.values() if written.startswith(f"{anchor.book}-")]
    near = find_nearest(written, own or anchors) or list(
        dict.fromkeys(names[name] for name in find_nearest(slugify(written), names))
    )
    if near:
        return f"forse {', '.join(near)}"
    books = sorted({anchor.book for anchor in anchors.values()})
    of_a_book = any(slugify(written).startswith(f"{slug}-") for slug in books)
    return "" if of_a_book or not books or not LIKE_ONE.match(written) else f"i libri: {', '.join(books)}"


def follow_redirects(anchor_id: str, redirects: Mapping[str, str]) -> str:
    """Return a retired id's final successor, or the id itself.

    `redirects`: retired id → successor. In a loop the last id before the repetition is returned.
    """
    seen = {anchor_id}
    while (successor := redirects.get(anchor_id)) and successor not in seen:
        seen.add(successor)
        anchor_id = successor
    return anchor_id
