"""A PDF → lines in reading order: columns by the white between them, running heads and page numbers set apart."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import hypot
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from scripts.originals.errors import OriginalError
from scripts.originals.read import Progress, Source
from scripts.originals.text import Discard, Line

PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
HYPHENS = (2, 0xFFFE)  # how the library writes a hyphen at the end of a line
BROWSER_FURNITURE = re.compile(
    r"(?:(?:file|https?)://\S+ )?\d+/\d+|\d{1,2}/\d{1,2}/\d{2,4}, \d{1,2}:\d{2}(?: [AP]M)?\b.*"
)
GUESSED_SPACE, WIDEST_KERN = 0.09, 0.7  # white between two letters, in sizes of the type, that parts two words
WIDEST_SPACE = 0.85  # white between two words, in sizes of the type, above which they are two pieces of a line
SAME_RIVER = 6.0  # points between the white of two pages that runs at the same place
OVERLAP = 0.1  # of the type's size: a word that lies further over the one before begins another piece
ONE_BASE = 0.4  # of the type's size: base lines nearer than that are one row; letters raised by more than
RAISED = 0.5  # …that, as a note's number is, are another word
# of the type's size: base lines of two halves of a row; of the page's middle size: a larger type
BESIDE, HEADING = 0.8, 1.2
WORD_SPACE = 0.9, 1.1  # of the narrowest and the widest white of a row: what is still a word space of it
SCANNED = 20  # characters a page, below which its text is in a picture
# pieces, points of width, pieces on each side of the white, from which a page may have two columns
COLUMNED = 8, 100, 4
NARROWEST = 6  # points of white between two columns
CROSSING = 0.2  # of the pieces: titles and tables, which may lie over the white
FILLED, FULL = 0.7, 12  # of a column's width, which one piece in so many of running text fills
LONG_WORD = 0.2  # of the page's width: a word, an address mostly, that may be longer than its column
SAME_MARGIN = 1.0  # points between the beginnings of two lines that stand at one margin
DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word: where it begins and ends, its base line (y upwards) and the size of its type, in points.

    The base line and not a box: some fonts give each letter a box of its own height.
    """

    text: str
    left: float
    right: float
    base: float
    size: float


Row = list[Word]  # words on one base line, from left to right


def read_pdf(data: bytes, name: str, progress: Progress) -> Source:
    """Bytes → lines in reading order. Raises OriginalError for an encrypted, damaged or scanned document."""
    document = _opened(data, name)
    try:
        total = len(document)
        pages: list[list[Row]] = []
        pictures = 0
        for number in range(total):
            words, has_picture = _page_words(document, number)
            pages.append(_rows(words))
            pictures += has_picture
            progress(number + 1, total)
    except pdfium.PdfiumError as error:
        raise _damaged(name, error) from None
    finally:
        document.close()
    characters = sum(len(word.text) for rows in pages for row in rows for word in row)
    if characters < SCANNED * max(total, 1):
        what = "è una scansione: contiene immagini di pagine e non testo" if pictures else "non contiene testo"
        raise OriginalError(
            f"{name} {what}.", "cerca la copia con il testo, oppure passala a un programma di riconoscimento (OCR)."
        )
    heads = running_rows(pages)
    lines: list[Line] = []
    discards: list[Discard] = []
    bodies: list[list[Row]] = []
    for number, rows in enumerate(pages):
        discards += [
            Discard("testatina o piè di pagina", _joined(r), 0) for i, r in enumerate(rows) if (number, i) in heads
        ]
        bodies.append([row for i, row in enumerate(rows) if (number, i) not in heads])
    usual = usual_rivers(bodies)
    for number, rows in enumerate(bodies, 1):
        lines += [Line(_joined(row), number) for row in in_reading_order(rows, usual)]
    return Source("pdf", tuple(lines), tuple(discards))


def _opened(data: bytes, name: str) -> pdfium.PdfDocument:
    try:
        document = pdfium.PdfDocument(data)
        len(document)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == PASSWORD_ERROR or "password" in str(error).lower():
            raise OriginalError(
                f"{name} è protetto da una password.", "aprilo con la password e salvane una copia senza protezione."
            ) from None
        raise _damaged(name, error) from None
    return document


def _damaged(name: str, error: Exception) -> OriginalError:
    return OriginalError(f"{name} è un PDF troncato o rovinato ({error}).", "scaricalo di nuovo.")


def _page_words(document: pdfium.PdfDocument, number: int) -> tuple[list[Word], bool]:
    page = document[number]
    try:
        text = page.get_textpage()
        try:
            words = list(_words(text.raw))
        finally:
            text.close()
        picture = not words and any(True for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))
        return words, picture
    finally:
        page.close()


