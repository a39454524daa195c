"""What the page Penalità needs on the phone: one JSON file a game, with the trees and the texts of what they cite."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from scripts import inline
from scripts.anchors import Anchors
from scripts.decisions import Leaf, Tree, decision_tree
from scripts.edition.decisions import KINDS
from scripts.model import Book, DecisionRow, DecisionTable, Rulebook
from scripts.render.api import dumps, questions_json
from scripts.render.gravity import SHAPES, plural, step
from scripts.render.plain import labeller, statement_text
from scripts.render.text import spaced
from scripts.verdict import counted

Json = Any
FOLDER = "assets/penalita"


def books_with_trees(rulebook: Rulebook) -> list[Book]:
    return [book for book in rulebook.books if book.infractions]


def slug(table: DecisionTable) -> str:
    """The short name of an infraction, as people may write it in an address: its file's."""
    return PurePosixPath(table.place.file).stem


def kinds(book: Book) -> Iterator[tuple[str, str, list[DecisionTable]]]:
    """(kind, its title, its infractions by title) for each kind that the book has, in the order of KINDS."""
    for kind, title in KINDS.items():
        tables = sorted((t for t in book.infractions if t.kind == kind), key=lambda t: t.title)
        if tables:
            yield kind, title, tables


def linked(text: str, anchors: Anchors, book: Book, href: Callable[[str], str]) -> str:
    """A source text as HTML; `href` gives the address of a reference."""
    label = labeller(anchors, book.slug)
    titles = {t.id: t.title for t in book.infractions}
    parts = []
    for part in inline.parse(text):
        if isinstance(part, inline.Reference):
            words = part.words or titles.get(part.target) or label(part.target)
            parts.append(f'<a href="{html.escape(href(part.target))}">{html.escape(words)}</a>')
        else:
            parts.append(html.escape(spaced(part.text), quote=False))
    return "".join(parts)


def cited(book: Book) -> Iterator[str]:
    """Every anchor that the book's trees cite or show as definition or example, in no useful order."""
    for table in book.infractions:
        yield from (table.section, *table.definition, *table.examples)
        for row in table.rows:
            yield from row.cites
    for penalty in book.penalties:
        yield from (*penalty.cites, *penalty.record_cites)
    for escalation in book.escalations:
        yield from escalation.cites


def book_data(book: Book, anchors: Anchors) -> Json:
    """The whole content of a game's file. Addresses are relative to /penalita/."""
    infractions = {t.id for t in book.infractions}

    def href(target: str) -> str:
        if target in infractions:
            return f"?g={book.slug}&i={target}"
        return f"..{anchors[target].url}"

    def rich(texts: Iterable[str]) -> list[str]:
        return [linked(text, anchors, book, href) for text in texts]

    return {
        "book": book.slug,
        "code": book.info.code,
        "game": book.info.game,
        "title": book.info.title,
        "kinds": [{"id": kind, "title": title, "infractions": [t.id for t in ts]} for kind, title, ts in kinds(book)],
        "penalties": [
            {
                "id": p.id,
                "title": p.title,
                "grade": p.grade,
                "step": step(p),
                "shape": SHAPES[step(p)],
                "brings": list(p.brings),
                "record": rich(p.record),
                "cites": list(p.cites),
                "record_cites": list(p.record_cites),
                "report": p.report,
            }
            for p in book.penalties
        ],
        "counted": [
            {"id": p, "most": most, "plural": plural(book.penalty(p).title)} for p, most in counted(book).items()
        ],
        "escalations": [
            {"id": e.id, "penalty": e.penalty, "already": e.already, "becomes": e.becomes}
            | {"text": rich([e.text])[0], "cites": list(e.cites)}
            for e in book.escalations
        ],
        "infractions": [_infraction(t, rich) for t in book.infractions],
        "statements": {i: _statement(i, book, anchors) for i in sorted(set(cited(book)))},
    }


def _infraction(table: DecisionTable, rich: Callable[[Iterable[str]], list[str]]) -> Json:
    return {
        "id": table.id,
        "slug": slug(table),
        "title": table.title,
        "section": table.section,
        "definition": list(table.definition),
        "examples": list(table.examples),
        "words": list(table.words),
        "questions": questions_json(table),
        "rows": [
            {
                "from": row.lowest,
                "to": row.highest,
                "weighs": rich([row.weighs])[0],
                "remedy": rich(row.remedy),
                "record": rich(row.record),
                "cites": list(row.cites),
            }
            for row in table.rows
        ],
        "tree": _tree(decision_tree(table), table.rows),
    }


def _tree(tree: Tree, rows: tuple[DecisionRow, ...]) -> Json:
    """A leaf is its row's number; a node is {q: question id, a: {answer id: what follows}}."""
    if isinstance(tree, Leaf):
        return next(i for i, row in enumerate(rows) if row is tree.row)
    return {"q": tree.question.id, "a": {answer.id: _tree(branch, rows) for answer, branch in tree.branches}}


def _statement(anchor_id: str, book: Book, anchors: Anchors) -> Json:
    """Citation, address and text; a section or a table that is cited has its title as text."""
    anchor = anchors[anchor_id]
    for section in book.sections:
        if section.id == anchor.section:
            text = next(
                (statement_text(s, section, anchors) for s in section.statements if s.id == anchor_id), section.title
            )
            return {"cite": anchor.citation, "url": f"..{anchor.url}", "text": spaced(text)}
    return {"cite": anchor.citation, "url": f"..{anchor.url}", "text": ""}


def penalty_files(rulebook: Rulebook, anchors: Anchors) -> dict[str, str]:
    """Path on the site → text, for each game that has decision tables."""
    return {f"{FOLDER}/{book.slug}.json": dumps(book_data(book, anchors)) for book in books_with_trees(rulebook)}
