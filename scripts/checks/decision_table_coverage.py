"""Check that decision tables cover their rulebook, except gaps in `copertura.tsv`."""

from collections.abc import Iterator, Set

from scripts.model.anchor_index import AnchorKind, Anchors, suggest_anchor
from scripts.model.book import Book, Table
from scripts.model.infraction import Penalty
from scripts.model.problems import Place, Report
from scripts.penalties.rulebook_coverage import Coverage, find_naming_rules, find_tables, measure_coverage
from scripts.penalties.verdict import list_allowed

HINT = "se è giusto così, scrivi l’ancora e il motivo in copertura.tsv"


def check_coverage(book: Book, anchors: Anchors, report: Report) -> None:
    """Report what decision tables leave out, unless `copertura.tsv` excuses it.

    That is: rows that cite no statement, infractions without a table, penalties that no row gives, and rules naming a
    penalty that no row cites; also faulty or needless excuses. Nothing is checked while a table is unfinished.
    """
    if not book.infractions or any(
        table.unwritten for table in book.infractions
    ):  # not yet written: nothing is missing
        return
    excused, figures = {e.anchor for e in book.exemptions}, measure_coverage(book)
    _check_cited(book, anchors, report)
    needed = set()
    uncited = () if book.info.own_text else _find_uncited(book, figures)  # a club writes its tables one at a time
    for anchor, place, found, expected in (*_find_unreached(book, figures), *_find_unlisted(book), *uncited):
        needed.add(anchor)
        if anchor not in excused:
            report.add(place, found, expected, HINT)
    _check_exemptions(book, anchors, needed, report)


def _check_cited(book: Book, anchors: Anchors, report: Report) -> None:
    for table in book.infractions:
        for row in table.rows:
            if row.cites and not any(c in anchors and anchors[c].kind is AnchorKind.STATEMENT for c in row.cites):
                report.add(row.place, f"{table.title}: la riga non cita nessun enunciato", "almeno un enunciato")


Gap = tuple[str, Place, str, str]
"""The anchor that may be excused, and the problem: place, what is missing, what was expected."""


def _find_unreached(book: Book, figures: Coverage) -> Iterator[Gap]:
    """Yield gaps: infractions without decision table, penalties that no row gives."""
    places = {s.id: s.place for s in book.sections}
    for section, tables in figures.sections.items():
        if not tables:
            yield section, places[section], f"l’infrazione {section} non ha una tabella", "un file in infrazioni/"
    for penalty in book.penalties:
        if not figures.penalties[penalty.id]:
            yield penalty.section, penalty.place, f"nessun esito arriva a {penalty.title}", "almeno un esito"


def _find_unlisted(book: Book) -> Iterator[Gap]:
    """Yield gaps: penalties listed for an infraction that none of its rows gives.

    The list is a table of the rulebook in the infraction's section, with an id that ends in `.penalita`.
    """
    for section, listed in book.tables:
        if not listed.id.endswith(".penalita") or not (tables := find_tables(book, section)):
            continue
        given = {p for t in tables for r in t.rows for p in list_allowed(book, r)}
        for place, penalty in _list_penalties(book, listed):
            if penalty.id not in given:
                found = f"{section.title}: nessuna riga dà {penalty.title}"
                yield listed.id, place, found, "la penalità dell’elenco"


def _find_uncited(book: Book, figures: Coverage) -> Iterator[Gap]:
    """Yield gaps: rules naming a penalty that no row cites."""
    for statement, word in find_naming_rules(book):
        if not figures.named[statement.id]:
            found = f"{statement.id} nomina una penalità («{word}») e nessun esito lo cita"
            yield statement.id, statement.place, found, "un esito che lo citi"


def _check_exemptions(book: Book, anchors: Anchors, needed: Set[str], report: Report) -> None:
    for exemption in book.exemptions:
        if exemption.anchor not in anchors:
            near = suggest_anchor(exemption.anchor, anchors)
            report.add(exemption.place, f"l’ancora «{exemption.anchor}»", "un’ancora che esiste", near)
        elif not exemption.reason:
            report.add(exemption.place, f"{exemption.anchor} non ha un motivo", "il perché, in poche parole")
        elif exemption.anchor not in needed:
            report.add(exemption.place, f"{exemption.anchor} è già coperto", "nessuna riga; toglila")


def _list_penalties(book: Book, listed: Table) -> Iterator[tuple[Place, Penalty]]:
    by_title = {p.title.lower(): p for p in book.penalties} | {p.id.replace("-", " "): p for p in book.penalties}
    for row in listed.rows:
        for cell in row.cells:
            if isinstance(cell, str) and (penalty := by_title.get(cell.lower())):
                yield row.place, penalty
