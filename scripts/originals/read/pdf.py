"""A PDF → lines in reading order: columns by the white between them, running heads and page numbers set apart."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from scripts.originals.errors import OriginalError
from scripts.originals.read import Progress, Source
from scripts.originals.words import Discard, Line

PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
HYPHENS = (2, 0xFFFE)  # how the library writes a hyphen at the end of a line
BROWSER_FURNITURE = re.compile(
    r"(?:(?:file|https?)://\S+ )?\d+/\d+|\d{1,2}/\d{1,2}/\d{2,4}, \d{1,2}:\d{2}(?: [AP]M)?\b.*"
)
GUESSED_SPACE, WIDEST_KERN = 0.1, 0.6  # white between two letters, in heights of the line, that parts two words
DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its box, in points, y upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2


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
    if characters < 20 * max(total, 1):
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
    usual = usual_river(bodies)
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
    box = raw.FS_RECTF()
    pointer = ctypes.byref(box)
    letters: list[str] = []
    left = bottom = right = top = 0.0
    guessed = False
    for index in range(raw.FPDFText_CountChars(text)):
        code = raw.FPDFText_GetUnicode(text, index)
        if letters and code in (10, 13, 32) and raw.FPDFText_IsGenerated(text, index):
            guessed = True  # a space or line break that the library guessed: the place of the letters decides
            continue
        if (code <= 32 or code in (0xA0, 0xFFFF)) and code not in HYPHENS:
            if letters:
                yield Word("".join(letters), left, bottom, right, top)
                letters = []
            continue
        if not raw.FPDFText_GetLooseCharBox(text, index, pointer):
            continue
        low, high = min(box.bottom, box.top), max(box.bottom, box.top)
        if letters:
            height = max(top - bottom, 1.0)
            white = box.left - right
            parted = white > (GUESSED_SPACE if guessed else WIDEST_KERN) * height
            if parted or white < -height or abs((low + high) - (bottom + top)) > height:
                yield Word("".join(letters), left, bottom, right, top)
                letters = []
        guessed = False
        letter = "-" if code in HYPHENS else chr(code)
        if not letters:
            left, bottom, right, top = box.left, low, box.right, high
        else:
            right, bottom, top = max(right, box.right), min(bottom, low), max(top, high)
        letters.append(letter)
    if letters:
        yield Word("".join(letters), left, bottom, right, top)


def _rows(words: Sequence[Word]) -> list[Row]:
    """Words grouped by base line, from top to bottom, each row from left to right."""
    rows: list[Row] = []
    middle = 0.0
    for word in sorted(words, key=lambda w: -w.middle):
        if rows and abs(middle - word.middle) <= 0.4 * max(word.top - word.bottom, 1.0):
            rows[-1].append(word)
        else:
            rows.append([word])
            middle = word.middle
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


def usual_river(pages: Sequence[Sequence[Row]]) -> float | None:
    """Where the white between two columns runs on most pages of text, if the document has two columns at all."""
    rivers = sorted(
        river for rows in pages if (river := _river([piece for row in rows for piece in _pieces(row)])) is not None
    )
    return rivers[len(rivers) // 2] if len(rivers) * 3 >= len(pages) else None


def in_reading_order(rows: Sequence[Row], usual: float | None = None) -> list[Row]:
    """Rows of a page → its lines in reading order: where white runs down between two columns, left before right.

    A page too bare to tell has its columns where they `usual`ly are, if nothing crosses there.
    Guarantees that every word stays, once. A line that crosses the white (a title above both columns) parts the
    page into what is above and what is below it.
    """
    pieces = [piece for row in rows for piece in _pieces(row)]
    river = _river(pieces)
    if river is None and usual is not None:
        sides = {-1 if p[-1].right <= usual else 1 if p[0].left >= usual else 0 for p in pieces}
        river = usual if sides == {-1, 1} else None
    if river is None:
        return [list(row) for row in rows]
    ordered: list[Row] = []
    left: list[Row] = []
    right: list[Row] = []
    for row in rows:
        west = [word for word in row if word.right <= river]
        east = [word for word in row if word.left >= river]
        if len(west) + len(east) < len(row) or any(p[0].left < river < p[-1].right for p in _pieces(row)):
            ordered += [*in_reading_order(left), *in_reading_order(right), list(row)]
            left, right = [], []
            continue
        if west:
            left.append(west)
        if east:
            right.append(east)
    return [*ordered, *in_reading_order(left), *in_reading_order(right)]


def _pieces(row: Row) -> list[Row]:
    """The row, cut where the white is wider than a word space."""
    pieces: list[Row] = []
    for word in row:
        if pieces and word.left - pieces[-1][-1].right < 0.75 * (word.top - word.bottom):
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return pieces


def _river(pieces: Sequence[Row]) -> float | None:
    """The x in the middle of the white between two columns of text, or None where the page has one column."""
    if len(pieces) < 8:
        return None
    west, east = min(p[0].left for p in pieces), max(p[-1].right for p in pieces)
    width = int(east - west)
    if width < 100:
        return None
    crossed = [0] * (width + 2)
    for piece in pieces:
        crossed[max(int(piece[0].left - west), 0)] += 1
        crossed[min(int(piece[-1].right - west) + 1, width + 1)] -= 1
    covering, level = [], 0
    for change in crossed:
        level += change
        covering.append(level)
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
    if span < 6:
        return None
    river = west + begin + span / 2
    lefts = [p for p in pieces if p[-1].right <= river]
    rights = [p for p in pieces if p[0].left >= river]
    crossing = len(pieces) - len(lefts) - len(rights)
    enough = min(len(lefts), len(rights)) >= 4 and crossing <= 0.2 * len(pieces)
    return river if enough and _is_text(lefts, river - west) and _is_text(rights, east - river) else None


def _is_text(pieces: Sequence[Row], width: float) -> bool:
    """Whether some of the pieces fill their column as lines of running text do, and the cells of a table do not."""
    widths = sorted((p[-1].right - p[0].left for p in pieces), reverse=True)
    return widths[max(1, len(widths) // 12)] >= 0.7 * width
