"""Evaluation of a book's `calcolatori/NN-name.toml`: every calculator with all its answers, worked out once.

A number is tried only where an answer can change: at the ends of the intervals and at the numbers that the tables and
`calcoli.tsv` hold, or, where what is looked up or compared is itself computed, everywhere; neighbouring cases with one
answer become one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from scripts.edition import formulas
from scripts.edition.declaration import NAME, SILENCE, Declaration, Output, Row
from scripts.edition.formulas import CaseValues, FormulaError, MissingRow
from scripts.edition.infractions import Fields, check_unique, locate_keys, read_arrays
from scripts.model import inline
from scripts.model.anchors import Anchors, suggest_anchor
from scripts.model.book import Book, Range, TableRow
from scripts.model.calculations import CODES, Calculator, Case, Datum, Input, Line, Typed, Wording
from scripts.model.problems import Place, Report, suggest

CALCULATORS = "calcolatori"
KEYS = {"title", "name", "about", "waiting", "intro", "without", "code", "reads", "rows", "input", "result"}
TRIED = 10_000  # numbers at most, one after the other


def read_calculators(
    root: Path,
    book: Book,
    anchors: Anchors,
    data: Mapping[str, Datum],
    wrong: Iterable[str],
    broken: Iterable[str],
    report: Report,
) -> Iterator[Calculator]:
    """Yield the calculators of a book's folder, ordered by name; problems are reported with their line.

    `wrong`: the names of `calcoli.tsv` that were not understood; `broken`: the tables with problems of their own. A
    calculator that reads one of them is left out until it is repaired.
    """
    folder = f"rules_src/{book.slug}"
    for path in sorted((root / folder / CALCULATORS).glob("*")):
        if not NAME.match(path.name):
            report.add(Place(path.relative_to(root).as_posix()), f"il nome {path.name}", "NN-nome.toml, in minuscole")
            continue
        before = len(report.problems)
        read = Declaration(path, root, book, anchors, data, wrong, report)
        if lost := next((name for name in broken if f'"{name}"' in read.source), ""):
            report.add(read.locate(lost), f"la tabella «{lost}»", "una tabella senza problemi", follows=folder)
            continue
        if len(report.problems) == before and (calculator := _read_calculator(read)):
            yield calculator


def _read_calculator(read: Declaration) -> Calculator | None:
    before = len(read.report.problems)
    places = locate_keys(read.values, read.source, read.file)
    head = Fields(read.values, Place(read.file, 1), KEYS, read.report, places)
    read.unread |= {
        name for key, some in read.values.items() if key not in KEYS and isinstance(some, dict) for name in some
    }
    inputs = tuple(read.read_inputs())
    blocks = (place for place, _ in read_arrays(read.values, read.source, read.file, "input"))
    check_unique(zip(blocks, (one.id for one in inputs), strict=True), "l’input", read.report)
    if sum(not one.choices for one in inputs) > 1 and "code" not in read.values:
        read.report.add(
            Place(read.file), "due numeri da scrivere", "un solo [[input]] con from e to: gli altri con choices"
        )
    read.scope = replace(read.scope, inputs={one.id: one for one in inputs})
    rows, names = tuple(read.read_rows()), head.read_texts("reads")
    for name in names:
        if name not in read.scope.data:
            near = suggest(name, read.scope.data)
            read.report.add(
                read.locate(f'"{name}"'),
                f"il nome «{name}»",
                f"un nome di rules_src/{read.book.slug}/calcoli.tsv",
                near,
            )
    results, code = tuple(read.read_results()), head.read_text("code", "")
    if code and code not in CODES:
        read.report.add(read.locate("code ="), f"code = «{code}»", f"uno di: {', '.join(CODES)}", suggest(code, CODES))
    if results and len(read.report.problems) == before and not read.following:
        _check_read(read, inputs, rows, results)
    if not (results or code or "result" in head.misspelt):
        read.report.add(Place(read.file), "il calcolo non ha risultati", "almeno un [[result]], oppure code")
    if results and (others := [key for key in ("code", "reads", "intro", "without") if key in read.values]):
        found = f"{others[0]} insieme a [[result]]"
        read.report.add(head.locate(others[0]), found, "un calcolo dichiarato, o uno script con reads, intro e without")
    for key in ("intro", "without"):
        for target in inline.list_targets(head.read_text(key, "")):
            if target not in read.anchors:
                near = suggest_anchor(target, read.anchors)
                read.report.add(head.locate(key), f"il rimando a «{target}»", "un’ancora che esiste", near)
    calculator = Calculator(
        read.book.slug, read.id, head.read_text("title"), head.read_text("name"), head.read_text("about"), head.read_text("waiting", ""),
        head.read_text("intro", ""), head.read_text("without", ""), inputs, (), code,
        {name: read.scope.data[name] for name in names if name in read.scope.data},
        read.locate("code =") if code else Place(read.file),
    )  # fmt: skip
    if len(read.report.problems) > before or read.following:
        return None
    return replace(calculator, cases=tuple(_make_cases(read, inputs, rows, results)))


def _check_read(read: Declaration, inputs: Iterable[Input], rows: tuple[Row, ...], results: Iterable[Output]) -> None:
    """Report inputs and rows that nothing reads."""
    operands = [row.by for row in rows]
    tables: set[str] = set()
    for result in results:
        notes = [(note.when, note.text) for note in result.notes]
        for when, text in [(result.when, result.label), ((), result.value), *notes, ((), result.silent)]:
            operands += [piece for piece in (text.pieces if text else ()) if not isinstance(piece, str)]
            for condition in when:
                sides = (condition.left, condition.right)
                operands += [side for side in sides if not isinstance(side, str)]
                tables |= {side for side in sides if isinstance(side, str)}
    for row in rows:
        operands += [piece for piece in row.unit.pieces if not isinstance(piece, str)]
    said = {name for one in operands for name in formulas.list_names(one)} | tables
    for name, where in [
        *((one.id, f'id = "{one.id}"') for one in inputs),
        *((row.name, f"{row.name} =") for row in rows),
    ]:
        if name not in said:
            read.report.add(read.locate(where), f"nessun risultato legge «{name}»", "un input o una riga che servano")


def _make_cases(
    read: Declaration, inputs: Iterable[Input], rows: tuple[Row, ...], results: tuple[Output, ...]
) -> Iterator[Case]:
    """Yield every combination of choices with the intervals in which its lines are the same."""
    if not results:
        return
    asked = [one for one in inputs if one.choices]
    typed = next((one for one in inputs if not one.choices), None)
    numbers = list(_list_numbers(read, typed, rows, results)) if typed else [0]
    tries = [number for number in numbers if not typed or number <= typed.high]
    for chosen in itertools.product(*([choice.id for choice in one.choices] for one in asked)):
        ids: dict[str, str | int] = {one.id: answer for one, answer in zip(asked, chosen, strict=True)}
        last: tuple[Line, ...] | None = None
        start = 0
        for number in tries:
            moment = _find_rows({**ids, typed.id: number} if typed else ids, rows)
            said = [(result, line) for result in results for line in _make_lines(read, result, rows, moment)]
            _check_labels(read, said)
            lines = tuple(line for _, line in said)
            if typed and last is not None and lines != last:
                yield Case({**_as_text(ids), typed.id: Range(start, number - 1)}, last)
            if lines != last:
                start, last = number, lines
        when = {**_as_text(ids), **({typed.id: Range(start, typed.high)} if typed else {})}
        yield Case(when, last or (), endless=tries == numbers)


def _check_labels(read: Declaration, said: Iterable[tuple[Output, Line]]) -> None:
    """Report two lines of one case with one label, by which the page finds a column."""
    seen: set[str] = set()
    for result, line in said:
        if line.label in seen and result.place not in read.told:
            read.report.add(
                result.place, f"«{line.label}» c’è già fra i risultati dello stesso caso", "un’altra label, o when"
            )
            read.told.add(result.place)
        seen.add(line.label)


def _as_text(ids: Mapping[str, str | int]) -> dict[str, str | Range]:
    return {name: str(answer) for name, answer in ids.items()}


def _list_numbers(read: Declaration, typed: Input, rows: Iterable[Row], results: Iterable[Output]) -> list[int]:
    """Return the input values at which an answer can change, ascending.

    They may exceed the largest accepted input. An input with too many values to try is reported.
    """
    conditions = (
        one for result in results for when in (result.when, *(note.when for note in result.notes)) for one in when
    )
    sides = [side for one in conditions for side in (one.left, one.right)]
    if any(isinstance(one, (formulas.Sum, formulas.Share)) for one in (*sides, *(row.by for row in rows))):
        if typed.high - typed.low > TRIED:
            expected = f"al più {typed.low + TRIED}, dove una condizione o una riga fa un conto"
            read.report.add(read.locate("to ="), f"to = {typed.high}", expected)
        return list(range(typed.low, min(typed.high, typed.low + TRIED) + 2))
    cells = [cell for row in rows for line in row.table.rows for cell in line.cells]
    ends = [end for cell in cells for end in ((cell.low, cell.high) if isinstance(cell, Range) else (cell,))]
    found = [end for end in (*ends, *(one.value for one in read.scope.data.values())) if isinstance(end, (int, float))]
    return sorted({typed.low, *(n for end in found for n in (math.ceil(end), math.floor(end) + 1) if n >= typed.low)})


def _find_rows(chosen: Mapping[str, str | int], rows: Iterable[Row]) -> CaseValues:
    """Return a case with its rows, found in the order written: one may be looked up by a cell of another."""
    found: dict[str, TableRow | None] = {}
    moment = CaseValues(chosen, found)
    for row in rows:
        found[row.name] = row.find(moment)
    return moment


def _make_lines(read: Declaration, result: Output, rows: Iterable[Row], moment: CaseValues) -> Iterator[Line]:
    for found in result.each[1].rows if result.each else (None,):
        here = replace(moment, rows={**moment.rows, result.each[0]: found}) if result.each else moment
        if all(condition.holds(here) for condition in result.when):
            try:
                yield _make_line(result, rows, here)
            except FormulaError as error:
                answers = ", ".join(f"{name} = {answer}" for name, answer in moment.chosen.items())
                if result.place not in read.told:
                    read.report.add(result.place, f"per {answers} {error.found}", error.expected, error.hint)
                read.told.add(result.place)


def _make_line(result: Output, rows: Iterable[Row], moment: CaseValues) -> Line:
    label = "".join(str(word) for word in result.label.words(moment))
    try:
        value = result.value.words(moment)
    except MissingRow as missing:
        return _make_silence(label, result, next(row for row in rows if row.name == missing.row), moment)
    held = [note for note in result.notes if all(condition.holds(moment) for condition in note.when)]
    texts = (note.text.words(moment) for note in held)
    spaced = itertools.chain.from_iterable((*words, " ") for words in texts if words)
    cites = (*result.value.cites, *result.cites, *(c for note in held for c in (*note.text.cites, *note.cites)))
    return Line(label, value, formulas.join_words(list(spaced)[:-1]), tuple(dict.fromkeys(cites)))


def _make_silence(label: str, result: Output, row: Row, moment: CaseValues) -> Line:
    """Return the line for a case without a row: how far the table reaches, or what `silent` says."""
    told = row.describe_silence(moment)
    if result.silent is None:
        if not told:
            raise FormulaError(
                f"nessuna riga di {row.table.id}", "silent = che cosa dire, o when che escluda quel caso"
            )
        return Line(label, (), told, (row.table.id,))
    words = result.silent.words(moment)
    note = [w for word in words for w in _insert_silence(word, told)]
    return Line(label, (), formulas.join_words(note), tuple(dict.fromkeys((*result.value.cites, *result.silent.cites))))


def _insert_silence(word: str | Typed, told: Wording) -> Wording:
    """Replace the mark for silence in a text by `told`."""
    if isinstance(word, str) and SILENCE in word:
        before, _, after = word.partition(SILENCE)
        return (before, *told, after)
    return (word,)
