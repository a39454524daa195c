"""Expressions of a calculator's file, between braces and after `when`: inputs, numbers and cells by name.

{giocatori}                    what was typed or chosen
{finalisti}                    a number of calcoli.tsv
{turni.Turni di gioco}         a cell of the row that was found, by its column's name
{tavoli.Tavolo #}              all cells of «Tavolo 1», «Tavolo 2»…: «6, 6, 5»
{quanti tavoli.Tavolo #}       the same, counted: «2 da 6 e 1 da 5»
{ruolo.=tavolo}                the cell of the column that an input chose
{turni.Turni + taglio}         a sum
{giocatori / al-massimo}       a division, rounded up
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scripts.model.book import Cell, Column, ColumnType, Range, Table, TableRow
from scripts.model.calculations import Datum, Input, Typed, Wording
from scripts.model.italian import format_cell, format_decimal
from scripts.model.problems import suggest

BRACES = re.compile(r"\{([^{}]*)\}")
COMPARED = re.compile(r"(?P<left>.+?)\s+(?P<sign><=|>=|!=|<|>|=)\s+(?P<right>.+)\Z")
SIGNS = re.compile(r"[<>=]")
COMPARISONS = "< <= > >= = !=, fra due spazi"
OF_THE_BOOK = "un numero del regolamento sta in calcoli.tsv con il suo enunciato, e qui va il suo nome"
COUNTED = "quanti "
ABSENT = "not "


class FormulaError(ValueError):
    """Raised for an expression that names nothing; holds the wrong words, what was expected and a hint."""

    def __init__(self, found: str, expected: str, hint: str = "", words: str = "") -> None:
        super().__init__(found)
        self.found, self.expected, self.hint, self.words = found, expected, hint, words


class MissingRow(Exception):
    """Raised where a text reads a row that was not found: the book does not say."""

    def __init__(self, row: str) -> None:
        super().__init__(row)
        self.row = row


@dataclass(frozen=True)
class Scope:
    """Hold what an expression may name: inputs, numbers of `calcoli.tsv`, rows with their tables."""

    inputs: Mapping[str, Input]
    data: Mapping[str, Datum]
    tables: Mapping[str, Table]


@dataclass(frozen=True)
class CaseValues:
    """Hold one case: a choice's id or the lowest number for each input, and the row found for each name."""

    chosen: Mapping[str, str | int]
    rows: Mapping[str, TableRow | None]


@dataclass(frozen=True)
class Given:
    """Read an input's own answer."""

    input: Input

    cites = ()

    def words(self, moment: CaseValues) -> Wording:
        if self.input.choices:
            return (next(c.label for c in self.input.choices if c.id == moment.chosen[self.input.id]),)
        return (Typed(self.input.id),)

    def value(self, moment: CaseValues) -> Cell:
        return moment.chosen[self.input.id]


@dataclass(frozen=True)
class Number:
    """Read a number of `calcoli.tsv`."""

    datum: Datum

    @property
    def cites(self) -> tuple[str, ...]:
        return (self.datum.anchor,)

    def words(self, moment: CaseValues) -> Wording:  # noqa: ARG002
        return (
            format_decimal(float(self.datum.value or 0))
            if isinstance(self.datum.value, float)
            else str(self.datum.value),
        )

    def value(self, moment: CaseValues) -> Cell:  # noqa: ARG002
        return self.datum.value


@dataclass(frozen=True)
class InRow:
    """Read the cells of a found row in some columns; `by` is the input whose choice names the column."""

    row: str
    table: Table
    columns: tuple[Column, ...]
    by: str = ""
    counted: bool = False

    @property
    def cites(self) -> tuple[str, ...]:
        return (self.table.id,)

    def read_cells(self, moment: CaseValues) -> list[tuple[Cell, Column]]:
        """Return the cells that are not empty. Raises MissingRow if there is no row."""
        found = moment.rows[self.row]
        if found is None:
            raise MissingRow(self.row)
        columns = [find_column(self.table, str(moment.chosen[self.by]))] if self.by else self.columns
        cells = [(found.cells[self.table.columns.index(column)], column) for column in columns]
        return [(cell, column) for cell, column in cells if cell is not None]

    def words(self, moment: CaseValues) -> Wording:
        cells, row = self.read_cells(moment), moment.rows[self.row]
        if not cells and row:
            found = f"nella riga «{row.cells[0]}» di {self.table.id} la cella è vuota"
            raise FormulaError(found, "when = che escluda quel caso")
        if self.counted:
            return (count_in_words([cell for cell, _ in cells if isinstance(cell, int)]),)
        return (", ".join(format_cell(cell, column) for cell, column in cells),)

    def value(self, moment: CaseValues) -> Cell:
        cells = self.read_cells(moment)
        return cells[0][0] if cells else None


@dataclass(frozen=True)
class Sum:
    """Add two numbers."""

    left: Operand
    right: Operand

    @property
    def cites(self) -> tuple[str, ...]:
        return (*self.left.cites, *self.right.cites)

    def words(self, moment: CaseValues) -> Wording:
        return (str(self.value(moment)),)

    def value(self, moment: CaseValues) -> Cell:
        return sum(evaluate_number(one, moment) for one in (self.left, self.right))


