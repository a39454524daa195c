"""Compute all answers of a calculator beforehand, for every case.

A case is one choice for each list and one interval of the typed number. A number is tried only where an answer can
change: at the ends of the intervals and at numbers in the tables and `calcoli.tsv`; or everywhere, if what is looked up
or compared is itself computed. Neighbouring cases with the same answer are merged.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from scripts.edition.calculators.calculator_file import SILENCE, Declaration, Result
from scripts.edition.calculators.expressions import SIGNS, CaseValues, ExpressionError, MissingRow, join_words
from scripts.model.book import Range, TableRow
from scripts.model.calculators import Case, Input, Line, Wording
from scripts.model.problems import Place

TRIED = 10_000  # numbers at most, one after the other


class Cases:
    """Evaluate a calculator's file for every combination of answers, reporting a failing result only once."""

    def __init__(self, read: Declaration) -> None:
        self.read = read
        self.reported: set[Place] = set()

    def all(self) -> Iterator[Case]:
        """Yield every case with the lines of its answer."""
        choice_inputs = [one for one in self.read.inputs if one.choices]
        typed = next((one for one in self.read.inputs if not one.choices), None)
        numbers = self._numbers(typed) if typed else []
        for chosen in itertools.product(*([choice.id for choice in one.choices] for one in choice_inputs)):
            ids = {one.id: choice for one, choice in zip(choice_inputs, chosen, strict=True)}
            if not typed:
                yield Case(ids, self._lines(ids), endless=True)
                continue
            tried = [(number, self._lines({**ids, typed.id: number})) for number in numbers if number <= typed.high]
            same = [list(group) for _, group in itertools.groupby(tried, key=lambda one: one[1])]
            ends = [group[0][0] - 1 for group in same[1:]] + [typed.high]
            for i, (((first, lines), *_), last) in enumerate(zip(same, ends, strict=True), 1):
                endless = i == len(same) and len(tried) == len(numbers)
                yield Case({**ids, typed.id: Range(first, last)}, lines, endless)

    def _numbers(self, typed: Input) -> list[int]:
        """Return the typed numbers at which an answer can change, ascending; some may be too large."""
        if any(map(SIGNS.search, self.read.compared)):
            if typed.high - typed.low > TRIED:
                expected = f"al massimo {typed.low + TRIED}, perché qui una condizione o una riga fa un conto"
                self.read.problem("to =", f"to = {typed.high}", expected)
            return list(range(typed.low, min(typed.high, typed.low + TRIED) + 2))
        cells = [cell for row in self.read.rows for line in row.table.rows for cell in line.cells]
        ends = [end for cell in cells for end in ((cell.low, cell.high) if isinstance(cell, Range) else (cell,))]
        ends += [one.value for one in self.read.scope.data.values()]
        changes = (n for end in ends if isinstance(end, (int, float)) for n in (math.ceil(end), math.floor(end) + 1))
        return sorted({typed.low, *(n for n in changes if n >= typed.low)})

    def _lines(self, chosen: Mapping[str, str | int]) -> tuple[Line, ...]:
        """Return the lines of the answer in one case; two with the same label are reported.

        `chosen`: input id → id of a choice, or typed number.
        """
        rows: dict[str, TableRow | None] = {}
        moment = CaseValues(chosen, rows)
        for row in self.read.rows:  # in the order written: one may be looked up by a cell of another
            rows[row.name] = row.find(moment)
        lines: dict[str, Line] = {}
        for result in self.read.results:
            for line in self._lines_of(result, moment):
                if line.label in lines:
                    found = f"«{line.label}» c’è già fra i risultati dello stesso caso"
                    self._problem(result, found, "un’altra label, o when")
                lines[line.label] = line
        return tuple(lines.values())

    def _lines_of(self, result: Result, moment: CaseValues) -> Iterator[Line]:
        for found in result.each[1].rows if result.each else (None,):
            here = replace(moment, rows={**moment.rows, result.each[0]: found}) if result.each else moment
            if not all(condition(here) for condition in result.when):
                continue
            try:
                yield self._line(result, here)
            except ExpressionError as error:
                answers = ", ".join(f"{name} = {answer}" for name, answer in moment.chosen.items())
                self._problem(result, f"per {answers} {error.found}", error.expected, error.hint)

    def _problem(self, result: Result, *problem: str) -> None:
        if result.place not in self.reported:
            self.read.problem(result.place, *problem)
        self.reported.add(result.place)

    def _line(self, result: Result, moment: CaseValues) -> Line:
        label = "".join(map(str, result.label.words(moment)))
        try:
            value = result.value.words(moment)
        except MissingRow as missing:
            return self._silence(label, result, missing.row, moment)
        notes = [note for note in result.notes if all(condition(moment) for condition in note.when)]
        texts = [words for note in notes if (words := note.text.words(moment))]
        spaced = itertools.chain.from_iterable((" ", *words) if i else words for i, words in enumerate(texts))
        cites = (*result.value.cites, *result.cites, *(c for note in notes for c in (*note.text.cites, *note.cites)))
        return Line(label, value, join_words(spaced), tuple(dict.fromkeys(cites)))

    def _silence(self, label: str, result: Result, name: str, moment: CaseValues) -> Line:
        """Return the line for a case not covered by the rulebook.

        It tells how far the table reaches, or the result's `silent` text. `name`: of the table row that was not found.
        Raises ExpressionError if there is nothing to tell.
        """
        row = next(row for row in self.read.rows if row.name == name)
        reach = row.describe_silence(moment)
        if result.silent is None:
            if not reach:
                expected = "un silent che dica qualcosa, o un when che escluda quel caso"
                raise ExpressionError(f"nessuna riga di {row.table.id}", expected)
            return Line(label, (), reach, (row.table.id,))
        wording: Wording = ()
        for word in result.silent.words(moment):
            before, mark, after = word.partition(SILENCE) if isinstance(word, str) else (word, "", "")
            wording += (before, *reach, after) if mark else (before, after)
        cites = dict.fromkeys((*result.value.cites, *result.silent.cites))
        return Line(label, (), join_words(wording), tuple(cites))
