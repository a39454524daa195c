"""`/tabelle/`: every table of the books on pages made for looking up, and what the calculators on them read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import jinja2

from scripts import inline
from scripts.anchors import AnchorKind, Anchors
from scripts.calculations import Calculations
from scripts.model import Book, Cell, Column, ColumnType, Rulebook, Section, Table
from scripts.render.api import dumps, tables_json
from scripts.render.plain import labeller, statement_text
from scripts.render.text import NBSP, cell_text, spaced

FOLDER = "tabelle"
DATA = f"{FOLDER}/calcoli.json"
NUMERIC = {
    ColumnType.INT, ColumnType.NUMBER, ColumnType.MONEY, ColumnType.MINUTES, ColumnType.SECONDS, ColumnType.PERCENT,
    ColumnType.RANGE,
}  # fmt: skip


@dataclass(frozen=True)
class Calculator:
    """A calculator's place: `page` in the folder, `book` whose tables it reads, `name` and `about` as the index says them."""

    page: str
    fragment: str
    book: str
    name: str
    about: str


CALCULATORS = (
    Calculator("bang", "giocatori", "bang", "Giocatori di un torneo", "turni, tavoli, finale, premi"),
    Calculator("bang", "vincite", "bang", "Vincite di una partita", "per esito, tavolo e ruolo"),
    Calculator("mtr", "turni", "mtr", "Turni di Svizzera", "anche con taglio a 4 o a 2; minimi"),
    Calculator("mtr", "tempi", "mtr", "Limiti di tempo", "per tipo di torneo"),
    Calculator("tiebreaker", "", "mtr", "Tiebreaker", "dai risultati, con bye e minimo"),
    Calculator("draft", "", "mtr", "Timer del draft", "dice le scelte, tiene acceso lo schermo"),
    Calculator("naruto-it", "giocatori", "naruto-it", "Giocatori di un evento", "turni, playoff, punti"),
)


class TableWriter:
    """Writes tables as HTML for one page of the folder; addresses are relative, since the site may live in a sub-path."""

    def __init__(self, anchors: Anchors, book: Book) -> None:
        self.anchors, self.book = anchors, book

    def href(self, anchor_id: str) -> str:
        return f"../..{self.anchors[anchor_id].url}"

    def rich(self, text: str) -> str:
        """A source text as HTML, its references as links."""
        label = labeller(self.anchors, self.book.slug)
        parts = []
        for part in inline.parse(text):
            if isinstance(part, inline.Reference):
                words = escape(part.words or label(part.target))
                parts.append(f'<a class="rif" href="{self.href(part.target)}">{words}</a>')
            else:
                parts.append(escape(spaced(part.text), quote=False))
        return "".join(parts)

    def cell(self, cell: Cell, column: Column) -> str:
        if column.type is ColumnType.REF and isinstance(cell, str):
            return self.rich(f"[[{cell}]]")
        if isinstance(cell, str):
            return self.rich(cell)
        return escape(cell_text(cell, column)) or NBSP

    def table(self, table: Table) -> str:
        """The table; an entry is a row header that links to its permalink."""
        head = "".join(f'<th scope="col"{_numeric(c)}>{escape(c.name)}</th>' for c in table.columns)
        rows = []
        for row in table.rows:
            cells = [
                f"<td{_numeric(column)}>{self.cell(cell, column)}</td>"
                for cell, column in zip(row.cells, table.columns, strict=True)
            ]
            if row.id:
                place = next((i for i, c in enumerate(table.columns) if c.name in table.entries), 0)
                words = escape(cell_text(row.cells[place], table.columns[place]))
                link = f'<a class="voce" href="../../r/{row.id}/">{words}</a>'
                cells[place] = f'<th scope="row"{_numeric(table.columns[place])}>{link}</th>'
            anchor = f' id="{row.id}"' if row.id else ""
            rows.append(f"<tr{anchor}>{''.join(cells)}</tr>")
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _numeric(column: Column) -> str:
    return ' class="n"' if column.type in NUMERIC else ""


@dataclass(frozen=True)
class Group:
    """The tables of one chapter, in the book's order."""

    chapter: Section
    tables: Sequence[tuple[Section, Table]]


def groups(book: Book) -> list[Group]:
    """The book's tables by chapter; chapters without tables are left out."""
    found = [
        Group(chapter, [(section, table) for section in book.sections_of(chapter) for table in section.tables])
        for chapter in book.chapters
    ]
    return [group for group in found if group.tables]


def table_pages(
    env: jinja2.Environment, rulebook: Rulebook, anchors: Anchors, calculations: Calculations
) -> dict[str, str]:
    """Path in docs/ → Markdown: the index, one page a book that has tables, one for each calculator that needs it."""
    books = [book for book in rulebook.books if groups(book)]
    known = {source.anchor.split("-")[0] for source in calculations.values()}
    calculators = [c for c in CALCULATORS if c.book.split("-")[0] in known and any(b.slug == c.book for b in books)]
    shared = {"calculators": calculators, "anchors": anchors}
    pages = {f"{FOLDER}/index.md": env.get_template("tables.md.j2").render(books=books, groups=groups, **shared)}
    for book in books:
        mine = [c for c in calculators if c.page == book.slug]
        pages[f"{FOLDER}/{book.slug}.md"] = env.get_template("book-tables.md.j2").render(
            book=book, groups=groups(book), mine=[c.fragment for c in mine], writer=TableWriter(anchors, book), **shared
        )
    for calculator in calculators:
        if calculator.page not in {book.slug for book in books}:
            template = env.get_template(f"{calculator.page}.md.j2")
            pages[f"{FOLDER}/{calculator.page}.md"] = template.render(calculator=calculator, **shared)
    return pages


def calculations_json(rulebook: Rulebook, anchors: Anchors, calculations: Calculations) -> Any:
    """`{tables: {name: table}, values: {name: number}, sources: {name: {citation, url, text}}}`: all that calculators read."""
    sections = {section.id: section for section in rulebook.sections}
    texts = {s.id: statement_text(s, section, anchors) for section, s in rulebook.statements}
    by_id: Mapping[str, Any] = {table["id"]: table for table in tables_json(rulebook, anchors)}
    tables, values, sources = {}, {}, {}
    for name, source in calculations.items():
        anchor = anchors[source.anchor]
        if anchor.kind is AnchorKind.TABLE:
            table = by_id[source.anchor]
            tables[name] = {key: table[key] for key in ("title", "columns", "rows")}
            text = table["title"]
            citation = anchors[sections[anchor.section].id].citation
        else:
            text, citation = texts[source.anchor], anchor.citation
        if source.value is not None:
            values[name] = source.value
        sources[name] = {"citation": citation, "url": anchor.url, "text": text}
    return {"tables": tables, "values": values, "sources": sources}


def table_files(rulebook: Rulebook, anchors: Anchors, calculations: Calculations) -> dict[str, str]:
    """Path on the site → text: the calculators' data."""
    return {DATA: dumps(calculations_json(rulebook, anchors, calculations))}
