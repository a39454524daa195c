"""Test the answers of a made-up book's calculator."""

import re
from pathlib import Path

import pytest

from scripts import pipeline
from scripts.model.problems import Report
from scripts.render.table_pages import TableWriter, render_cases
from tests.source_faults import book_with

CALCULATOR = """
=== file rules_src/prova/tabelle/prova-1.turni.tsv
# titolo: Turni per giocatori
Giocatori:range	Turni:int	Media:number
10-14	3	2,5
15-24	4	2,5
25{more}	5	2,5
=== file rules_src/prova/calcoli.tsv
nome	valore	ancora
tempi	2	prova-1.a
pausa	5	prova-1.a
=== file rules_src/prova/calcolatori/01-turni.toml
title = "Quanti turni?"
name = "Turni"
about = "secondo i giocatori"

[[input]]
id = "giocatori"
label = "Giocatori"
unit = "giocatori"
from = 1
to = {to}

[rows]
turni = {{ table = "prova-1.turni", column = "Giocatori", is = "{asked}" }}

[[result]]
label = "Turni"
value = "{{turni.Turni}}"
silent = "Non si sa."

[[result]]
label = "Pause"
value = "{{tempi}} da {{pausa}}"
notes = [{{ when = "{when}", text = "Sono molti." }}]
"""


def read(folder: Path, **given: object) -> tuple[list[tuple[str, str, bool]], Report]:
    """Return each case: interval, turns, and whether it has a note."""
    book_with(
        CALCULATOR.format(**{"more": "-30", "to": 99, "asked": "giocatori", "when": "pausa < tempi", **given}), folder
    )
    report = Report()
    sources = pipeline.load_sources(folder, report)
    rows = []
    for one in sources.calculators:
        html = render_cases(one, TableWriter(sources.records, "prova", ".."))
        for row in re.findall(r"<tr data-when.*?</tr>", html):
            interval, turns = re.findall(r"<td[^>]*>(.*?)</td>", row)[:2]
            rows.append((interval, re.sub(r"<.*", "", re.sub(r"<b[^>]*>", "", turns)), "Sono molti." in row))
    return rows, report


@pytest.mark.parametrize(
    ("more", "to", "last"),
    [
        ("-30", 30, ("25–30", "5")),  # of 31 nobody has said anything
        ("-30", 28, ("25–28", "5")),
        ("-30", 99, ("31 o più", "non lo dice")),
        ("+", 30, ("25 o più", "5")),
    ],
)
def test_the_last_case_says_or_more_only_where_nothing_changes_above(
    more: str, to: int, last: tuple[str, str], tmp_path: Path
) -> None:
    rows, report = read(tmp_path, more=more, to=to)
    assert not report, str(report)
    assert rows[-1][:2] == last


@pytest.mark.parametrize(
    ("when", "first"),
    [
        ("giocatori > tempi + pausa", 8),
        ("giocatori > turni.Turni + pausa", 10),  # where the table begins
        ("giocatori + tempi > pausa", 4),
        ("giocatori / tempi > pausa", 11),
        ("giocatori > turni.Media", 10),
        ("giocatori >= pausa", 5),
    ],
)
def test_a_condition_holds_from_its_number_on(when: str, first: int, tmp_path: Path) -> None:
    rows, report = read(tmp_path, more="+", when=when)
    assert not report, str(report)
    begins = [(int(re.split("–| ", interval)[0]), note) for interval, _, note in rows]
    assert next(number for number, note in begins if note) == first
    assert all(note == (number >= first) for number, note in begins)


def test_a_row_is_looked_up_by_what_is_reckoned(tmp_path: Path) -> None:
    rows, report = read(tmp_path, asked="giocatori / tempi")
    assert not report, str(report)
    assert [row[:2] for row in rows] == [("1–18", "non lo dice"), ("19–28", "3"), ("29–48", "4"), ("49–60", "5"), ("61–99", "non lo dice")]  # fmt: skip
