"""Read a PDF as lines in reading order."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from math import hypot
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from scripts.originals.errors import OriginalError
from scripts.originals.read import Progress, Source
from scripts.originals.read.layout import Word, order_pages

PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD
HYPHENS = (2, 0xFFFE)  # how the library writes a hyphen at the end of a line
GUESSED_SPACE, WIDEST_KERN = 0.09, 0.7  # white between two letters, in sizes of the type, that parts two words
RAISED = 0.5  # of the type's size: letters raised by more, as a note's number is, are another word
SCANNED = 20  # characters a page, below which its text is in a picture
BOLD = re.compile(rb"bold|black|heavy", re.I)  # in the name of a font


def read_pdf(data: bytes, name: str, progress: Progress) -> Source:
    """Read bytes as lines in reading order.

    Raises OriginalError for an encrypted, damaged or scanned document.
    """
    document = _open(data, name)
    try:
        total = len(document)
        pages: list[list[Word]] = []
        pictures = 0
        for number in range(total):
            words, has_picture = _page_words(document, number)
            pages.append(words)
            pictures += has_picture
            progress(number + 1, total)
    except pdfium.PdfiumError as error:
        raise _make_error(name, error) from None
    finally:
        document.close()
    characters = sum(len(word.text) for words in pages for word in words)
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
                f"{name} è protetto da una password.", "aprilo con la password e salvane una copia senza protezione."
            ) from None
        raise _make_error(name, error) from None
    return document


def _make_error(name: str, error: Exception) -> OriginalError:
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
    """Yield the page's words, split also where a letter is on another line."""
    box, matrix = raw.FS_RECTF(), raw.FS_MATRIX()
    x, y = ctypes.c_double(), ctypes.c_double()
    letters: list[str] = []
    left = right = base = size = before = 0.0
    guessed = bold = False
    name, flags = ctypes.create_string_buffer(96), ctypes.c_int()
    for index in range(raw.FPDFText_CountChars(text)):
        code = raw.FPDFText_GetUnicode(text, index)
        if letters and code in (10, 13, 32) and raw.FPDFText_IsGenerated(text, index):
            guessed = True  # a space or line break that the library guessed: the place of the letters decides
            continue
        if (code <= 32 or code in (0xA0, 0xFFFF)) and code not in HYPHENS:
            if letters:
                yield Word("".join(letters), left, right, base, size, bold)
                letters = []
            continue
        if not raw.FPDFText_GetLooseCharBox(text, index, box) or not raw.FPDFText_GetCharOrigin(text, index, x, y):
            continue
        if letters:
            white = box.left - right
            parted = white > (GUESSED_SPACE if guessed else WIDEST_KERN) * size
            if parted or box.left < before - size or abs(y.value - base) > RAISED * size:
                yield Word("".join(letters), left, right, base, size, bold)
                letters = []
        guessed, before = False, box.left  # all letters of a ligature have its box
        if not letters:
            scaled = raw.FPDFText_GetMatrix(text, index, matrix)
            scale = hypot(matrix.c, matrix.d) if scaled else 1.0
            left, right, base = box.left, box.right, y.value
            raw.FPDFText_GetFontInfo(text, index, name, len(name), flags)
            bold = bool(BOLD.search(name.value))
            size = max(raw.FPDFText_GetFontSize(text, index) * scale, 1.0)
        else:
            right = max(right, box.right)
        letters.append("-" if code in HYPHENS else chr(code))
    if letters:
        yield Word("".join(letters), left, right, base, size, bold)
