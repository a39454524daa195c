"""Make one record for each anchor (linkable id): citation, address, text.

Every output (pages, search, API) reads from these records.
"""

import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from scripts.model import references
from scripts.model.anchor_index import Anchor, Anchors
from scripts.model.book import Cell, Column, ColumnType, Rulebook, Section, StatementKind, Table
from scripts.model.incremental import memoise
from scripts.model.italian_format import NBSP, format_cell
from scripts.model.references import Reference, Words

HASH_LENGTH = 7  # hexadecimal digits: two versions of one text meet once in 268 million
Rich = tuple[Words | Reference, ...]
Cells = tuple[str | None, ...]  # None for an empty one


@dataclass(frozen=True)
class Record(Anchor):
    """Hold an anchor's citation, address and text.

    Besides `Anchor`'s fields: `title` of its section or table, `text` without markup (a block a paragraph), `hash` of the
    text, `rich` (a statement's text with references as links), `rows` of a table as plain text, `label` ('Esempio',
    'Nota') of a statement that is no rule.
    """

    title: str
    text: str
    hash: str
    rich: Rich = ()
    rows: tuple[Cells, ...] = ()
    label: str = ""

    @property
    def alone(self) -> str:
        """Return the text to show alone, marked 'Esempio.' or 'Nota.' if it is no rule."""
        return f"{self.label}. {self.text}" if self.label else self.text


Records = Mapping[str, Record]


def make_labeller(anchors: Anchors, book: str) -> Callable[[str], str]:
    """Return a function that maps an anchor id to the short label of a link.

    For anchors of other books than `book` the label begins with the book's code. An unknown id is returned unchanged.
    """

    def label(target: str) -> str:
        if (
            anchor := anchors.get(target)
        ) is None:  # the checks say it; «prontuario anchors» shows the rest all the same
            return target
        return anchor.short if anchor.book == book else anchor.citation

    return label


def make_rich(text: str, label: Callable[[str], str]) -> Rich:
    """Split a source text into words and references.

    `label`: returns the words to show for an anchor whose reference gives none.
    """
    return tuple(
        part if isinstance(part, Words) else Reference(part.target, part.words or label(part.target))
        for part in references.parse(text)
    )


def hash_text(text: str) -> str:
    """Return 7 hex digits of a text's hash, for copied links; spacing makes no difference."""
    same = " ".join(unicodedata.normalize("NFC", text).split())
    return hashlib.sha256(same.encode("utf-8")).hexdigest()[:HASH_LENGTH]


def make_records(rulebook: Rulebook, anchors: Anchors) -> dict[str, Record]:
    """Map each anchor id, in the order of `anchors`, to its citation, address and text."""
    made: dict[str, Record] = {}
    for book in rulebook.books:
        made |= memoise(f"records {book.slug}", book.sections, partial(_record_sections, book.sections), anchors)
    return {anchor_id: made[anchor_id] for anchor_id in anchors}


def _record_sections(sections: Iterable[Section], anchors: Anchors) -> dict[str, Record]:
    return {record.id: record for section in sections for record in _record_section(section, anchors)}


def _record_section(section: Section, anchors: Anchors) -> Iterator[Record]:
    label = make_labeller(anchors, section.book)
    blocks = []
    for block in section.blocks:
        if isinstance(block, Table):
            rows = tuple(_format_cells(row.cells, block.columns, label) for row in block.rows)
            blocks.append(_format_table(block, rows))
            yield _make_record(anchors[block.id], block.title, blocks[-1], rows=rows)
            for row, cells in zip(block.rows, rows, strict=True):
                if row.id:
                    row_text = ", ".join(text for text in cells if text is not None)
                    yield _make_record(anchors[row.id], block.title, f"{block.title}: {row_text}")
        else:
            parts = make_rich(block.text, label)
            blocks.append("".join(part.text if isinstance(part, Words) else part.words for part in parts))
            marker = "" if block.kind is StatementKind.RULE else block.kind.value.capitalize()
            yield _make_record(anchors[block.id], section.title, blocks[-1], parts, label=marker)
    yield _make_record(anchors[section.id], section.title, "\n\n".join(blocks))


def _make_record(
    anchor: Anchor, title: str, text: str, rich: Rich = (), rows: tuple[Cells, ...] = (), label: str = ""
) -> Record:
    return Record(**vars(anchor), title=title, text=text, hash=hash_text(text), rich=rich, rows=rows, label=label)


def _format_cells(cells: tuple[Cell, ...], columns: tuple[Column, ...], label: Callable[[str], str]) -> Cells:
    return tuple(
        None if cell is None else _format_cell(cell, column, label) for cell, column in zip(cells, columns, strict=True)
    )


def _format_cell(cell: Cell, column: Column, label: Callable[[str], str]) -> str:
    if column.type is ColumnType.REF and isinstance(cell, str):
        return label(cell)
    return references.render_plain(format_cell(cell, column).replace(NBSP, " "), label)


def _format_table(table: Table, rows: tuple[Cells, ...]) -> str:
    """Return a table as text: title, a line per row, notes.

    A row is 'Giocatori: 10–14; Turni: 3'; empty cells are left out.
    """
    lines = [table.title]
    for cells in rows:
        named = [(column.name, text) for column, text in zip(table.columns, cells, strict=True) if text is not None]
        lines.append(named[0][1] if len(table.columns) == 1 and named else "; ".join(f"{n}: {t}" for n, t in named))
    return "\n".join([*lines, *table.notes])
