"""Read a Word document: paragraphs and tables, in order."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import docx

from scripts.originals.errors import OriginalError
from scripts.originals.read import Source
from scripts.originals.read.docx_numbering import HeadingNumbers, W, get_value
from scripts.originals.text_model import Line

FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
BULLET = "• "
MOST_IN_CELL = 60  # words: a table with a longer cell lays out a page


def read_docx(data: bytes, name: str) -> Source:
    """Read the bytes of a .docx; OriginalError if it is damaged.

    Page ends are those of Word's last saved layout, if the file has them.
    """
    try:
        document = docx.Document(io.BytesIO(data))
        body = document.element.body
        levels = {style.style_id: _level(style.name or "") for style in document.styles}
        lines = tuple(_lines(body, levels, HeadingNumbers(document)))
    except Exception as error:  # the library raises many kinds on a damaged package
        raise OriginalError(
            f"{name} non si può leggere come documento di Word: è danneggiato ({type(error).__name__}).",
            "aprilo con un programma di scrittura e salvalo di nuovo, oppure scaricalo di nuovo.",
        ) from None
    if not any(line.page > 1 for line in lines):
        lines = tuple(replace(line, page=0) for line in lines)
    return Source("docx", lines)


def _level(style: str) -> int:
    kind, _, number = style.rpartition(" ")
    if kind.lower() in ("heading", "titolo") and number.isdigit():
        return int(number) + 1  # below the document's own title
    return 1 if style.lower() in ("title", "titolo") else 0


def _lines(body: Any, levels: dict[str, int], numbers: HeadingNumbers) -> Iterator[Line]:
    """Yield paragraphs and table rows in order; `levels`: id of a style → heading level."""
    reader = _Reader(levels, numbers)
    for element in body.iter(f"{W}p", f"{W}tbl"):
        if any(ancestor.tag == FALLBACK or ancestor in reader.read for ancestor in element.iterancestors()):
            continue
        if element.tag == f"{W}p":
            yield from reader.paragraph(element)
        elif rows := _table(element, levels):
            reader.read.add(element)
            reader.tables += 1
            yield from (Line(" ".join(filter(None, r)), reader.page, table=reader.tables, cells=r) for r in rows)
            reader.page += sum(1 for _ in element.iter(f"{W}lastRenderedPageBreak"))


class _Reader:
    """Hold a Word document's reading state: page, tables read."""

    def __init__(self, levels: dict[str, int], numbers: HeadingNumbers) -> None:
        self.levels, self.numbers = levels, numbers
        self.page = 1
        self.tables = 0
        self.read: set[Any] = set()

    def paragraph(self, paragraph: Any) -> Iterator[Line]:
        """Yield a paragraph's lines, cut at line breaks and page ends."""
        level = _level_of(paragraph, self.levels)
        item = paragraph.find(f"{W}pPr/{W}numPr") is not None and not level
        bold = not level and _is_bold(paragraph)
        number = self.numbers.of(paragraph) if level else ""
        pieces: list[str] = [f"{number} "] if number else []
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
                    yield Line(text, self.page, level, bold=bold, item=item)
                    pieces = []
                self.page += breaks_page
        text = "".join(pieces).strip()
        if text:
            marked = BULLET + text if item and not text.startswith("•") else text
            yield Line(marked, self.page, level, bold=bold, item=item)


def _level_of(paragraph: Any, levels: dict[str, int]) -> int:
    return levels.get(get_value(paragraph, "pPr/pStyle"), 0)


def _is_bold(paragraph: Any) -> bool:
    """Return whether all letters of a paragraph are bold."""
    runs = [run for run in paragraph.iter(f"{W}r") if any((t.text or "").strip() for t in run.iter(f"{W}t"))]
    marks = [run.find(f"{W}rPr/{W}b") for run in runs]
    return bool(runs) and all(mark is not None and mark.get(f"{W}val") not in ("0", "false") for mark in marks)


def _table(table: Any, levels: dict[str, int]) -> list[tuple[str, ...]]:
    """Return a data table's rows; [] if the table only lays out the page.

    A cell that spans rows is repeated; one that spans columns stands in the first. `levels`: as for `_lines`.
    """
    inside = (element for element in table.iter(f"{W}tbl", f"{W}p") if element is not table)
    if any(element.tag == f"{W}tbl" or _level_of(element, levels) for element in inside):
        return []
    rows: list[tuple[str, ...]] = []
    for row in table.iterchildren(f"{W}tr"):
        cells: list[str] = []
        for cell in row.iterchildren(f"{W}tc"):
            text = " ".join("".join(t.text or "" for t in p.iter(f"{W}t")).strip() for p in cell.iter(f"{W}p")).strip()
            if len(text.split()) > MOST_IN_CELL:
                return []
            merged = cell.find(f"{W}tcPr/{W}vMerge")
            if merged is not None and merged.get(f"{W}val") != "restart" and rows and len(cells) < len(rows[-1]):
                text = rows[-1][len(cells)]
            cells += [text, *[""] * (int(get_value(cell, "tcPr/gridSpan", "1")) - 1)]
        if any(cells):
            rows.append(tuple(cells))
    width = max(map(len, rows), default=0)
    return [(*row, *[""] * (width - len(row))) for row in rows] if len(rows) > 1 and width > 1 else []
