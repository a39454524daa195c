"""A book's folder → a Book. The only module of the edition that touches the disk, through `reading`."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any

from scripts.edition import reading
from scripts.edition.chapters import parse_chapter
from scripts.edition.decisions import parse_decision_table, parse_penalties
from scripts.edition.history import read_changes, read_pairs
from scripts.edition.tables import parse_table
from scripts.model import (
    Book,
    BookInfo,
    DecisionTable,
    Escalation,
    Exemption,
    GlossaryTerm,
    Penalty,
    Related,
    Rulebook,
    Table,
)
from scripts.problems import Place, Report

ORDER = ("mtr", "naruto-it", "naruto-usa", "bang", "wot")
CHAPTER = re.compile(r"\d\d-[a-z0-9-]+\.md\Z")
INFO_KEYS = ("slug", "code", "title", "game", "edition", "language", "publisher", "url", "accent", "note")


def book_folders(root: Path) -> list[Path]:
    """The folders in `rules_src/` that hold a book, in the order of the site: the known ones, then by name."""
    found = [path.parent for path in (root / "rules_src").glob("*/book.toml")]
    return sorted(found, key=lambda p: (ORDER.index(p.name) if p.name in ORDER else len(ORDER), p.name))


def read_rulebook(root: Path, report: Report, slugs: tuple[str, ...] = ()) -> Rulebook:
    """Reads all books under `root`/rules_src (or those named); problems go to the report."""
    folders = [f for f in book_folders(root) if not slugs or f.name in slugs]
    if not folders:
        report.add(Place("rules_src"), "nessun libro", "almeno una cartella con book.toml")
    books = (read_book(root, folder, report) for folder in folders)
    return Rulebook(tuple(book for book in books if book), () if slugs else read_pairs(root, report))


def read_book(root: Path, folder: Path, report: Report) -> Book | None:
    """Reads one book's folder; None where its `book.toml` is unusable."""
    values = reading.read_toml(root, folder / "book.toml", report)
    if values is None:
        return None
    info = _info(values, Place((folder / "book.toml").relative_to(root).as_posix()), folder.name, report)
    tables = _tables(root, folder, report)
    sections = []
    for path in sorted(folder.glob("*.md")):
        file = path.relative_to(root).as_posix()
        if not CHAPTER.match(path.name):
            report.add(Place(file), f"il nome {path.name}", "NN-nome.md, in minuscole")
            continue
        if (text := reading.read_text(root, path, report)) is not None:
            sections += parse_chapter(text, file, info.slug, tables, report)
    shown = {table.id for section in sections for table in section.tables}
    for table in tables.values():
        if table.id not in shown:
            report.add(
                table.place,
                f"la tabella {table.id} non è mostrata in nessuna sezione",
                f"una riga {{tabella {table.id}}}",
            )
    penalties, escalations, infraction_roots = _penalties(root, folder, report)
    return Book(
        info=info,
        sections=tuple(sections),
        infractions=_infractions(root, folder, report),
        penalties=penalties,
        escalations=escalations,
        infraction_roots=infraction_roots,
        exemptions=_exemptions(root, folder, report),
        glossary=_glossary(root, folder, report),
        related=_related(root, folder, report),
        changes=read_changes(root, folder, report),
    )


def _info(values: dict[str, Any], place: Place, name: str, report: Report) -> BookInfo:
    texts = {}
    for key in INFO_KEYS:
        value = values.get(key)
        if not isinstance(value, str):
            report.add(place, f"manca {key}" if value is None else f"{key} = {value!r}", f'{key} = "…"')
            value = ""
        texts[key] = value.replace("'", "’") if key in ("title", "edition", "note") else value
    if texts["slug"] != name:
        report.add(place, f"slug = «{texts['slug']}»", f"il nome della cartella, «{name}»")
        texts["slug"] = name
    effective = values.get("effective")
    if effective is not None and not isinstance(effective, datetime.date):
        report.add(place, f"effective = {effective!r}", "una data: effective = 2016-01-27")
        effective = None
    return BookInfo(effective=effective, **texts)


def _tables(root: Path, folder: Path, report: Report) -> dict[str, Table]:
    tables = {}
    for path in sorted((folder / "tabelle").glob("*.tsv")):
        text = reading.read_text(root, path, report)
        if text is None:
            continue
        table = parse_table(text, path.relative_to(root).as_posix(), path.name.removesuffix(".tsv"), report)
        if table:
            tables[table.id] = table
    return tables


def _infractions(root: Path, folder: Path, report: Report) -> tuple[DecisionTable, ...]:
    tables = []
    for path in sorted((folder / "infrazioni").glob("*.toml")):
        values = reading.read_toml(root, path, report)
        if values is not None:
            source = path.read_text(encoding="utf-8")
            tables.append(parse_decision_table(values, source, path.relative_to(root).as_posix(), report))
    return tuple(tables)


def _penalties(
    root: Path, folder: Path, report: Report
) -> tuple[tuple[Penalty, ...], tuple[Escalation, ...], tuple[str, ...]]:
    path = folder / "penalita.toml"
    values = reading.read_toml(root, path, report) if path.exists() else None
    if values is None:
        return (), (), ()
    return parse_penalties(values, path.read_text(encoding="utf-8"), path.relative_to(root).as_posix(), report)


def _exemptions(root: Path, folder: Path, report: Report) -> tuple[Exemption, ...]:
    path = folder / "copertura.tsv"
    if not path.exists():
        return ()
    rows = reading.headed_rows(root, path, ("enunciato", "motivo"), report)
    return tuple(Exemption(row["enunciato"], row["motivo"].replace("'", "’"), place) for place, row in rows)


def _glossary(root: Path, folder: Path, report: Report) -> tuple[GlossaryTerm, ...]:
    path = folder / "glossario.tsv"
    if not path.exists():
        return ()
    rows = reading.headed_rows(root, path, ("termine", "forme", "definito"), report)
    terms = []
    for place, row in rows:
        given = [row["termine"], *row["forme"].split("|")]
        forms = tuple(dict.fromkeys(f.strip().replace("'", "’") for f in given if f.strip()))
        terms.append(GlossaryTerm(forms[0] if forms else "", forms, row["definito"], place))
    return tuple(terms)


def _related(root: Path, folder: Path, report: Report) -> tuple[Related, ...]:
    path = folder / "rimandi.tsv"
    if not path.exists():
        return ()
    rows = reading.headed_rows(root, path, ("da", "a", "perché"), report)
    return tuple(Related(row["da"], row["a"], row["perché"], place) for place, row in rows)
