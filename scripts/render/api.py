"""The static API: what `site/api/v1/*.json` holds (contract: docs/api.md)."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scripts.model import inline
from scripts.model.anchors import AnchorKind, Anchors, follow
from scripts.model.book import Book, Cell, Range, Rulebook, StatementKind
from scripts.model.incremental import kept
from scripts.model.infraction import DecisionTable
from scripts.model.italian import spaced, typographic
from scripts.model.record import Records, labeller
from scripts.model.version import API, VERSION
from scripts.penalties.tree import expanded_rows
from scripts.render.editions import editions_json, since
from scripts.render.schema import SCHEMA

Json = Any


def dumps(value: Json) -> str:
    """Stable JSON: the same value gives the same bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def books_json(rulebook: Rulebook) -> Json:
    return [
        {
            "slug": book.slug,
            "code": book.info.code,
            "title": book.info.title,
            "game": book.info.game,
            "edition": book.info.edition,
            "effective": book.info.effective.isoformat() if book.info.effective else None,
            "language": book.info.language,
            "publisher": book.info.publisher,
            "url": book.info.url,
            "sections": len(book.sections),
            "statements": sum(len(s.statements) for s in book.sections),
            "in_force": book.info.in_force,
        }
        for book in rulebook.books
    ]


def sections_json(rulebook: Rulebook, records: Records, originals: Mapping[str, str]) -> Json:
    """`originals`: section id → verbatim text, for the sections of which an original was imported."""
    books = {book.slug: book for book in rulebook.books}
    return [
        {
            "id": section.id,
            "book": section.book,
            "number": section.number or None,
            "title": section.title,
            "level": section.level,
            "parent": section.parent,
            "page": section.page,
            "citation": records[section.id].citation,
            "url": records[section.id].url,
            "text": records[section.id].text,
            "statements": [
                {
                    "id": s.id,
                    "citation": records[s.id].citation,
                    "text": records[s.id].text,
                    "note": s.kind is StatementKind.NOTE,
                    "kind": s.kind.value,
                    "since": since(books[section.book], s.id, records)[0],
                }
                for s in section.statements
            ],
            "original": originals.get(section.id),
        }
        for section in rulebook.sections
    ]


def penalties_json(rulebook: Rulebook, anchors: Anchors) -> Json:
    books = [replace(book, sections=()) for book in rulebook.books if book.infractions or book.penalties]
    return {book.slug: kept(f"api {book.slug}", book, partial(_book_penalties, book), anchors) for book in books}


def _book_penalties(book: Book, anchors: Anchors) -> Json:
    label = labeller(anchors, book.slug)
    return {
        "infractions": [_infraction(table, label) for table in book.infractions],
        "penalties": [
            {
                "id": p.id,
                "title": p.title,
                "section": p.section or None,
                "grade": p.grade,
                "brings": list(p.brings),
                "record": [inline.plain(text, label) for text in p.record],
                "cites": list(p.cites),
                "record_cites": list(p.record_cites),
            }
            for p in book.penalties
        ],
        "escalations": [
            {
                "id": e.id,
                "penalty": e.penalty,
                "already": e.already,
                "becomes": e.becomes,
                "infractions": list(e.infractions),
                "period": e.period or None,
                "text": inline.plain(e.text, label),
                "cites": list(e.cites),
            }
            for e in book.escalations
        ],
    }


def _infraction(table: DecisionTable, label: Any) -> Json:
    return {
        "id": table.id,
        "title": table.title,
        "kind": table.kind,
        "section": table.section,
        "definition": list(table.definition),
        "examples": list(table.examples),
        "questions": questions_json(table),
        "rows": [
            {
                "answers": answers,
                "infraction": row.infraction,
                "penalty": {"from": row.lowest, "to": row.highest},
                "either": row.either,
                "weighs": inline.plain(row.weighs, label),
                "remedy": [inline.plain(text, label) for text in row.steps],
                "record": [inline.plain(text, label) for text in row.record],
                "cites": list(row.cites),
                "others": [
                    {"infraction": o.infraction, "penalty": o.penalty, "text": inline.plain(o.text, label)}
                    for o in row.others
                ],
            }
            for answers, row in expanded_rows(table)
        ],
    }


def questions_json(table: DecisionTable) -> Json:
    """The questions of an infraction: the same here and in what the page Penalità reads."""
    return [
        {
            "id": q.id,
            "text": q.text,
            "history": q.history or None,
            "answers": [{"id": a.id, "text": a.text, "more": a.more, "count": a.count} for a in q.answers],
        }
        for q in table.questions
    ]


def tables_json(rulebook: Rulebook, anchors: Anchors) -> Json:
    """Ranges are `{min, max}` with `max` null where there is no upper end; dates are ISO; money is in dollars."""
    return [
        {
            "id": table.id,
            "book": book.slug,
            "section": section.id,
            "citation": anchors[table.id].citation,
            "url": anchors[table.id].url,
            "title": table.title,
            "columns": [{"name": c.name, "type": c.type.value} for c in table.columns],
            "rows": [[_cell(cell) for cell in row.cells] for row in table.rows],
            "ids": [row.id for row in table.rows],
            "notes": [inline.plain(note, labeller(anchors, book.slug)) for note in table.notes],
        }
        for book in rulebook.books
        for section, table in book.tables
    ]


def _cell(cell: Cell) -> Json:
    if isinstance(cell, Range):
        return {"min": cell.low, "max": cell.high}
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    return cell


def texts_json(rulebook: Rulebook, records: Records) -> Json:
    """`{id: [citation, where it stands, text, hash, address]}` for every anchor: what a citation needs, alone."""
    documents = {book.slug: f"{book.info.title}, edizione {book.info.edition}" for book in rulebook.books}
    sections = {section.id: section for section in rulebook.sections}
    texts = {}
    for record in records.values():
        section = sections[record.section]
        title = f"{section.number} {section.title}".strip() if section.number else section.title
        said = record.title if record.kind in (AnchorKind.SECTION, AnchorKind.TABLE) else record.alone
        page = f" · p. {section.page}" if section.page else ""
        where = f"{typographic(title)} · {typographic(documents[record.book])}{page}"
        texts[record.id] = [record.citation, where, spaced(said), record.hash, record.url]
    return texts


def anchors_json(anchors: Anchors, redirects: Mapping[str, str]) -> Json:
    """Every id ever published, retired ones with the address of their successor."""
    urls = {anchor.id: anchor.url for anchor in anchors.values()}
    urls |= {old: anchors[follow(old, redirects)].url for old in redirects}
    return dict(sorted(urls.items()))


def api_files(
    rulebook: Rulebook, records: Records, redirects: Mapping[str, str], originals: Mapping[str, str]
) -> dict[str, str]:
    """Path on the site → text, for every file of the static API."""
    return {
        f"api/v1/{name}.json": dumps(value)
        for name, value in (
            ("books", books_json(rulebook)),
            ("sections", sections_json(rulebook, records, originals)),
            ("penalties", penalties_json(rulebook, records)),
            ("tables", tables_json(rulebook, records)),
            ("texts", texts_json(rulebook, records)),
            ("editions", editions_json(rulebook, records)),
            ("anchors", anchors_json(records, redirects)),
            ("version", {"version": VERSION, "api": API}),
            ("schema", SCHEMA),
        )
    }
