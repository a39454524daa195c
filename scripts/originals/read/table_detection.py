"""Find tables, and lists in columns, by the rows' alignment."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

FEWEST = 3  # rows with two cells or more, that make a table; two are enough below a bold one
FARTHEST = 3.2  # of the type's size: white between two rows of a table, at most
LONGEST_CELL = 9  # words: cells that are longer in the middle are running text in columns
MOST_WORDS = 40  # of one cell
LONGEST_ALONE = 12  # words of a cell that is alone on its row
APART = 0.3  # of the type's size: two columns are parted by more
NEXT_TO = 3.0  # of the type's size: white between a bullet or label and what it begins, at most
BEYOND = 4.0  # of the type's size: how far the cells of the first column may begin before its head
CLOSE = 1.5  # of the type's size: from a line of a cell to the next one
MOST_ALONE = 5  # rows with one cell, one after the other, inside a table
ONE_LINE = 0.6  # of a table's rows, which have a cell in every column where each is one line
LISTED = 0.6  # of the cells of lists in columns, which begin with a bullet
BULLETS = frozenset("•●○◦▪■·∙-–\uf0b7\uf0a7")
LABEL = re.compile(r"(?:\d{1,2}[.)]|\d{1,2}(?:\.\d{1,2})+\.?|\(?[a-zA-Z][.)])\Z")
LEADER = re.compile(r"(?:\.\s?){5}|…{2}")


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold a piece of a row: `left`, `right` (x), `base` line (y, upwards), size, in points."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool


@dataclass(frozen=True)
class Grid:
    """Hold rows `first` to `end` (excluded) of a page as a table.

    `rows`: its cells; `lists`: the columns are lists, to be read one after the other.
    """

    first: int
    end: int
    rows: tuple[tuple[str, ...], ...]
    lists: bool = False


@dataclass
class _Column:
    left: float
    right: float


def find_grids(rows: Sequence[Sequence[Cell]], most_alone: int = MOST_ALONE) -> list[Grid]:
    """Return the tables among a page's rows.

    `rows`: in reading order; `most_alone`: how many rows with a single cell may follow each other inside a table.
    """
    labelled = [_join_labels(row) for row in rows]
    grids: list[Grid] = []
    at = 0
    while at < len(labelled):
        grid = _read_grid(labelled, at, most_alone) if len(labelled[at]) > 1 else None
        if grid:
            grids.append(grid)
        at = grid.end if grid else at + 1
    return grids


def _join_labels(row: Sequence[Cell]) -> list[Cell]:
    """Join each bullet or item label to the cell after it."""
    joined: list[Cell] = []
    for cell in row:
        if joined and _is_label(joined[-1], cell):
            before = joined.pop()
            cell = replace(cell, text=f"{before.text} {cell.text}", left=before.left)
        joined.append(cell)
    return joined


def _is_label(before: Cell, cell: Cell) -> bool:
    marked = before.text in BULLETS or bool(LABEL.match(before.text))
    return marked and cell.left - before.right <= NEXT_TO * cell.size


def _read_grid(rows: Sequence[Sequence[Cell]], first: int, most_alone: int) -> Grid | None:
    """Return the table that begins with row `first`; None if no table begins there.

    `most_alone`: how many rows in a row may have a single cell.
    """
    columns: list[_Column] = []
    end, alone = first, 0  # rows with one cell since the last one with more
    while end < len(rows):
        row = rows[end]
        if any(LEADER.search(cell.text) for cell in row) or (end > first and not _is_near(rows[end - 1], row)):
            break
        if len(row) == 1:
            if alone == most_alone or not _fits(columns, row[0]):
                break
            alone += 1
        else:
            grown = _widen_columns(columns, row)
            if grown is None:
                break
            columns, alone = grown, 0
        end += 1
    end -= alone
    while most_alone and end < len(rows) and len(rows[end]) == 1 and _continues(rows[end - 1], rows[end][0], columns):
        end += 1
    block = rows[first:end]
    several = [row for row in block if len(row) > 1]
    fewest = FEWEST - (bool(several) and all(cell.bold for cell in several[0]))
    return _make_grid(first, block, columns) if len(several) >= fewest and len(columns) > 1 else None


def _make_grid(first: int, block: Sequence[Sequence[Cell]], columns: Sequence[_Column]) -> Grid | None:
    """Make a table, or lists in columns, of the rows `block`; None if they are running text."""
    cells = [cell for row in block for cell in row]
    counts = sorted(len(cell.text.split()) for cell in cells)
    bulleted = [cell for cell in cells if cell.text[0] in BULLETS and " " in cell.text]
    if sum(any(_overlaps(column, cell) for cell in bulleted) for column in columns) > 1:
        if len(bulleted) < LISTED * len(cells):
            return None
        listed = tuple(tuple(_joined(row, column) for column in columns) for row in block)
        return Grid(first, first + len(block), listed, lists=True)
    if counts[len(counts) // 2] > LONGEST_CELL or counts[-1] > MOST_WORDS:
        return None
    return Grid(first, first + len(block), _group_rows(block, columns))


def _is_near(before: Sequence[Cell], row: Sequence[Cell]) -> bool:
    white = before[0].base - row[0].base
    return 0 < white <= FARTHEST * max(cell.size for cell in (*before, *row))


def _fits(columns: Sequence[_Column], cell: Cell) -> bool:
    """Return whether a row of a single cell fits the table."""
    left, right = columns[0].left - BEYOND * cell.size, columns[-1].right + cell.size
    wide = cell.right - cell.left > 0.6 * (right - left)
    return left <= cell.left and cell.right <= right and not wide and len(cell.text.split()) <= LONGEST_ALONE


def _continues(before: Sequence[Cell], cell: Cell, columns: Sequence[_Column]) -> bool:
    """Return whether a single cell continues the row `before`."""
    return (
        0 < before[0].base - cell.base <= CLOSE * cell.size
        and sum(_overlaps(column, cell) for column in columns) == 1
        and any(column.left - cell.size <= cell.left and cell.right <= column.right + cell.size for column in columns)
        and len(cell.text.split()) <= LONGEST_CELL
    )


def _widen_columns(columns: Sequence[_Column], row: Sequence[Cell]) -> list[_Column] | None:
    """Return the columns widened by a row's cells; None if the row does not fit."""
    merged: list[_Column] = []
    every = sorted([*((c.left, c.right) for c in columns), *((c.left, c.right) for c in row)])
    for left, right in every:
        if merged and left < merged[-1].right + APART * row[0].size:
            merged[-1].right = max(merged[-1].right, right)
        else:
            merged.append(_Column(left, right))
    taken = [next((i for i, c in enumerate(merged) if c.left <= cell.left <= c.right), -1) for cell in row]
    whole = len(merged) >= max(len(columns), 1) and -1 not in taken
    return merged if whole and len(set(taken)) == len(row) else None