@dataclass(frozen=True)
class Share:
    """Divide what was typed by a number of `calcoli.tsv`, rounded up."""

    left: Given
    right: Number

    @property
    def cites(self) -> tuple[str, ...]:
        return self.right.cites

    def words(self, moment: CaseValues) -> Wording:
        return (Typed(self.left.input.id, int(evaluate_number(self.right, moment))),)

    def value(self, moment: CaseValues) -> Cell:
        return math.ceil(evaluate_number(self.left, moment) / evaluate_number(self.right, moment))


Operand = Given | Number | InRow | Sum | Share


def evaluate_number(operand: Operand, moment: CaseValues) -> int | float:
    found = operand.value(moment)
    if isinstance(found, (int, float)) and not isinstance(found, bool):
        return found
    raise FormulaError(f"«{found}» non è un numero", "un numero, per contare o confrontare")


def depends_on_typing(one: Operand | str) -> bool:
    """Tell whether the value changes with every number that is typed."""
    if isinstance(one, (Sum, Share)):
        return depends_on_typing(one.left) or depends_on_typing(one.right)
    return isinstance(one, Given) and not one.input.choices


def is_divisor(one: Number) -> bool:
    return isinstance(one.datum.value, int) and one.datum.value > 0


def list_names(one: Operand) -> Iterator[str]:
    """Yield the inputs and rows that an operand reads."""
    if isinstance(one, Given):
        yield one.input.id
    elif isinstance(one, InRow):
        yield from (name for name in (one.row, one.by) if name)
    elif isinstance(one, (Sum, Share)):
        yield from (*list_names(one.left), *list_names(one.right))


def count_in_words(sizes: Sequence[int]) -> str:
    """Return sizes counted in words: [6, 5, 6, 5, 5] → '2 da 6 e 3 da 5'."""
    return " e ".join(f"{sizes.count(size)} da {size}" for size in sorted(set(sizes), reverse=True))


def find_column(table: Table, name: str) -> Column:
    """Return the column with that name. Raises FormulaError if there is none."""
    found = next((column for column in table.columns if column.name == name), None)
    if found is None:
        names = [column.name for column in table.columns]
        raise FormulaError(
            f"la colonna «{name}» non è in {table.id}", f"una di: {', '.join(names)}", suggest(name, names), name
        )
    return found


def parse_operand(text: str, scope: Scope) -> Operand:
    """Parse an expression between braces. Raises FormulaError if it names nothing."""
    text = text.strip()
    for sign, kind in ((" + ", Sum), (" / ", Share)):
        left, found, right = text.partition(sign)
        if found:
            pair = parse_operand(left, scope), parse_operand(right, scope)
            if kind is Share and not (
                depends_on_typing(pair[0]) and isinstance(pair[1], Number) and is_divisor(pair[1])
            ):
                expected = "un numero scritto, «/» e un numero intero di calcoli.tsv, più grande di zero"
                raise FormulaError(f"«{text}» non si può dividere", expected, words=text)
            return kind(*pair)  # type: ignore[arg-type]
    if text.startswith(COUNTED) or "." in text:
        return _parse_in_row(text, scope)
    if text in scope.inputs:
        return Given(scope.inputs[text])
    if text in scope.data and scope.data[text].value is not None:
        return Number(scope.data[text])
    known = [*scope.inputs, *(name for name, one in scope.data.items() if one.value is not None)]
    if SIGNS.search(text):
        raise FormulaError(f"«{text}»", f"due cose con fra loro uno di {COMPARISONS}", words=text)
    near = suggest(text, [*known, *scope.tables]) or (OF_THE_BOOK if text.isdecimal() else "")
    raise FormulaError(f"il nome «{text}»", f"uno di: {', '.join(known)}; o riga.Colonna", near, text)


def _parse_in_row(text: str, scope: Scope) -> InRow:
    counted = text.startswith(COUNTED)
    row, _, column = text.removeprefix(COUNTED).partition(".")
    if row not in scope.tables:
        raise FormulaError(
            f"la riga «{row}»",
            f"una di [rows]: {', '.join(scope.tables) or 'nessuna'}",
            suggest(row, scope.tables),
            row,
        )
    table = scope.tables[row]
    if column.startswith("="):
        name = column[1:]
        if name not in scope.inputs:
            raise FormulaError(
                f"il nome «{name}»", f"un input: {', '.join(scope.inputs)}", suggest(name, scope.inputs), name
            )
        for choice in scope.inputs[name].choices:
            find_column(table, choice.id)
        return InRow(row, table, (), name)
    if column.endswith("#"):
        found = tuple(c for c in table.columns if re.fullmatch(re.escape(column[:-1]) + r"\d+", c.name))
        if found:
            return InRow(row, table, _check_countable(found, table, counted), "", counted)
    return InRow(row, table, _check_countable((find_column(table, column),), table, counted), "", counted)


