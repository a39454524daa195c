"""Write source texts with links, as Markdown or HTML (subclasses)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from scripts.model.anchor_contents import Records, Rich, make_rich
from scripts.model.book import Cell, Column, ColumnType, Table, TableRow
from scripts.model.italian_format import NBSP, format_cell, space_units
from scripts.model.references import Words

# What stands under one another by its digits, on the right of its column.
NUMERIC = {
    ColumnType.INT, ColumnType.NUMBER, ColumnType.MONEY, ColumnType.MINUTES, ColumnType.SECONDS, ColumnType.PERCENT,
    ColumnType.RANGE,
}  # fmt: skip


class Writer(ABC):
    """Write texts for a page of `book`; links to other books are shown with the book's code."""

    def __init__(self, records: Records, book: str) -> None:
        self.records, self.book = records, book

    @abstractmethod
    def href(self, target: str) -> str:
        """Return an anchor's address, relative to this page."""

    @abstractmethod
    def words(self, text: str) -> str:
        """Return a text escaped for the page."""

    @abstractmethod
    def link(self, words: str, target: str) -> str:
        """Return a link to an anchor, whose `words` are plain text."""

    @abstractmethod
    def joined(self, pieces: Iterable[str]) -> str:
        """Join pieces that are already escaped."""

    def name(self, anchor_id: str) -> str:
        """Return an anchor's short citation, with the code if it is of another book."""
        record = self.records[anchor_id]
        return record.short if record.book == self.book else record.citation

    def called(self, anchor_id: str) -> str:
        """Return the words to show for a link to which its source gives no words."""
        return self.name(anchor_id)

    def title(self, anchor_id: str) -> str:
        """Return the title of an anchor's section."""
        return self.records[self.records[anchor_id].section].title

    def rich(self, text: str | Rich) -> str:
        """Return a text, as in the source or split into parts, with its references as links."""
        parts = make_rich(text, self.called) if isinstance(text, str) else text
        return self.joined(
            self.words(space_units(part.text)) if isinstance(part, Words) else self.link(part.words, part.target)
            for part in parts
        )

    def cell(self, cell: Cell, column: Column) -> str:
        """Return a cell with its unit; a non-breaking space if empty."""
        if column.type is ColumnType.REF and isinstance(cell, str):
            return self.link(self.name(cell), cell)
        if isinstance(cell, str):
            return self.rich(cell)
        return self.words(format_cell(cell, column)) or NBSP

    def cells(self, row: TableRow, table: Table) -> list[str]:
        """Return a row's cells, in the order of the columns."""
        return [self.cell(cell, column) for cell, column in zip(row.cells, table.columns, strict=True)]
