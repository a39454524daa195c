"""The decision tables reach all that their rulebook wants of them, or `copertura.tsv` says why not.

A reason that is no longer needed is a problem too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scripts.model.anchors import AnchorKind, Anchors, suggested
from scripts.model.book import Book, Table
from scripts.model.infraction import Exemption, Penalty
from scripts.model.problems import Place, Report
from scripts.penalties.coverage import coverage, naming_rules, tables_of
from scripts.penalties.verdict import allowed

HINT = "se è giusto così, scrivilo con il motivo in copertura.tsv"


def check_coverage(book: Book, anchors: Anchors, report: Report) -> None:
    """Adds a problem for every leaf without a statement, section without a table, penalty or rule that no leaf reaches."""
    if not book.infractions or any(
        table.unwritten for table in book.infractions
    ):  # still to be written: nothing is missing
        return
    excused = {e.anchor: e for e in book.exemptions}
    figures = coverage(book)
    needed: set[str] = set()
    for table in book.infractions:
        for row in table.rows:
            if row.cites and not any(c in anchors and anchors[c].kind is AnchorKind.STATEMENT for c in row.cites):
                report.add(row.place, f"{table.title}: la riga non cita nessun enunciato", "almeno un enunciato")
    by_id = {s.id: s for s in book.sections}
    for section, tables in figures.sections.items():
        if not tables:
            needed.add(section)
            if section not in excused:
                report.add(
                    by_id[section].place, f"l’infrazione {section} non ha una tabella", "un file in infrazioni/", HINT
                )
    for penalty in book.penalties:
        if not figures.penalties[penalty.id]:
            needed.add(penalty.section)
            if penalty.section not in excused:
                report.add(penalty.place, f"nessun esito arriva a {penalty.title}", "almeno un esito", HINT)
    needed |= _check_lists(book, excused, report)
    for statement, word in naming_rules(book):
        if not figures.named[statement.id]:
            needed.add(statement.id)
            if statement.id not in excused:
                report.add(
                    statement.place,
                    f"{statement.id} nomina una penalità («{word}») e nessun esito lo cita",
                    "un esito",
                    HINT,
                )
    for exemption in book.exemptions:
        if exemption.anchor not in anchors:
            near = suggested(exemption.anchor, anchors)
            report.add(exemption.place, f"l’ancora «{exemption.anchor}»", "un’ancora che esiste", near)
        elif not exemption.reason:
            report.add(exemption.place, f"{exemption.anchor} non ha un motivo", "il perché, in poche parole")
        elif exemption.anchor not in needed:
            report.add(exemption.place, f"{exemption.anchor} è già coperto", "che la riga se ne vada")


def _check_lists(book: Book, excused: Mapping[str, Exemption], report: Report) -> set[str]:
    """Where the rulebook lists an infraction's penalties (a table `….penalita`), each is in some row of its table."""
    needed: set[str] = set()
    for section, listed in book.tables:
        if not listed.id.endswith(".penalita") or not (tables := tables_of(book, section)):
            continue
        given = {p for t in tables for r in t.rows for p in allowed(book, r)}
        for row, penalty in _listed_penalties(book, listed):
            if penalty.id not in given:
                needed.add(listed.id)
                if listed.id not in excused:
                    report.add(
                        row, f"{section.title}: nessuna riga dà {penalty.title}", "la penalità dell’elenco", HINT
                    )
    return needed


def _listed_penalties(book: Book, listed: Table) -> Iterator[tuple[Place, Penalty]]:
    by_title = {p.title.lower(): p for p in book.penalties} | {p.id.replace("-", " "): p for p in book.penalties}
    for row in listed.rows:
        for cell in row.cells:
            if isinstance(cell, str) and (penalty := by_title.get(cell.lower())):
                yield row.place, penalty
