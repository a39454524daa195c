"""The plain text of statements, tables and sections: for the API, the search and link previews."""

from __future__ import annotations

from collections.abc import Callable

from scripts import inline
from scripts.anchors import Anchors
from scripts.model import Cell, Column, ColumnType, Section, Statement, Table
from scripts.render.text import NBSP, cell_text


def labeller(anchors: Anchors, book: str) -> Callable[[str], str]:
    """How a reference without words reads in `book`: short within the book, with the code outside it."""

    def label(target: str) -> str:
        anchor = anchors[target]
        return anchor.short if anchor.book == book else anchor.citation

    return label


def statement_text(statement: Statement, section: Section, anchors: Anchors) -> str:
    return inline.plain(statement.text, labeller(anchors, section.book))


def cell_plain(cell: Cell, column: Column, section: Section, anchors: Anchors) -> str:
    if column.type is ColumnType.REF and isinstance(cell, str):
        return labeller(anchors, section.book)(cell)
    text = cell_text(cell, column).replace(NBSP, " ")
    return inline.plain(text, labeller(anchors, section.book))


def table_text(table: Table, section: Section, anchors: Anchors) -> str:
    """Title, then a line a row: 'Giocatori: 10–14; Turni: 3'. Empty cells are left out."""
    lines = [table.title]
    for row in table.rows:
        cells = zip(row.cells, table.columns, strict=True)
        named = [(c.name, cell_plain(cell, c, section, anchors)) for cell, c in cells if cell is not None]
        lines.append(named[0][1] if len(table.columns) == 1 and named else "; ".join(f"{n}: {t}" for n, t in named))
    return "\n".join([*lines, *table.notes])


def section_text(section: Section, anchors: Anchors) -> str:
    """The whole section, tables included, a block a paragraph."""
    blocks = (
        table_text(block, section, anchors) if isinstance(block, Table) else statement_text(block, section, anchors)
        for block in section.blocks
    )
    return "\n\n".join(blocks)
