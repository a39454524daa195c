"""Test Italian analysis: golden texts, equal words, different words."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.model.italian_format import fold_text
from search.language import analysis
from tests.conftest import ROOT
from tests.search.conftest import Language

with (ROOT / "tests/golden/analysis.tsv").open(encoding="utf-8") as lines:
    GOLDEN = [(row["testo"], row["termini"]) for row in csv.DictReader(lines, delimiter="\t")]


@pytest.mark.parametrize(("text", "terms"), GOLDEN)
def test_golden(text: str, terms: str) -> None:
    assert analysis.terms(text) == terms.split()


def test_forms_of_one_word_meet() -> None:
    for line in (ROOT / "tests/golden/word_forms.txt").read_text(encoding="utf-8").splitlines():
        assert len({analysis.term_of(fold_text(word)) for word in line.split()}) == 1, line


@pytest.mark.parametrize("words", ["partita parte partito", "caso casa", "punto puntare", "1.1 1.10", "mano mani0"])
def test_different_words_stay_apart(words: str) -> None:
    found = [analysis.term_of(word) for word in words.split()]
    assert len(set(found)) == len(found)


@given(st.text(max_size=200))
def test_folding_keeps_every_place(text: str) -> None:
    assert len(fold_text(text)) == len(text)


@given(st.text(max_size=200))
def test_any_text_survives_and_terms_are_plain(text: str) -> None:
    for token in analysis.tokens(text):
        assert 0 <= token.start < token.end <= len(text)
        assert all(c.isascii() and (c.isalnum() or c == ".") for c in token.term)


def test_the_browser_reads_the_same_terms(language: Language) -> None:
    texts = [text for text, _ in GOLDEN]
    assert language("terms", texts) == [analysis.terms(text) for text in texts]


def test_how_one_asks_is_kept_apart_from_what_is_asked() -> None:
    words = [token.word for token in analysis.tokens("Quando posso mescolare il mazzo?")]
    assert [asked for word in words if (asked := analysis.get_question_term(word))] == ["?quando", "?posso", "?il"]
    assert not any(analysis.term_of(word) for word in analysis.STOP - analysis.NUMBERS.keys())
