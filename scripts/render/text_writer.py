"""The writer of source texts: references as links, cells, names of anchors. Subclasses give the syntax."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from scripts.model.anchor_records import Records, Rich, make_rich
from scripts.model.book import Cell, Column, ColumnType, Table, TableRow
from scripts.model.references import Words
from scripts.model.typography import NBSP, format_cell, space_units

# What stands under one another by its digits, on the right of its column.
NUMERIC = {
    ColumnType.INT, ColumnType.NUMBER, ColumnType.MONEY, ColumnType.MINUTES, ColumnType.SECONDS, ColumnType.PERCENT,
    ColumnType.RANGE,
}  # fmt: skip


class Writer(ABC):
    """Write texts for one page of `book`; references to other books have their code."""

    def __init__(self, records: Records, book: str) -> None:
        self.records, self.book = records, book

    @abstractmethod
    def href(self, target: str) -> str:
        """Return the address of an anchor, from this page."""

    @abstractmethod
    def words(self, text: str) -> str:
        """Return words as the page shows them, escaped."""

    @abstractmethod
    def link(self, words: str, target: str) -> str:
        """Return a reference with its words, which are not escaped yet."""

    @abstractmethod
    def joined(self, pieces: Iterable[str]) -> str:
        """Join pieces that are already written."""

    def name(self, anchor_id: str) -> str:
        """Return how the page names an anchor: short in its own book, with the code outside it."""
        record = self.records[anchor_id]
        return record.short if record.book == self.book else record.citation

    def called(self, anchor_id: str) -> str:
        """Return the words of a reference that has none of its own."""
        return self.name(anchor_id)

    def title(self, anchor_id: str) -> str:
        """Return the official title of an anchor's section."""
        return self.records[self.records[anchor_id].section].title

    def rich(self, text: str | Rich) -> str:
        """Return a source text, or a record's rich one, with its references as links."""
        parts = make_rich(text, self.called) if isinstance(text, str) else text
        return self.joined(
            self.words(space_units(part.text)) if isinstance(part, Words) else self.link(part.words, part.target)
            for part in parts
        )

    def cell(self, cell: Cell, column: Column) -> str:
        """Return a cell with its unit; a non-breaking space for an empty one."""
        if column.type is ColumnType.REF and isinstance(cell, str):
            return self.link(self.name(cell), cell)
        if isinstance(cell, str):
            return self.rich(cell)
        return self.words(format_cell(cell, column)) or NBSP

    def cells(self, row: TableRow, table: Table) -> list[str]:
        """Return the cells of a row, in the columns' order."""
        return [self.cell(cell, column) for cell, column in zip(row.cells, table.columns, strict=True)]
