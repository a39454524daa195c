"""The numbers of the ranking (`search/index/weights.json`), and how much a posting says by them.

All are whole: tenths of a word's rarity, or percents. No program finds them: they were settled by trying, and
`make bench` says what a change does to the questions that were read and to those kept apart.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

DATA: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "weights.json").read_text(encoding="utf-8"))

# A fact: a term stands in a document's text, in its name, and (from ASKED on) in which share of its questions.
OWN, NAMED, ASKED = 1, 2, 4
SHARES = 7  # the steps of such a share


def share(count: int, questions: int) -> int:
    """In how many of `questions` a term stands → the step of that share, from 1 to SHARES."""
    return -(-SHARES * count // questions)


def degree(fact: int) -> int:
    """How often one says a term who means a document: its text counts as a question more."""
    return fact // ASKED + (fact & OWN)


def impact(fact: int, length: float, names: int, weights: Mapping[str, Any]) -> int:
    """How much a term speaks for a document, in tenths of its rarity.

    `length`: the document's distinct terms over the mean; `names`: of how many words its name is made.
    """
    value, asked = float(weights["any"]), fact // ASKED
    if fact & OWN:
        k, b = weights["ownSaturation"], weights["ownLength"]
        value += weights["own"] * (k + 1) / (1 + k * (1 - b + b * length))
    value += weights["asked"] * 2 * asked / (asked + 1)
    if fact & NAMED:
        value += weights["name"] / names
    return int(value + 0.5)


def section_shares(most: int, weights: dict[str, Any] = DATA) -> Sequence[int]:
    """What a term that stands in 0, 1, 2 … `most` documents of a section is worth to all of them, in tenths."""
    half = weights["sectionSaturation"]
    return [int(weights["section"] * min(1.0, 1.2 * n / (n + half)) + 0.5) for n in range(most + 1)]


def said_gains(weights: Mapping[str, Any] = DATA) -> Sequence[int]:
    """What it adds to how telling a term is that a document has it in each degree, in thousandths of a nat."""
    return [
        0,
        *(max(0, int(weights["saidGain"] + 1000 * math.log(d / (SHARES + 1)) + 0.5)) for d in range(1, SHARES + 2)),
    ]


def unsaid_losses(weights: Mapping[str, Any] = DATA) -> Sequence[int]:
    """What speaks against a document that a term was not said which it has in each degree, in thousandths of a nat."""
    sure = weights["unsaidSure"] / 100
    return [int(-1000 * math.log(1 - sure * d / (SHARES + 1)) + 0.5) for d in range(SHARES + 2)]


def speaks(weights: Mapping[str, Any] = DATA) -> Sequence[int]:
    """What each fact adds to how likely a document is, in tenths."""
    gains, losses = said_gains(weights), unsaid_losses(weights)
    degrees = map(degree, range(ASKED * (SHARES + 1)))
    return [10 * (weights["likely"] * gains[n] + weights["unlikely"] * losses[n]) for n in degrees]
