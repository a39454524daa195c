"""Render the pages under /penalita/: nested lists, tables, coverage.

A script turns the lists into questions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from scripts.model.anchor_contents import Records
from scripts.model.book import Book, Rulebook
from scripts.model.games import group_games, label_books
from scripts.model.incremental import memoise
from scripts.model.infraction import Answer, DecisionRow, DecisionTable, Question
from scripts.model.italian_format import space_units
from scripts.penalties.decision_tree import Leaf, Tree, build_tree
from scripts.penalties.rulebook_coverage import Coverage, measure_coverage
from scripts.penalties.verdict import list_allowed
from scripts.render.html_builder import HtmlWriter, tag
from scripts.render.jinja_environment import render_template
from scripts.render.penalty_badge import render_badge
from scripts.render.penalty_data import GameWriter, group_by_kind, list_books_with_trees
from scripts.render.tree_svg import draw_trees

SHEET_LIMIT = 12_000  # characters of all remedies: with more, the printed sheet would have over two pages
COVERAGE = "penalita/copertura.md"
Way = tuple[tuple[Question, Answer], ...]


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
        self.writer = GameWriter(
            records, book, up.rstrip("/"), lambda infraction: f"{up}penalita/{book.slug}/albero/#i.{infraction}"
        )
        self.plain = HtmlWriter(records, book.slug, up.rstrip("/"))
        self.plain.css = None
        length = sum(len(text) for table in book.infractions for row in table.rows for text in row.remedy)
        self.long = length > SHEET_LIMIT  # then the printed sheet leaves the remedies out
        self.short = length < SHEET_LIMIT / 2  # then it fits on two pages in larger type

    def text(self, text: str) -> Markup:
        """Return a text escaped for HTML."""
        return self.writer.words(space_units(text))

    def rich(self, text: str) -> str:
        """Return a text as HTML, with its references as links."""
        return self.writer.rich(text)

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
        return tag("div", *parts, class_="esito", id=".".join(["v", table.id, *(answer.id for _, answer in way)]))

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

    def reason(self, anchor_id: str) -> Markup:
        """Return why the tables need not cover an anchor; '' if there is no exemption."""
        return next((self.text(e.reason) for e in self.book.exemptions if e.anchor == anchor_id), Markup())

    def svg(self) -> Markup:
        """Return the drawing of all decision trees."""
        return draw_trees(self.book, lambda table, way: f"../{make_leaf_query(self.book, table, way)}")


def render_penalty_pages(rulebook: Rulebook, records: Records) -> dict[str, str]:
    """Return path → Markdown of all pages about penalties, and of the page Registro."""
    figures = {book.slug: measure_coverage(book) for book in list_books_with_trees(rulebook)}
    books = [replace(book, sections=()) for book in list_books_with_trees(rulebook)]
    # without texts, so that changed ones do not render trees again
    named = {i: replace(r, text="", hash="", rich=(), rows=(), label="") for i, r in records.items()}
    known = (books, named, figures, label_books(group_games(rulebook.books)))
    return memoise("penalities", known, lambda: _render_pages(*known))


def _render_pages(
    books: Sequence[Book], records: Records, figures: Mapping[str, Coverage], labels: Mapping[str, str]
) -> dict[str, str]:
    games, below = ([GamePages(book, records, up) for book in books] for up in ("../", "../../"))
    pages = {
        "penalita/index.md": render_template("html/penalita.html.j2", games=games, labels=labels, kinds=group_by_kind),
        "registro.md": render_template("html/registro.html.j2", games=games, labels=labels),
    }
    for game in below:
        trees = GamePages(game.book, records, "../../../")
        path = f"penalita/{game.book.slug}"
        pages[f"{path}/albero.md"] = render_template("html/penalita-albero.html.j2", game=trees, kinds=group_by_kind)
        pages[f"{path}.md"] = render_template("html/penalita-tabella.html.j2", game=game, kinds=group_by_kind)
    if books:
        coverage = "html/penalita-copertura.html.j2"
        pages[COVERAGE] = render_template(coverage, games=below, figures=figures, badge=render_badge)
    return pages


def make_penalty_navigation(rulebook: Rulebook) -> list[object]:
    """Return the part of MkDocs' `nav` for penalties."""
    pages = [f"penalita/{book.slug}{page}.md" for book in list_books_with_trees(rulebook) for page in ("", "/albero")]
    return ["penalita/index.md", *pages, *([COVERAGE] if pages else [])]
