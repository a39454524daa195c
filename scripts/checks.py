"""All checks of the Rulebook, between reading and rendering: references, tables, glossary, outline order."""

from __future__ import annotations

from collections.abc import Iterator

from scripts import inline
from scripts.anchors import Anchors, check_references
from scripts.coverage import check_coverage
from scripts.decisions import check_decision_table, check_penalties
from scripts.model import Book, ColumnType, Rulebook
from scripts.problems import Place, Report


def check_rulebook(rulebook: Rulebook, anchors: Anchors, report: Report) -> None:
    """Everything that must hold of the sources as a whole; the sources' own form is checked while reading."""
    before = len(report.problems)
    check_references(_references(rulebook), anchors, report)
    for book in rulebook.books:
        _check_structure(book, report)
        check_penalties(book, report)
        for table in book.infractions:
            check_decision_table(table, report)
    if len(report.problems) == before:  # coverage is of complete tables
        for book in rulebook.books:
            check_coverage(book, anchors, report)
    _check_glossary(rulebook, report)


def _references(rulebook: Rulebook) -> Iterator[tuple[str, Place]]:
    for _, statement in rulebook.statements:
        for target in inline.targets(statement.text):
            yield target, statement.place
    for book in rulebook.books:
        for _, table in book.tables:
            for row in table.rows:
                for cell, column in zip(row.cells, table.columns, strict=True):
                    if column.type is ColumnType.REF and cell is not None:
                        yield str(cell), row.place
                    elif isinstance(cell, str):
                        yield from ((target, row.place) for target in inline.targets(cell))
        for decision in book.infractions:
            ids = (decision.id, decision.section, *decision.definition, *decision.examples)
            yield from ((target, decision.place) for target in ids)
            for line in decision.rows:
                yield from ((target, line.place) for target in line.cites)
                for text in (*line.remedy, *line.record, line.weighs):
                    yield from ((target, line.place) for target in inline.targets(text))
        for penalty in book.penalties:
            targets = (*penalty.cites, *penalty.record_cites, *([penalty.section] if penalty.section else []))
            yield from ((target, penalty.place) for target in targets)
        for escalation in book.escalations:
            yield from ((target, escalation.place) for target in escalation.cites)
        for term in book.glossary:
            yield term.defined, term.place
        for related in book.related:
            yield from ((target, related.place) for target in (related.source, related.target))
        yield from ((change.target, change.place) for change in book.changes)
    for pair in rulebook.pairs:
        yield from ((target, pair.place) for target in (pair.italy, pair.usa) if target)


def _check_structure(book: Book, report: Report) -> None:
    """Parents come before their sections; a table's anchor continues its section's; a bare heading has sections."""
    known: set[str] = set()
    parents = {s.parent for s in book.sections}
    for section in book.sections:
        if section.parent and section.parent not in known:
            report.add(
                section.place,
                f"la sezione {section.id} non ha il suo capitolo prima di sé",
                f"una sezione {section.parent}",
            )
        known.add(section.id)
        if not section.blocks and section.id not in parents:
            report.add(section.place, f"la sezione {section.id} è vuota", "almeno un enunciato")
        for table in section.tables:
            if not table.id.startswith(f"{section.id}."):
                report.add(
                    table.place,
                    f"la tabella {table.id} è mostrata in {section.id}",
                    f"un’ancora che comincia con {section.id}.",
                )
    if not book.sections:
        report.add(Place(f"rules_src/{book.slug}"), "il libro non ha capitoli", "almeno un file NN-nome.md")
    ids = [t.id for t in book.infractions]
    for decision in book.infractions:
        if ids.count(decision.id) > 1:
            report.add(decision.place, f"l’infrazione {decision.id} ha due tabelle", "una sola")


def _check_glossary(rulebook: Rulebook, report: Report) -> None:
    """A term, in any of its forms, is defined once a book."""
    for book in rulebook.books:
        seen: dict[str, Place] = {}
        for term in book.glossary:
            if not term.term:
                report.add(term.place, "la riga non ha termine", "un termine")
            for form in term.forms:
                first = seen.setdefault(form, term.place)
                if first != term.place:
                    report.add(term.place, f"«{form}» è definito anche in {first}", "una definizione sola per libro")
