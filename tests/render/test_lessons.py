"""What the stories teach, written in few bytes and read again."""

from __future__ import annotations

import random

import pytest

from scripts.model.front_coding import front_coded
from scripts.render.lessons import packed, row
from search.engine.understand import unpacked

Told = list[dict[str, tuple[int, int]]]
Answers = list[list[list[dict[str, int]]]]


def learned(words: int) -> tuple[Told, Answers]:
    """Three infractions, the last of the word that stands behind all others, with what so many words teach."""
    chance = random.Random(7)
    names = [f"p{n:x}" for n in range(words)]
    told: Told = []
    for _ in range(2):
        terms = {name: (chance.randrange(5), chance.randrange(4)) for name in chance.sample(names, words // 2)}
        told.append(terms | {f"{a}_{b}": (0, chance.randrange(4)) for a, b in zip(terms, [*terms][3:], strict=False)})
    told.append({"zz": (1, 2)})
    answers: Answers = [
        [[{t: chance.randint(1, 3) for t in terms if chance.random() < 0.2} for _ in range(2)]] for terms in told
    ]
    return told, answers


@pytest.mark.parametrize("words", [10, 300, 9000])  # of 9,000 a letter’s code is past those that stand for no letter
def test_what_is_packed_is_read_again(words: int) -> None:
    told, answers = learned(words)
    assert [*unpacked(packed(told, answers))] == told


def test_of_nothing_told_nothing_is_read() -> None:
    assert [*unpacked(packed([{}], [[]]))] == [{}]


def test_a_row_has_a_letter_for_each_filled_place() -> None:
    assert row([(0, 2), (3, 1)], 3) == "%*"
    assert row([], 3) == ""


def test_of_a_word_only_what_the_one_before_does_not_begin_with() -> None:
    assert front_coded(["cart", "carton", "mazz"]) == "AcartEonAmazz"
