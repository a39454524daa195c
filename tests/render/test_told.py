"""A game's phrases in fewer find what they found."""

from __future__ import annotations

import pytest

from scripts.render.told import lighter, shortest

DENYING = frozenset({"non", "senza"})


@pytest.mark.parametrize(
    ("phrases", "fewer"),
    [
        (["mazz cort", "mazz pover", "mazz cort/pover/vuot", "cart manc"], ["mazz cort/pover/vuot", "cart manc"]),
        (["perd …temp", "perd …man"], ["perd …temp", "perd …man"]),  # a story may say both: two voices, not one
        (["non appost", "gioc appost"], ["non appost", "gioc appost"]),  # one of them denies
        (["=prima turn", "prim turn"], ["=prima turn", "prim turn"]),
        (["guard man", "guard …man"], ["guard …man"]),
    ],
)
def test_golden(phrases: list[str], fewer: list[str]) -> None:
    assert lighter(phrases, DENYING) == fewer


@pytest.mark.parametrize(
    ("phrases", "fewer"),
    [
        (["lasc …tavol", "alz …lasc …tavol"], ["lasc …tavol"]),
        (
            ["lasc tavol", "alz lasc …tavol"],
            ["lasc tavol", "alz lasc …tavol"],
        ),  # the longer one lets more words between
        (["lasc/moll", "lasc tavol"], ["lasc/moll"]),
        (["lasc", "non lasc"], ["lasc", "non lasc"]),  # what denies it says something else
        (["=prima", "prim turn"], ["=prima", "prim turn"]),
    ],
)
def test_a_phrase_that_holds_a_shorter_one_goes(phrases: list[str], fewer: list[str]) -> None:
    assert shortest(phrases, phrases, DENYING) == fewer
