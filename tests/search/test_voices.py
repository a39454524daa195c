"""Questions in voices: the alike together, nothing said lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from search.index.voices import VOICES, voices
from search.language import analysis

WORDS = st.lists(
    st.sampled_from(["turno", "mazzo", "carta", "giudice", "tavolo", "tempo", "regola", "chi", "quanti"]), max_size=5
)


def said(text: str) -> set[str]:
    return {token.term for token in analysis.tokens(text)} - {""}


def test_what_another_question_has_is_left_out() -> None:
    assert voices(["di chi è il mazzo", "posso contare il mazzo?", "mazzo"]) == ["posso contare il mazzo?"]


def test_the_alike_stand_together() -> None:
    asked = [
        "carte nel mazzo iniziale",
        "quante carte nel mazzo finale",
        "chi mescola",
        "tempo scaduto",
        "giudice assente",
    ]
    assert "carte nel mazzo iniziale\nquante carte nel mazzo finale" in voices(asked)
    assert len(voices(asked)) == VOICES


@given(st.lists(WORDS.map(" ".join), max_size=9))
def test_no_word_of_what_is_asked_is_lost(asked: list[str]) -> None:
    made = voices(asked)
    assert len(made) <= VOICES
    assert said(" ".join(made)) == said(" ".join(asked))
