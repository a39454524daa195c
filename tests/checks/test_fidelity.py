"""Test fidelity: missing numbers and names, excuses, stale excuses."""

from pathlib import Path

from scripts.checks.original_fidelity import Fact, check_fidelity, find_missing, find_names, read_exceptions
from scripts.model.numbers_in_text import find_numbers
from scripts.model.problems import Place, Report
from scripts.pipeline import Sources


def test_numbers_have_one_form() -> None:
    assert find_numbers("2.000 $ o 2000, tre volte; 0,33 e 16/(8·3); 1.1, fine 7.") == {
        "2000",
        "3",
        "0.33",
        "16",
        "8",
        "1.1",
        "7",
    }


def test_numbers_are_read_as_their_language_writes_them() -> None:
    english = (
        "The fee is $1,500.50. Two-Headed Giant rounds last fifty minutes; twenty-five of one hundred and ten stay."
    )
    assert find_numbers(english, "en") == {"1500.5", "50", "25", "110"}
    assert find_numbers("Two players wait. Wrenn and Six plays 0.60 of 2,000 games.", "en") == {"2", "0.6", "2000"}
    assert find_numbers("La quota è di 1.500,50 euro per cinquanta minuti.") == {"1500.5", "50"}


def test_numbers_are_compared_across_languages(made_up: Sources) -> None:
    book = made_up.rulebook.book("prova")
    original = {"prova-1": "Fifty-one tokens after five minutes."}
    assert list(find_missing(book, made_up.records, original, "en")) == [Fact("prova-1", "numero", "51")]


def test_names_are_whole_words_whatever_the_accents() -> None:
    assert find_names("L’AMMONIZIONE verbale e Jace’s Ward", ["Ammonizione verbale", "Jace's Ward", "Ammoni"]) == {
        "Ammonizione verbale",
        "Jace's Ward",
    }


def test_a_lost_number_is_found_and_one_in_a_table_is_not(made_up: Sources) -> None:
    book = made_up.rulebook.book("prova")
    originals = {
        "prova-1": "Due tempi, dopo cinque minuti, 40 carte, 14 giocatori, 99 gettoni.",
        "prova-1.1": "18 anni",
    }
    assert list(find_missing(book, made_up.records, originals)) == [Fact("prova-1", "numero", "99")]


def test_a_lost_penalty_is_found(made_up: Sources) -> None:
    book = made_up.rulebook.book("prova")
    assert list(find_missing(book, made_up.records, {"prova-1": "Richiamo"})) == [
        Fact("prova-1", "penalità", "Richiamo")
    ]


def test_reasons_are_honoured_and_stale_ones_reported(made_up: Sources) -> None:
    book = made_up.rulebook.book("prova")
    excused = {Fact("prova-1", "numero", "99"): Place("f", 2), Fact("prova-1", "numero", "40"): Place("f", 3)}
    report = Report()
    check_fidelity(book, made_up.records, {"prova-1": "99 e 40 e 77"}, excused, report)
    found = [(p.place.line, p.found) for p in report.problems]
    assert found == [
        (1, "prova-1: nell’originale c’è numero «77», nella nostra edizione no"),
        (3, "prova-1: numero «40» non manca"),
    ]


def test_a_reason_needs_a_known_section_and_words(made_up: Sources, tmp_path: Path) -> None:
    folder = tmp_path / "rules_src" / "prova"
    folder.mkdir(parents=True)
    (folder / "fedelta.tsv").write_text("sezione\ttipo\tvoce\tmotivo\nprova-7\tcosa\t3\t\n", encoding="utf-8")
    report = Report()
    read_exceptions(tmp_path, made_up.rulebook.book("prova"), report)
    assert len(report.problems) == 3
