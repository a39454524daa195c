"""Put a page's positioned words (from PDF or HTML) into lines in reading order."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, count, pairwise

from scripts.originals.read.table_detection import Cell, Grid, find_grids
from scripts.originals.text_model import Discard, Line

BROWSER_FURNITURE = re.compile(
    r"(?:(?:file|https?)://\S+ )?\d+/\d+|\d{1,2}/\d{1,2}/\d{2,4}, \d{1,2}:\d{2}(?: [AP]M)?\b.*"
)
WIDEST_SPACE = 0.85  # white between two words, in sizes of the type, above which they are two pieces of a line
SAME_GUTTER = 6.0  # points between the white of two pages that runs at the same place
OVERLAP = 0.1  # of the type's size: a word that lies further over the one before begins another piece
ONE_BASE = 0.4  # of the type's size: base lines nearer than that are one row
# of the type's size: base lines of two halves of a row; of the page's middle size: a larger type
BESIDE, HEADING = 0.8, 1.2
WORD_SPACE = 0.9, 1.1  # of the narrowest and the widest white of a row: what is still a word space of it
# pieces, points of width, pieces on each side of the white, from which a page may have two columns
COLUMNED = 8, 100, 4
WIDEST_PAGE = 8000  # points: what is wider is damaged
NARROWEST = 6  # points of white between two columns
CROSSING = 0.2  # of the pieces: titles and tables, which may lie over the white
FILLED, FULL = 0.7, 12  # of a column's width, which one piece in so many of running text fills
LONG_WORD = 0.2  # of the page's width: a word, an address mostly, that may be longer than its column
FEW_WORDS, SIDE_BY_SIDE = 2, 0.7  # of a table's cells in the middle; of those on the left, that have one beside them
MANY_WORDS = 6  # of the longest tenth of a table's cells, at most
SAME_MARGIN = 1.0  # points between the beginnings of two lines that stand at one margin
DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Word:
    """Hold a word: ends `left` and `right` (x), `base` line (y, upwards), size, all in points."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool = False


Page = tuple[int, Sequence[Word]]  # a page's number and words; text turned sideways is a page of its own
Row = list[Word]  # words on one base line, from left to right


def order_pages(parts: Sequence[Page]) -> tuple[list[Line], list[Discard]]:
    """Return (lines of all pages in reading order, discarded page heads and feet)."""
    pages = [group_rows(words) for _, words in parts]
    numbers = [number for number, _ in parts]
    heads = find_running_rows(pages, numbers)
    discards = [
        Discard("testatina o piè di pagina", _joined(row), 0)
        for number, rows in enumerate(pages)
        for index, row in enumerate(rows)
        if (number, index) in heads
    ]
    bodies = [[row for i, row in enumerate(rows) if (n, i) not in heads] for n, rows in enumerate(pages)]
    usual = find_usual_gutters(bodies)
    lines: list[Line] = []
    tables = count(1)
    for number, rows in zip(numbers, bodies, strict=True):
        ordered = order_rows(rows, usual)
        grids = {grid.first: grid for grid in find_grids([_cells(row) for row in ordered])}
        at = 0
        while at < len(ordered):
            if grid := grids.get(at):
                lines += _make_grid_lines(grid, number, next(tables) if not grid.lists else 0)
                at = grid.end
            else:
                lines.append(_line(ordered[at], number))
                at += 1
    return lines, discards


