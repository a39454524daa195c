"""Test the vocabulary: its lines' meaning, and reports of bad ones."""

from pathlib import Path

import pytest

from scripts.checks.search_vocabulary import check_vocabulary
from scripts.edition.search_vocabulary import SHARED, read_spoken_words
from scripts.model.problems import Report
from scripts.pipeline import Sources
from search.language.vocabulary_terms import Alternative, analyse, dump_vocabulary, load_vocabulary, map_topics

HEAD = "parole\tequivale\tverso\tpeso\tgioco\n"


def folder(root: Path, **files: str) -> Path:
    (root / "rules_src" / SHARED).mkdir(parents=True)
    for name, text in files.items():
        (root / "rules_src" / SHARED / f"{name}.tsv").write_text(text, encoding="utf-8")
    return root


def test_synonyms_both_ways_and_one_way(tmp_path: Path) -> None:
    root = folder(
        tmp_path, sinonimi=HEAD + "warning | ammo\tammonizione\tandata\t0,9\tmtr\nround\tturno\tentrambi\t1\t\n"
    )
    found = analyse(read_spoken_words(root, (), Report()), Report()).synonyms
    assert found[("warning",)] == (Alternative(("ammonizion",), 90, ("mtr",)),)
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
    analyse(read_spoken_words(folder(tmp_path, sinonimi=HEAD + line), (), report), report)
    assert expected in str(report)
    assert "sinonimi.tsv:2" in str(report)


def test_a_books_own_synonyms_are_only_its(tmp_path: Path) -> None:
    root = folder(tmp_path, sinonimi=HEAD)
    (root / "rules_src/dama").mkdir()
    (root / "rules_src/dama/sinonimi.tsv").write_text(HEAD + "soffio\tpenalità\tandata\t1\t\n", encoding="utf-8")
    words = read_spoken_words(root, (), Report())
    assert [(one.typed, one.books) for one in words.synonyms] == [(("soffio",), ("dama",))]


def test_a_name_that_two_books_have_means_both(sources: Sources, tmp_path: Path) -> None:
    books = [book.info for book in sources.rulebook.books]
    names = analyse(read_spoken_words(tmp_path, books, Report()), Report()).books
    assert names[("naruto",)] == ("naruto-it", "naruto-usa")
    assert names[("naruto", "usa")] == ("naruto-usa",)


def test_topics_of_several_sections_and_an_unknown_one(tmp_path: Path) -> None:
    root = folder(tmp_path, argomenti="ancora\tparole\nmtr-1, mtr-2\tuno | due\nmtr-1\ttre\n")
    words = read_spoken_words(root, (), Report())
    assert map_topics(words, Report()) == {"mtr-1": ("uno", "due", "tre"), "mtr-2": ("uno", "due")}
    report = Report()
    check_vocabulary(words, {"mtr-1"}, ["mtr"], ["mtr"], report)
    assert "«mtr-2» non esiste" in str(report)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("sinonimi", HEAD + "warning\tammonizione\tandata\t1\tmtr, zzz\n", "sinonimi.tsv:2: il libro «zzz» non esiste"),
        ("argomenti", "ancora\tparole\nzzz-1\tuno\n", "argomenti.tsv:2: la sezione «zzz-1» non esiste"),
        ("argomenti", "ancora\tparole\nmtr-1,\tuno\n", "argomenti.tsv:2: la sezione «» non esiste"),
        ("argomenti", "ancora\tparole\nmtr-1\til | la\n", "argomenti.tsv:2: «il | la»"),
        ("argomenti", "ancora\tparole\nmtr-1\t\n", "argomenti.tsv:2: «»"),
    ],
)
def test_a_line_that_would_do_nothing_is_reported(tmp_path: Path, name: str, text: str, expected: str) -> None:
    report = Report()
    words = read_spoken_words(folder(tmp_path, **{name: text}), (), report)
    check_vocabulary(words, {"mtr-1"}, ["mtr"], ["mtr"], report)
    map_topics(words, report)
    assert expected in str(report)


def test_it_is_read_as_it_was_written(root: Path, sources: Sources) -> None:
    report = Report()
    vocabulary = analyse(read_spoken_words(root, [book.info for book in sources.rulebook.books], report), report)
    assert not report
    assert load_vocabulary(dump_vocabulary(vocabulary)) == vocabulary
    assert len(vocabulary.synonyms) > 500


def test_a_game_is_searched_with_its_own_words(tmp_path: Path) -> None:
    root = folder(
        tmp_path,
        sinonimi=HEAD + "tank\tveicolo\tandata\t1\twot\ntank\tcarro\tandata\t1\t\nammo\twarning\tandata\t1\tmtr\n",
    )
    every = analyse(read_spoken_words(root, (), Report()), Report())
    assert {a.terms for a in every.of(["mtr"]).synonyms[("tank",)]} == {("carr",)}
    assert every.of(["wot"]).synonyms.keys() == {("tank",)}
    assert every.of(["mtr", "wot"]) == every
