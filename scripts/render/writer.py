"""The one writer of source texts: references as links, cells, names of anchors. Markdown and HTML give it their syntax."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from scripts.model.book import Cell, Column, ColumnType, Table, TableRow
from scripts.model.inline import Words
from scripts.model.italian import NBSP, cell_text, spaced
from scripts.model.record import Records, Rich, rich

# What stands under one another by its digits, on the right of its column.
NUMERIC = {
    ColumnType.INT, ColumnType.NUMBER, ColumnType.MONEY, ColumnType.MINUTES, ColumnType.SECONDS, ColumnType.PERCENT,
    ColumnType.RANGE,
}  # fmt: skip


class Writer(ABC):
    """Writes for one page. `book`: whose page it is; references to other books say their code."""

    def __init__(self, records: Records, book: str) -> None:
        self.records, self.book = records, book

    @abstractmethod
    def href(self, target: str) -> str:
        """The address of an anchor, from this page."""

    @abstractmethod
    def words(self, text: str) -> str:
        """Words as the page shows them, escaped."""

    @abstractmethod
    def link(self, words: str, target: str) -> str:
        """A reference with its words, which are not escaped yet."""

    @abstractmethod
    def joined(self, pieces: Iterable[str]) -> str:
        """Pieces that are written already, one after the other."""

    def name(self, anchor_id: str) -> str:
        """How the page names an anchor: short in its own book, with the code outside it."""
        record = self.records[anchor_id]
        return record.short if record.book == self.book else record.citation

    def called(self, anchor_id: str) -> str:
        """The words of a reference that has none of its own."""
        return self.name(anchor_id)

    def title(self, anchor_id: str) -> str:
        """The official title of the section in which an anchor stands."""
        return self.records[self.records[anchor_id].section].title

    def rich(self, text: str | Rich) -> str:
        """A source text, or a record's rich one, with its references as links."""
        parts = rich(text, self.called) if isinstance(text, str) else text
        return self.joined(
            self.words(spaced(part.text)) if isinstance(part, Words) else self.link(part.words, part.target)
            for part in parts
        )

    def cell(self, cell: Cell, column: Column) -> str:
        """A cell with its unit; a space that holds the place of an empty one."""
        if column.type is ColumnType.REF and isinstance(cell, str):
            return self.link(self.name(cell), cell)
        if isinstance(cell, str):
            return self.rich(cell)
        return self.words(cell_text(cell, column)) or NBSP

    def cells(self, row: TableRow, table: Table) -> list[str]:
        """The cells of a row, in the columns' order."""
        return [self.cell(cell, column) for cell, column in zip(row.cells, table.columns, strict=True)]
