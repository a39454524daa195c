"""Read a PDF as lines in reading order."""

import ctypes
import re
from collections.abc import Iterator
from math import hypot
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from scripts.originals.errors import OriginalError
from scripts.originals.read import Progress, Source
from scripts.originals.read.reading_order import Page, Word, order_pages

PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
HYPHENS = (2, 0xFFFE)  # how the library writes a hyphen at the end of a line
GUESSED_SPACE, WIDEST_KERN = 0.09, 0.7  # white between two letters, in sizes of the type, that parts two words
RAISED = 0.5  # of the type's size: letters raised by more, as a note's number is, are another word
UPRIGHT, UPWARDS, DOWNWARDS = 0, 1, 2  # how a line of text runs on the page: those of a wide table are turned
SCANNED = 20  # characters a page, below which its text is in a picture
BOLD = re.compile(rb"bold|black|heavy", re.I)  # in the name of a font


def read_pdf(data: bytes, name: str, progress: Progress) -> Source:
    """Read the bytes of a PDF; OriginalError if it is encrypted, damaged or scanned."""
    document = _open(data, name)
    try:
        total = len(document)
        pages: list[Page] = []
        pictures = 0
        for number in range(total):
            turned, has_picture = _page_words(document, number)
            pages += [(number + 1, words) for words in turned]
            pictures += has_picture
            progress(number + 1, total)
    except pdfium.PdfiumError as error:
        raise _make_error(name, error) from None
    finally:
        document.close()
    characters = sum(len(word.text) for _, words in pages for word in words)
    if characters < SCANNED * max(total, 1):
        what = "è una scansione: contiene immagini di pagine e non testo" if pictures else "non contiene testo"
        raise OriginalError(
            f"{name} {what}.", "cerca la copia con il testo, oppure passala a un programma di riconoscimento (OCR)."
        )
    lines, discards = order_pages(pages)
    return Source("pdf", tuple(lines), tuple(discards))


def _open(data: bytes, name: str) -> pdfium.PdfDocument:
    try:
        document = pdfium.PdfDocument(data)
        len(document)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == PASSWORD_ERROR or "password" in str(error).lower():
            raise OriginalError(
                f"{name} è protetto da una password.", "aprilo con la password e salva una copia senza protezione."
            ) from None
        raise _make_error(name, error) from None
    return document


def _make_error(name: str, error: Exception) -> OriginalError:
    return OriginalError(f"{name} è un PDF troncato o danneggiato ({error}).", "scaricalo di nuovo.")


def _page_words(document: pdfium.PdfDocument, number: int) -> tuple[list[list[Word]], bool]:
    """Return a page's words, and whether it is only a picture.

    The words are in lists, one for each direction of text, the main one first. `number`: index of the page.
    """
    page = document[number]
    try:
        text = page.get_textpage()
        try:
            turned: dict[int, list[Word]] = {UPRIGHT: []}
            for turn, word in _words(text.raw):
                turned.setdefault(turn, []).append(word)
        finally:
            text.close()
        words = list(filter(None, turned.values()))
        picture = not words and any(True for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))
        return words, picture
    finally:
        page.close()


def _turn(matrix: raw.FS_MATRIX) -> int:
    """Return the direction of a letter's line: UPRIGHT, UPWARDS or DOWNWARDS."""
    return UPRIGHT if abs(matrix.b) <= abs(matrix.a) else UPWARDS if matrix.b > 0 else DOWNWARDS


def _place(turn: int, box: raw.FS_RECTF, x: float, y: float) -> tuple[float, float, float]:
    """Return a letter's left, right and base line on the page turned upright.

    `x`, `y`: the letter's origin on the page as it is; `turn`: direction of its line.
    """
    if turn == UPWARDS:
        return box.bottom, box.top, -x
    return (-box.top, -box.bottom, x) if turn == DOWNWARDS else (box.left, box.right, y)


def _words(text: Any) -> Iterator[tuple[int, Word]]:
    """Yield (direction, word) for a page's words, cut at spaces, gaps and new base lines."""
    box, matrix = raw.FS_RECTF(), raw.FS_MATRIX()
    x, y = ctypes.c_double(), ctypes.c_double()
    letters: list[str] = []
    left = right = base = size = before = 0.0
    turn = UPRIGHT
    guessed = bold = False
    name, flags = ctypes.create_string_buffer(96), ctypes.c_int()

    def word() -> tuple[int, Word]:
        halves = "".join(letters).encode("utf-16", "surrogatepass")  # the library gives a rare sign, as 𝔸, in two
        return turn, Word(halves.decode("utf-16", "replace"), left, right, base, size, bold)

    for index in range(raw.FPDFText_CountChars(text)):
        code = raw.FPDFText_GetUnicode(text, index)
        if letters and code in (10, 13, 32) and raw.FPDFText_IsGenerated(text, index):
            guessed = True  # a space or line break that the library guessed: the place of the letters decides
            continue
        if (code <= 32 or code in (0xA0, 0xFFFF)) and code not in HYPHENS:
            if letters:
                yield word()
                letters = []
            continue
        if not raw.FPDFText_GetLooseCharBox(text, index, box) or not raw.FPDFText_GetCharOrigin(text, index, x, y):
            continue
        west, east, line = _place(turn, box, x.value, y.value)
        if letters:
            white = west - right
            parted = white > (GUESSED_SPACE if guessed else WIDEST_KERN) * size
            if parted or west < before - size or abs(line - base) > RAISED * size:
                yield word()
                letters = []
        if not letters:
            scaled = raw.FPDFText_GetMatrix(text, index, matrix)
            scale = hypot(matrix.c, matrix.d) if scaled else 1.0
            turn = _turn(matrix) if scaled else UPRIGHT
            west, east, line = _place(turn, box, x.value, y.value)
            left, right, base = west, east, line
            raw.FPDFText_GetFontInfo(text, index, name, len(name), flags)
            bold = bool(BOLD.search(name.value))
            size = max(raw.FPDFText_GetFontSize(text, index) * scale, 1.0)
        else:
            right = max(right, east)
        guessed, before = False, west  # all letters of a ligature have its box
        letters.append("-" if code in HYPHENS else chr(code))
    if letters:
        yield word()
