"""Make the files of the static API, `site/api/v1/*.json` (contract: docs/api.md)."""

import datetime
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scripts.model import references
from scripts.model.anchor_contents import Records, make_labeller
from scripts.model.anchor_index import AnchorKind, Anchors, follow_redirects
from scripts.model.book import Book, Cell, Range, Rulebook, StatementKind
from scripts.model.incremental import memoise
from scripts.model.infraction import DecisionTable
from scripts.model.italian_format import set_typography, space_units
from scripts.model.software_version import API, VERSION
from scripts.penalties.decision_tree import expand_rows
from scripts.render.api_schema import SCHEMA
from scripts.render.earlier_editions import find_first_edition, make_editions

Json = Any


def dump_json(value: Json) -> str:
    """Return a value as compact JSON with a final line break; equal values give equal bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def pick(record: object, *names: str) -> dict[str, Any]:
    """Return an object's named attributes as a dict, in order."""
    return {name: getattr(record, name) for name in names}


def make_books(rulebook: Rulebook) -> Json:
    """Return all books as JSON objects, with edition, numbers of sections and statements."""
    return [
        {
            **pick(book.info, "slug", "code", "title", "game", "edition"),
            "effective": book.info.effective.isoformat() if book.info.effective else None,
            **pick(book.info, "language", "publisher", "url"),
            "sections": len(book.sections),
            "statements": sum(len(s.statements) for s in book.sections),
            "in_force": book.info.in_force,
        }
        for book in rulebook.books
    ]


def make_sections(rulebook: Rulebook, records: Records, originals: Mapping[str, str]) -> Json:
    """Return all sections as JSON; `originals`: section id → official text, where imported."""
    books = {book.slug: book for book in rulebook.books}
    return [
        {
            **pick(section, "id", "book"),
            "number": section.number or None,
            **pick(section, "title", "level", "parent", "page"),
            **pick(records[section.id], "citation", "url", "text"),
            "statements": [
                {
                    **pick(records[s.id], "id", "citation", "text"),
                    "note": s.kind is StatementKind.NOTE,
                    "kind": s.kind.value,
                    "since": find_first_edition(books[section.book], s.id, records)[0],
                }
                for s in section.statements
            ],
            "original": originals.get(section.id),
        }
        for section in rulebook.sections
    ]


def make_penalties(rulebook: Rulebook, anchors: Anchors) -> Json:
    """Return book → infractions, penalties and escalations, as JSON."""
    books = [replace(book, sections=()) for book in rulebook.books if book.infractions or book.penalties]
    return {
        book.slug: memoise(f"api {book.slug}", book, partial(_make_book_penalties, book), anchors) for book in books
    }


def _make_book_penalties(book: Book, anchors: Anchors) -> Json:
    plain = partial(references.render_plain, label=make_labeller(anchors, book.slug))
    return {
        "infractions": [_make_infraction(table, plain) for table in book.infractions],
        "penalties": [
            {
                **pick(p, "id", "title"),
                "section": p.section or None,
                **pick(p, "grade", "brings"),
                "record": [*map(plain, p.record)],
                **pick(p, "cites", "record_cites"),
            }
            for p in book.penalties
        ],
        "escalations": [
            {
                **pick(e, "id", "penalty", "already", "becomes", "infractions"),
                "period": e.period or None,
                "text": plain(e.text),
                "cites": e.cites,
            }
            for e in book.escalations
        ],
    }


def _make_infraction(table: DecisionTable, plain: Callable[[str], str]) -> Json:
    return {
        **pick(table, "id", "title", "kind", "section", "definition", "examples"),
        "questions": make_questions(table),
        "rows": [
            {
                "answers": answers,
                "infraction": row.infraction,
                "penalty": {"from": row.lowest, "to": row.highest},
                "either": row.either,
                "weighs": plain(row.weighs),
                "remedy": [*map(plain, row.steps)],
                "record": [*map(plain, row.record)],
                "cites": row.cites,
                "others": [pick(o, "infraction", "penalty") | {"text": plain(o.text)} for o in row.others],
            }
            for answers, row in expand_rows(table)
        ],
    }


def make_questions(table: DecisionTable) -> Json:
    """Return an infraction's questions as JSON, for the API and the page Penalità.

    Keys: id, text, history, and answers as {id, text, more, count} (see `Question` and `Answer`).
    """
    return [
        {
            **pick(q, "id", "text"),
            "history": q.history or None,
            "answers": [pick(a, "id", "text", "more", "count") for a in q.answers],
        }
        for q in table.questions
    ]


def make_tables(rulebook: Rulebook, anchors: Anchors) -> Json:
    """Return all tables as JSON objects.

    Ranges are `{min, max}` (`max` null: no end), dates ISO, money in dollars.
    """
    return [
        {
            "id": table.id,
            "book": book.slug,
            "section": section.id,
            **pick(anchors[table.id], "citation", "url"),
            "title": table.title,
            "columns": [{"name": c.name, "type": c.type.value} for c in table.columns],
            "rows": [[_make_cell(cell) for cell in row.cells] for row in table.rows],
            "ids": [row.id for row in table.rows],
            "notes": [references.render_plain(note, make_labeller(anchors, book.slug)) for note in table.notes],
        }
        for book in rulebook.books
        for section, table in book.tables
    ]


def _make_cell(cell: Cell) -> Json:
    if isinstance(cell, Range):
        return {"min": cell.low, "max": cell.high}
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    return cell


def make_texts(rulebook: Rulebook, records: Records) -> Json:
    """Return {anchor: [citation, document and section, text, hash, address]} as JSON."""
    documents = {book.slug: f"{book.info.title}, edizione {book.info.edition}" for book in rulebook.books}
    sections = {section.id: section for section in rulebook.sections}
    texts = {}
    for record in records.values():
        section = sections[record.section]
        title = f"{section.number} {section.title}".strip() if section.number else section.title
        shown_text = record.title if record.kind in (AnchorKind.SECTION, AnchorKind.TABLE) else record.alone
        page = f" · p. {section.page}" if section.page else ""
        where = f"{set_typography(title)} · {set_typography(documents[record.book])}{page}"
        texts[record.id] = [record.citation, where, space_units(shown_text), record.hash, record.url]
    return texts


def make_anchors(anchors: Anchors, redirects: Mapping[str, str]) -> Json:
    """Map every anchor ever published to its address, a retired one to its successor's."""
    urls = {anchor.id: anchor.url for anchor in anchors.values()}
    urls |= {old: anchors[follow_redirects(old, redirects)].url for old in redirects}
    return dict(sorted(urls.items()))


def make_api_files(
    rulebook: Rulebook, records: Records, redirects: Mapping[str, str], originals: Mapping[str, str]
) -> dict[str, str]:
    """Return path on the site → text of each file of the static API."""
    return {
        f"api/v1/{name}.json": dump_json(value)
        for name, value in (
            ("books", make_books(rulebook)),
            ("sections", make_sections(rulebook, records, originals)),
            ("penalties", make_penalties(rulebook, records)),
            ("tables", make_tables(rulebook, records)),
            ("texts", make_texts(rulebook, records)),
            ("editions", make_editions(rulebook, records)),
            ("anchors", make_anchors(records, redirects)),
            ("version", {"version": VERSION, "api": API}),
            ("schema", SCHEMA),
        )
    }
