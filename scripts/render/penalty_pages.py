"""Render the pages under /penalita/: nested lists, tables, coverage.

A script turns the lists into questions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import jinja2
from markupsafe import Markup

from scripts.model.anchor_contents import Records
from scripts.model.book import Book, Rulebook
from scripts.model.games import group_games, label_books
from scripts.model.incremental import memoise
from scripts.model.infraction import Answer, DecisionRow, DecisionTable, Penalty, Question
from scripts.model.italian_format import space_units
from scripts.penalties.decision_tree import Leaf, Tree, build_tree
from scripts.penalties.rulebook_coverage import Coverage, measure_coverage
from scripts.penalties.verdict import list_allowed
from scripts.render.html_builder import HtmlWriter, tag
from scripts.render.penalty_badge import render_badge
from scripts.render.penalty_data import GameWriter, group_by_kind, list_books_with_trees
from scripts.render.tree_svg import draw_trees

SHEET_LIMIT = 12_000  # characters: with more, the printed sheet leaves the remedies out and stays within two pages
COVERAGE = "penalita/copertura.md"
Way = tuple[tuple[Question, Answer], ...]


def make_leaf_id(table: DecisionTable, way: Way) -> str:
    """Return the HTML id of the verdict at the end of a tree path ((question, answer) pairs)."""
    return ".".join(["v", table.id, *(answer.id for _, answer in way)])


def make_leaf_query(book: Book, table: DecisionTable, way: Way) -> str:
    """Return the link query for a path through a decision tree.

    `way`: (question, answer) pairs. '?g=mtr&i=infraction&r=question.answer…#i.infraction': the script opens the
    verdict; without it the browser scrolls to the infraction.
    """
    steps = "".join(f"&r={question.id}.{answer.id}" for question, answer in way)
    return f"?g={book.slug}&i={table.id}{steps}#i.{table.id}"


class GamePages:
    """Give templates the parts of one game's pages, as HTML; `up` ('../') leads to the site's root."""

    def __init__(self, book: Book, records: Records, up: str) -> None:
        self.book, self.records = book, records
        self.make_writer = GameWriter(
            records, book, up.rstrip("/"), lambda infraction: f"{up}penalita/{book.slug}/albero/#i.{infraction}"
        )
        self.plain = HtmlWriter(records, book.slug, up.rstrip("/"))
        self.plain.css = None

    def text(self, text: str) -> Markup:
        """Return a text escaped for HTML."""
        return self.make_writer.words(space_units(text))

    def rich(self, text: str) -> str:
        """Return a text as HTML, with its references as links."""
        return self.make_writer.rich(text)

    def cite(self, anchor_id: str) -> Markup:
        """Return a link with an anchor's short citation."""
        return self.plain.link(self.plain.name(anchor_id), anchor_id)

    def cites(self, ids: Iterable[str]) -> Markup:
        """Return links to several anchors, without repeats."""
        return Markup(", ").join(self.cite(i) for i in dict.fromkeys(ids))

    def penalty(self, row: DecisionRow) -> Markup:
        """Return a row's penalty or range as HTML: '▲ Ammonizione – ⬟ Espulsione'."""
        ends = dict.fromkeys((row.lowest, row.highest))
        return Markup(" o " if row.either else " – ").join(render_badge(self.book.penalty(end)) for end in ends)

    def infraction(self, table: DecisionTable) -> Markup:
        """Return an infraction as nested HTML lists: definition, questions, verdicts."""
        defined = tag("p", "Che cos’è: ", self.cites(table.definition or (table.section,)))
        body = self._render_branch(table, build_tree(table), ())
        return tag("details", tag("summary", self.text(table.title)), defined, body, id=f"i.{table.id}")

    def _render_branch(self, table: DecisionTable, tree: Tree, way: Way) -> Markup:
        if isinstance(tree, Leaf):
            return self._render_leaf(table, tree.row, way)
        question = tree.question
        answers = (
            tag(
                "li",
                tag("details", self.answer(answer), self._render_branch(table, branch, (*way, (question, answer)))),
            )
            for answer, branch in tree.branches
        )
        return tag("p", self.text(question.text), class_="domanda") + tag("ul", *answers)

    def answer(self, answer: Answer) -> Markup:
        """Return an answer as a <summary>, with its remark."""
        more = (" ", tag("small", self.text(answer.more))) if answer.more else ()
        return tag("summary", self.text(answer.text), *more)

    def _render_leaf(self, table: DecisionTable, row: DecisionRow, way: Way) -> Markup:
        penalties = [self.book.penalty(p) for p in list_allowed(self.book, row)]
        parts = [tag("p", self.penalty(row), class_="penale")]
        if row.weighs:
            parts.append(tag("p", "Da valutare: ", self.rich(row.weighs)))
        if row.steps:
            parts += [tag("p", "Cosa fare"), tag("ol", *(tag("li", self.rich(text)) for text in row.steps))]
        notes = [tag("li", self.rich(text)) for text in row.record]
        for penalty in penalties:
            label = f"{penalty.title}: " if len(penalties) > 1 else ""
            notes += [tag("li", label, self.rich(text)) for text in penalty.record]
        if notes:
            parts += [tag("p", "Cosa annotare"), tag("ul", *notes)]
        ids = [*row.cites, *(i for p in penalties for i in (*p.cites, *p.record_cites))]
        parts.append(tag("p", "Perché: ", self.cites(ids)))
        return tag("div", *parts, class_="esito", id=make_leaf_id(table, way))

    def when(self, table: DecisionTable, row: DecisionRow) -> Markup:
        """Return in words for which answers a row applies; 'sì' and 'no' follow their question."""
        parts = []
        for question in table.questions:
            if question.id not in row.when:
                continue
            words = " oppure ".join(question.answer(a).text for a in row.when[question.id])
            bare = any(len(question.answer(a).text.split(",")[0]) < 4 for a in row.when[question.id])
            parts.append(f"{question.text} {words}" if bare else words)
        return self.text(". ".join(parts) or "In ogni caso")

    def remedy(self, row: DecisionRow) -> Markup:
        """Return what a row tells the judge to do, in one line of HTML."""
        return Markup(" ").join(self.rich(text) for text in row.steps)

    def grouped(self, table: DecisionTable) -> list[tuple[Markup, Markup, Markup]]:
        """Return an infraction's rows for print, as (cases, penalty, remedy), equal ones merged.

        The remedy is empty if the sheet would be too long with it.
        """
        cases: dict[tuple[Markup, Markup], list[Markup]] = {}
        for row in table.rows:
            remedy = Markup() if self.long else self.remedy(row)
            cases.setdefault((self.penalty(row), remedy), []).append(self.when(table, row) if row.when else Markup())
        return [(Markup(" · ").join(w for w in whens if w), *same) for same, whens in cases.items()]

    def shared_remedy(self, table: DecisionTable) -> Markup:
        """Return, for print, the remedy shared by all rows, or ''."""
        remedies = {remedy for _, _, remedy in self.grouped(table)}
        return remedies.pop() if len(remedies) == 1 else Markup()

    @cached_property
    def remedy_length(self) -> int:
        """Return how many characters the remedies of all rows have together."""
        return sum(len(text) for t in self.book.infractions for r in t.rows for text in r.remedy)

    @property
    def long(self) -> bool:
        """Return whether the printed sheet leaves out the remedies to fit on two pages."""
        return self.remedy_length > SHEET_LIMIT

    @property
    def short(self) -> bool:
        """Return whether the sheet fits on two pages in larger type."""
        return self.remedy_length < SHEET_LIMIT / 2

    def mark(self, penalty: Penalty) -> Markup:
        """Return a penalty's badge."""
        return render_badge(penalty)

    def title(self, table_id: str) -> Markup:
        """Return an infraction's title."""
        return next(self.text(t.title) for t in self.book.infractions if t.id == table_id)

    def reason(self, anchor_id: str) -> Markup:
        """Return why the tables need not cover an anchor; '' if there is no exemption."""
        return next((self.text(e.reason) for e in self.book.exemptions if e.anchor == anchor_id), Markup())

    def svg(self) -> Markup:
        """Return the drawing of all decision trees."""
        return draw_trees(self.book, lambda table, way: f"../{make_leaf_query(self.book, table, way)}")


