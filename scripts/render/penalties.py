"""The pages under /penalita/: the whole tree as nested lists (which the script turns into questions), a game's table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from html import escape

import jinja2

from scripts.anchors import Anchors
from scripts.coverage import coverage
from scripts.decisions import Leaf, Tree, decision_tree
from scripts.model import Answer, Book, DecisionRow, DecisionTable, Penalty, Question, Rulebook
from scripts.render.gravity import mark
from scripts.render.penalty_data import books_with_trees, kinds, linked
from scripts.render.text import spaced
from scripts.render.tree_svg import tree_svg
from scripts.verdict import allowed

SHEET_LIMIT = 9000  # characters: with more, the printed sheet leaves the remedies out and stays within two pages
COVERAGE = "penalita/copertura.md"
Way = tuple[tuple[Question, Answer], ...]


def leaf_id(table: DecisionTable, way: Way) -> str:
    """The anchor of a leaf on /penalita/: 'v.naruto-it-infrazioni.ritardo.posto.entro-5'."""
    return ".".join(["v", table.id, *(answer.id for _, answer in way)])


def leaf_query(book: Book, table: DecisionTable, way: Way) -> str:
    """The address of a leaf after /penalita/, with and without the script."""
    steps = "".join(f"&r={question.id}.{answer.id}" for question, answer in way)
    return f"?g={book.slug}&i={table.id}{steps}#{leaf_id(table, way)}"


class GamePages:
    """Renders one game. `up` is the way from the page to the site's root: '../' on /penalita/."""

    def __init__(self, book: Book, anchors: Anchors, up: str) -> None:
        self.book, self.anchors, self.up = book, anchors, up
        self.infractions = {t.id for t in book.infractions}

    def text(self, text: str) -> str:
        return escape(spaced(text), quote=False)

    def rich(self, text: str) -> str:
        return linked(text, self.anchors, self.book, self._href)

    def _href(self, target: str) -> str:
        if target in self.infractions:
            return f"{'' if self.up == '../' else '../'}#i.{target}"
        return f"{self.up.rstrip('/')}{self.anchors[target].url}"

    def cite(self, anchor_id: str) -> str:
        """A link with the short citation: on these pages the game is always said."""
        anchor = self.anchors[anchor_id]
        words = anchor.short if anchor.book == self.book.slug else anchor.citation
        return f'<a href="{self.up.rstrip("/")}{anchor.url}">{escape(words)}</a>'

    def cites(self, ids: Iterable[str]) -> str:
        return ", ".join(self.cite(i) for i in dict.fromkeys(ids))

    def penalty(self, row: DecisionRow) -> str:
        """'▲ Ammonizione – ⬟ Espulsione', each end with shape and word."""
        ends = dict.fromkeys((row.lowest, row.highest))
        return " – ".join(mark(self.book.penalty(end)) for end in ends)

    def infraction(self, table: DecisionTable) -> str:
        """An infraction of the nested lists: its definition, and the questions down to the verdicts."""
        body = self._branch(table, decision_tree(table), ())
        return (
            f'<details id="i.{table.id}"><summary>{self.text(table.title)}</summary>'
            f"<p>Che cos’è: {self.cites(table.definition or (table.section,))}</p>{body}</details>"
        )

    def _branch(self, table: DecisionTable, tree: Tree, way: Way) -> str:
        if isinstance(tree, Leaf):
            return self._leaf(table, tree.row, way)
        question = tree.question
        answers = "".join(
            f"<li><details><summary>{self.answer(answer)}</summary>"
            f"{self._branch(table, branch, (*way, (question, answer)))}</details></li>"
            for answer, branch in tree.branches
        )
        return f'<p class="domanda">{self.text(question.text)}</p><ul>{answers}</ul>'

    def answer(self, answer: Answer) -> str:
        more = f" <small>{self.text(answer.more)}</small>" if answer.more else ""
        return f"{self.text(answer.text)}{more}"

    def _leaf(self, table: DecisionTable, row: DecisionRow, way: Way) -> str:
        penalties = [self.book.penalty(p) for p in allowed(self.book, row)]
        parts = [f'<div class="esito" id="{leaf_id(table, way)}"><p class="penale">{self.penalty(row)}</p>']
        if row.weighs:
            parts.append(f"<p>Che cosa pesa: {self.rich(row.weighs)}</p>")
        if row.remedy:
            parts.append(f"<p>Cosa fare</p><ol>{self._items(row.remedy)}</ol>")
        notes = "".join(f"<li>{self.rich(text)}</li>" for text in row.record)
        for penalty in penalties:
            label = f"{penalty.title}: " if len(penalties) > 1 else ""
            notes += "".join(f"<li>{label}{self.rich(text)}</li>" for text in penalty.record)
        if notes:
            parts.append(f"<p>Cosa annotare</p><ul>{notes}</ul>")
        ids = [*row.cites, *(i for p in penalties for i in (*p.cites, *p.record_cites))]
        parts.append(f"<p>Perché: {self.cites(ids)}</p></div>")
        return "".join(parts)

    def _items(self, texts: Iterable[str]) -> str:
        return "".join(f"<li>{self.rich(text)}</li>" for text in texts)

    def when(self, table: DecisionTable, row: DecisionRow) -> str:
        """The answers of a row in words; a bare yes or no keeps its question."""
        parts = []
        for question in table.questions:
            if question.id not in row.when:
                continue
            words = " oppure ".join(question.answer(a).text for a in row.when[question.id])
            bare = any(len(question.answer(a).text.split(",")[0]) < 4 for a in row.when[question.id])
            parts.append(f"{question.text} {words}" if bare else words)
        return self.text("; ".join(parts)) or "In ogni caso"

    def remedy(self, row: DecisionRow) -> str:
        return " ".join(self.rich(text) for text in row.remedy)

    def grouped(self, table: DecisionTable) -> list[tuple[str, str, str]]:
        """(cases in words, penalty, remedy) of an infraction, rows that prescribe the same together: for the sheet.

        Where the remedies are too long for two pages they are left out, and rows of the same penalty come together.
        """
        cases: dict[tuple[str, str], list[str]] = {}
        for row in table.rows:
            remedy = "" if self.long else self.remedy(row)
            cases.setdefault((self.penalty(row), remedy), []).append(self.when(table, row) if row.when else "")
        return [(" · ".join(w for w in whens if w), *same) for same, whens in cases.items()]

    @cached_property
    def long(self) -> bool:
        """Whether the game's remedies are too long for two printed pages."""
        return sum(len(text) for t in self.book.infractions for r in t.rows for text in r.remedy) > SHEET_LIMIT

    def mark(self, penalty: Penalty) -> str:
        return mark(penalty)

    def title(self, table_id: str) -> str:
        return next(self.text(t.title) for t in self.book.infractions if t.id == table_id)

    def reason(self, anchor_id: str) -> str:
        """Why the tables leave out an anchor."""
        return next((self.text(e.reason) for e in self.book.exemptions if e.anchor == anchor_id), "")

    def svg(self) -> str:
        return tree_svg(self.book, lambda table, way: f"../{leaf_query(self.book, table, way)}")


def penalty_pages(env: jinja2.Environment, rulebook: Rulebook, anchors: Anchors) -> dict[str, str]:
    """Path in docs/ → Markdown: /penalita/, the table of each game, what is covered, and the Registro."""
    books = books_with_trees(rulebook)
    games: Sequence[GamePages] = [GamePages(book, anchors, "../") for book in books]
    pages = {
        "penalita/index.md": env.get_template("penalita.md.j2").render(games=games, kinds=kinds),
        "registro.md": env.get_template("registro.md.j2").render(games=games),
    }
    table = env.get_template("penalita-tabella.md.j2")
    for book in books:
        pages[f"penalita/{book.slug}.md"] = table.render(game=GamePages(book, anchors, "../../"), kinds=kinds)
    if books:
        below = [GamePages(book, anchors, "../../") for book in books]
        pages[COVERAGE] = env.get_template("penalita-copertura.md.j2").render(games=below, coverage=coverage)
    return pages


def penalty_navigation(rulebook: Rulebook) -> list[object]:
    pages = [f"penalita/{book.slug}.md" for book in books_with_trees(rulebook)]
    return ["penalita/index.md", *pages, *([COVERAGE] if pages else [])]
