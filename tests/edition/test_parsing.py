"""Test the parsers: nothing is lost, and any text survives."""

import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.edition.books import read_rulebook
from scripts.edition.chapters import parse_chapter
from scripts.edition.tables import parse_cell, parse_table
from scripts.model import references
from scripts.model.book import Cell, ColumnType, Range
from scripts.model.italian_format import set_typography, slugify
from scripts.model.problems import Report

ROOT = Path(__file__).parents[2]


def parse(text: str) -> tuple[list[str], Report]:
    report = Report()
    sections = parse_chapter(text, "prova.md", "prova", {}, report)
    return [s.text for section in sections for s in section.statements], report


def test_a_statement_may_go_on_over_several_lines() -> None:
    texts, report = parse("# T {#prova-1}\n\na. Una frase\n   che continua.\nb. Un’altra.\n")
    assert texts == ["Una frase che continua.", "Un’altra."]
    assert not report


@given(st.lists(st.text(alphabet="abc dèà’.,[]{}#|", min_size=1).filter(lambda t: t.strip()), min_size=1, max_size=20))
def test_no_word_of_a_statement_is_lost(texts: list[str]) -> None:
    source = "# T {#prova-1}\n\n" + "\n".join(f"{chr(97 + i)}. x{text}" for i, text in enumerate(texts))
    read, report = parse(source)
    assert not report.find_losing()
    assert read == [f"x{text}".strip() for text in texts]


@given(st.text())
def test_any_text_survives(text: str) -> None:
    parse(text)
    parse_table(text, "t.tsv", "prova-1.t", Report())


@given(st.text())
def test_inline_parts_rejoin_to_words(text: str) -> None:
    parts = list(references.parse(text))
    assert sum(len(p.text) for p in parts if isinstance(p, references.Words)) <= len(text)
    if "[[" not in text:
        assert "".join(p.text for p in parts if isinstance(p, references.Words)) == text


@pytest.mark.parametrize(
    ("text", "kind", "cell"),
    [
        ("10-14", ColumnType.RANGE, Range(10, 14)),
        ("10–14", ColumnType.RANGE, Range(10, 14)),
        ("25+", ColumnType.RANGE, Range(25, None)),
        ("7", ColumnType.RANGE, Range(7, 7)),
        ("0,667", ColumnType.NUMBER, 0.667),
        ("2000", ColumnType.MONEY, 2000),
        ("sì", ColumnType.BOOL, True),
        ("2014-05-02", ColumnType.DATE, datetime.date(2014, 5, 2)),
        ("", ColumnType.INT, None),
        ("Urza's Tower", ColumnType.CARD, "Urza’s Tower"),
    ],
)
def test_cells_are_typed(text: str, kind: ColumnType, cell: Cell) -> None:
    assert parse_cell(text, kind) == cell


@pytest.mark.parametrize(
    ("text", "kind"), [("2.000", ColumnType.INT), ("14-10", ColumnType.RANGE), ("si", ColumnType.BOOL)]
)
def test_wrong_cells_say_what_was_expected(text: str, kind: ColumnType) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_cell(text, kind)


def test_ranges_contain_their_ends() -> None:
    assert 10 in Range(10, 14)
    assert 14 in Range(10, 14)
    assert 15 not in Range(10, 14)
    assert 1000 in Range(25, None)


def test_slugs_fold_accents_and_ligatures() -> None:
    assert slugify("Æther Vial, l’Età") == "aether-vial-l-eta"


def test_straight_quotes_become_italian_ones() -> None:
    assert set_typography('L\'arbitro dice "Vai".') == "L’arbitro dice “Vai”."


@pytest.mark.parametrize(
    ("body", "problems"),
    [
        ("A:range\tB:int\n5+\t2\n0\t1\n1-4\t3", 0),  # in any order
        ("# senza: 5-8\nA:range\tB:int\n1-4\t2\n9+\t1", 0),
        ("A:range\tB:int\n1-100\t2\n5-6\t1\n101+\t3", 1),
        ("A:text\tB:range\nuno\t1-4\ndue\t3-9\nuno\t5+", 0),  # each word has ranges of its own
        ("A:range\tB:range\n1-4\t3-5\n5+\t3-5", 0),  # what a row answers may recur
    ],
)
def test_a_number_stands_in_one_range(body: str, problems: int) -> None:
    report = Report()
    parse_table(f"# titolo: T\n{body}", "t.tsv", "t-1.t", report)
    assert len(report.problems) == problems, str(report)


def test_a_book_is_read_with_its_game_s_other_documents() -> None:
    report = Report()
    assert {"magic-ipg", "magic-mtr"} <= {*read_rulebook(ROOT, report, ("magic-mtr",)).slugs}
    assert read_rulebook(ROOT, report, ("bang",)).slugs == ("bang",)
    assert not report
