"""What told situations teach: how much each word of theirs speaks for the infraction of which they tell."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

ROUNDS = 5  # how often each story is read; after that what is learned is these stories, not how people tell
MARGIN, MOST = 1.0, 0.1  # by how much the right one should be ahead; how much a word may learn from a story
STEP, LEVELS = 0.1, 9  # what is learned goes out in steps, up to so many


def taught(stories: Sequence[tuple[str, frozenset[str]]]) -> Mapping[str, dict[str, int]]:
    """Of `stories`, (what it tells of, its terms): for what is told of → its terms, in steps of how much they speak for it.

    A perceptron with a margin, averaged: the words of a story for which another speaks as loud gain for theirs and lose for
    the other. So what all say («carta») speaks for none, and what two neighbours share speaks for neither of them.
    What is left below nothing is not told: it speaks for the others already.
    """
    of = {kind: n for n, kind in enumerate(sorted({kind for kind, _ in stories}))}
    learned: dict[str, list[float]] = defaultdict(lambda: [0.0] * len(of))
    late: dict[str, list[float]] = defaultdict(lambda: [0.0] * len(of))  # each change, by when it was made
    read = [(of[kind], sorted(terms)) for kind, terms in stories if terms]
    now = 0
    for turn in range(ROUNDS):
        for own, terms in _shuffled(read, turn):
            now += 1
            weights = [learned[term] for term in terms]
            scores: list[float] = list(map(sum, zip(*weights, strict=True)))
            right, scores[own] = scores[own], float("-inf")
            lacking = MARGIN - right + (loudest := max(scores))
            if len(of) < 2 or lacking <= 0:
                continue
            other, change = scores.index(loudest), min(MOST, lacking / (2 * len(terms)))
            for term, weight in zip(terms, weights, strict=True):
                weight[own] += change
                weight[other] -= change
                late[term][own] += change * now
                late[term][other] -= change * now
    steps: dict[str, dict[str, int]] = {kind: {} for kind in of}
    for term, weight in learned.items():
        for (kind, n), lately in zip(of.items(), late[term], strict=True):
            if (step := round((weight[n] - lately / max(1, now)) / STEP)) > 0:
                steps[kind][term] = min(step, LEVELS)
    return steps


def _shuffled(read: Iterable[tuple[int, list[str]]], turn: int) -> list[tuple[int, list[str]]]:
    """The same order wherever one builds, another at each turn."""
    return sorted(read, key=lambda one: zlib.crc32(f"{turn} {one}".encode()))
