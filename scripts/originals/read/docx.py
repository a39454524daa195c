"""A Word document → lines: paragraphs and cells in the order of the body; headers and footers are not the body."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import docx

from scripts.originals.errors import OriginalError
from scripts.originals.read import Source
from scripts.originals.text import Line

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
BULLET = "• "


def read_docx(data: bytes, name: str) -> Source:
    """Bytes of a .docx → lines; pages are those of the last time Word laid the document out, if it says so."""
    try:
        document = docx.Document(io.BytesIO(data))
        body = document.element.body
        levels = {style.style_id: _level(style.name or "") for style in document.styles}
        lines = tuple(_lines(body, levels))
    except Exception as error:  # the library raises many kinds on a damaged package
        raise OriginalError(
            f"{name} non si può leggere come documento di Word: è rovinato ({type(error).__name__}).",
            "aprilo con un programma di scrittura e salvalo di nuovo, oppure scaricalo di nuovo.",
        ) from None
    if not any(line.page > 1 for line in lines):
        lines = tuple(Line(line.text, 0, line.level) for line in lines)
    return Source("docx", lines)


def _level(style: str) -> int:
    kind, _, number = style.rpartition(" ")
    if kind.lower() in ("heading", "titolo") and number.isdigit():
        return int(number) + 1  # below the document's own title
    return 1 if style.lower() in ("title", "titolo") else 0


def _lines(body: Any, levels: dict[str, int]) -> Iterator[Line]:
    page = 1
    for paragraph in body.iter(f"{W}p"):
        if any(ancestor.tag == FALLBACK for ancestor in paragraph.iterancestors()):
            continue
        style = paragraph.find(f"{W}pPr/{W}pStyle")
        level = levels.get(style.get(f"{W}val", ""), 0) if style is not None else 0
        bulleted = paragraph.find(f"{W}pPr/{W}numPr") is not None
        pieces: list[str] = []
        for node in paragraph.iter(
            f"{W}t", f"{W}tab", f"{W}br", f"{W}cr", f"{W}noBreakHyphen", f"{W}lastRenderedPageBreak"
        ):
            if next(node.iterancestors(f"{W}p"), None) is not paragraph:
                continue
            if node.tag == f"{W}t":
                pieces.append(node.text or "")
            elif node.tag == f"{W}noBreakHyphen":
                pieces.append("-")
            elif node.tag == f"{W}tab":
                if node.getparent().tag == f"{W}r":
                    pieces.append(" ")
            else:
                breaks_page = node.tag == f"{W}lastRenderedPageBreak"
                if (text := "".join(pieces).strip()) or not breaks_page:
                    yield Line(text, page, level)
                    pieces = []
                page += breaks_page
        text = "".join(pieces).strip()
        if text:
            yield Line(BULLET + text if bulleted and not level and not text.startswith("•") else text, page, level)
