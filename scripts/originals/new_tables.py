"""Draft table files from the tables of a document; a person confirms the types."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.edition.tables import parse_cell, parse_table
from scripts.model.book import ColumnType
from scripts.model.italian_format import set_typography, slugify
from scripts.model.problems import Report
from scripts.originals.cut.table_reconstruction import write_range
from scripts.originals.import_stages import Imported, ImportedSection
from scripts.originals.read import Source
from scripts.originals.text_model import Line

GUESSES = (ColumnType.INT, ColumnType.RANGE, ColumnType.NUMBER, ColumnType.DATE, ColumnType.BOOL)
UNITS = {
    ColumnType.SECONDS: re.compile(r"(\d+) ?(?:secondi|secondo|seconds?|sec\.?|s)\Z", re.I),
    ColumnType.MINUTES: re.compile(r"(\d+) ?(?:minuti|minuto|minutes?|min\.?)\Z", re.I),
    ColumnType.PERCENT: re.compile(r"(\d+(?:[.,]\d+)?) ?%\Z"),
    ColumnType.MONEY: re.compile(r"(?:[€$£] ?(\d{1,3}(?:[.,]\d{3})*|\d+)|(\d{1,3}(?:[.,]\d{3})*|\d+) ?(?:[€$£]|euro|dollari|dollars))\Z", re.I),
}  # fmt: skip
FORMS = (
    (re.compile(r"—"), "–"),
    (re.compile(r"\.\.\.+"), "…"),
    (re.compile(r"\b0\.(?=\d)"), "0,"),
    (re.compile(r"\s+([.,;:](?:\s|\Z))"), r"\1"),
    (re.compile(r"[\x00-\x1f\xad\u200b\ufeff]"), ""),
    (re.compile(r"\s+"), " "),
)
NOTHING = ("-", "–", "—", "N/A", "n/a", "n.d.")
NUMBERS = re.compile(r"[\d\s.,+%€$–-]+\Z")
DIGIT = re.compile(r"\d")
LONGEST_SIGN, SMALLEST_BOARD, BOARD = (
    2,
    4,
    0.95,
)  # characters of a square; squares of a side; of the signs, the short ones
LONGEST_KEY = 6  # words of a cell that names its row


@dataclass(frozen=True)
class DraftTable:
    """Hold a new table: anchor, section and content of its file."""

    id: str
    section: str
    text: str


def draft_tables(source: Source, imported: Imported) -> tuple[list[DraftTable], list[str]]:
    """Draft a file for each table of the document.

    Returns (the tables, lines of Italian on those that cannot be drafted).
    """
    made: list[DraftTable] = []
    unread: list[str] = []
    used: set[str] = set()
    for section, rows in _group_by_section(source, imported):
        heading = section.heading
        where = f"{f'pagina {rows[0].page}, ' if rows[0].page else ''}in «{heading.title}»"
        if _is_board([line.cells for line in rows]):
            unread.append(f"{where}, {len(rows)} righe: sembra il disegno di una tavola da gioco")
            continue
        number = sum(table.section == heading.id for table in made) + 1
        title = heading.title if number == 1 else f"{heading.title}, {number}"
        name = slugify(rows[0].cells[0]).split("-")[0] or "tabella"
        name = name if len(name) > 2 and not name.isdigit() else "tabella"
        anchor = next(a for n in range(1, 999) if (a := f"{heading.id}.{name}{f'-{n}' if n > 1 else ''}") not in used)
        text = _write_table(anchor, title, [line.cells for line in rows])
        if text is None:
            unread.append(f"{where}, {len(rows)} righe da «{rows[0].text[:40]}»")
            continue
        used.add(anchor)
        made.append(DraftTable(anchor, heading.id, text))
    return made, unread


def _is_board(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows picture a game board: single signs in most squares."""
    signs = [sign for row in rows for cell in row for sign in cell.split()]
    short = [sign for sign in signs if len(sign) <= LONGEST_SIGN]
    numbers = sum(sign.isdigit() for sign in short)
    large = len(rows[0]) >= SMALLEST_BOARD and len(signs) >= SMALLEST_BOARD**2
    return large and len(short) >= BOARD * len(signs) and 2 * numbers < len(short)


