"""Read a text file of any encoding, also with columns and tables; a form feed ends a page."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count, pairwise

from charset_normalizer import from_bytes

from scripts.originals.errors import OriginalError
from scripts.originals.read import Source
from scripts.originals.read.reading_order import Row, Word, find_usual_gutters, order_rows
from scripts.originals.read.table_detection import Cell, find_grids
from scripts.originals.text_model import Line

ENCODINGS = ["cp1252", "mac_roman", "cp850", "utf_16_le", "utf_16_be"]
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
STRANGE, LETTERED = 0.05, 0.2  # of a text: what it has at most of characters that no text has, and at least of letters
LINE_END = re.compile(r"\r\n|[\n\r\x0b\x85\u2028\u2029]")
SAMPLE = 60_000
PIECE = re.compile(r"\S+(?: \S+)*")  # of a line: what more spaces than one part
RULE = re.compile(r"\s*[|+]?[\s|:=+-]{3,}")  # a line below the heads of a table
DECORATED = re.compile(r"([=*#~_-])\1{1,}[ \t]*(?P<title>\w.*?)[ \t]*\1{2,}")  # "=== Turni ==="
UNDERLINE = re.compile(r"(?:={3,}|-{3,}|~{3,})\Z")  # below a title, about as long as it is
LONGEST_UNDERLINED = 80  # letters
SIZE, SPACED = 2.0, 2.4  # of the type and of a line, in letters
LETTER = 5.0  # points of width


def read_text(data: bytes, name: str) -> Source:
    """Read a text file's bytes; OriginalError if they are not text."""
    text, notes = decode(data, name)
    lines: list[Line] = []
    tables = count(1)
    pages = _read_columns([LINE_END.split(part) for part in text.split("\f")])
    for page, texts in enumerate(pages, 1):
        lines += _lines(texts, page if "\f" in text else 0, tables)
    return Source("text", tuple(lines), notes=notes)


def _read_columns(pages: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Put the columns of each page one below the other; pages without columns stay unchanged."""
    rows = [[] if any("\t" in text for text in texts) else _place_words(texts) for texts in pages]
    usual = find_usual_gutters(rows)
    return [_write_rows(order_rows(page, usual), page, texts) for page, texts in zip(rows, pages, strict=True)]


def _place_words(texts: Sequence[str]) -> list[Row]:
    """Place the words of text lines on a page, as if they were those of a PDF."""
    return [
        [
            Word(m[0], m.start() * LETTER, m.end() * LETTER, -number * SPACED * LETTER, SIZE * LETTER)
            for m in re.finditer(r"\S+", text)
        ]
        for number, text in enumerate(texts)
        if text.strip()
    ]


def _write_rows(ordered: Sequence[Row], rows: Sequence[Row], texts: Sequence[str]) -> Sequence[str]:
    """Write rows of words as lines, with empty lines for gaps.

    `texts`: the page's own lines, returned if `ordered` is the order of `rows`.
    """
    if list(ordered) == list(rows):
        return texts
    written: list[str] = []
    before = 0.0
    for row in ordered:
        if before - row[0].base > 1.5 * SPACED * LETTER:
            written.append("")
        before = row[0].base
        spaces = [round((two.left - one.right) / LETTER) for one, two in pairwise(row)]
        written.append("".join(word.text + " " * white for word, white in zip(row, [*spaces, 0], strict=True)))
    return written


def _lines(texts: Sequence[str], page: int, tables: Iterator[int]) -> Iterator[Line]:
    """Yield a page's lines; lines aligned in columns are table rows (`tables` numbers them)."""
    levels = {at: level for at, text in enumerate(texts) if (level := _level(text, texts[at + 1 : at + 2]))}
    texts = ["" if RULE.fullmatch(text) else text for text in texts]
    texts = [found["title"] if (found := DECORATED.fullmatch(text.strip())) else text for text in texts]
    rows = [_cells(text, -index * SPACED) for index, text in enumerate(texts) if text.strip()]
    grids = [grid for grid in find_grids(rows, most_alone=0) if not grid.lists]
    at = 0
    for number, text in enumerate(texts):
        if not text.strip():
            yield Line("", page)
            continue
        grid = next((grid for grid in grids if grid.first <= at < grid.end), None)
        if grid is None:
            yield Line(text.strip(), page, levels.get(number, 0))
        elif at == grid.first:
            table = next(tables)
            yield from (Line(" ".join(filter(None, row)), page, table=table, cells=row) for row in grid.rows)
        at += 1


def _level(text: str, below: Sequence[str]) -> int:
    """Return the depth of a title, framed with signs or underlined by the first line of `below`; else 0."""
    if DECORATED.fullmatch(text.strip()):
        return 1
    rule = below[0].strip() if below else ""
    title = PIECE.fullmatch(text.strip()) and len(text.strip()) <= LONGEST_UNDERLINED and not RULE.fullmatch(text)
    if not title or not UNDERLINE.match(rule) or not 0.5 <= len(rule) / len(text.strip()) <= 1.5:
        return 0
    return 1 if rule[0] == "=" else 2


def _cells(text: str, base: float) -> list[Cell]:
    """Split a line at tabs, bars or wide spaces; `base`: its base line."""
    barred = text.strip().startswith("|")
    if barred or "\t" in text:
        columns = [cell.strip() for cell in (text.strip().strip("|").split("|") if barred else text.split("\t"))]
        return [Cell(c, n * 100.0, n * 100.0 + min(len(c), 90), base, SIZE, False) for n, c in enumerate(columns) if c]
    pieces = PIECE.finditer(text)
    return [Cell(p[0], float(p.start()), float(p.end()), base, SIZE, False) for p in pieces]


def decode(data: bytes, name: str, declared: str = "") -> tuple[str, tuple[str, ...]]:
    """Return (text, Italian notes on unreadable bytes); OriginalError for binary data.

    `name`: of the file, for the message; `declared`: the encoding that the file says it has.
    """
    text, notes = _decode(data, declared)
    sample = text[:SAMPLE]
    strange = len(CONTROL.findall(sample)) + sample.count("\ufffd")
    if strange > len(sample) * STRANGE or sum(map(str.isalpha, sample)) < len(sample) * LETTERED:
        raise OriginalError(
            f"{name} non è un testo: contiene dati binari.",
            "importa il documento in PDF, DOCX, HTML o testo semplice.",
        )
    return CONTROL.sub(" ", text), notes


def _decode(data: bytes, declared: str) -> tuple[str, tuple[str, ...]]:
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8"), ()
    with suppress(LookupError):
        if declared.lower().replace("-", "") != "utf8":
            return data.decode(declared, errors="replace"), ()
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    beyond = len(text) - len(text.encode("ascii", "ignore")) - broken
    if broken <= beyond / 4:
        return text, (f"{broken} byte illeggibili: il file è danneggiato in quei punti.",)
    best = from_bytes(data[:SAMPLE], cp_isolation=ENCODINGS, threshold=0.5).best()
    encoding = best.encoding if best else "cp1252"
    return data.decode(encoding, errors="replace"), ()