def _words(text: Any) -> Iterator[Word]:
    """The page's words: characters between white space, split also where the next one is on another line."""
    box, matrix = raw.FS_RECTF(), raw.FS_MATRIX()
    x, y = ctypes.c_double(), ctypes.c_double()
    letters: list[str] = []
    left = right = base = size = before = 0.0
    guessed = False
    for index in range(raw.FPDFText_CountChars(text)):
        code = raw.FPDFText_GetUnicode(text, index)
        if letters and code in (10, 13, 32) and raw.FPDFText_IsGenerated(text, index):
            guessed = True  # a space or line break that the library guessed: the place of the letters decides
            continue
        if (code <= 32 or code in (0xA0, 0xFFFF)) and code not in HYPHENS:
            if letters:
                yield Word("".join(letters), left, right, base, size)
                letters = []
            continue
        if not raw.FPDFText_GetLooseCharBox(text, index, box) or not raw.FPDFText_GetCharOrigin(text, index, x, y):
            continue
        if letters:
            white = box.left - right
            parted = white > (GUESSED_SPACE if guessed else WIDEST_KERN) * size
            if parted or box.left < before - size or abs(y.value - base) > RAISED * size:
                yield Word("".join(letters), left, right, base, size)
                letters = []
        guessed, before = False, box.left  # all letters of a ligature have its box
        if not letters:
            scaled = raw.FPDFText_GetMatrix(text, index, matrix)
            scale = hypot(matrix.c, matrix.d) if scaled else 1.0
            left, right, base = box.left, box.right, y.value
            size = max(raw.FPDFText_GetFontSize(text, index) * scale, 1.0)
        else:
            right = max(right, box.right)
        letters.append("-" if code in HYPHENS else chr(code))
    if letters:
        yield Word("".join(letters), left, right, base, size)


def _rows(words: Sequence[Word]) -> list[Row]:
    """Words grouped by base line, from top to bottom, each row from left to right."""
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


def running_rows(pages: Sequence[Sequence[Row]]) -> set[tuple[int, int]]:
    """(page, row) of running heads and feet: rows at a page's edge that return on a third of the pages.

    Guarantees that nothing inside a page is taken, that rows with other numbers are the same row only where these
    count the pages, and that nothing is taken that stands on one page only, except what a browser prints by itself:
    "3/12", "21/11/26, 10:15 Regolamento".
    """
    texts = [[_joined(row) for row in rows] for rows in pages]
    edges = [_edges(len(rows)) for rows in texts]
    seen = Counter(
        key
        for page, rows in enumerate(texts)
        for key in {key for edge in edges[page] for index in edge for key in _running_keys(rows[index], page)}
    )
    least = max(2 if len(pages) < 3 else 3, round(len(pages) / 3))
    found: set[tuple[int, int]] = set()
    for page, rows in enumerate(texts):
        for edge in edges[page]:
            for index in edge:
                keys = _running_keys(rows[index], page)
                if not any(seen[key] >= least for key in keys) and not BROWSER_FURNITURE.fullmatch(rows[index]):
                    break
                found.add((page, index))
    return found


def _edges(count: int) -> tuple[range, range]:
    depth = min(4, count)
    return range(depth), range(count - 1, count - 1 - depth, -1)


def _running_keys(text: str, page: int) -> set[str]:
    """What makes a row the same on every page: all of its words, or its shape and a number that counts the pages."""
    shape = DIGITS.sub("#", text)
    numbers = [int(n) for n in DIGITS.findall(text) if len(n) < 5]
    counting = {f"{shape} {place}:{number - page}" for place, number in enumerate(numbers)}
    return counting | {text} if any(c.isalpha() for c in text) else counting


