"""Cut the rulebook into searchable documents: statements, table rows, section heads.

A section's head (its title, and what judges call the section) is not found by itself: its terms count
for the statements and rows of the section. Each of these has its own words and its questions: the ways
in which people ask for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, partial

from scripts.model.anchor_contents import Cells, Records
from scripts.model.book import (
    Book,
    Cell,
    Column,
    ColumnType,
    Range,
    Rulebook,
    Section,
    Statement,
    StatementKind,
    Table,
    TableRow,
)
from scripts.model.incremental import memoise
from search.language import analysis, quantity_parser
from search.language.quantity_parser import Quantity

NUMBER = re.compile("[0-9]+")
RANGE = re.compile(r"(?P<stem>\D+ )(?P<first>[0-9]+)(?:–[0-9]+)?")  # the name of a numbered column, or of several
NUMBERED = re.compile(r"([0-9][0-9.]*(?:–[0-9.]+)?)(?: min)?\Z")  # a cell that is a number, or an interval of minutes
SHORT_LIST = 200  # characters: a table of one column and no names is shown whole up to here


class Field(StrEnum):
    """Name a document's role in its section: head, statement or table row (ENTRY)."""

    HEAD = "head"
    TEXT = "text"
    EXAMPLE = "example"
    NOTE = "note"
    ENTRY = "entry"


class Kind(StrEnum):
    """Name what a search result is, for filters and labels."""

    RULE = "rule"
    INFRACTION = "infraction"
    PENALTY = "penalty"
    ENTRY = "entry"
    DEFINITION = "definition"
    FAQ = "faq"
    EXAMPLE = "example"
    NOTE = "note"


Interval = tuple[int, int, str]
"""(low, high, unit) of an amount: 'entro 10 minuti', or the cell '33–64' of «Giocatori», (33, 64, 'persona')."""


@dataclass(frozen=True)
class Document:
    """Hold a searchable document: statement, table row or section head.

    `text`: shown; `words`: searched instead of `text`, if given; `name`: of a row, or the term that a statement
    defines; `table`: title of a row's table; `asks`: questions that it answers; `intervals`: amounts in it, such as
    '33–64'; `number`: whether it has an amount.
    """

    anchor: str
    section: str
    field: Field
    kind: Kind
    text: str
    words: str = ""
    name: str = ""
    table: str = ""
    asks: tuple[str, ...] = ()
    intervals: tuple[Interval, ...] = ()
    number: bool = False


@dataclass(frozen=True)
class SectionHeading:
    """Hold what a result shows of its section; `path`: titles of the sections above."""

    id: str
    book: str
    title: str
    number: str
    path: tuple[str, ...]
    kind: Kind


Asks = Mapping[str, Sequence[str]]
"""Anchor → questions that it answers, as people ask them."""
Shown = Mapping[str, tuple[str, str]]
"""Anchor → (citation, address)."""


def headings(book: Book) -> Iterator[SectionHeading]:
    """Yield the heading of each section of a book, in order."""
    by_id = {s.id: s for s in book.sections}
    for section in book.sections:
        path: list[str] = []
        parent = by_id.get(section.parent or "")
        while parent:
            path.insert(0, parent.title)
            parent = by_id.get(parent.parent or "")
        yield SectionHeading(
            section.id, book.slug, section.title, section.number, tuple(path), classify_section(book, section)
        )


def classify_section(book: Book, section: Section) -> Kind:
    """Return a section's kind: FAQ, infraction, penalty or rule.

    It is an infraction only if the title names one of the book's infractions; a decision table for a single case of a
    rule does not make it one.
    """
    chapter = next(s for s in book.sections if s.id == section.chapter)
    if "FAQ" in f"{chapter.title} {section.title}".upper().replace(".", ""):
        return Kind.FAQ
    if any(t.section == section.id and t.title.lower() in section.title.lower() for t in book.infractions):
        return Kind.INFRACTION
    return Kind.PENALTY if any(p.section == section.id for p in book.penalties) else Kind.RULE


def documents(rulebook: Rulebook, records: Records, topics: Asks, asked: Asks) -> Iterator[Document]:
    """Yield the rulebook's documents by section: head, then content.

    `topics`: section → what judges call it; `asked`: statement, table row or table → questions that it answers.
    """
    for book in rulebook.books:
        yield from memoise(f"documents {book.slug}", book, partial(_cut_book, book), records, topics, asked)


def _cut_book(book: Book, records: Records, topics: Asks, asked: Asks) -> tuple[Document, ...]:
    return tuple(_cut_section(book, records, topics, asked))


