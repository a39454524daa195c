"""Render the pages under `/tabelle/`: the rulebooks' tables, and calculators."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any

from markupsafe import Markup, escape

from scripts.model.anchor_contents import Records
from scripts.model.anchor_index import AnchorKind
from scripts.model.book import Book, Range, Rulebook, Section, Table
from scripts.model.calculators import Calculator, Case, Input, Line, Typed, Wording
from scripts.model.games import Game, group_games
from scripts.model.incremental import memoise
from scripts.model.italian_format import format_cell, space_units
from scripts.render.api import dump_json, make_tables
from scripts.render.html_builder import HtmlWriter, join_markup, tag
from scripts.render.jinja_environment import render_template
from scripts.render.text_renderer import NUMERIC

FOLDER = "tabelle"
ASKED = "numeri"  # what a search that has a number is answered from


class TableWriter(HtmlWriter):
    """Write tables as HTML for a page under `/tabelle/`."""

    def table(self, table: Table) -> Markup:
        """Return a table as HTML; rows with an anchor link to their permalink."""
        classes = ["n" if column.type in NUMERIC else None for column in table.columns]
        head = (tag("th", c.name, scope="col", class_=css) for c, css in zip(table.columns, classes, strict=True))
        named = next((i for i, column in enumerate(table.columns) if column.name in table.entries), 0)
        rows = []
        for row in table.rows:
            cells = [tag("td", cell, class_=css) for cell, css in zip(self.cells(row, table), classes, strict=True)]
            if row.id:
                words = format_cell(row.cells[named], table.columns[named])
                link = tag("a", words, class_="voce", href=f"{self.up}/r/{row.id}/")
                cells[named] = tag("th", link, scope="row", class_=classes[named])
            rows.append(tag("tr", *cells, id=row.id))
        return tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows))


@dataclass(frozen=True)
class TabledGame:
    """Hold a game with those of its books that have tables: (book, its tables with their sections).

    The books are without sections, so that changed texts do not render tables again.
    """

    game: Game
    books: Sequence[tuple[Book, Sequence[tuple[Section, Table]]]]


def render_table_pages(rulebook: Rulebook, records: Records, calculators: Sequence[Calculator]) -> dict[str, str]:
    """Return path → Markdown of the index of tables, each game’s page and each calculator’s."""
    tabled = {book.slug: (replace(book, sections=()), own) for book in rulebook.books if (own := list(book.tables))}
    every = group_games(rulebook.books)
    games = [TabledGame(game, found) for game in every if (found := [tabled[i] for i in game.books if i in tabled])]
    shared: dict[str, Any] = {"calculators": calculators, "records": records, "cases": render_cases, "runs": group_runs}
    shared["names"] = {book.slug: book.info.game for book in rulebook.books}
    shared["pages"] = {book.slug: one.game.id for one in games for book, _ in one.books}
    shared["clocked"] = {clock.says: book.slug for book in rulebook.books for clock in book.clocks}
    pages = {f"{FOLDER}/index.md": render_template("html/tables.html.j2", games=games, **shared)}
    for one in games:
        given = {**shared, "records": None, "game": one.game, "books": one.books}
        make = partial(_render_game, given)
        pages[f"{FOLDER}/{one.game.id}.md"] = memoise(f"tables {one.game.id}", given, make, records)
    for calculator in calculators:
        if calculator.code:
            writer = TableWriter(records, "", "../..")
            template = f"html/calculators/{calculator.code}.html.j2"
            pages[f"{FOLDER}/{calculator.page}.md"] = render_template(
                template, calculator=calculator, writer=writer, **shared
            )
    return pages


def _render_game(given: Mapping[str, Any], records: Records) -> str:
    writers = {book.slug: TableWriter(records, book.slug, "../..") for book, _ in given["books"]}
    return render_template("html/game-tables.html.j2", **{**given, "records": records, "writers": writers})


def group_runs(items: Iterable[Any], attribute: str) -> list[tuple[str, list[Any]]]:
    """Return (value of `attribute`, items) for each run of neighbours with an equal value."""
    return [(name, list(some)) for name, some in itertools.groupby(items, attrgetter(attribute))]


def render_cases(calculator: Calculator, writer: HtmlWriter) -> Markup:
    """Return all answers of a calculator as an HTML table, a row for each case.

    Each result is a column. Without scripts the table is read as it is; `tables/answer-lookup.js` looks answers up in
    it. An anchor that supports a whole column is cited in its head only. `data-n`: by what a typed number is divided.
    """
    labels = _merge_labels([line.label for line in case.lines] for case in calculator.cases)
    found = [{line.label: line for line in case.lines} for case in calculator.cases]
    shared = {label: _find_common([lines[label] for lines in found if label in lines]) for label in labels}
    input_heads = [tag("th", one.label, scope="col") for one in calculator.inputs]
    heads = [tag("th", label, " ", _render_cites(shared[label], writer), scope="col") for label in labels]
    rows = []
    for case, lines in zip(calculator.cases, found, strict=True):
        when = {name: [one.low, one.high] if isinstance(one, Range) else one for name, one in case.when.items()}
        answers = (tag("td", _format_answer(one, case)) for one in calculator.inputs)
        own = [line.label for line in case.lines]
        order = own if own != [label for label in labels if label in lines] else []  # where it is not the columns'
        cells = (_render_result(lines.get(label), shared[label], case, order, writer) for label in labels)
        rows.append(tag("tr", *answers, *cells, data_when=json.dumps(when, ensure_ascii=False, separators=(",", ":"))))
    return tag("table", tag("thead", tag("tr", *input_heads, *heads)), tag("tbody", *rows), class_="casi")


def _merge_labels(cases: Iterable[Sequence[str]]) -> list[str]:
    """Merge lists of labels into one, keeping order: [[a, d], [a, b, d]] → [a, b, d]."""
    labels: list[str] = []
    for case in cases:
        place = 0
        for label in case:
            if label not in labels:
                labels.insert(place, label)
            place = labels.index(label) + 1
    return labels


def _find_common(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the anchors that all lines cite."""
    return tuple(anchor for anchor in lines[0].cites if all(anchor in line.cites for line in lines))


