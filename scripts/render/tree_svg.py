"""Draw a game's decision trees as one inline SVG; the final penalties are links."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field

from markupsafe import Markup

from scripts.model.book import Book
from scripts.model.infraction import Answer, DecisionTable, Question
from scripts.penalties.decision_tree import Leaf, Tree, build_tree
from scripts.render.html_builder import tag
from scripts.render.penalty_badge import SHAPES, find_step
from scripts.render.penalty_data import group_by_kind

Way = tuple[tuple[Question, Answer], ...]
Href = Callable[[DecisionTable, Way], str]
COLUMN, GAP, LINE, PAD = 250, 40, 20, 10  # widths and heights in px; a label's line is 20 px high
CHARACTERS, BOLD = 29, 26  # that fit into a column at 16 px


def draw_label(x: float, y: float, lines: list[str], css: str) -> Markup:
    """Return lines of text as SVG, from `x` on and centred on `y` (pixels); `css`: their class."""
    top = y - LINE * (len(lines) - 1) / 2 + 5
    spans = (tag("tspan", line, x=f"{x:g}", y=f"{top + LINE * i:g}") for i, line in enumerate(lines))
    return tag("text", *spans, class_=css)


@dataclass
class _TreeDrawing:
    """Collect the elements of a drawing; `y`: top of the next leaf, in pixels."""

    book: Book
    href: Href
    y: float = 0
    width: float = 0
    parts: list[Markup] = field(default_factory=list)

    def draw_line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        middle = (x1 + x2) / 2
        curve = f"M{x1:g} {y1:g}C{middle:g} {y1:g} {middle:g} {y2:g} {x2:g} {y2:g}"
        self.parts.append(tag("path", class_="ramo", d=curve))

    def draw_tree(self, table: DecisionTable, tree: Tree, way: Way, x: float) -> float:
        """Draw the subtree below the answers `way`, from `x` on; return the y of its root (pixels)."""
        if isinstance(tree, Leaf):
            return self._draw_leaf(table, tree, way, x)
        words = textwrap.wrap(tree.question.text, CHARACTERS)
        start, ends = self.y, []
        for answer, branch in tree.branches:
            answer_lines = textwrap.wrap(answer.text, CHARACTERS)
            before = self.y
            end = self.draw_tree(table, branch, (*way, (tree.question, answer)), x + 2 * (COLUMN + GAP))
            needed = LINE * len(answer_lines) + PAD
            if self.y - before < needed:
                self.y = before + needed
            self.parts.append(draw_label(x + COLUMN + GAP, end, answer_lines, "risposta"))
            self.draw_line(x + 2 * COLUMN + GAP, end, x + 2 * (COLUMN + GAP), end)
            ends.append(end)
        self.y = max(self.y, start + LINE * len(words) + PAD)
        own = (ends[0] + ends[-1]) / 2
        self.parts.append(draw_label(x, own, words, "domanda"))
        for end in ends:
            self.draw_line(x + COLUMN, own, x + COLUMN + GAP - 6, end)
        return own

    def _draw_leaf(self, table: DecisionTable, leaf: Leaf, way: Way, x: float) -> float:
        ends = list(dict.fromkeys((leaf.row.lowest, leaf.row.highest)))
        wrapped = [textwrap.wrap(self.book.penalty(p).title, BOLD - 3) for p in ends]
        height = LINE * sum(len(lines) for lines in wrapped)
        top, self.y = self.y, self.y + height + PAD + 4
        box = {"x": f"{x - 6:g}", "y": f"{top:g}", "width": f"{COLUMN + 12}", "height": f"{height + 8}"}
        inside = [tag("rect", class_="tocco", **box)]
        y = top + 4 + LINE / 2
        for penalty_id, lines in zip(ends, wrapped, strict=True):
            n = find_step(self.book.penalty(penalty_id))
            moved = f"translate({x:g} {y - 8:g}) scale(.8)"
            look = {"class_": f"pen-{n}", "fill": "currentColor", "fill_rule": "evenodd", "transform": moved}
            inside.append(tag("path", **look, d=SHAPES[n]))
            inside.append(draw_label(x + 24, y + LINE * (len(lines) - 1) / 2, lines, f"penale pen-{n}"))
            y += LINE * len(lines)
        self.parts.append(tag("a", *inside, href=self.href(table, way)))
        self.width = max(self.width, x + COLUMN + 12)
        return top + 4 + height / 2


def draw_trees(book: Book, href: Href) -> Markup:
    """Return the drawing of all decision trees of a book; `href` returns the address of a leaf."""
    drawing = _TreeDrawing(book, href)
    for _, title, tables in group_by_kind(book):
        drawing.y += LINE
        drawing.parts.append(draw_label(8, drawing.y, [title], "genere"))
        drawing.y += LINE
        for table in tables:
            words = textwrap.wrap(table.title, BOLD)
            start = drawing.y
            end = drawing.draw_tree(table, build_tree(table), (), 8 + COLUMN + GAP)
            needed = LINE * len(words) + PAD
            own = max(end, start + needed / 2)
            drawing.y = max(drawing.y, start + needed)
            drawing.parts.append(draw_label(8, own, words, "infrazione"))
            drawing.draw_line(8 + COLUMN, own, 8 + COLUMN + GAP - 10, end)
    width, height = drawing.width, drawing.y + LINE
    return tag(
        "svg",
        *drawing.parts,
        xmlns="http://www.w3.org/2000/svg",
        class_="albero-svg",
        width=f"{width:g}",
        height=f"{height:g}",
        viewBox=f"0 0 {width:g} {height:g}",
        role="group",
        aria_label=f"Albero delle penalità: {book.info.game}",
    )
