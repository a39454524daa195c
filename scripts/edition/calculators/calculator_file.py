"""Read a calculator's file: inputs, table rows to look up, results."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from scripts.edition.calculators.constants import NAME
from scripts.edition.calculators.expressions import (
    BRACES,
    CaseValues,
    Condition,
    Expression,
    ExpressionError,
    MissingRow,
    Scope,
    Template,
    find_column,
    parse_conditions,
    parse_expression,
    parse_template,
)  # fmt: skip
from scripts.edition.toml_fields import IDENTIFIER, Fields, TomlFile, check_unique, open_toml, read_id
from scripts.model import references
from scripts.model.anchor_index import Anchors, suggest_anchor
from scripts.model.book import Book, ColumnType, Range, Table, TableRow
from scripts.model.calculators import CODES, Calculator, Choice, Datum, Input, Typed, Wording
from scripts.model.italian_format import format_cell
from scripts.model.problems import Place, Report, suggest

T = TypeVar("T")
FILE_NAME = re.compile(r"\d\d-(?P<id>[a-z][a-z0-9-]*)\.toml\Z")
KEYS = {"title", "name", "about", "waiting", "intro", "without", "code", "reads", "rows", "input", "result"}
INPUT_KEYS = {"id", "label", "unit", "from", "to", "choices", "group"}
ROW_KEYS = {"table", "column", "is", "unit"}
RESULT_KEYS = {"label", "when", "value", "notes", "silent", "cites", "each"}
NOTE_KEYS = {"when", "text", "cites"}
SILENCE = "silence"  # {silence}: how far the table reaches


@dataclass(frozen=True)
class Row:
    """Declare a table row to look up: the first whose cell in a column equals a value.

    `name`: by which results refer to it; `column`: index; `by`: the value; `unit`: words after
    a number in its messages.
    """

    name: str
    table: Table
    column: int
    by: Expression
    unit: Template

    def find(self, moment: CaseValues) -> TableRow | None:
        """Return the table row for a case; None without one."""
        try:
            wanted = self.by.value(moment)
        except MissingRow:
            return None
        return next((row for row in self.table.rows if _covers(row.cells[self.column], wanted)), None)

    def describe_silence(self, moment: CaseValues) -> Wording:
        """Return the Italian sentence to show when no row holds the typed number; () if no number is looked up.

        «La tabella va da 4 a 32 giocatori: per 40 non dice niente.»
        """
        if not self.by.input or self.by.input.choices:
            return ()
        cells = [row.cells[self.column] for row in self.table.rows]
        lows = [cell.low if isinstance(cell, Range) else cell for cell in cells]
        highs = [cell.high if isinstance(cell, Range) else cell for cell in cells]
        first, unit = min(n for n in lows if isinstance(n, int)), "".join(map(str, self.unit.words(moment)))
        last = None if None in highs else max(n for n in highs if isinstance(n, int))
        reach = f"comincia da {first}" if last is None else f"va da {first} a {last}"
        sentence = f"La tabella {reach} {unit}".rstrip()
        return (f"{sentence}: per ", Typed(self.by.input.id), " non dice niente.")


def _covers(cell: Any, found: Any) -> bool:
    """Return whether a cell equals a value (`found`), or is an interval that contains it."""
    if isinstance(cell, Range):
        return isinstance(found, int) and found in cell
    return cell is not None and bool(cell == found)


@dataclass(frozen=True)
class Note:
    """Hold a text of a result, shown under its conditions."""

    when: tuple[Condition, ...]
    text: Template
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """Hold one `[[result]]` of a calculator file: a labelled value with conditions (`when`).

    `silent`: text for cases without an answer, None for the usual one; `each`: (name, table) to
    give one line for each row.
    """

    when: tuple[Condition, ...]
    label: Template
    value: Template
    notes: tuple[Note, ...]
    silent: Template | None
    cites: tuple[str, ...]
    each: tuple[str, Table] | None
    place: Place


class Declaration:
    """Parse one calculator file, reporting each problem at its line.

    After `read` it holds the `inputs`, `rows` and `results`.
    """

    def __init__(self, path: Path, root: Path, book: Book, anchors: Anchors, report: Report) -> None:
        self.file, self.book, self.anchors, self.report = path.relative_to(root).as_posix(), book, anchors, report
        self.id = (FILE_NAME.match(path.name) or ["", ""])[1]
        self.toml = open_toml(root, path, report) or TomlFile(self.file, "", {})
        self.values, self.source = self.toml.values, self.toml.source
        self.tables = {table.id: table for _, table in book.tables}
        self.unread: set[str] = set()  # rows and numbers that were not understood: what names them follows
        self.unnamed = False  # an input has no name by which it could be read
        self.following = False  # something was not understood for a problem that is reported elsewhere
        self.compared: list[str] = []  # all conditions, and what rows are looked up by
        self.shown: list[str] = []  # all expressions in texts
        self.inputs: tuple[Input, ...] = ()
        self.rows: tuple[Row, ...] = ()
        self.results: tuple[Result, ...] = ()

    def read(self, data: Mapping[str, Datum], wrong: Iterable[str]) -> Calculator | None:
        """Check and return the calculator, its `cases` still empty; None if a problem is reported.

        `data`: values of `calcoli.tsv` by name; `wrong`: names of its rows that could not be read.
        """
        before = len(self.report.problems)
        head = self.toml.read_head(KEYS, self.report)
        misspelt = (value for key, value in self.values.items() if key not in KEYS and isinstance(value, dict))
        self.unread = {*wrong, *(name for value in misspelt for name in value)}
        self.scope = Scope({}, data, {})
        self.inputs = tuple(self._inputs())
        self.scope = replace(self.scope, inputs={one.id: one for one in self.inputs})
        self.rows, reads = tuple(self._rows()), head.read_texts("reads")
        for name in reads:
            if name not in data:
                expected = f"un nome di rules_src/{self.book.slug}/calcoli.tsv"
                self.problem(f'"{name}"', f"il nome «{name}»", expected, suggest(name, data))
        self.results = tuple(self._results())
        code = self._code(head)
        if self.results and len(self.report.problems) == before and not self.following:
            self._check_read()
        for key in ("intro", "without"):
            for target in references.list_targets(head.read_text(key, "")):
                self._check_anchor(target, head.locate(key))
        values = {name: data[name] for name in reads if name in data}
        given = {
            "book": self.book.slug,
            "id": self.id,
            "inputs": self.inputs,
            "cases": (),
            "code": code,
            "data": values,
        }
        calculator = head.fill(Calculator, ("waiting", "intro", "without"), **given)
        if len(self.report.problems) > before or self.following:
            return None
        return replace(calculator, place=self.locate("code =") if code else Place(self.file))

    def locate(self, words: str, after: int = 0) -> Place:
        """Return the place of the first line from `after` on that has `words`, else of `after`."""
        numbered = enumerate(self.source.split("\n"), 1)
        return Place(self.file, next((n for n, line in numbered if n >= after and words and words in line), after))

    def problem(self, where: Place | str, found: str, expected: str, hint: str = "") -> None:
        """Report a problem at `where`: a place, or words in its line."""
        self.report.add(self.locate(where) if isinstance(where, str) else where, found, expected, hint)

    def wrong(self, error: ExpressionError, place: Place) -> None:
        """Report a faulty expression, unless it follows from a reported problem."""
        if self.unnamed or error.words in self.unread:
            self.following = True
        else:
            self.problem(self.locate(error.words, place.line), error.found, error.expected, error.hint)

    def parsed(self, parse: Callable[[str, Scope], T], source: str, place: Place, default: T) -> T:
        """Return what `parse` makes of a text; `default` if it is faulty, which is reported."""
        try:
            return parse(source, self.scope)
        except ExpressionError as error:
            self.wrong(error, place)
            return default

    def template(self, source: str, place: Place) -> Template:
        """Parse a text with expressions in braces; empty if it is faulty, which is reported."""
        self.shown += BRACES.findall(source)
        return self.parsed(parse_template, source, place, Template())

    def conditions(self, source: str, place: Place) -> tuple[Condition, ...]:
        """Parse conditions; () if they are faulty, which is reported."""
        self.compared.append(source)
        return self.parsed(parse_conditions, source, place, ())

    def table(self, name: str, place: Place) -> Table | None:
        """Return the book's table named `name`; None, reported at `place`, if unknown."""
        if name not in self.tables:
            near = suggest(name, self.tables)
            self.problem(self.locate(name, place.line), f"la tabella «{name}»", "una tabella del libro", near)
        return self.tables.get(name)

    def cites(self, fields: Fields) -> tuple[str, ...]:
        """Return the anchors of the key `cites` in a TOML table; unknown ones are reported."""
        given = fields.read_texts("cites")
        for anchor in given:
            self._check_anchor(anchor, self.locate(anchor, fields.place.line))
        return given

    def _check_anchor(self, anchor: str, place: Place) -> None:
        if anchor not in self.anchors:
            near = suggest_anchor(anchor, self.anchors)
            self.problem(place, f"il rimando a «{anchor}»", "un’ancora che esiste", near)

    def _code(self, head: Fields) -> str:
        """Return the answering script's name; '' if `[[result]]` blocks answer.

        Reported if the file has neither or both.
        """
        code = head.read_text("code", "")
        if code and code not in CODES:
            self.problem("code =", f"code = «{code}»", f"uno fra {', '.join(CODES)}", suggest(code, CODES))
        if not (self.results or code or "result" in head.misspelt):
            self.problem(Place(self.file), "il calcolo non ha risultati", "almeno un [[result]], oppure code")
        others = [key for key in ("code", "reads", "intro", "without") if key in self.values]
        if self.results and others:
            expected = "o [[result]], o uno script con reads, intro e without"
            self.problem(head.locate(others[0]), f"{others[0]} insieme a [[result]]", expected)
        return code

    def _check_read(self) -> None:
        """Report inputs and rows that no result uses, probably misspelt."""
        read = set(NAME.findall(" ".join([*self.compared, *self.shown])))
        lines = {one.id: f'id = "{one.id}"' for one in self.inputs} | {row.name: f"{row.name} =" for row in self.rows}
        for name, words in lines.items():
            if name not in read:
                self.problem(words, f"nessun risultato legge «{name}»", "un input o una riga che si usi")

    def _inputs(self) -> Iterator[Input]:
        inputs: list[tuple[Place, str]] = []
        numbers = 0
        for f in self.toml.read_blocks("input", INPUT_KEYS, self.report):
            self.unnamed |= not IDENTIFIER.match(str(f.values.get("id", "")))
            one = Input(read_id(f), f.read_text("label"), f.read_text("unit", ""), group=f.read_text("group", ""))
            if one.id in self.scope.data and "code" not in self.values:
                found = f"«{one.id}» è anche un nome di {self.scope.data[one.id].place}"
                self.problem(f.place, found, "un nome per quello che si scrive e un altro per il numero del libro")
            yield self._chosen(one, f) if "choices" in f.values else self._typed(one, f)
            inputs.append((f.place, one.id))
            numbers += not f.values.get("choices")
        check_unique(inputs, "l’input", self.report)
        if numbers > 1 and "code" not in self.values:
            expected = "un solo [[input]] con from e to, e gli altri con choices"
            self.problem(Place(self.file), "due numeri da scrivere", expected)

    def _typed(self, one: Input, f: Fields) -> Input:
        before = len(self.report.problems)
        low, high = f.read_number("from"), f.read_number("to")
        if not 0 <= low <= high and len(self.report.problems) == before:
            self.problem(f.place, f"from = {low}, to = {high}", "da 0 in su, con from non più grande di to")
        return replace(one, low=low, high=high)

    def _chosen(self, one: Input, f: Fields) -> Input:
        choices = tuple(self._choices(f.values["choices"], f.place))
        ids = [choice.id for choice in choices]
        for name in sorted({name for name in ids if ids.count(name) > 1}):
            self.problem(self.locate(f'"{name}"', f.place.line), f"la scelta «{name}» c’è due volte", "id diversi")
        if {"from", "to"} & set(f.values):
            self.problem(f.place, "choices insieme a from e to", "una scelta, o un numero con i suoi limiti")
        if not f.values["choices"]:
            self.problem(f.place, "choices = []", "almeno una scelta, oppure from e to")
        return replace(one, choices=choices, listed=any(choice.group for choice in choices))

    def _choices(self, given: Any, place: Place) -> Iterator[Choice]:
        """Yield an input's choices: `{ id, label }`, or the cells of `{ table, column }` by table."""
        for item in given if isinstance(given, list) else [given]:
            if not isinstance(item, dict):
                expected = '[{ id = "…", label = "…" }] oppure [{ table = "…", column = "…" }]'
                self.problem(place, f"choices = {given!r}", expected)
            elif "table" not in item:
                f = Fields(item, place, {"id", "label"}, self.report)
                yield Choice(f.read_text("id"), f.read_text("label"))
            else:
                f = Fields(item, place, {"table", "column"}, self.report)
                if table := self.table(f.read_text("table"), place):
                    yield from self._choices_of_table(table, f)

    def _choices_of_table(self, table: Table, f: Fields) -> Iterator[Choice]:
        column = self.parsed(lambda name, _: find_column(table, name), f.read_text("column"), f.place, None)
        if column is None:
            return
        for row in table.rows:
            words = format_cell(row.cells[table.columns.index(column)], column)
            yield Choice(words, words, table.title)

    def _rows(self) -> Iterator[Row]:
        """Yield the rows of `[rows]`, making their names known to expressions."""
        given, head = self.values.get("rows", {}), self.locate("[rows]")
        if not isinstance(given, dict):
            self.problem("rows", "[[rows]]", "[rows], una volta, fra parentesi quadre semplici")
            self.unread |= {name for item in given for name in item}
            return
        for name, item in given.items():
            place = self.locate(f"{name} =", head.line)
            f = Fields(item if isinstance(item, dict) else {}, place, ROW_KEYS, self.report)
            self.unread.add(name)
            try:
                row = self._row(name, f)
            except ExpressionError as error:
                self.wrong(error, place)
                continue
            if row:
                self.unread.discard(name)
                self.scope = replace(self.scope, tables={**self.scope.tables, name: row.table})
                yield row

    def _row(self, name: str, f: Fields) -> Row | None:
        table, called = self.table(f.read_text("table"), f.place), f.read_text("column")
        if name in self.scope.inputs or name in self.scope.data:
            self.problem(f.place, f"«{name}» è già il nome di un input o di un numero", "un nome solo suo")
        if table is None or not called:
            return None
        column = find_column(table, called)
        self.compared.append(f.read_text("is"))
        by, place = parse_expression(self.compared[-1], self.scope), table.columns.index(column)
        typed = by.input and not by.input.choices
        if typed and not any(isinstance(row.cells[place], (int, Range)) for row in table.rows):
            found = f"la colonna {column.name} di {table.id} è di tipo {column.type}"
            self.problem(
                f.place, found, f"{ColumnType.RANGE} o {ColumnType.INT}, perché in quella colonna si cerca un numero"
            )
            return None
        unit = f.read_text("unit", by.input.unit if by.input else "")
        return Row(name, table, place, by, self.template(unit, f.place))

    def _results(self) -> Iterator[Result]:
        own = self.scope
        for f in self.toml.read_blocks("result", RESULT_KEYS, self.report):
            place, each = f.place, self._each(f.values.get("each"), f.place)
            self.scope = replace(own, tables={**own.tables, each[0]: each[1]}) if each else own
            silent = f.read_text("silent", "").replace(f"{{{SILENCE}}}", SILENCE)
            if not {"value", "notes"} & set(f.values):
                self.problem(
                    place, "il risultato non dice niente", "value, o notes che spieghino perché il libro non lo dice"
                )
            yield Result(
                self.conditions(f.read_text("when", ""), place),
                self.template(f.read_text("label"), place),
                self.template(f.read_text("value") if "value" in f.values else "", place),
                tuple(self._notes(f.values.get("notes", []), place)),
                self.template(silent, place) if silent else None,
                self.cites(f),
                each,
                place,
            )
        self.scope = own

    def _each(self, given: Any, place: Place) -> tuple[str, Table] | None:
        if given is not None and not isinstance(given, dict):
            self.problem(place, f"each = {given!r}", 'each = { row = "…", table = "…" }')
        if not isinstance(given, dict):
            return None
        f = Fields(given, place, {"row", "table"}, self.report)
        table = self.table(f.read_text("table"), place)
        return (f.read_text("row"), table) if table else None

    def _notes(self, given: Any, place: Place) -> Iterator[Note]:
        """Yield the notes: a text, or `{ when, text, cites }`."""
        for item in given if isinstance(given, list) else [given]:
            f = Fields(item if isinstance(item, dict) else {"text": item}, place, NOTE_KEYS, self.report)
            when, text = f.read_text("when", ""), f.read_text("text", "")
            at = self.locate(when, place.line)
            if isinstance(item, dict) and not {"text", "cites"} & set(item):
                self.problem(at, "la nota non dice niente", 'text = "…", o cites')
            yield Note(
                self.conditions(when, at), self.template(text, self.locate(text[:40], place.line)), self.cites(f)
            )
