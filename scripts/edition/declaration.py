"""A calculator as its file declares it: what one types, which rows are looked up, which results come of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scripts.edition import formulas, reading
from scripts.edition.formulas import FormulaError, MissingRow, Moment, Scope
from scripts.edition.infractions import IDENTIFIER, Fields, arrays, identifier
from scripts.model.anchors import Anchors, suggested
from scripts.model.book import Book, ColumnType, Range, Table, TableRow
from scripts.model.calculations import Choice, Datum, Input, Typed, Wording
from scripts.model.italian import cell_text
from scripts.model.problems import Place, Report, suggestion

NAME = re.compile(r"\d\d-(?P<id>[a-z][a-z0-9-]*)\.toml\Z")
INPUT_KEYS = {"id", "label", "unit", "from", "to", "choices", "group"}
ROW_KEYS = {"table", "column", "is", "unit"}
RESULT_KEYS = {"label", "when", "value", "notes", "silent", "cites", "each"}
NOTE_KEYS = {"when", "text", "cites"}
SILENCE = "silence"  # {silence}: how far the table reaches


@dataclass(frozen=True)
class Row:
    """Which row of a table is read: the first whose `column` comprises what `by` is worth."""

    name: str
    table: Table
    column: int
    by: formulas.Operand
    unit: formulas.Template

    def found(self, moment: Moment) -> TableRow | None:
        try:
            wanted = self.by.value(moment)
        except MissingRow:
            return None
        return next((row for row in self.table.rows if formulas.covers(row.cells[self.column], wanted)), None)

    def silence(self, moment: Moment) -> Wording:
        """How far the table reaches, and that it says nothing of the number; nothing where no number is typed."""
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
    when: tuple[formulas.Condition, ...]
    text: formulas.Template
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Output:
    """One `[[result]]`. `each`: the name and the table whose every row gives a line."""

    when: tuple[formulas.Condition, ...]
    label: formulas.Template
    value: formulas.Template
    notes: tuple[Note, ...]
    silent: formulas.Template | None
    cites: tuple[str, ...]
    each: tuple[str, Table] | None
    place: Place


class Declaration:
    """One file while it is read: every problem names the line on which the wrong words stand."""

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

    def at(self, words: str, after: int = 0) -> Place:
        """The first line from `after` on that holds the words."""
        lines = self.source.split("\n")
        return Place(
            self.file, next((n for n, line in enumerate(lines, 1) if n >= after and words and words in line), after)
        )

    def wrong(self, error: FormulaError, place: Place) -> None:
        if self.unnamed or error.words in self.unread:
            self.following = True
        else:
            self.report.add(self.at(error.words, place.line), error.found, error.expected, error.hint)

    def formula(self, source: str, place: Place) -> formulas.Template:
        try:
            if "[[" in source:
                raise FormulaError(f"un rimando in «{source}»", "le regole che lo dicono in cites", words="[[")
            return formulas.template_of(source, self.scope)
        except FormulaError as error:
            self.wrong(error, place)
            return formulas.Template(())

    def conditions(self, source: str, place: Place) -> tuple[formulas.Condition, ...]:
        try:
            return formulas.conditions_of(source, self.scope)
        except FormulaError as error:
            self.wrong(error, place)
            return ()

    def table(self, name: str, place: Place) -> Table | None:
        if name not in self.tables:
            self.report.add(
                self.at(name, place.line),
                f"la tabella «{name}»",
                "una tabella del libro",
                suggestion(name, self.tables),
            )
        return self.tables.get(name)

    def cites(self, fields: Fields) -> tuple[str, ...]:
        """The anchors of `cites`; one that is nowhere is a problem."""
        given = fields.texts("cites")
        for anchor in given:
            if anchor not in self.anchors:
                self.report.add(
                    self.at(anchor, fields.place.line),
                    f"il rimando a «{anchor}»",
                    "un’ancora che esiste",
                    suggested(anchor, self.anchors),
                )
        return given

    def inputs(self) -> Iterator[Input]:
        for place, item in arrays(self.values, self.source, self.file, "input"):
            f = Fields(item, place, INPUT_KEYS, self.report)
            self.unnamed |= not IDENTIFIER.match(str(item.get("id", "")))
            one = Input(identifier(f), f.text("label"), f.text("unit", ""), group=f.text("group", ""))
            if one.id in self.scope.data and "code" not in self.values:
                found = f"«{one.id}» è anche un nome di {self.scope.data[one.id].place}"
                self.report.add(place, found, "nomi diversi per ciò che si scrive e ciò che il libro dice")
            if "choices" in item:
                choices = tuple(self.choices(item["choices"], place))
                for name in sorted({one.id for one in choices if [other.id for other in choices].count(one.id) > 1}):
                    self.report.add(self.at(f'"{name}"', place.line), f"la scelta «{name}» c’è due volte", "id diversi")
                if {"from", "to"} & set(item):
                    self.report.add(place, "choices insieme a from e to", "una scelta, o un numero con i suoi limiti")
                if not item["choices"]:
                    self.report.add(place, "choices = []", "almeno una scelta, oppure from e to")
                yield replace(one, choices=choices, listed=any(choice.group for choice in choices))
            else:
                before = len(self.report.problems)
                one = replace(one, low=f.number("from"), high=f.number("to"))
                if not 0 <= one.low <= one.high and len(self.report.problems) == before:
                    self.report.add(
                        place, f"from = {one.low}, to = {one.high}", "da 0 in su, e from al più uguale a to"
                    )
                yield one

    def choices(self, given: Any, place: Place) -> Iterator[Choice]:
        """`{ id, label }`, or `{ table, column }`: the cells of that column, under the table's title."""
        for item in given if isinstance(given, list) else [given]:
            if isinstance(item, dict) and "table" in item:
                f = Fields(item, place, {"table", "column"}, self.report)
                if table := self.table(f.text("table"), place):
                    try:
                        column = formulas.column_of(table, f.text("column"))
                    except FormulaError as error:
                        self.wrong(error, place)
                        continue
                    for row in table.rows:
                        words = cell_text(row.cells[table.columns.index(column)], column)
                        yield Choice(words, words, table.title)
            elif isinstance(item, dict):
                f = Fields(item, place, {"id", "label"}, self.report)
                yield Choice(f.text("id"), f.text("label"))
            else:
                self.report.add(
                    place, f"choices = {given!r}", '[{ id = "…", label = "…" }] oppure [{ table = "…", column = "…" }]'
                )

    def rows(self) -> Iterator[Row]:
        """The rows of `[rows]`, each named in the scope from there on."""
        head = self.at("[rows]")
        given = self.values.get("rows", {})
        if not isinstance(given, dict):
            self.report.add(self.at("rows"), "[[rows]]", "[rows], una volta, fra parentesi quadre semplici")
            self.unread |= {name for item in given for name in item}
            given = {}
        for name, item in given.items():
            place = self.at(f"{name} =", head.line)
            f = Fields(item if isinstance(item, dict) else {}, place, ROW_KEYS, self.report)
            table, called = self.table(f.text("table"), place), f.text("column")
            if name in self.scope.inputs or name in self.scope.data:
                self.report.add(place, f"«{name}» è già il nome di un input o di un numero", "un nome solo suo")
            self.unread.add(name)
            if table is None or not called:
                continue
            try:
                read = formulas.column_of(table, called)
                column = table.columns.index(read)
                by = formulas.operand(f.text("is"), self.scope)
            except FormulaError as error:
                self.wrong(error, place)
                continue
            typed = isinstance(by, formulas.Given) and not by.input.choices
            if typed and not any(isinstance(row.cells[column], (int, Range)) for row in table.rows):
                found = f"la colonna {read.name} di {table.id} è di tipo {read.type}"
                self.report.add(place, found, f"{ColumnType.RANGE} o {ColumnType.INT}: vi si cerca un numero")
                continue
            unit = by.input.unit if isinstance(by, formulas.Given) else ""
            row = Row(name, table, column, by, self.formula(f.text("unit", unit), place))
            self.unread.discard(name)
            self.scope = replace(self.scope, tables={**self.scope.tables, name: table})
            yield row

    def results(self) -> Iterator[Output]:
        own = self.scope
        for place, item in arrays(self.values, self.source, self.file, "result"):
            f = Fields(item, place, RESULT_KEYS, self.report)
            each = self.each(item.get("each"), place)
            self.scope = replace(own, tables={**own.tables, each[0]: each[1]}) if each else own
            with_silence = f.text("silent", "")
            if not {"value", "notes"} & set(item):
                self.report.add(place, "il risultato non dice niente", "value, o notes che dicano perché il libro tace")
            yield Output(
                self.conditions(f.text("when", ""), place),
                self.formula(f.text("label"), place),
                self.formula(f.text("value") if "value" in item else "", place),
                tuple(self.notes(item.get("notes", []), place)),
                self.formula(with_silence.replace(f"{{{SILENCE}}}", SILENCE), place) if with_silence else None,
                self.cites(f),
                each,
                place,
            )
        self.scope = own

    def each(self, given: Any, place: Place) -> tuple[str, Table] | None:
        if given is None:
            return None
        if not isinstance(given, dict):
            self.report.add(place, f"each = {given!r}", 'each = { row = "…", table = "…" }')
            return None
        f = Fields(given, place, {"row", "table"}, self.report)
        table = self.table(f.text("table"), place)
        return (f.text("row"), table) if table else None

    def notes(self, given: Any, place: Place) -> Iterator[Note]:
        """A text alone, or `{ when, text, cites }`."""
        for item in given if isinstance(given, list) else [given]:
            f = Fields(item if isinstance(item, dict) else {"text": item}, place, NOTE_KEYS, self.report)
            when, text = f.text("when", ""), f.text("text", "")
            if isinstance(item, dict) and not {"text", "cites"} & set(item):
                self.report.add(self.at(when, place.line), "la nota non dice niente", 'text = "…", o cites')
            yield Note(
                self.conditions(when, self.at(when, place.line)),
                self.formula(text, self.at(text[:40], place.line)),
                self.cites(f),
            )
