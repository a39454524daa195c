"""How often one asks with a term: shares, and what they say for and against a document."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.pipeline import Sources
from search.index import weights
from search.index.weights import ASKED, NAMED, OWN, SHARES


@given(st.integers(1, 40), st.integers(1, 40))
def test_more_questions_are_no_smaller_share(one: int, other: int) -> None:
    questions = max(one, other)
    assert 1 <= weights.share(one, questions) <= SHARES
    assert (weights.share(one, questions) < weights.share(other, questions)) <= (one < other)
    assert weights.share(questions, questions) == SHARES


def test_the_text_is_a_question_more() -> None:
    assert weights.degree(OWN) == weights.degree(ASKED * weights.share(1, SHARES)) == 1
    assert weights.degree(OWN + NAMED + ASKED * SHARES) == SHARES + 1


def test_what_one_says_more_often_says_more_for_and_against() -> None:
    for table in (weights.said_gains(), weights.unsaid_losses()):
        assert len(table) == SHARES + 2
        assert table[0] == 0
        assert list(table) == sorted(table)


def test_a_question_with_an_amount_asks_for_its_row_and_without_it_for_the_others(sources: Sources) -> None:
    """Two rows of a table differ by their amounts, not by the words of the questions that name these."""
    rows = [d for d in sources.searched.documents if d.anchor == "bang-1.2.premio.premi"]
    asked = {row.text.split(" · ")[0]: " | ".join(row.asks) for row in rows}
    assert "premio secondo posto 4 turni" in asked["Numero di turni 4"]
    assert "premio secondo posto 4 turni" not in asked["Numero di turni 5"]
    assert "premio secondo posto  turni" in asked["Numero di turni 5"]