def _cut_section(book: Book, records: Records, topics: Asks, asked: Asks) -> Iterator[Document]:
    forms: dict[str, list[str]] = {}
    for term in book.glossary:
        forms.setdefault(term.defined, []).extend(term.forms)
    called: dict[str, list[str]] = {}
    for table in book.infractions:
        called.setdefault(table.section, []).append(table.title)
    for heading, section in zip(headings(book), book.sections, strict=True):
        names = (*called.get(section.id, ()), *topics.get(section.id, ()))
        title = f"{section.title} {section.number}".strip()
        yield Document(section.id, section.id, Field.HEAD, heading.kind, title, asks=tuple(dict.fromkeys(names)))
        for block in section.blocks:
            if isinstance(block, Table):
                yield from _make_rows(block, section, records, asked)
            elif block.kind is not StatementKind.UNWRITTEN:
                text, defines = records[block.id].text, tuple(forms.get(block.id, ()))
                yield _make_statement(block, section, text, heading.kind, asked.get(block.id, ()), defines)


def _make_statement(
    statement: Statement, section: Section, text: str, kind: Kind, asks: Sequence[str], defines: Sequence[str]
) -> Document:
    marked = {StatementKind.NOTE: (Field.NOTE, Kind.NOTE), StatementKind.EXAMPLE: (Field.EXAMPLE, Kind.EXAMPLE)}
    field, kind = marked.get(statement.kind, (Field.TEXT, Kind.DEFINITION if defines else kind))
    found = [q for q in _quantities(text) if not q.ordinal]
    return Document(
        statement.id, section.id, field, kind, text,
        name=defines[0] if defines else "",
        asks=(*asks, *defines),
        intervals=tuple(dict.fromkeys((q.low, q.high, q.unit) for q in found if not q.exact)),
        number=bool(found),
    )  # fmt: skip


_quantities = lru_cache(maxsize=1 << 14)(quantity_parser.quantities)  # nobody changes what it gives


def _make_rows(table: Table, section: Section, records: Records, asked: Asks) -> Iterator[Document]:
    """Yield a document for each row of a table, or one for a whole short list.

    A row's text is 'Giocatori 33–64: turni 6 — Turni di gioco'. A short list has one column, and no names for its rows.
    `asked`: as for `documents`.
    """
    shown = [_read_row_aloud(cells, table) for cells in records[table.id].rows]
    columns = " ".join(column.name for column in table.columns)
    of_table = tuple(asked.get(table.id, ()))
    if len(table.columns) == 1 and not table.entries and len(whole := ", ".join(shown)) <= SHORT_LIST:
        text = f"{whole} — {table.title}"
        words = f"{text} {columns}"
        yield Document(table.id, section.id, Field.ENTRY, Kind.ENTRY, text, words, table=table.title, asks=of_table)
        return
    said = zip(table.rows, records[table.id].rows, shown, strict=True)
    rows = [_make_row(row, cells, text, table, section) for row, cells, text in said]
    for row, document in zip(table.rows, rows, strict=True):
        of_row = [_leave_out(p, _find_held_amounts(document, p)) for p in asked.get(row.id, ())] if row.id else ()
        yield replace(
            document, asks=tuple(of_row if row.id else [_find_row_questions(document, p, rows) for p in of_table])
        )


def _make_row(row: TableRow, texts: Cells, text: str, table: Table, section: Section) -> Document:
    cells = list(zip(row.cells, table.columns, strict=True))
    named = " ".join(str(cell) for cell, column in cells if column.name in table.entries and cell is not None)
    said = [text for text, column in zip(texts, table.columns, strict=True) if text and not _counts(column)]
    columns = [NUMBER.sub("", c.name) if _is_numbered(c) else c.name for c in table.columns]
    return Document(
        row.id or table.id, section.id, Field.ENTRY, Kind.ENTRY, f"{text} — {table.title}",
        " ".join((*said, named, table.title, *columns)), named, table.title,
        intervals=tuple(span for cell, column in cells for span in _find_intervals(cell, column)),
        number=any(isinstance(cell, int | float | Range) and not isinstance(cell, bool) for cell in row.cells),
    )  # fmt: skip


def _find_row_questions(row: Document, phrase: str, rows: Sequence[Document]) -> str:
    """Return a question about a table as it should be indexed for one row.

    An amount in it that other rows have and this one lacks is left out. `phrase`: the question;
    `rows`: all of the table.
    """
    said = _find_amounts(phrase)
    values = [str(q.low) for q in said]

    def says(document: Document) -> bool:
        own = _list_terms(document.text)
        return any(v in own or any(low <= int(v) <= high for low, high, _ in document.intervals) for v in values)

    if not values or says(row) or not any(says(document) for document in rows):
        return phrase
    return _leave_out(phrase, said)


def _find_amounts(phrase: str) -> list[Quantity]:
    return [q for q in _quantities(phrase) if q.exact and not q.ordinal]


def _find_held_amounts(row: Document, phrase: str) -> list[Quantity]:
    """Return the amounts in a question (`phrase`) that equal an interval of this row.

    The row's name does not count: «sette» in «sette tavoli», if the row is named 7.
    """
    return [q for q in _find_amounts(phrase) if (q.low, q.high, q.unit) in row.intervals and str(q.low) != row.name]