def _overlaps(column: _Column, cell: Cell) -> bool:
    return cell.left < column.right and cell.right > column.left


def _joined(row: Sequence[Cell], column: _Column) -> str:
    return " ".join(cell.text for cell in row if _overlaps(column, cell))


def _group_rows(block: Sequence[Sequence[Cell]], columns: Sequence[_Column]) -> tuple[tuple[str, ...], ...]:
    """Merge printed lines into table rows, if cells have several: each goes to the nearest row."""
    whole = sum(len(row) == len(columns) for row in block)
    if whole >= ONE_LINE * len(block) or all(_is_title(row, columns) for row in block if len(row) < len(columns)):
        return _take_page_rows(block, columns)
    by_column: list[Sequence[Cell]] = [
        [cell for row in block for cell in row if _overlaps(column, cell)] for column in columns
    ]
    key = min((cells for cells in by_column if len(cells) > 1), key=len, default=())
    if not key:
        return _take_page_rows(block, columns)
    bases = [cell.base for cell in key]
    rows: list[list[list[str]]] = [[[] for _ in columns] for _ in bases]
    for index, cells in enumerate(by_column):
        for cell in cells:
            nearest = min(range(len(bases)), key=lambda n: abs(bases[n] - cell.base))
            rows[nearest][index].append(cell.text)
    return tuple(tuple(" ".join(texts) for texts in row) for row in rows)


def _is_title(row: Sequence[Cell], columns: Sequence[_Column]) -> bool:
    """Return whether a row is one cell above others: a heading."""
    return len(row) == 1 and (row[0].bold or sum(_overlaps(column, row[0]) for column in columns) != 1)


def _take_page_rows(block: Sequence[Sequence[Cell]], columns: Sequence[_Column]) -> tuple[tuple[str, ...], ...]:
    """Make each printed row a row of the table; a lone cell continues the row above."""
    rows: list[list[str]] = []
    for row in block:
        cells = [_joined(row, column) for column in columns]
        if _is_title(row, columns):
            rows.append([row[0].text, *[""] * (len(columns) - 1)])
        elif rows and len(row) == 1:
            rows[-1] = [" ".join(filter(None, pair)) for pair in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
    return tuple(map(tuple, rows))
