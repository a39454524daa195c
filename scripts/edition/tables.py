"""Parse a table file (`tabelle/<anchor>.tsv`)."""

import datetime
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence

from scripts.edition import file_readers, source_syntax
from scripts.edition.stray_markup import check_marks
from scripts.model.book import Cell, Column, ColumnType, Range, Table, TableRow
from scripts.model.italian_format import slugify
from scripts.model.problems import Place, Report, suggest

HEADERS = {"titolo", "voci", "nota", "senza"}  # senza: the numbers of which the table says nothing, on purpose
GUESSES = (ColumnType.INT, ColumnType.RANGE, ColumnType.NUMBER, ColumnType.DATE, ColumnType.BOOL, ColumnType.TEXT)
SHORT = "…"  # the row ends here: its last cells are empty on purpose


def parse_cell(text: str, kind: ColumnType) -> Cell:
    """Parse a cell by its column's type; None if empty.

    Raises ValueError that says in Italian what was expected.
    """
    if not text:
        return None
    read, expected = READERS[kind]
    cell = read(text)
    if cell is None:
        raise ValueError(expected)
    return cell


def _parse_range(text: str) -> Range | None:
    if found := source_syntax.range_.match(text):
        low = int(found["low"])
        high = None if found["more"] else int(found["high"] or low)
        return Range(low, high) if high is None or low <= high else None
    return None