def _leave_out(phrase: str, amounts: Sequence[Quantity]) -> str:
    ends = [0, *(q.end for q in amounts)]
    return "".join(phrase[end : q.start] for end, q in zip(ends, amounts, strict=False)) + phrase[ends[-1] :]


@lru_cache(maxsize=1 << 13)
def _list_terms(text: str) -> frozenset[str]:
    return frozenset(analysis.terms(text))


def _read_row_aloud(cells: Cells, table: Table) -> str:
    """Return a row as one would say it: '29 giocatori: 5 tavoli, tavolo 1–4: 6, tavolo 5: 5'.

    Column names appear only where the cell alone is unclear; neighbouring numbered columns with equal cells are joined.
    """
    parts: list[tuple[str, str]] = []  # (column name or '', what stands in it)
    clauses: set[str] = set()
    several = sum(column.type in (ColumnType.CARD, ColumnType.TEXT) for column in table.columns) > 2
    for text, column in zip(cells, table.columns, strict=True):
        if text is None:
            continue
        counted = "" if column.type in (ColumnType.CARD, ColumnType.TEXT) else _count_aloud(text, column.name)
        is_text = column.type in (ColumnType.CARD, ColumnType.TEXT)
        named = not counted and (not is_text or (several and bool(parts) and not _says_already(text, column.name)))
        clauses.add(counted)
        stem, first, number = _split_numbered_name(column.name) if named else ("", "", "")
        before = RANGE.fullmatch(parts[-1][0]) if parts and stem and parts[-1][1] == text else None
        if before and before["stem"] == stem:
            parts[-1] = f"{stem}{before['first']}–{number}", text
            continue
        parts.append((f"{stem}{first}" if stem else column.name if named else "", counted or text))
    said = [f"{name}: {text}" if RANGE.fullmatch(name) else f"{name} {text}".strip() for name, text in parts]
    said[1:] = [_uncapitalise(text) if name else text for text, (name, _) in zip(said[1:], parts[1:], strict=True)]
    explained = len(parts) > 1 and (parts[1][0] or parts[1][1] in clauses)
    return f"{said[0]}{': ' if explained else ', '}{', '.join(said[1:])}" if len(said) > 1 else "".join(said)


def _says_already(text: str, column: str) -> bool:
    """Return whether a cell contains its column's name: 'Nessuna penalità' under «Penalità»."""
    return column.lower() in text.lower()


def _count_aloud(text: str, column: str) -> str:
    """Return a cell's number with the noun of its column: '5' under «Turni» → '5 turni'.

    '' if the column's name is no plural noun, or the cell is 1 or no number.
    """
    noun = column.removeprefix("Numero di ").removeprefix("numero di ")
    first = noun.split(" ")[0].lower()
    plural = first in quantity_parser.UNITS and (first[-1] == "i" or f"{first[:-1]}a" in quantity_parser.UNITS)
    number = NUMBERED.match(text)
    return f"{number[1]} {_uncapitalise(noun)}" if plural and number and number[1] != "1" else ""


def _split_numbered_name(name: str) -> tuple[str, str, str]:
    """Split a name that ends in a number: 'Tavolo 2' → ('Tavolo ', '2', '2'); else ('', '', '')."""
    found = RANGE.fullmatch(name)
    return (found["stem"], found["first"], found["first"]) if found else ("", "", "")


def _uncapitalise(text: str) -> str:
    """Return a text with a small first letter, unless it is an acronym such as 'DCI'."""
    return text[0].lower() + text[1:] if text[1:2].islower() else text


def _find_intervals(cell: Cell, column: Column) -> Iterator[Interval]:
    """Yield a cell's intervals: '33–64' under «Giocatori» → (33, 64, 'persona')."""
    unit = _find_unit(column)
    if isinstance(cell, Range):
        yield cell.low, quantity_parser.LIMIT if cell.high is None else cell.high, unit
    elif isinstance(cell, int) and _counts(column) and not _is_numbered(column):
        yield cell, cell, unit
    elif isinstance(cell, str):
        for found in quantity_parser.quantities(cell):
            if not found.exact:
                yield found.low, found.high, found.unit or unit


def _find_unit(column: Column) -> str:
    units = (quantity_parser.UNITS.get(token.word, "") for token in analysis.tokens(column.name))
    return next(filter(None, units), "")


def _counts(column: Column) -> bool:
    """Return whether a column counts units, as «Tavoli» does."""
    return column.type is ColumnType.INT and _find_unit(column) != ""


def _is_numbered(column: Column) -> bool:
    """Return whether a column's number only tells it from others: «Tavolo 2», not «15 carte»."""
    return any(not q.unit for q in _quantities(column.name))
