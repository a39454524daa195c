"""Parse the expressions of calculator files: in braces and after `when`, `is`, `each`.

{giocatori}                    what was typed or chosen
{finalisti}                    a number of calcoli.tsv
{turni.Turni di gioco}         a cell of the row that was found, by its column's name
{tavoli.Tavolo #}              all cells of «Tavolo 1», «Tavolo 2»…: «6, 6, 5»
{quanti tavoli.Tavolo #}       the same, counted: «2 da 6 e 1 da 5»
{ruolo.=tavolo}                the cell of the column that an input chose
{turni.Turni + taglio}         a sum
{giocatori / al-massimo}       a division, rounded up

Each kind of expression has a function that checks the names and returns an `Expression`.
"""

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scripts.model.book import Cell, Column, ColumnType, Table, TableRow
from scripts.model.calculators import Datum, Input, Typed, Wording
from scripts.model.italian_format import format_cell, format_decimal
from scripts.model.problems import suggest

BRACES = re.compile(r"\{([^{}]*)\}")
SIGNS = re.compile(r" [+/] ")
COMPARED = re.compile(r"(?P<left>.+?)\s+(?P<sign><=|>=|!=|<|>|=)\s+(?P<right>.+)\Z")
ORDER: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
COMPARISONS = "< <= > >= = !=, fra due spazi"
OF_THE_BOOK = "scrivi il numero in calcoli.tsv, con l’enunciato che lo dice; qui scrivi soltanto il nome del numero"
COUNTED = "quanti "
ABSENT = "not "


class ExpressionError(ValueError):
    """Report a faulty expression: what was found and expected, a hint.

    `words`: part of the expression, by which its line is found.
    """

    def __init__(self, found: str, expected: str, hint: str = "", words: str = "") -> None:
        super().__init__(found)
        self.found, self.expected, self.hint, self.words = found, expected, hint, words


class MissingRow(Exception):
    """Report that no table row was found under the name `row`."""

    def __init__(self, row: str) -> None:
        super().__init__(row)
        self.row = row


@dataclass(frozen=True)
class Scope:
    """Hold the names that an expression may use.

    `inputs`: by id; `data`: rows of `calcoli.tsv`; `tables`: name of a looked-up row → its table.
    """

    inputs: Mapping[str, Input]
    data: Mapping[str, Datum]
    tables: Mapping[str, Table]


@dataclass(frozen=True)
class CaseValues:
    """Hold the values of one case.

    `chosen`: input → choice or number; `rows`: name → table row found, None if there is none.
    """

    chosen: Mapping[str, str | int]
    rows: Mapping[str, TableRow | None]


@dataclass(frozen=True)
class Expression:
    """Hold a parsed expression: functions for its value and its words in a case.

    `value`, `words`: take a case; raise MissingRow, or ExpressionError if a cell is empty or not a number. `input`: the
    input, if the expression is nothing else; `divisor`: its number, if it names a whole number of `calcoli.tsv`, else 0;
    `column`: the table's column, if the expression is a cell and no input chooses the column; `of_row`: whether it is a
    cell at all; `equals`: texts with which `=` may compare it.
    """

    value: Callable[[CaseValues], Cell]
    words: Callable[[CaseValues], Wording]
    cites: tuple[str, ...] = ()
    input: Input | None = None
    divisor: int = 0
    column: Column | None = None
    equals: tuple[str, ...] = ()
    of_row: bool = False

    def number(self, moment: CaseValues) -> int | float:
        """Return the value in a case; ExpressionError for no number."""
        found = self.value(moment)
        if isinstance(found, (int, float)) and not isinstance(found, bool):
            return found
        raise ExpressionError(f"«{found}» non è un numero", "un numero, per contare o confrontare")

    def text(self, moment: CaseValues) -> str:
        """Return the value in a case as text: a choice's id, or a cell as shown."""
        found = self.value(moment)
        return format_cell(found, self.column) if self.column else str(found)


def parse_expression(text: str, scope: Scope) -> Expression:
    """Parse the text between braces; ExpressionError for a comparison or an unknown name."""
    text = text.strip()
    for sign, join in ((" + ", _sum), (" / ", _quotient)):
        left, found, right = text.partition(sign)
        if found:
            return join(parse_expression(left, scope), parse_expression(right, scope), text)
    if text.startswith(COUNTED) or "." in text:
        return _cells(text, scope)
    if text in scope.inputs:
        return _input(scope.inputs[text])
    values = [name for name, datum in scope.data.items() if datum.value is not None]
    if text in values:
        return _constant(scope.data[text])
    if re.search(r"[<>=]", text):
        raise ExpressionError(f"«{text}»", f"due valori separati da uno di {COMPARISONS}", words=text)
    names = [*scope.inputs, *values]
    near = suggest(text, [*names, *scope.tables]) or (OF_THE_BOOK if text.isdecimal() else "")
    raise ExpressionError(f"il nome «{text}»", f"{', '.join(names)}, oppure riga.Colonna", near, text)