def _line(row: Row, page: int) -> Line:
    pieces = tuple(" ".join(word.text for word in piece) for piece in _cut_pieces(row))
    sizes = sorted(word.size for word in row)
    return Line(_joined(row), page, bold=all(word.bold for word in row), size=sizes[len(sizes) // 2], pieces=pieces)


def _make_grid_lines(grid: Grid, page: int, table: int) -> list[Line]:
    """Return a line for each row of a table, or for each entry of lists, column by column."""
    if grid.lists:
        return [Line(cell, page) for column in zip(*grid.rows, strict=True) for cell in column if cell]
    return [Line(" ".join(filter(None, row)), page, table=table, cells=row) for row in grid.rows]


def _cells(row: Row) -> list[Cell]:
    pieces = _cut_pieces(row)
    return [
        Cell(_joined(p), p[0].left, max(w.right for w in p), p[0].base, p[0].size, all(w.bold for w in p))
        for p in pieces
    ]


def group_rows(words: Sequence[Word]) -> list[Row]:
    """Group words into rows by base line, from the top left."""
    rows: list[Row] = []
    base = 0.0
    for word in sorted(words, key=lambda w: -w.base):
        if rows and base - word.base <= ONE_BASE * word.size:
            rows[-1].append(word)
        else:
            rows.append([word])
            base = word.base
    return [sorted(row, key=lambda w: w.left) for row in rows]


def _joined(row: Row) -> str:
    return " ".join(word.text for word in row)


def find_running_rows(pages: Sequence[Sequence[Row]], numbers: Sequence[int]) -> set[tuple[int, int]]:
    """Return the page heads and feet, as (page index, row index).

    They are rows at the top or bottom that many pages share, with numbers that differ only by counting the pages
    (`numbers`); also, on a single page, what a browser prints there: "3/12", "21/11/26, 10:15 Regolamento".
    """
    texts = [[_joined(row) for row in rows] for rows in pages]
    edges = [_get_edges(len(rows)) for rows in texts]
    seen = Counter(
        key
        for page, rows in enumerate(texts)
        for key in {
            key for edge in edges[page] for index in edge for key in _make_running_keys(rows[index], numbers[page])
        }
    )
    least = max(2 if len(pages) < 3 else 3, round(len(pages) / 3))
    found: set[tuple[int, int]] = set()
    for page, rows in enumerate(texts):
        for edge in edges[page]:
            for index in edge:
                keys = _make_running_keys(rows[index], numbers[page])
                if not any(seen[key] >= least for key in keys) and not BROWSER_FURNITURE.fullmatch(rows[index]):
                    break
                found.add((page, index))
    return found


def _get_edges(count: int) -> tuple[range, range]:
    depth = min(4, count)
    return range(depth), range(count - 1, count - 1 - depth, -1)


def _make_running_keys(text: str, page: int) -> set[str]:
    """Return keys for a row; the same page head or foot has one of them on every page."""
    shape = DIGITS.sub("#", text)
    numbers = [int(n) for n in DIGITS.findall(text) if len(n) < 5]
    counting = {f"{shape} {place}:{number - page}" for place, number in enumerate(numbers)}
    return counting | {text} if any(c.isalpha() for c in text) else counting


def find_usual_gutters(pages: Sequence[Sequence[Row]]) -> list[float]:
    """Return the x, in points, of column gaps that at least a third of the pages have."""
    groups: list[list[float]] = []
    for gutter in sorted(
        x for rows in pages for x in _find_gutters([piece for row in rows for piece in _cut_pieces(row)])
    ):
        if groups and gutter - groups[-1][-1] <= SAME_GUTTER:
            groups[-1].append(gutter)
        else:
            groups.append([gutter])
    return [group[len(group) // 2] for group in groups if len(group) * 3 >= len(pages)]


def order_rows(rows: Sequence[Row], usual: Sequence[float] = ()) -> list[Row]:
    """Order a page's rows: above the columns, left column, right column, below them.

    `usual`: x of gaps between columns on other pages, for a page with too few words to tell. A line across the gap,
    such as a title, separates above from below.
    """
    pieces = [piece for row in rows for piece in _cut_pieces(row)]
    gutter = _find_gutter(pieces)
    if gutter is None:
        gutter = next(
            (x for x in usual if {True, False} == {p[0].left >= x for p in pieces} and all(_split_rows(rows, x))), None
        )
    if gutter is None:
        return [list(row) for row in rows]
    ordered: list[Row] = []
    sides: tuple[list[Row], list[Row]] = ([], [])
    for row, halves in zip(rows, _split_rows(rows, gutter), strict=True):
        if halves is None:
            ordered += [line for side in sides for line in order_rows(side, usual)] + [list(row)]
            sides = ([], [])
            continue
        for side, half in zip(sides, halves, strict=True):
            if half:
                side.append(half)
    return ordered + [line for side in sides for line in order_rows(side, usual)]


def _split_rows(rows: Sequence[Row], gutter: float) -> list[tuple[Row, Row] | None]:
    """Split each row at a column gap into (left, right); None for a row across the gap.

    `gutter`: x of the gap, in points. A row whose last word on the left overhangs the gap is split all the same, if the
    next word begins where the right column's lines do, or if it is a lone word too long for its column.
    """
    halves = [([w for w in row if w.left < gutter], [w for w in row if w.left >= gutter]) for row in rows]
    across = [any(p[0].left < gutter < p[-1].right for p in _cut_pieces(row)) for row in rows]
    margins = [east[0].left for (_, east), over in zip(halves, across, strict=True) if east and not over]
    sizes = sorted(word.size for row in rows for word in row)

    def sticks_out(index: int) -> bool:
        west, east = halves[index]
        last, alone = west[-1], len(west) == 1
        if any(word.right > gutter for word in west[:-1]):
            return False
        if east:
            at_margin = any(abs(east[0].left - margin) <= SAME_MARGIN for margin in margins)
            return at_margin and (alone or not _is_evenly_spaced(west, east))
        near = [word for _, side in halves[max(index - 2, 0) : index + 3] for word in side]
        beside = any(abs(word.base - last.base) < BESIDE * last.size for word in near)
        return beside or (alone and last.size <= HEADING * sizes[len(sizes) // 2])

    return [None if over and not sticks_out(index) else halves[index] for index, over in enumerate(across)]


def _is_evenly_spaced(west: Row, east: Row) -> bool:
    """Return whether the gap between two halves of a row is an ordinary word space."""
    spaces = [after.left - before.right for side in (west, east) for before, after in pairwise(side)]
    least, most = WORD_SPACE
    return least * min(spaces) <= east[0].left - west[-1].right <= most * max(spaces)


def _cut_pieces(row: Row) -> list[Row]:
    """Split a row at gaps wider than a word space."""
    pieces: list[Row] = []
    for word in row:
        if pieces and -OVERLAP <= (word.left - pieces[-1][-1].right) / word.size < WIDEST_SPACE:
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return pieces


def _find_gutters(pieces: Sequence[Row]) -> list[float]:
    """Return the x of all column gaps, from left to right."""
    gutter = _find_gutter(pieces)
    if gutter is None:
        return []
    return [
        *_find_gutters([p for p in pieces if p[-1].right <= gutter]),
        gutter,
        *_find_gutters([p for p in pieces if p[0].left >= gutter]),
    ]


def _find_gutter(pieces: Sequence[Row]) -> float | None:
    """Return the x, in points, of the middle of the widest column gap; None without columns."""
    few, narrow, side = COLUMNED
    if len(pieces) < few:
        return None
    west, east = min(p[0].left for p in pieces), max(p[-1].right for p in pieces)
    width = int(east - west)
    if not narrow <= width <= WIDEST_PAGE:
        return None
    crossed = [0] * (width + 2)
    for piece in pieces:
        if len(piece) == 1 and piece[0].right - piece[0].left > LONG_WORD * width:
            continue
        crossed[min(max(int(piece[0].left - west), 0), width + 1)] += 1
        crossed[min(max(int(piece[-1].right - west) + 1, 0), width + 1)] -= 1
    covering = list(accumulate(crossed))
    fewest = min(covering[width // 4 : 3 * width // 4])
    best: tuple[int, int] = (0, 0)
    start = None
    for x in range(width // 5, 4 * width // 5 + 1):
        if covering[x] <= fewest and x < 4 * width // 5:
            start = x if start is None else start
        elif start is not None:
            best = max(best, (x - start, start))
            start = None
    span, begin = best
    if span < NARROWEST:
        return None
    gutter = west + begin + span / 2
    lefts = [p for p in pieces if p[-1].right <= gutter]
    rights = [p for p in pieces if p[0].left >= gutter]
    crossing = len(pieces) - len(lefts) - len(rights)
    enough = min(len(lefts), len(rights)) >= side and crossing <= CROSSING * len(pieces)
    if enough and _is_table(lefts, rights):
        return None
    return gutter if enough and _are_columns(lefts, gutter - west) and _are_columns(rights, east - gutter) else None


def _is_table(lefts: Sequence[Row], rights: Sequence[Row]) -> bool:
    """Return whether pieces left and right of a gap are table cells: short, aligned by row."""
    bases = [piece[0].base for piece in rights]
    beside = [p for p in lefts if any(abs(p[0].base - base) <= ONE_BASE * p[0].size for base in bases)]
    if len(beside) < SIDE_BY_SIDE * len(lefts):
        return False
    counts = sorted(len(piece) for piece in (*beside, *rights))
    return counts[len(counts) // 2] <= FEW_WORDS and counts[9 * len(counts) // 10] <= MANY_WORDS


def _are_columns(pieces: Sequence[Row], width: float) -> bool:
    """Return whether pieces are text in columns; `width`: of half the page, in points."""
    widths = sorted((p[-1].right - p[0].left for p in pieces), reverse=True)
    return widths[max(1, len(widths) // FULL)] >= FILLED * width or _find_gutter(pieces) is not None
