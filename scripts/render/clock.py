"""The round clocks that the books declare (`orologi.toml`), with their minutes and rules.

Anchors only: every number is read from the edition, so that a new edition's time is the clock's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scripts.model.anchors import AnchorKind
from scripts.model.book import MINUTES, Book, Clock, ColumnType, Rulebook
from scripts.model.italian import spaced
from scripts.model.record import Records

Json = Any


def clocks(rulebook: Rulebook, records: Records) -> list[Json]:
    """Return `[{id, book, in_force, name, minutes, sides, rules, end}]`, book by book."""
    return [made for book in rulebook.books for clock in book.clocks for made in _clocks(clock, book, records)]


def _clocks(source: Clock, book: Book, records: Records) -> Iterator[Json]:
    record = records[source.says]
    table = record.kind is AnchorKind.TABLE
    found = _in_table(book, source.says) if table else _in_text(source, record.text)
    for number, (name, minutes) in enumerate(found):
        yield {
            "id": f"{source.says}~{number}",
            "book": record.book,
            "in_force": book.info.in_force,
            "name": name,
            "minutes": minutes,
            "sides": source.sides,
            "rules": [_rule(anchor, records) for anchor in (source.says, *source.rules)],
            "end": [_rule(anchor, records) for anchor in source.end],
        }


def _in_table(book: Book, anchor: str) -> Iterator[tuple[str, int]]:
    """Every cell of minutes: 'Sealed Deck: Costruzione', 30; a table of one such column says only the row."""
    table = next(table for _, table in book.tables if table.id == anchor)
    timed = [i for i, column in enumerate(table.columns) if column.type is ColumnType.MINUTES]
    for row in table.rows:
        for i in timed:
            cell = row.cells[i]
            if isinstance(cell, int):
                yield (
                    f"{row.cells[0]}: {table.columns[i].name.lower()}" if len(timed) > 1 else str(row.cells[0]),
                    cell,
                )


def _in_text(source: Clock, text: str) -> Iterator[tuple[str, int]]:
    """Both ends of an interval are clocks of their own: '40-45 minuti'."""
    match = MINUTES.search(text)
    for number in match.groups() if match else ():
        if number:
            yield f"{source.name}, {number} minuti", int(number)


def _rule(anchor: str, records: Records) -> Json:
    record = records[anchor]
    text = record.text if record.kind is AnchorKind.STATEMENT else record.title
    return {"cite": record.citation, "id": anchor, "text": spaced(text)}