def _input(given: Input) -> Expression:
    labels = {choice.id: choice.label for choice in given.choices}

    def words(moment: CaseValues) -> Wording:
        return (labels[str(moment.chosen[given.id])],) if labels else (Typed(given.id),)

    return Expression(lambda moment: moment.chosen[given.id], words, input=given, equals=tuple(labels))


def _constant(datum: Datum) -> Expression:
    value = datum.value
    words = format_decimal(value) if isinstance(value, float) else str(value)
    divisor = value if isinstance(value, int) else 0
    return Expression(lambda _: value, lambda _: (words,), (datum.anchor,), divisor=divisor)


def _sum(left: Expression, right: Expression, _: str) -> Expression:
    def value(moment: CaseValues) -> int | float:
        return left.number(moment) + right.number(moment)

    return Expression(value, lambda moment: (str(value(moment)),), left.cites + right.cites)


def _quotient(left: Expression, right: Expression, text: str) -> Expression:
    typed, divisor = left.input, right.divisor
    if not typed or typed.choices or divisor <= 0:
        expected = (
            "un numero scritto da chi usa il calcolo, «/», e un numero intero maggiore di zero preso da calcoli.tsv"
        )
        raise ExpressionError(f"«{text}» non si può dividere", expected, words=text)
    words = (Typed(typed.id, divisor),)
    return Expression(lambda moment: math.ceil(left.number(moment) / divisor), lambda _: words, right.cites)


def _cells(text: str, scope: Scope) -> Expression:
    counted = text.startswith(COUNTED)
    row, _, name = text.removeprefix(COUNTED).partition(".")
    if row not in scope.tables:
        expected = f"una di [rows] ({', '.join(scope.tables) or 'nessuna'})"
        raise ExpressionError(f"la riga «{row}»", expected, suggest(row, scope.tables), row)
    table, by = scope.tables[row], name[1:] if name.startswith("=") else ""
    columns = () if by else _columns(table, name, counted)
    if by:
        if by not in scope.inputs:
            near = suggest(by, scope.inputs)
            raise ExpressionError(f"il nome «{by}»", f"un input ({', '.join(scope.inputs)})", near, by)
        for choice in scope.inputs[by].choices:
            find_column(table, choice.id)

    def cells(moment: CaseValues) -> list[tuple[Cell, Column]]:
        found = moment.rows[row]
        if found is None:
            raise MissingRow(row)
        read = (find_column(table, str(moment.chosen[by])),) if by else columns
        pairs = ((found.cells[table.columns.index(column)], column) for column in read)
        return [(cell, column) for cell, column in pairs if cell is not None]

    def words(moment: CaseValues) -> Wording:
        found, line = cells(moment), moment.rows[row]
        if not found and line:
            empty = f"nella riga «{line.cells[0]}» di {table.id} la cella è vuota"
            raise ExpressionError(empty, "un when che escluda quel caso")
        if counted and not by:
            return (count_in_words([cell for cell, _ in found if isinstance(cell, int)]),)
        return (", ".join(format_cell(cell, column) for cell, column in found),)

    def value(moment: CaseValues) -> Cell:
        return next((cell for cell, _ in cells(moment)), None)

    first = columns[0] if columns else None
    place = table.columns.index(first) if first else 0
    equals = dict.fromkeys(format_cell(line.cells[place], first) for line in table.rows) if first else ()
    return Expression(value, words, (table.id,), column=first, equals=tuple(equals), of_row=True)


def _columns(table: Table, name: str, counted: bool) -> tuple[Column, ...]:
    """Return the column named `name`; for 'Tavolo #' all columns 'Tavolo 1', 'Tavolo 2'…

    Raises ExpressionError if there is none or, with `counted`, if one does not hold whole numbers.
    """
    pattern = re.escape(name.removesuffix("#")) + r"\d+"
    numbered = [column for column in table.columns if name.endswith("#") and re.fullmatch(pattern, column.name)]
    columns = tuple(numbered) or (find_column(table, name),)
    for column in columns if counted else ():
        if column.type is not ColumnType.INT:
            found = f"la colonna {column.name} di {table.id} è di tipo {column.type}"
            raise ExpressionError(found, f"{ColumnType.INT}, perché «quanti» conta numeri", words=column.name)
    return columns