def usual_rivers(pages: Sequence[Sequence[Row]]) -> list[float]:
    """Where the white between two columns runs on at least a third of the pages of text."""
    groups: list[list[float]] = []
    for river in sorted(x for rows in pages for x in _rivers([piece for row in rows for piece in _pieces(row)])):
        if groups and river - groups[-1][-1] <= SAME_RIVER:
            groups[-1].append(river)
        else:
            groups.append([river])
    return [group[len(group) // 2] for group in groups if len(group) * 3 >= len(pages)]


def in_reading_order(rows: Sequence[Row], usual: Sequence[float] = ()) -> list[Row]:
    """Rows of a page → its lines in reading order: where white runs down between two columns, left before right.

    A page too bare to tell has its columns where they `usual`ly are, if nothing crosses there.
    Guarantees that every word stays, once. A line that crosses the white (a title above both columns) parts the
    page into what is above and what is below it; a word longer than its column, which sticks out of it, does not.
    """
    pieces = [piece for row in rows for piece in _pieces(row)]
    river = _river(pieces)
    if river is None:
        river = next(
            (x for x in usual if {True, False} == {p[0].left >= x for p in pieces} and all(_halves(rows, x))), None
        )
    if river is None:
        return [list(row) for row in rows]
    ordered: list[Row] = []
    sides: tuple[list[Row], list[Row]] = ([], [])
    for row, halves in zip(rows, _halves(rows, river), strict=True):
        if halves is None:
            ordered += [line for side in sides for line in in_reading_order(side, usual)] + [list(row)]
            sides = ([], [])
            continue
        for side, half in zip(sides, halves, strict=True):
            if half:
                side.append(half)
    return ordered + [line for side in sides for line in in_reading_order(side, usual)]


def _halves(rows: Sequence[Row], river: float) -> list[tuple[Row, Row] | None]:
    """Each row's words left and right of the white, or None where the row is one line across it.

    A row whose last word on the left reaches over the white is two lines all the same where the next word begins as
    lines of the right column do and not a word space after it; where nothing follows, if lines of the right column
    stand beside it, or if that word is alone and no larger than the text: an address that no line could hold.
    """
    halves = [([w for w in row if w.left < river], [w for w in row if w.left >= river]) for row in rows]
    across = [any(p[0].left < river < p[-1].right for p in _pieces(row)) for row in rows]
    margins = [east[0].left for (_, east), over in zip(halves, across, strict=True) if east and not over]
    sizes = sorted(word.size for row in rows for word in row)

    def sticks_out(index: int) -> bool:
        west, east = halves[index]
        last, alone = west[-1], len(west) == 1
        if any(word.right > river for word in west[:-1]):
            return False
        if east:
            at_margin = any(abs(east[0].left - margin) <= SAME_MARGIN for margin in margins)
            return at_margin and (alone or not _evenly_spaced(west, east))
        near = [word for _, side in halves[max(index - 2, 0) : index + 3] for word in side]
        beside = any(abs(word.base - last.base) < BESIDE * last.size for word in near)
        return beside or (alone and last.size <= HEADING * sizes[len(sizes) // 2])

    return [None if over and not sticks_out(index) else halves[index] for index, over in enumerate(across)]


def _evenly_spaced(west: Row, east: Row) -> bool:
    """Whether the white between the two is a word space of their row."""
    spaces = [after.left - before.right for side in (west, east) for before, after in pairwise(side)]
    least, most = WORD_SPACE
    return least * min(spaces) <= east[0].left - west[-1].right <= most * max(spaces)


def _pieces(row: Row) -> list[Row]:
    """The row, cut where the white is wider than a word space, and where a word lies over the one before."""
    pieces: list[Row] = []
    for word in row:
        if pieces and -OVERLAP <= (word.left - pieces[-1][-1].right) / word.size < WIDEST_SPACE:
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return pieces


def _rivers(pieces: Sequence[Row]) -> list[float]:
    """The white between any two columns of text, from left to right."""
    river = _river(pieces)
    if river is None:
        return []
    return [
        *_rivers([p for p in pieces if p[-1].right <= river]),
        river,
        *_rivers([p for p in pieces if p[0].left >= river]),
    ]


def _river(pieces: Sequence[Row]) -> float | None:
    """The x in the middle of the widest white between columns of text, or None where there is one column."""
    few, narrow, side = COLUMNED
    if len(pieces) < few:
        return None
    west, east = min(p[0].left for p in pieces), max(p[-1].right for p in pieces)
    width = int(east - west)
    if width < narrow:
        return None
    crossed = [0] * (width + 2)
    for piece in pieces:
        if len(piece) == 1 and piece[0].right - piece[0].left > LONG_WORD * width:
            continue
        crossed[max(int(piece[0].left - west), 0)] += 1
        crossed[min(int(piece[-1].right - west) + 1, width + 1)] -= 1
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
    river = west + begin + span / 2
    lefts = [p for p in pieces if p[-1].right <= river]
    rights = [p for p in pieces if p[0].left >= river]
    crossing = len(pieces) - len(lefts) - len(rights)
    enough = min(len(lefts), len(rights)) >= side and crossing <= CROSSING * len(pieces)
    return river if enough and _are_columns(lefts, river - west) and _are_columns(rights, east - river) else None


def _are_columns(pieces: Sequence[Row], width: float) -> bool:
    """Whether the pieces are running text: some fill their column, as a table's cells do not, or there are two again."""
    widths = sorted((p[-1].right - p[0].left for p in pieces), reverse=True)
    return widths[max(1, len(widths) // FULL)] >= FILLED * width or _river(pieces) is not None
