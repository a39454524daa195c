"""Parser of a calculator's file: its inputs, the rows it looks up, its results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scripts.edition import formulas, reading
from scripts.edition.formulas import CaseValues, FormulaError, MissingRow, Scope
from scripts.edition.infractions import IDENTIFIER, Fields, read_arrays, read_id
from scripts.model.anchors import Anchors, suggest_anchor
from scripts.model.book import Book, ColumnType, Range, Table, TableRow
from scripts.model.calculations import Choice, Datum, Input, Typed, Wording
from scripts.model.italian import format_cell
from scripts.model.problems import Place, Report, suggest

NAME = re.compile(r"\d\d-(?P<id>[a-z][a-z0-9-]*)\.toml\Z")
INPUT_KEYS = {"id", "label", "unit", "from", "to", "choices", "group"}
ROW_KEYS = {"table", "column", "is", "unit"}
RESULT_KEYS = {"label", "when", "value", "notes", "silent", "cites", "each"}
NOTE_KEYS = {"when", "text", "cites"}
SILENCE = "silence"  # {silence}: how far the table reaches


@dataclass(frozen=True)
class Row:
    """Hold which row of a table is read: the first whose `column` covers the value of `by`."""

    name: str
    table: Table
    column: int
    by: formulas.Operand
    unit: formulas.Template

    def find(self, moment: CaseValues) -> TableRow | None:
        try:
            wanted = self.by.value(moment)
        except MissingRow:
            return None
        return next((row for row in self.table.rows if formulas.covers(row.cells[self.column], wanted)), None)

    def describe_silence(self, moment: CaseValues) -> Wording:
        """Return how far the table reaches and that it does not say more; () if no number is typed."""
        if not isinstance(self.by, formulas.Given) or self.by.input.choices:
            return ()
        cells = [row.cells[self.column] for row in self.table.rows]
        lows = [cell.low if isinstance(cell, Range) else cell for cell in cells]
        highs = [cell.high if isinstance(cell, Range) else cell for cell in cells]
        unit = "".join(str(word) for word in self.unit.words(moment))
        first = min(low for low in lows if isinstance(low, int))
        reach = (
            f"comincia da {first} {unit}"
            if None in highs
            else f"va da {first} a {max(high for high in highs if isinstance(high, int))} {unit}"
        )
        return (f"La tabella {reach.rstrip()}: per ", Typed(self.by.input.id), " non dice niente.")


@dataclass(frozen=True)
class Note:
    """Hold a note that is shown if all conditions hold."""

    when: tuple[formulas.Condition, ...]
    text: formulas.Template
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Output:
    """Hold one `[[result]]`; `each` is the name and the table whose every row gives a line."""

    when: tuple[formulas.Condition, ...]
    label: formulas.Template
    value: formulas.Template
    notes: tuple[Note, ...]
    silent: formulas.Template | None
    cites: tuple[str, ...]
    each: tuple[str, Table] | None
    place: Place


class Declaration:
    """Parse one file; every problem names the line with the wrong words."""

    def __init__(
        self,
        path: Path,
        root: Path,
        book: Book,
        anchors: Anchors,
        data: Mapping[str, Datum],
        wrong: Iterable[str],
        report: Report,
    ) -> None:
        self.file, self.book, self.anchors, self.report = path.relative_to(root).as_posix(), book, anchors, report
        self.id = (NAME.match(path.name) or ["", ""])[1]
        self.values = reading.read_toml(root, path, report) or {}
        self.source = path.read_text(encoding="utf-8") if self.values else ""
        self.tables = {table.id: table for _, table in book.tables}
        self.scope = Scope({}, data, {})
        self.unread = set(wrong)  # rows and numbers that were not understood: what names them follows
        self.unnamed = False  # an input has no name by which it could be read
        self.following = False  # something was not understood for a problem that is told elsewhere
        self.told: set[Place] = set()  # the results of which one case was reported: the others are alike

    def locate(self, words: str, after: int = 0) -> Place:
        """Return the first line from `after` on that holds the words."""
        lines = self.source.split("\n")
        return Place(
            self.file, next((n for n, line in enumerate(lines, 1) if n >= after and words and words in line), after)
        )

    def report_error(self, error: FormulaError, place: Place) -> None:
        if self.unnamed or error.words in self.unread:
            self.following = True
        else:
            self.report.add(self.locate(error.words, place.line), error.found, error.expected, error.hint)

    def parse_formula(self, source: str, place: Place) -> formulas.Template:
        try:
            if "[[" in source:
                raise FormulaError(f"un rimando in «{source}»", "le regole che lo dicono in cites", words="[[")
            return formulas.parse_template(source, self.scope)
        except FormulaError as error:
            self.report_error(error, place)
            return formulas.Template(())

    def parse_conditions(self, source: str, place: Place) -> tuple[formulas.Condition, ...]:
        try:
            return formulas.parse_conditions(source, self.scope)
        except FormulaError as error:
            self.report_error(error, place)
            return ()

    def find_table(self, name: str, place: Place) -> Table | None:
        if name not in self.tables:
            self.report.add(
                self.locate(name, place.line),
                f"la tabella «{name}»",
                "una tabella del libro",
                suggest(name, self.tables),
            )
        return self.tables.get(name)

    def read_cites(self, fields: Fields) -> tuple[str, ...]:
        """Return the anchors of `cites`; report one that does not exist."""
        given = fields.read_texts("cites")
        for anchor in given:
            if anchor not in self.anchors:
                self.report.add(
                    self.locate(anchor, fields.place.line),
                    f"il rimando a «{anchor}»",
                    "un’ancora che esiste",
                    suggest_anchor(anchor, self.anchors),
                )
        return given

    def read_inputs(self) -> Iterator[Input]:
        for place, item in read_arrays(self.values, self.source, self.file, "input"):
            f = Fields(item, place, INPUT_KEYS, self.report)
            self.unnamed |= not IDENTIFIER.match(str(item.get("id", "")))
            one = Input(read_id(f), f.read_text("label"), f.read_text("unit", ""), group=f.read_text("group", ""))
            if one.id in self.scope.data and "code" not in self.values:
                found = f"«{one.id}» è anche un nome di {self.scope.data[one.id].place}"
                self.report.add(place, found, "nomi diversi per ciò che si scrive e ciò che il libro dice")
            if "choices" in item:
                choices = tuple(self.read_choices(item["choices"], place))
                for name in sorted({one.id for one in choices if [other.id for other in choices].count(one.id) > 1}):
                    self.report.add(
                        self.locate(f'"{name}"', place.line), f"la scelta «{name}» c’è due volte", "id diversi"
                    )
                if {"from", "to"} & set(item):
                    self.report.add(place, "choices insieme a from e to", "una scelta, o un numero con i suoi limiti")
                if not item["choices"]:
                    self.report.add(place, "choices = []", "almeno una scelta, oppure from e to")
                yield replace(one, choices=choices, listed=any(choice.group for choice in choices))
            else:
                before = len(self.report.problems)
                one = replace(one, low=f.read_number("from"), high=f.read_number("to"))
                if not 0 <= one.low <= one.high and len(self.report.problems) == before:
                    self.report.add(
                        place, f"from = {one.low}, to = {one.high}", "da 0 in su, e from al più uguale a to"
                    )
                yield one

    def read_choices(self, given: Any, place: Place) -> Iterator[Choice]:
        """Yield the choices of `{ id, label }`, or of `{ table, column }`: that column's cells under the table's title."""
        for item in given if isinstance(given, list) else [given]:
            if isinstance(item, dict) and "table" in item:
                f = Fields(item, place, {"table", "column"}, self.report)
                if table := self.find_table(f.read_text("table"), place):
                    try:
                        column = formulas.find_column(table, f.read_text("column"))
                    except FormulaError as error:
                        self.report_error(error, place)
                        continue
                    for row in table.rows:
                        words = format_cell(row.cells[table.columns.index(column)], column)
                        yield Choice(words, words, table.title)
            elif isinstance(item, dict):
                f = Fields(item, place, {"id", "label"}, self.report)
                yield Choice(f.read_text("id"), f.read_text("label"))
            else:
                self.report.add(
                    place, f"choices = {given!r}", '[{ id = "…", label = "…" }] oppure [{ table = "…", column = "…" }]'
                )

    def read_rows(self) -> Iterator[Row]:
        """Yield the rows of `[rows]`; each name is in scope for those after it."""
        head = self.locate("[rows]")
        given = self.values.get("rows", {})
        if not isinstance(given, dict):
            self.report.add(self.locate("rows"), "[[rows]]", "[rows], una volta, fra parentesi quadre semplici")
            self.unread |= {name for item in given for name in item}
            given = {}
        for name, item in given.items():
            place = self.locate(f"{name} =", head.line)
            f = Fields(item if isinstance(item, dict) else {}, place, ROW_KEYS, self.report)
            table, called = self.find_table(f.read_text("table"), place), f.read_text("column")
            if name in self.scope.inputs or name in self.scope.data:
                self.report.add(place, f"«{name}» è già il nome di un input o di un numero", "un nome solo suo")
            self.unread.add(name)
            if table is None or not called:
                continue
            try:
                read = formulas.find_column(table, called)
                column = table.columns.index(read)
                by = formulas.parse_operand(f.read_text("is"), self.scope)
            except FormulaError as error:
                self.report_error(error, place)
                continue
            typed = isinstance(by, formulas.Given) and not by.input.choices
            if typed and not any(isinstance(row.cells[column], (int, Range)) for row in table.rows):
                found = f"la colonna {read.name} di {table.id} è di tipo {read.type}"
                self.report.add(place, found, f"{ColumnType.RANGE} o {ColumnType.INT}: vi si cerca un numero")
                continue
            unit = by.input.unit if isinstance(by, formulas.Given) else ""
            row = Row(name, table, column, by, self.parse_formula(f.read_text("unit", unit), place))
            self.unread.discard(name)
            self.scope = replace(self.scope, tables={**self.scope.tables, name: table})
            yield row

    def read_results(self) -> Iterator[Output]:
        own = self.scope
        for place, item in read_arrays(self.values, self.source, self.file, "result"):
            f = Fields(item, place, RESULT_KEYS, self.report)
            each = self.read_each(item.get("each"), place)
            self.scope = replace(own, tables={**own.tables, each[0]: each[1]}) if each else own
            with_silence = f.read_text("silent", "")
            if not {"value", "notes"} & set(item):
                self.report.add(place, "il risultato non dice niente", "value, o notes che dicano perché il libro tace")
            yield Output(
                self.parse_conditions(f.read_text("when", ""), place),
                self.parse_formula(f.read_text("label"), place),
                self.parse_formula(f.read_text("value") if "value" in item else "", place),
                tuple(self.read_notes(item.get("notes", []), place)),
                self.parse_formula(with_silence.replace(f"{{{SILENCE}}}", SILENCE), place) if with_silence else None,
                self.read_cites(f),
                each,
                place,
            )
        self.scope = own

    def read_each(self, given: Any, place: Place) -> tuple[str, Table] | None:
        if given is None:
            return None
        if not isinstance(given, dict):
            self.report.add(place, f"each = {given!r}", 'each = { row = "…", table = "…" }')
            return None
        f = Fields(given, place, {"row", "table"}, self.report)
        table = self.find_table(f.read_text("table"), place)
        return (f.read_text("row"), table) if table else None

    def read_notes(self, given: Any, place: Place) -> Iterator[Note]:
        """Yield the notes, each given as a text or as `{ when, text, cites }`."""
        for item in given if isinstance(given, list) else [given]:
            f = Fields(item if isinstance(item, dict) else {"text": item}, place, NOTE_KEYS, self.report)
            when, text = f.read_text("when", ""), f.read_text("text", "")
            if isinstance(item, dict) and not {"text", "cites"} & set(item):
                self.report.add(self.locate(when, place.line), "la nota non dice niente", 'text = "…", o cites')
            yield Note(
                self.parse_conditions(when, self.locate(when, place.line)),
                self.parse_formula(text, self.locate(text[:40], place.line)),
                self.read_cites(f),
            )