def find_column(table: Table, name: str) -> Column:
    """Return the table's column named `name`; ExpressionError if there is none."""
    columns = {column.name: column for column in table.columns}
    if name not in columns:
        found = f"la colonna «{name}» non è in {table.id}"
        raise ExpressionError(found, f"una fra {', '.join(columns)}", suggest(name, columns), name)
    return columns[name]


def count_in_words(sizes: Sequence[int]) -> str:
    """Return in Italian how often each size occurs: [6, 5, 6, 5, 5] → '2 da 6 e 3 da 5'."""
    return " e ".join(f"{sizes.count(size)} da {size}" for size in sorted(set(sizes), reverse=True))


@dataclass(frozen=True)
class Template:
    """Hold a text with expressions, as pieces in order."""

    pieces: tuple[str | Expression, ...] = ()

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(anchor for one in self.pieces if isinstance(one, Expression) for anchor in one.cites)

    def words(self, moment: CaseValues) -> Wording:
        """Return the text for one case, with each expression put into words.

        Where it repeats the number that the user typed it has a `Typed`, so that one text serves many numbers.
        """
        return join_words(
            w for piece in self.pieces for w in ((piece,) if isinstance(piece, str) else piece.words(moment))
        )


def join_words(words: Iterable[str | Typed]) -> Wording:
    """Join a text's neighbouring strings between placeholders; drop empty ones."""
    made: list[str | Typed] = []
    for word in words:
        if isinstance(word, str) and made and isinstance(made[-1], str):
            made[-1] += word
        elif word != "":
            made.append(word)
    return tuple(made)


def parse_template(source: str, scope: Scope) -> Template:
    """Parse a text with expressions in braces; ExpressionError also for a reference, which has no place there."""
    if "[[" in source:
        raise ExpressionError(f"un rimando in «{source}»", "le regole stanno in cites", words="[[")
    parts = BRACES.split(source)  # texts and expressions in turn
    for text in parts[::2]:
        if "{" in text or "}" in text:
            found = f"«{text.strip()}» ha una graffa sola"
            raise ExpressionError(found, "{nome} fra due graffe", words=text.strip())
    pieces = tuple(parse_expression(part, scope) if i % 2 else part for i, part in enumerate(parts))
    typed = {one.id for one in scope.inputs.values() if not one.choices}
    for text in parts[1::2]:
        if " + " in text and typed & {one.strip() for one in SIGNS.split(text)}:
            expected = (
                "una somma di celle e di numeri di calcoli.tsv, che nello stesso caso dia sempre lo stesso numero"
            )
            raise ExpressionError(f"«{text}» cambia con il numero che si scrive", expected, words=text)
    return Template(pieces)


Condition = Callable[[CaseValues], bool]
"""Tells whether a comparison holds in a case, or whether a row or cell exists."""


def _guard(test: Condition, silent: bool = False) -> Condition:
    """Return `test` with the result `silent` where a row that it reads was not found."""

    def holds(moment: CaseValues) -> bool:
        try:
            return test(moment)
        except MissingRow:
            return silent

    return holds


def parse_conditions(source: str, scope: Scope) -> tuple[Condition, ...]:
    """Parse conditions joined by 'and'; '' gives none.

    'giocatori > gironi-oltre and playoff'. Raises ExpressionError.
    """
    return tuple(_parse_condition(part.strip(), scope) for part in source.split(" and ") if part.strip())


def _parse_condition(text: str, scope: Scope) -> Condition:
    absent, text = text.startswith(ABSENT), text.removeprefix(ABSENT).strip()
    if text in scope.tables:
        return lambda moment: (moment.rows[text] is None) == absent
    compared = COMPARED.match(text)
    if compared is None:
        cell = parse_expression(text, scope)
        if not cell.of_row:
            expected = f"una riga, una cella, o un confronto con {COMPARISONS}"
            raise ExpressionError(f"«{text}» vale sempre", expected, words=text)
        return _guard(lambda moment: (cell.value(moment) is None) == absent, silent=absent)
    if absent:
        raise ExpressionError(f"«not {text}»", "il confronto contrario, per esempio <= al posto di >", words=text)
    left, sign, right = parse_expression(compared["left"], scope), compared["sign"], compared["right"]
    if sign in ORDER:
        other, order = parse_expression(right, scope), ORDER[sign]
        return _guard(lambda moment: order(left.number(moment), other.number(moment)))
    if not left.equals and not left.of_row:
        raise ExpressionError(f"«{text}»", "una scelta o una cella; i numeri si confrontano con < <= > >=", words=text)
    if left.equals and right not in left.equals:
        near = suggest(right, left.equals)
        raise ExpressionError(f"«{right}» in «{text}»", f"uno fra {', '.join(left.equals)}", near, right)
    return _guard(lambda moment: (left.text(moment) == right) == (sign == "="))