def _parse_date(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


Reader = tuple[Callable[[str], Cell], str]
"""A function from a cell's text to its value, None if it is malformed; what was expected, in Italian."""
INTEGER: Reader = (lambda text: int(text) if source_syntax.integer.match(text) else None), "un numero intero"
NUMBER: Reader = (
    (lambda text: float(text.replace(",", ".")) if source_syntax.number.match(text) else None),
    "un numero, con la virgola decimale",
)
WORDS: Reader = (lambda text: text.replace("'", "’")), ""
READERS: Mapping[ColumnType, Reader] = {
    **dict.fromkeys((ColumnType.INT, ColumnType.MONEY, ColumnType.MINUTES, ColumnType.SECONDS), INTEGER),
    **dict.fromkeys((ColumnType.NUMBER, ColumnType.PERCENT), NUMBER),
    **dict.fromkeys((ColumnType.TEXT, ColumnType.CARD), WORDS),
    ColumnType.RANGE: (_parse_range, "un intervallo, come 10-14, 25+ oppure 7"),
    ColumnType.DATE: (_parse_date, "una data, come 2014-05-02"),
    ColumnType.BOOL: ({"sì": True, "no": False}.get, "sì oppure no"),
    ColumnType.REF: ((lambda text: text if source_syntax.anchor.match(text) else None), "un’ancora"),
}


def parse_table(text: str, file: str, table_id: str, report: Report) -> Table | None:
    """Check and return the table in a file; None if its columns cannot be read.

    `text`: the file's content; `file`: its path, for the report; `table_id`: the table's anchor. Faults are reported; a
    faulty cell counts as empty.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    head = list(itertools.takewhile(lambda one: one[1].startswith("#"), lines))
    body = lines[len(head) :]
    given, places = _read_headers(head, file, report)
    if not body:
        report.add(Place(file), "la tabella non ha colonne", "una riga con «Nome:tipo» per colonna")
        return None
    columns = _parse_columns(body[0][1], Place(file, body[0][0]), report)
    if columns is None:
        return None
    entries = tuple(name.strip() for name in ",".join(given.get("voci", [])).split(",") if name.strip())
    names = [c.name for c in columns]
    if unknown := [name for name in entries if name not in names]:
        expected = f"una delle colonne {', '.join(names)}"
        report.add(places["voci"], f"«# voci: {', '.join(unknown)}»", expected, suggest(unknown[0], names))
        entries = ()
    if not body[1:]:
        report.add(Place(file, body[0][0]), "la tabella non ha righe", "almeno una riga sotto i nomi delle colonne")
    before = len(report.problems)
    mistyped = _find_mistyped(columns, [line for _, line in body[1:]], Place(file, body[0][0]), report)
    rows = tuple(
        _parse_row(line, Place(file, number), table_id, columns, entries, mistyped, report) for number, line in body[1:]
    )
    if len(report.problems) == before:  # a cell that was not understood is not a hole
        _check_rows(rows, report)
        _check_ranges(columns, rows, given.get("senza", []), places.get("senza", Place(file)), report)
    title = given.get("titolo", [table_id])[0]
    return Table(table_id, title, columns, rows, entries, tuple(given.get("nota", [])), Place(file, body[0][0]))


def _read_headers(
    lines: Iterable[tuple[int, str]], file: str, report: Report
) -> tuple[Mapping[str, Sequence[str]], Mapping[str, Place]]:
    """Return (key → values, key → place of the first) of header lines '# key: value'.

    `lines`: (line number, line). Faulty ones are added to `report`.
    """
    given: dict[str, list[str]] = {}
    places: dict[str, Place] = {}
    before = len(report.problems)
    for number, line in lines:
        place = Place(file, number)
        if match := source_syntax.header.match(line):
            given.setdefault(match["key"], []).append(match["value"].replace("'", "’"))
            places.setdefault(match["key"], place)
            check_marks(given[match["key"]][-1], place, report)
        else:
            report.add(place, f"«{line[:60]}»", "un’intestazione, cioè # titolo: …, # voci: …, # nota: … o # senza: …")
    for key in sorted(set(given) - HEADERS):
        report.add(places[key], f"l’intestazione «{key}»", "titolo, voci, nota o senza", suggest(key.lower(), HEADERS))
    if len(given.get("titolo", [])) > 1:
        report.add(places["titolo"], "«# titolo:» è scritto due volte", "un titolo solo")
    for key in ("voci", "senza"):
        if key in given and not "".join(given[key]):
            report.add(places[key], f"«# {key}:» e nient’altro", "un testo, oppure nessuna riga")
    if "".join(given.get("titolo", [])):
        return given, places
    if "titolo" in given or len(report.problems) == before:  # else a line above it was meant to be the title
        report.add(places.get("titolo", Place(file, 1)), "la tabella non ha titolo", "una riga «# titolo: …»")
    return given, places


def _parse_columns(line: str, place: Place, report: Report) -> tuple[Column, ...] | None:
    columns: list[Column] = []
    for text in line.split("\t"):
        match = source_syntax.column.match(text.strip())
        if match is None or match["type"] not in set(ColumnType):
            near = suggest(match["type"].lower(), ColumnType) if match else ""
            report.add(
                place, f"la colonna «{text.strip()}»", f"Nome:tipo, con un tipo fra {', '.join(ColumnType)}", near
            )
            return None
        column = Column(match["name"].strip().replace("'", "’"), ColumnType(match["type"]))
        if column.name in (other.name for other in columns):
            report.add(place, f"la colonna «{column.name}» c’è già", "un nome diverso per ogni colonna")
        columns.append(column)
    return tuple(columns)


def _find_mistyped(columns: tuple[Column, ...], lines: list[str], place: Place, report: Report) -> set[Column]:
    """Return and report columns in which no cell fits the type.

    `lines`: the table's rows as written; `place`: where to report.
    """
    found = set()
    for i, column in enumerate(columns):
        cells = [cells[i].strip() for line in lines if len(cells := line.split("\t")) > i]
        cells = [cell for cell in cells if cell not in ("", SHORT)]
        whole = all(line.count("\t") >= len(columns) - 1 or SHORT in line for line in lines)  # no tab was forgotten
        if whole and len(cells) > 1 and not any(_is_readable(cell, column.type) for cell in cells):
            found.add(column)
            hint = next(kind for kind in GUESSES if all(_is_readable(cell, kind) for cell in cells))
            report.add(
                place,
                f"nessuna cella è del tipo che dice la colonna «{column.name}:{column.type}»",
                "il tipo delle sue celle",
                f"forse {column.name}:{hint}",
            )
    return found


def _is_readable(cell: str, kind: ColumnType) -> bool:
    return READERS[kind][0](cell) is not None


def _parse_row(
    line: str,
    place: Place,
    table_id: str,
    columns: tuple[Column, ...],
    entries: tuple[str, ...],
    mistyped: set[Column],
    report: Report,
) -> TableRow:
    cells = [cell.strip() for cell in line.split("\t")]
    if cells[-1] == SHORT:
        cells = [*cells[:-1], *[""] * len(columns)][: max(len(columns), len(cells) - 1)]
    whole = len(cells) == len(columns)
    if not whole:  # what stands in a wrong column follows from it
        found = f"la riga ha {len(cells)} {'cella' if len(cells) == 1 else 'celle'}"
        expected = f"{len(columns)} celle separate da tabulazioni"
        report.add(place, found, expected, _suggest_cells(line) if len(cells) < len(columns) else "")
    cells = [*cells, *[""] * len(columns)][: len(columns)]
    values: list[Cell] = []
    for cell, column in zip(cells, columns, strict=True):
        try:
            values.append(parse_cell(cell, column.type))
            if column.type in (ColumnType.TEXT, ColumnType.CARD):
                check_marks(cell, place, report)
        except ValueError as error:
            if column not in mistyped and whole:
                report.add(place, f"«{cell}» nella colonna {column.name}", str(error))
            values.append(None)
    slug = "-".join(slugify(c) for c, column in zip(cells, columns, strict=True) if column.name in entries)
    return TableRow(tuple(values), f"{table_id}.{slug}" if slug else None, place)


def _suggest_cells(line: str) -> str:
    """Return an Italian hint for a row with too few cells."""
    if line.startswith("#"):
        return "le righe che cominciano con # stanno tutte in cima, prima delle colonne"
    return (
        file_readers.suggest_tabs(line)
        or f"se le ultime celle sono vuote, scrivi {SHORT} al posto della prima cella vuota"
    )


def _check_rows(rows: Iterable[TableRow], report: Report) -> None:
    """Report rows that are equal in every cell."""
    first: dict[tuple[Cell, ...], Place] = {}
    for row in rows:
        if any(row.cells) and (other := first.setdefault(row.cells, row.place)) != row.place:
            report.add(row.place, f"la riga è uguale alla riga {other.line}", "righe diverse")


def _check_ranges(
    columns: tuple[Column, ...], rows: tuple[TableRow, ...], silent: Sequence[str], place: Place, report: Report
) -> None:
    """Report intervals in a column that overlap, or leave gaps.

    Only rows that are equal in the columns before are compared. `silent`: gaps that «# senza:» declares.
    """
    silent_values = {text.strip() for text in ",".join(silent).split(",") if text.strip()}
    holes: set[str] = set()
    for i, column in enumerate(columns):
        alike: dict[tuple[Cell, ...], list[tuple[Range, Place]]] = {}
        for row in rows:
            if isinstance(cell := row.cells[i], Range):
                alike.setdefault(row.cells[:i], []).append((cell, row.place))
        for spans in alike.values():
            spans.sort(key=lambda span: (span[0].low, span[1]))
            one, first = spans[0]
            for other, second in spans[1:]:
                if one.high is None or other.low <= one.high:
                    report.add(
                        max(first, second),
                        f"nella colonna {column.name} {one} (riga {first.line}) e {other} (riga {second.line}) si sovrappongono",
                        "ogni numero in un intervallo solo",
                    )
                    if one.high is not None and (other.high is None or other.high > one.high):
                        one, first = other, second
                    continue
                if other.low > one.high + 1:
                    hole = str(Range(one.high + 1, other.low - 1)).replace("–", "-")
                    holes.add(hole)
                    if hole not in silent_values:
                        report.add(
                            second,
                            f"nella colonna {column.name} nessun intervallo comprende {hole}",
                            f"dopo {one} un intervallo che comincia da {one.high + 1}",
                            f"se il libro non dice niente di quei numeri, scrivi in cima «# senza: {hole}»",
                        )
                one, first = other, second
    for text in sorted(silent_values - holes):
        expected = "i numeri che mancano fra due righe; quelli prima della prima riga e dopo l’ultima non servono"
        report.add(place, f"«# senza: {text}»", expected, suggest(text, holes))