def _format_answer(calculator_input: Input, case: Case) -> str:
    answer = case.when[calculator_input.id]
    if isinstance(answer, Range):
        return str(Range(answer.low, None) if case.endless else answer)
    return next(choice.label for choice in calculator_input.choices if choice.id == answer)


def _render_result(
    line: Line | None, shared: Sequence[str], case: Case, order: Sequence[str], writer: HtmlWriter
) -> Markup:
    if line is None:
        return tag("td")
    place = str(order.index(line.label)) if order else None
    value = tag("b", _render_words(line.value, case)) if line.value else tag("b", "non lo dice", class_="tace")
    own = [anchor for anchor in line.cites if anchor not in shared]
    parts = [value, *([_render_cites(own, writer)] if own else [])]
    parts += [tag("span", _render_words(line.note, case), class_="chiosa")] if line.note else []
    return tag("td", *(piece for part in parts for piece in (part, " ")), data_col=line.label, data_place=place)


def _render_words(words: Wording, case: Case) -> Markup:
    """Return a text with its typed number shown as the case's interval, or as '1 ogni N'."""
    return join_markup(
        escape(space_units(word)) if isinstance(word, str) else _render_typed(word, case) for word in words
    )


def _render_typed(word: Typed, case: Case) -> Markup:
    if word.by > 1:
        return tag("span", f"1 ogni {word.by}", data_n=str(word.by))
    return tag("span", str(case.when[word.input]), data_n="1")


def _render_cites(anchors: Sequence[str], writer: HtmlWriter) -> Markup:
    """Return links to the rules that support a result; a table is cited by its section."""
    links = []
    for anchor in anchors:
        record = writer.records[anchor]
        named = writer.records[record.section] if record.kind is AnchorKind.TABLE else record
        links += [tag("a", named.citation, class_="rif", href=writer.href(anchor)), " "]
    return tag("span", *links, class_="dice")


def make_script_data(calculator: Calculator, rulebook: Rulebook, records: Records) -> Any:
    """Return a scripted calculator's data as JSON: {tables, values, sources}.

    All are by name: `tables` {title, columns, rows}, `values` numbers, `sources` {citation, url, text}.
    """
    by_id: Mapping[str, Any] = {table["id"]: table for table in make_tables(rulebook, records)}
    tables, values, sources = {}, {}, {}
    for name, one in calculator.data.items():
        record = records[one.anchor]
        if record.kind is AnchorKind.TABLE:
            tables[name] = {key: by_id[one.anchor][key] for key in ("title", "columns", "rows")}
            text, citation = record.title, records[record.section].citation
        else:
            text, citation = record.text, record.citation
        if one.value is not None:
            values[name] = one.value
        sources[name] = {"citation": citation, "url": record.url, "text": text}
    return {"tables": tables, "values": values, "sources": sources}


def make_search_data(calculators: Iterable[Calculator]) -> Any:
    """Map each book to the calculators that can answer a search with a number, as JSON.

    Such a calculator has no script and one number input, of id `input`; of its other inputs only the first choices
    count, whose labels are `supposed`. `words`: all that it is called, to be compared with the search. `cases`: (low,
    high, results) for a number typed from `low` to `high`. A result is (label, pieces of its value), without pieces if
    the book does not say; a number N among the pieces stands for the typed number divided by N, rounded up.
    """
    made: dict[str, list[Any]] = {}
    for calculator in calculators:
        numbers = [one for one in calculator.inputs if not one.choices]
        others = [one for one in calculator.inputs if one.choices]
        if calculator.code or len(numbers) != 1 or any(one.listed for one in others):
            continue
        (number_input,), first = numbers, {one.id: one.choices[0] for one in others}
        cases = [
            (one.when[number_input.id], one.lines)
            for one in calculator.cases
            if all(one.when[name] == choice.id for name, choice in first.items())
        ]
        labels = [line.label for _, lines in cases for line in lines]
        choices = [choice.label for one in others for choice in one.choices]
        words = [calculator.title, *(one.label for one in calculator.inputs), *choices, *dict.fromkeys(labels)]
        found = {
            "id": calculator.id,
            "input": number_input.id,
            "unit": number_input.unit,
            "words": " ".join(words),
            "supposed": ", ".join(choice.label for choice in first.values()),
            "cases": [
                (
                    n.low,
                    n.high,
                    [
                        (line.label, [space_units(w) if isinstance(w, str) else w.by for w in line.value])
                        for line in lines
                    ],
                )
                for n, lines in cases
                if isinstance(n, Range)
            ],
        }
        made.setdefault(calculator.book, []).append(found)
    return made


def make_table_files(rulebook: Rulebook, records: Records, calculators: Sequence[Calculator]) -> dict[str, str]:
    """Return path on the site → JSON of each scripted calculator, and of a file for the search.

    That file lets the search answer queries with a number, such as '40 giocatori'.
    """
    files = {
        f"{FOLDER}/{one.page}.json": dump_json(make_script_data(one, rulebook, records))
        for one in calculators
        if one.code
    }
    return files | {f"{FOLDER}/{ASKED}.json": dump_json(make_search_data(calculators))}