def _group_by_section(source: Source, imported: Imported) -> Iterator[tuple[ImportedSection, list[Line]]]:
    tables: dict[int, list[tuple[int, Line]]] = {}
    for number, line in enumerate(source.lines, 1):
        if line.table:
            tables.setdefault(line.table, []).append((number, line))
    starts = sorted((s.line, i) for i, s in enumerate(imported.sections) if s.found)
    for rows in tables.values():
        above = [i for line, i in starts if line <= rows[0][0]]
        if above:
            yield imported.sections[above[-1]], [line for _, line in rows]


def _write_table(anchor: str, title: str, rows: Sequence[tuple[str, ...]]) -> str | None:
    """Return a table file with the strictest column types that fit; None if none does."""
    cells = [[_clean(cell) for cell in row] for row in rows if any(row)]
    headed = len(cells) > 2 or any(not NUMBERS.match(cell) for cell in cells[-1] if cell)
    headed = headed and all(cell and not NUMBERS.match(cell) for cell in cells[0][:2])
    shapes = [{DIGIT.sub("#", row[i]) for row in cells[1:]} for i in range(len(cells[0]))]
    headed = headed and not any(DIGIT.sub("#", cell) in shapes[i] for i, cell in enumerate(cells[0]) if cell)
    heads, body = (cells[0], cells[1:]) if headed else ([""] * len(cells[0]), cells)
    body = [list(row) for row in dict.fromkeys(map(tuple, body))]
    names: list[str] = []
    for i, head in enumerate(heads, 1):
        name = head.replace(":", "") or f"Colonna {i}"
        names.append(name if name not in names else f"{name} {i}")
    kinds = [_guess_kind([row[i] for row in body]) for i in range(len(names))]
    for kept in (kinds, [ColumnType.TEXT if kind is ColumnType.RANGE else kind for kind in kinds]):
        for keyed in (True, False):
            text = _write_file(title, names, kept, body, keyed)
            report = Report()
            if text and parse_table(text, f"{anchor}.tsv", anchor, report) and not report:
                return text
    return None


def _write_file(
    title: str, names: Sequence[str], kinds: Sequence[ColumnType], body: Sequence[Sequence[str]], keyed: bool
) -> str:
    """Return the text of a table file; '' if `keyed` and the first column cannot name the rows."""
    first = [row[0] for row in body]
    slugs = [slugify(cell) for cell in first]
    named = all(slugs) and len(set(slugs)) == len(slugs) and all(len(cell.split()) <= LONGEST_KEY for cell in first)
    if keyed and not (named and kinds[0] is ColumnType.TEXT):
        return ""
    lines = [f"# titolo: {_clean(title)}", *([f"# voci: {names[0]}"] if keyed else [])]
    lines.append("\t".join(f"{name}:{kind}" for name, kind in zip(names, kinds, strict=True)))
    for row in body:
        lines.append("\t".join(_cell(cell, kind) for cell, kind in zip(row, kinds, strict=True)))
    return "\n".join(lines) + "\n"


def _clean(cell: str) -> str:
    text = set_typography(cell)
    for pattern, put in FORMS:
        text = pattern.sub(put, text)
    return text.strip()


def _guess_kind(cells: Sequence[str]) -> ColumnType:
    said = [cell for cell in cells if cell and cell not in NOTHING]
    for kind in (*GUESSES, *UNITS):
        if said and all(_reads(_cell(cell, kind), kind) for cell in said):
            return kind
    return ColumnType.TEXT


def _reads(cell: str, kind: ColumnType) -> bool:
    try:
        return parse_cell(cell, kind) is not None
    except ValueError:
        return False


def _cell(cell: str, kind: ColumnType) -> str:
    """Return a cell in the form of a table file, by its column's type: "40 seconds" → "40"."""
    if cell in NOTHING:
        return ""
    if kind in UNITS:
        match = UNITS[kind].match(cell)
        return re.sub(r"[.,](?=\d{3})", "", next(filter(None, match.groups()))) if match else "?"
    return (write_range(cell) if kind is ColumnType.RANGE else "") or cell