def drop_texts(records: Records) -> Records:
    """Return the records without texts, so that changed texts do not render trees again."""
    return {i: replace(r, text="", hash="", rich=(), rows=(), label="") for i, r in records.items()}


def render_penalty_pages(env: jinja2.Environment, rulebook: Rulebook, records: Records) -> dict[str, str]:
    """Return path → Markdown of all pages about penalties, and of the page Registro."""
    figures = {book.slug: measure_coverage(book) for book in list_books_with_trees(rulebook)}
    books = [replace(book, sections=()) for book in list_books_with_trees(rulebook)]
    named, labels = drop_texts(records), label_books(group_games(rulebook.books))
    known = (books, named, figures, labels)
    return memoise("penalities", known, lambda: _render_pages(env, books, named, figures, labels))


def _render_pages(
    env: jinja2.Environment,
    books: Sequence[Book],
    records: Records,
    figures: Mapping[str, Coverage],
    labels: Mapping[str, str],
) -> dict[str, str]:
    games: Sequence[GamePages] = [GamePages(book, records, "../") for book in books]
    shared = {"games": games, "labels": labels}
    pages = {
        "penalita/index.md": env.get_template("html/penalita.html.j2").render(**shared, kinds=group_by_kind),
        "registro.md": env.get_template("html/registro.html.j2").render(**shared),
    }
    tree, table = env.get_template("html/penalita-albero.html.j2"), env.get_template("html/penalita-tabella.html.j2")
    below = [GamePages(book, records, "../../") for book in books]
    for game in below:
        slug = game.book.slug
        pages[f"penalita/{slug}/albero.md"] = tree.render(
            game=GamePages(game.book, records, "../../../"), kinds=group_by_kind
        )
        pages[f"penalita/{slug}.md"] = table.render(game=game, kinds=group_by_kind)
    if books:
        pages[COVERAGE] = env.get_template("html/penalita-copertura.html.j2").render(games=below, figures=figures)
    return pages


def make_penalty_navigation(rulebook: Rulebook) -> list[object]:
    """Return the part of MkDocs' `nav` for penalties."""
    pages = [f"penalita/{book.slug}{page}.md" for book in list_books_with_trees(rulebook) for page in ("", "/albero")]
    return ["penalita/index.md", *pages, *([COVERAGE] if pages else [])]
