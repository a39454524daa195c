"""Make the JSON file of each game for the page Penalità: decision trees and cited rules.

A text with references is a list of words and [words, address] pairs; one without is a string.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from scripts.model.anchor_contents import Record, Records, make_rich
from scripts.model.anchor_index import AnchorKind
from scripts.model.book import Book, Rulebook
from scripts.model.incremental import memoise
from scripts.model.infraction import KINDS, DecisionRow, DecisionTable
from scripts.model.italian_format import space_units
from scripts.model.references import Reference, Words
from scripts.penalties.decision_tree import Leaf, Tree, build_tree
from scripts.penalties.verdict import count_limits
from scripts.render.api import dump_json, make_questions, pick
from scripts.render.html_builder import HtmlWriter
from scripts.render.penalty_badge import SHAPES, find_step, pluralise

Json = Any
FOLDER = "assets/penalita"
HOW_OFTEN = "Quante volte ha già ricevuto «{}» nel torneo, prima di questa?"


def list_books_with_trees(rulebook: Rulebook) -> list[Book]:
    """Return the books that have decision tables."""
    return [book for book in rulebook.books if book.infractions]


def group_by_kind(book: Book) -> Iterator[tuple[str, str, list[DecisionTable]]]:
    """Yield (kind, title of the kind, its infractions by title), in the order of KINDS."""
    for kind, title in KINDS.items():
        tables = sorted((t for t in book.infractions if t.kind == kind), key=lambda t: t.title)
        if tables:
            yield kind, title, tables


class GameWriter(HtmlWriter):
    """Write a game's texts as JSON values; a link to an infraction leads to its decision tree.

    `up`: path from the page to the site's root; `tree`: returns the address of an infraction's tree.
    """

    css = None

    def __init__(self, records: Records, book: Book, up: str, tree: Callable[[str], str]) -> None:
        super().__init__(records, book.slug, up)
        self.titles = {table.id: table.title for table in book.infractions}
        self.tree = tree

    def href(self, target: str) -> str:
        return self.tree(target) if target in self.titles else super().href(target)

    def called(self, anchor_id: str) -> str:
        return self.titles.get(anchor_id) or super().called(anchor_id)

    def pieces(self, text: str) -> Json:
        """Return a text for JSON: a string, or a list of words and [words, address] pairs."""
        parts = make_rich(text, self.called)
        made = [space_units(p.text) if isinstance(p, Words) else [p.words, self.href(p.target)] for p in parts]
        return made if any(isinstance(part, Reference) for part in parts) else "".join(map(str, made))


def list_cited(book: Book) -> Iterator[str]:
    """Yield every anchor that a book's verdicts cite, with repeats, in no order."""
    yield from book.unforeseen
    for table in book.infractions:
        for row in table.rows:
            yield from row.cites
    for penalty in book.penalties:
        yield from (*penalty.cites, *penalty.record_cites)
    for escalation in book.escalations:
        yield from escalation.cites
    for together in book.together:
        yield from together.cites


def make_game(book: Book, records: Records) -> str:
    """Return a game's JSON for Penalità, as text: penalties, infractions, cited rules.

    `counted`: penalties of which the number of earlier ones matters; addresses are relative to /penalita/. The keys are
    declared as `Game` in `docs/assets/js/verdict/types.d.ts`.
    """
    writer = GameWriter(records, book, "..", lambda infraction: f"?g={book.slug}&i={infraction}")

    def pieces(texts: Iterable[str]) -> list[Json]:
        return [writer.pieces(text) for text in texts]

    scoped = any(escalation.infractions for escalation in book.escalations)
    return dump_json(
        {
            "book": book.slug,
            **pick(book.info, "code", "game", "title", "edition"),
            **({"scope": writer.pieces(book.scope)} if book.scope else {}),
            "unforeseen": book.unforeseen,
            "kinds": [
                {"id": kind, "title": title, "infractions": [t.id for t in ts]}
                for kind, title, ts in group_by_kind(book)
            ],
            "penalties": [
                {
                    **pick(p, "id", "title", "grade"),
                    "step": find_step(p),
                    "shape": SHAPES[find_step(p)],
                    "brings": p.brings,
                    "record": pieces(p.record),
                    **pick(p, "cites", "record_cites", "report"),
                    "remedy": pieces(p.remedy),
                }
                for p in book.penalties
            ],
            "counted": [
                {"id": p, "most": most, "plural": pluralise(book.penalty(p).title)}
                | {
                    "asks": book.penalty(p).asks or HOW_OFTEN.format(book.penalty(p).title),
                    "counts": book.penalty(p).counts,
                }
                for p, most in count_limits(book).items()
            ],
            "escalations": [
                pick(e, "id", "penalty", "already", "becomes")
                | {"text": writer.pieces(e.text), "cites": e.cites}
                | (pick(e, "infractions", "period") if e.infractions else {})
                for e in book.escalations
            ],
            "together": [
                pick(one, "id", "asks", "gives", "penalty") | {"text": writer.pieces(one.text), "cites": one.cites}
                for one in book.together
            ],
            "infractions": [_make_infraction(table, pieces, scoped, records) for table in book.infractions],
            "statements": {i: _make_statement(records[i], records) for i in sorted(set(list_cited(book)))},
        }
    )


def list_reasons(cites: Iterable[str], records: Records) -> list[str]:
    """Return the anchors of `cites` that are not whole sections; all if there are no others."""
    rules = [one for one in cites if records[one].kind is not AnchorKind.SECTION]
    return rules or list(cites)


def _make_infraction(
    table: DecisionTable, pieces: Callable[[Iterable[str]], list[Json]], scoped: bool, records: Records
) -> Json:
    """Return an infraction as JSON: its questions, rows and `tree` (leaves: indexes of rows).

    `pieces`: writes texts, see `GameWriter.pieces`; `scoped`: rows say for which infraction the penalty counts.
    """
    return {
        "id": table.id,
        "slug": PurePosixPath(table.place.file).stem,
        "title": table.title,
        "questions": make_questions(table),
        "rows": [
            {
                "from": row.lowest,
                "to": row.highest,
                "weighs": pieces([row.weighs])[0],
                "remedy": pieces(row.steps),
                "record": pieces(row.record),
                "cites": list_reasons(row.cites, records),
            }
            | ({"infraction": row.infraction} if scoped else {})
            | ({"either": True} if row.either else {})
            for row in table.rows
        ],
        "tree": _make_tree(build_tree(table), table.rows),
    }


def _make_tree(tree: Tree, rows: tuple[DecisionRow, ...]) -> Json:
    """Return a tree as JSON: {q: question, a: {answer: subtree}}; a leaf is its row's index."""
    if isinstance(tree, Leaf):
        return next(i for i, row in enumerate(rows) if row is tree.row)
    return {"q": tree.question.id, "a": {answer.id: _make_tree(branch, rows) for answer, branch in tree.branches}}


def _make_statement(record: Record, records: Records) -> Json:
    """Return {cite, url, text} of an anchor; the text of a section or table is its title."""
    text = record.alone if record.kind is AnchorKind.STATEMENT else records[record.section].title
    return {"cite": record.citation, "url": f"..{record.url}", "text": space_units(text)}


def make_penalty_files(rulebook: Rulebook, records: Records) -> dict[str, str]:
    """Return path on the site → JSON of each game, for the page Penalità."""
    books = [replace(book, sections=()) for book in list_books_with_trees(rulebook)]
    paths = {f"{FOLDER}/{book.slug}.json": book for book in books}
    return {path: memoise(path, book, partial(make_game, book), records) for path, book in paths.items()}
