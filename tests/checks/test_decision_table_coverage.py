"""Test coverage: each gap is one problem that names it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scripts.checks.decision_table_coverage import check_coverage
from scripts.model.book import Book
from scripts.model.infraction import UNWRITTEN, Exemption
from scripts.model.problems import Place, Report
from scripts.penalties.rulebook_coverage import find_citing, find_naming_rules, measure_coverage
from scripts.pipeline import Sources

HERE = Place("rules_src/bang/copertura.tsv", 9)


def problems(sources: Sources, book: Book) -> list[str]:
    report = Report()
    check_coverage(book, sources.anchors, report)
    return [p.found for p in report.problems]


def without_table(book: Book) -> Book:
    return replace(book, infractions=tuple(t for t in book.infractions if t.section != "bang-2"))


def section_only(book: Book) -> Book:
    table = book.infractions[0]
    rows = tuple(replace(row, cites=("bang-2",)) for row in table.rows)
    return replace(book, infractions=(replace(table, rows=rows), *book.infractions[1:]))


def without_expulsion(book: Book) -> Book:
    tables = (
        replace(t, rows=tuple(replace(r, lowest="nessuna", highest="nessuna") for r in t.rows))
        for t in book.infractions
    )
    return replace(book, infractions=tuple(tables))


def still_to_write(book: Book) -> Book:
    table = book.infractions[0]
    unwritten = replace(table, rows=tuple(replace(row, lowest=UNWRITTEN, highest=UNWRITTEN) for row in table.rows))
    return replace(without_expulsion(book), infractions=(unwritten, *book.infractions[1:]))


def test_of_a_table_still_to_be_written_nothing_is_missing(sources: Sources) -> None:
    assert problems(sources, still_to_write(sources.rulebook.book("bang"))) == []


def excused(anchor: str, reason: str) -> Callable[[Book], Book]:
    return lambda book: replace(book, exemptions=(*book.exemptions, Exemption(anchor, reason, HERE)))


def never_cited(book: Book) -> Book:
    return replace(book, exemptions=())


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (without_table, "l’infrazione bang-2 non ha una tabella"),
        (section_only, "la riga non cita nessun enunciato"),
        (without_expulsion, "nessun esito arriva a Espulsione"),
        (never_cited, "bang-3.penalita.c nomina una penalità («ammonizione») e nessun esito lo cita"),
        (excused("bang-3.penalita.e", "Perché sì."), "bang-3.penalita.e è già coperto"),
        (excused("bang-9", "Perché sì."), "l’ancora «bang-9»"),
        (excused("bang-1.a", ""), "bang-1.a non ha un motivo"),
    ],
)
def test_a_gap_is_named(sources: Sources, change: Callable[[Book], Book], expected: str) -> None:
    book = sources.rulebook.book("bang")
    assert problems(sources, book) == []
    assert any(expected in found for found in problems(sources, change(book)))


def test_a_listed_penalty_that_no_row_gives(sources: Sources) -> None:
    book = sources.rulebook.book("naruto-it")
    tables = tuple(
        replace(t, rows=tuple(r for r in t.rows if r.lowest != "espulsione")) if t.id.endswith("ritardo") else t
        for t in book.infractions
    )
    assert "Ritardo: nessuna riga dà Espulsione" in problems(sources, replace(book, infractions=tables))


def test_notes_and_examples_need_no_leaf(sources: Sources) -> None:
    for book in sources.rulebook.books:
        assert all(s.kind == "regola" for s, _ in find_naming_rules(book))


def test_what_a_leaf_shows_counts_as_cited(sources: Sources) -> None:
    cited = find_citing(sources.rulebook.book("bang"))
    assert "bang-2.o" in cited["bang-3.penalita.e"], "the escalation's rule is shown under swearing"
    assert cited["bang-2.o"] == ("bang-2.o",)


def test_every_book_with_tables_is_covered(sources: Sources) -> None:
    for book in sources.rulebook.books:
        if book.infractions:
            figures = measure_coverage(book)
            assert figures.combinations >= len(book.infractions)
            assert all(figures.sections.values())
