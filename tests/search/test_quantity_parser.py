"""Test numbers as values: golden texts, any text, intervals."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.model.book import Range, Table
from scripts.pipeline import Sources
from search.engine.answer import Engine
from search.language.quantity_parser import LIMIT, Quantity, quantities
from tests.conftest import ROOT
from tests.search.conftest import Language

with (ROOT / "tests/golden/quantities.tsv").open(encoding="utf-8") as lines:
    GOLDEN = [(row["testo"], row["quantita"] or "") for row in csv.DictReader(lines, delimiter="\t")]


def written(found: list[Quantity]) -> str:
    ends = ("+" if q.high == LIMIT else f"-{q.high}" for q in found)
    parts = (f"{q.low}{end}{'º' * q.ordinal} {q.unit}".strip() for q, end in zip(found, ends, strict=True))
    return " ".join(parts)


@pytest.mark.parametrize(("text", "expected"), GOLDEN)
def test_golden(text: str, expected: str) -> None:
    assert written(quantities(text)) == expected


def test_both_languages_read_the_same(language: Language) -> None:
    texts = [text for text, _ in GOLDEN]
    theirs = [[tuple(q.values()) for q in found] for found in language("quantities", texts)]
    assert theirs == [[tuple(q) for q in quantities(text)] for text in texts]


@given(st.text(max_size=200))
def test_any_text_survives(text: str) -> None:
    for found in quantities(text):
        assert 0 <= found.start < found.end <= len(text)
        assert found.low <= found.high + 1


def test_a_row_is_found_by_its_table_and_its_number(engine: Engine, sources: Sources) -> None:
    """Find a row by table and number, nearly nine times in ten."""
    right = []
    for book in sources.rulebook.books:
        for table in (block for section in book.sections for block in section.blocks if isinstance(block, Table)):
            name = table.columns[0].name
            for row, texts in zip(table.rows, sources.records[table.id].rows, strict=True):
                if (cell := row.cells[0]) and isinstance(cell, int | Range):
                    low = cell.low if isinstance(cell, Range) else cell
                    first = engine.search(f"{table.title} {low} {name}", book.slug, limit=1).results[0]
                    shown = "".join(part.text for part in first.excerpt)
                    right.append(first.id in (row.id, table.id) and (texts[0] or "") in shown.split(",")[0])
    assert len(right) > 100
    assert sum(right) / len(right) > 0.85


@pytest.mark.parametrize(("query", "tables"), [("7 tavoli", True), ("7 giocatori", False)])
def test_a_number_of_another_unit_is_another_number(engine: Engine, query: str, tables: bool) -> None:
    found = engine.search(query, "bang").results[0]
    assert ("7 tavoli," in "".join(part.text for part in found.excerpt)) == tables


BRACKETS = [
    ("al tavolo sbagliato da 12 minuti", "naruto-it", "naruto-it-infrazioni.avversario-sbagliato.i"),
    ("al tavolo sbagliato da 4 minuti", "naruto-it", "naruto-it-infrazioni.avversario-sbagliato.f"),
    ("sideboard di 16 carte", "mtr", "mtr-6.1.d"),  # a limit alone is what one who is beyond it asks for
]


@pytest.mark.parametrize(("query", "book", "first"), BRACKETS)
def test_of_two_brackets_the_one_that_comprises_the_number_answers(
    engine: Engine, query: str, book: str, first: str
) -> None:
    assert engine.search(query, book).results[0].id == first
