"""Make the round clocks of `orologi.toml`, with minutes read from the rulebook's texts."""

from collections.abc import Iterator
from typing import Any

from scripts.model.anchor_contents import Records
from scripts.model.anchor_index import AnchorKind
from scripts.model.book import MINUTES, Book, Clock, ColumnType, Rulebook
from scripts.model.italian_format import space_units

Json = Any


def make_clocks(rulebook: Rulebook, records: Records) -> list[Json]:
    """Return all round clocks as JSON objects, in book order.

    Keys: id, book, in_force, name, minutes, sides, rules, end (see `Clock`).
    """
    return [made for book in rulebook.books for clock in book.clocks for made in _make_clocks(clock, book, records)]


def _make_clocks(source: Clock, book: Book, records: Records) -> Iterator[Json]:
    record = records[source.says]
    table = record.kind is AnchorKind.TABLE
    found = _read_table(book, source.says) if table else _read_text(source, record.text)
    for number, (name, minutes) in enumerate(found):
        yield {
            "id": f"{source.says}~{number}",
            "book": record.book,
            "in_force": book.info.in_force,
            "name": name,
            "minutes": minutes,
            "sides": source.sides,
            "rules": [_make_rule(anchor, records) for anchor in (source.says, *source.rules)],
            "end": [_make_rule(anchor, records) for anchor in source.end],
        }


def _read_table(book: Book, anchor: str) -> Iterator[tuple[str, int]]:
    """Yield (name, minutes) of each cell in minutes: ('Sealed Deck: costruzione', 30).

    If only one column has minutes, the name is the row's.
    """
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


def _read_text(source: Clock, text: str) -> Iterator[tuple[str, int]]:
    """Yield (name, minutes) of each number in a statement: '40-45 minuti' gives two."""
    match = MINUTES.search(text)
    for number in match.groups() if match else ():
        if number:
            yield f"{source.name}, {number} minuti", int(number)


def _make_rule(anchor: str, records: Records) -> Json:
    record = records[anchor]
    text = record.text if record.kind is AnchorKind.STATEMENT else record.title
    return {"cite": record.citation, "id": anchor, "text": space_units(text)}
