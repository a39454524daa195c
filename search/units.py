"""What is searched: the Rulebook cut into units, each belonging to one section.

A section has one `title` unit (its title and number), one `path` unit (the titles above it), a `words` unit for each
thing that judges call it (infraction words, glossary forms, topics: apart, so that a long list does not dilute the
one that was typed), and a unit a statement and table row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scripts.anchors import Anchors
from scripts.model import Book, ColumnType, Rulebook, Section, StatementKind, Table
from scripts.render.plain import cell_plain, statement_text
from search import analysis


class Field(StrEnum):
    """Where a word stands; the ranking weighs fields differently."""

    TITLE = "title"
    PATH = "path"
    WORDS = "words"
    TEXT = "text"
    ENTRY = "entry"
    NOTE = "note"


class Kind(StrEnum):
    """What a result is, for the filter and for the person who reads it."""

    RULE = "rule"
    INFRACTION = "infraction"
    PENALTY = "penalty"
    ENTRY = "entry"
    DEFINITION = "definition"
    FAQ = "faq"


@dataclass(frozen=True)
class Unit:
    """A piece of text that is found and shown. `anchor`: what its result links to."""

    anchor: str
    section: str
    field: Field
    kind: Kind
    text: str


@dataclass(frozen=True)
class Heading:
    """What a result shows of its section. `path`: the titles from the chapter down to the section's parent."""

    id: str
    book: str
    title: str
    number: str
    path: tuple[str, ...]
    kind: Kind


def headings(rulebook: Rulebook) -> Iterator[Heading]:
    for book in rulebook.books:
        by_id = {s.id: s for s in book.sections}
        for section in book.sections:
            path: list[str] = []
            parent = by_id.get(section.parent or "")
            while parent:
                path.insert(0, parent.title)
                parent = by_id.get(parent.parent or "")
            yield Heading(
                section.id, book.slug, section.title, section.number, tuple(path), section_kind(book, section)
            )


def section_kind(book: Book, section: Section) -> Kind:
    """A FAQ stays one though a decision table decides one of its cases."""
    chapter = next(s for s in book.sections if s.id == section.chapter)
    if "FAQ" in f"{chapter.title} {section.title}".upper().replace(".", ""):
        return Kind.FAQ
    if any(t.section == section.id for t in book.infractions):
        return Kind.INFRACTION
    return Kind.PENALTY if any(p.section == section.id for p in book.penalties) else Kind.RULE


def units(rulebook: Rulebook, anchors: Anchors, topics: Mapping[str, Sequence[str]]) -> Iterator[Unit]:
    """All units, section by section in the document's order. `topics`: section → what judges call it."""
    for book in rulebook.books:
        defining = {term.defined for term in book.glossary}
        named: dict[str, list[str]] = {}
        for table in book.infractions:
            named.setdefault(table.section, []).extend([table.title, *table.words])
        for term in book.glossary:
            named.setdefault(anchors[term.defined].section, []).extend(term.forms)
        for section in book.sections:
            if section.id in topics:
                named.setdefault(section.id, []).extend(topics[section.id])
        for heading, section in zip(headings(Rulebook((book,))), book.sections, strict=True):
            yield Unit(section.id, section.id, Field.TITLE, heading.kind, f"{section.title} {section.number}".strip())
            if heading.path:
                yield Unit(section.id, section.id, Field.PATH, heading.kind, " · ".join(heading.path))
            if section.id in named:
                for phrase in _distinct(named[section.id]):
                    yield Unit(section.id, section.id, Field.WORDS, heading.kind, phrase)
            for block in section.blocks:
                if isinstance(block, Table):
                    yield from _rows(block, section, anchors)
                    continue
                kind = Kind.DEFINITION if block.id in defining else heading.kind
                text = statement_text(block, section, anchors)
                if block.kind is StatementKind.EXAMPLE:
                    kind = heading.kind
                field = Field.NOTE if block.kind is StatementKind.NOTE else Field.TEXT
                yield Unit(block.id, section.id, field, kind, text)


def _distinct(phrases: Sequence[str]) -> list[str]:
    """Phrases without those that have the same terms as an earlier one ('birra al duello', 'birre nel duello').

    Phrases that share a term stand together, which makes the browser's index smaller.
    """
    found: dict[frozenset[str], str] = {}
    for phrase in phrases:
        if terms := frozenset(analysis.terms(phrase)):
            found.setdefault(terms, phrase)
    counts = Counter(term for terms in found for term in terms)
    return [found[terms] for terms in sorted(found, key=lambda terms: sorted((-counts[term], term) for term in terms))]


def _rows(table: Table, section: Section, anchors: Anchors) -> Iterator[Unit]:
    """A unit a row: 'Ponder · Carte bandite in Modern'; column names only where the cell alone says nothing."""
    for row in table.rows:
        parts = []
        for cell, column in zip(row.cells, table.columns, strict=True):
            if cell is None:
                continue
            text = cell_plain(cell, column, section, anchors)
            parts.append(text if column.type in (ColumnType.CARD, ColumnType.TEXT) else f"{column.name} {text}")
        yield Unit(row.id or table.id, section.id, Field.ENTRY, Kind.ENTRY, f"{' · '.join(parts)} — {table.title}")