def _check_countable(columns: tuple[Column, ...], table: Table, counted: bool) -> tuple[Column, ...]:
    for column in columns if counted else ():
        if column.type is not ColumnType.INT:
            found = f"la colonna {column.name} di {table.id} è di tipo {column.type}"
            raise FormulaError(found, f"{ColumnType.INT}: «quanti» conta numeri", words=column.name)
    return columns


@dataclass(frozen=True)
class Template:
    """Hold a text with expressions, as pieces in order."""

    pieces: tuple[str | Operand, ...]

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(c for piece in self.pieces if not isinstance(piece, str) for c in piece.cites)

    def words(self, moment: CaseValues) -> Wording:
        return join_words(
            w for piece in self.pieces for w in ((piece,) if isinstance(piece, str) else piece.words(moment))
        )


def join_words(words: Iterable[str | Typed]) -> Wording:
    """Join neighbouring strings and drop empty ones."""
    made: list[str | Typed] = []
    for word in words:
        if isinstance(word, str) and made and isinstance(made[-1], str):
            made[-1] += word
        elif word != "":
            made.append(word)
    return tuple(made)


def parse_template(source: str, scope: Scope) -> Template:
    parts = BRACES.split(source)
    if alone := next((part for part in parts[::2] if "{" in part or "}" in part), ""):
        raise FormulaError(f"«{alone.strip()}» ha una graffa sola", "{nome} fra due graffe", words=alone.strip())
    pieces = tuple(parse_operand(part, scope) if i % 2 else part for i, part in enumerate(parts) if i % 2 or part)
    for part, piece in zip(parts[1::2], (piece for piece in pieces if not isinstance(piece, str)), strict=True):
        if isinstance(piece, Sum) and depends_on_typing(piece):
            expected = "una somma di celle e di numeri di calcoli.tsv, che in un caso è la stessa"
            raise FormulaError(f"«{part}» cambia a ogni numero scritto", expected, words=part)
    return Template(pieces)


@dataclass(frozen=True)
class Condition:
    """Compare two operands; without a sign, test whether the row or the cell exists (or not, if `absent`)."""

    left: Operand | str
    sign: str = ""
    right: Operand | str = ""
    absent: bool = False

    def holds(self, moment: CaseValues) -> bool:
        if isinstance(self.left, str):
            return (moment.rows[self.left] is None) == self.absent
        try:
            if not self.sign:
                return (self.left.value(moment) is None) == self.absent
            if isinstance(self.right, str):
                return (format_operand(self.left, moment) == self.right) == (self.sign == "=")
            one, other = evaluate_number(self.left, moment), evaluate_number(self.right, moment)
        except MissingRow:
            return self.absent
        return {"<": one < other, ">": one > other, "<=": one <= other, ">=": one >= other}[self.sign]


def format_operand(one: Operand, moment: CaseValues) -> str:
    """Return a choice's id, or a cell as it is read."""
    found = one.value(moment)
    return format_cell(found, one.columns[0]) if isinstance(one, InRow) and one.columns else str(found)


def parse_conditions(source: str, scope: Scope) -> tuple[Condition, ...]:
    """Parse conditions that must all hold: 'giocatori > gironi-oltre and playoff'; '' gives none."""
    return tuple(_parse_condition(part.strip(), scope) for part in source.split(" and ") if part.strip())


def _parse_condition(text: str, scope: Scope) -> Condition:
    absent, text = text.startswith(ABSENT), text.removeprefix(ABSENT).strip()
    if text in scope.tables:
        return Condition(text, absent=absent)
    match = COMPARED.match(text)
    if match is None:
        cell = parse_operand(text, scope)
        if not isinstance(cell, InRow):
            raise FormulaError(
                f"«{text}» vale sempre", f"una riga, una cella, o un confronto: {COMPARISONS}", words=text
            )
        return Condition(cell, absent=absent)
    if absent:
        raise FormulaError(f"«not {text}»", "il confronto contrario, per esempio <= al posto di >", words=text)
    left = parse_operand(match["left"], scope)
    if match["sign"] not in ("=", "!="):
        return Condition(left, match["sign"], parse_operand(match["right"], scope))
    if not isinstance(left, InRow) and not (isinstance(left, Given) and left.input.choices):
        raise FormulaError(f"«{text}»", "una scelta o una cella; i numeri si confrontano con < <= > >=", words=text)
    known = list(_list_answers(left))
    if known and match["right"] not in known:
        raise FormulaError(
            f"«{match['right']}» in «{text}»",
            f"uno di: {', '.join(known)}",
            suggest(match["right"], known),
            match["right"],
        )
    return Condition(left, match["sign"], match["right"])


def _list_answers(one: Operand) -> Iterator[str]:
    """Yield what an operand may be equal to: an input's choices, a column's cells."""
    if isinstance(one, Given):
        yield from (choice.id for choice in one.input.choices)
    elif isinstance(one, InRow) and one.columns:
        place = one.table.columns.index(one.columns[0])
        yield from dict.fromkeys(format_cell(row.cells[place], one.columns[0]) for row in one.table.rows)


def covers(cell: Cell, found: Cell) -> bool:
    """Tell whether a cell equals a value or is a range that contains it."""
    if isinstance(cell, Range):
        return isinstance(found, int) and found in cell
    return cell is not None and cell == found
