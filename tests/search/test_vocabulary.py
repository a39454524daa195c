"""The vocabulary: what its lines mean, and that a bad one is reported with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.problems import Report
from search.vocabulary import FOLDER, Alternative, check_vocabulary, read_topics, read_vocabulary, read_written, written

HEAD = "parole\tequivale\tverso\tpeso\tgioco\n"


def folder(root: Path, **files: str) -> Path:
    (root / FOLDER).mkdir(parents=True)
    for name, text in files.items():
        (root / FOLDER / f"{name}.tsv").write_text(text, encoding="utf-8")
    return root


def test_synonyms_both_ways_and_one_way(tmp_path: Path) -> None:
    root = folder(
        tmp_path, sinonimi=HEAD + "warning | ammo\tammonizione\tandata\t0,9\tmtr\nround\tturno\tentrambi\t1\t\n"
    )
    found = read_vocabulary(root, Report()).synonyms
    assert found[("warning",)] == (Alternative(("ammonizion",), 0.9, ("mtr",)),)
    assert found[("amm",)] == found[("warning",)]
    assert ("ammonizion",) not in found
    assert found[("turn",)][0].terms == ("round",)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("warning\tammonizione\tsempre\t1\t\n", "andata o entrambi"),
        ("warning\tammonizione\tandata\t2\t\n", "un numero fra 0 e 1"),
        ("warning\tammonizione\tandata\ttanto\t\n", "un numero fra 0 e 1"),
        ("di\tammonizione\tandata\t1\t\n", "parole che non siano soltanto"),
        ("warning\t\tandata\t1\t\n", "almeno una parola"),
    ],
)
def test_a_bad_line_is_reported(tmp_path: Path, line: str, expected: str) -> None:
    report = Report()
    read_vocabulary(folder(tmp_path, sinonimi=HEAD + line), report)
    assert expected in str(report)
    assert "sinonimi.tsv:2" in str(report)


def test_topics_of_several_sections_and_an_unknown_one(tmp_path: Path) -> None:
    root = folder(tmp_path, argomenti="ancora\tparole\nmtr-1, mtr-2\tuno | due\nmtr-1\ttre\n")
    assert read_topics(root, Report()) == {"mtr-1": ("uno", "due", "tre"), "mtr-2": ("uno", "due")}
    report = Report()
    check_vocabulary(root, {"mtr-1"}, ["mtr"], report)
    assert "«mtr-2» non esiste" in str(report)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("sinonimi", HEAD + "warning\tammonizione\tandata\t1\tmtr, zzz\n", "sinonimi.tsv:2: il libro «zzz» non esiste"),
        ("libri", "parole\tlibri\nzeta\tzzz\n", "libri.tsv:2: il libro «zzz» non esiste"),
        ("argomenti", "ancora\tparole\nzzz-1\tuno\n", "argomenti.tsv:2: la sezione «zzz-1» non esiste"),
        ("argomenti", "ancora\tparole\nmtr-1,\tuno\n", "argomenti.tsv:2: la sezione «» non esiste"),
        ("argomenti", "ancora\tparole\nmtr-1\til | la\n", "argomenti.tsv:2: «il | la»"),
        ("argomenti", "ancora\tparole\nmtr-1\n", "argomenti.tsv:2: «»"),
    ],
)
def test_a_line_that_would_do_nothing_is_reported(tmp_path: Path, name: str, text: str, expected: str) -> None:
    report = Report()
    check_vocabulary(folder(tmp_path, **{name: text}), {"mtr-1"}, ["mtr"], report)
    assert expected in str(report)


def test_it_is_read_as_it_was_written(root: Path) -> None:
    report = Report()
    vocabulary = read_vocabulary(root, report)
    assert not report
    assert read_written(written(vocabulary)) == vocabulary
    assert len(vocabulary.synonyms) > 500
