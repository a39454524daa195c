"""What told situations teach: how much each word of theirs speaks for what they tell of."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

DOUBT = 4.0  # how many stories that say nothing new each kind has beside its own: two that agree by chance teach little
STEP, LEVELS = (
    0.7,
    3,
)  # what is learned goes out in steps, each twice as often, up to so many: finer ones tell nothing more


def taught(stories: Iterable[tuple[str, Collection[str], float]]) -> Mapping[str, dict[str, int]]:
    """Of `stories`, (what it tells of, its terms, for how many stories it counts): for what is told of → its terms, in steps
    of how much they speak for it.

    By Bayes, as if words came each by itself: how many times as often who tells of it says the word as who tells of the
    others. So what all say («carta») speaks for none. What they say less often than the others is left out: it speaks for
    the others already.
    """
    told: dict[str, float] = defaultdict(float)
    said: dict[str, dict[str, float]] = {}  # term → by whom
    for kind, terms, weight in stories:
        told[kind] += weight
        for term in terms:
            if term not in said:
                said[term] = {kind: weight}
            else:
                by = said[term]
                by[kind] = by.get(kind, 0.0) + weight
    every = math.fsum(told.values())
    steps: dict[str, dict[str, int]] = {kind: {} for kind in told}
    for term, by in said.items():
        often = math.fsum(by.values())
        for kind, times in by.items():
            elsewhere = (often - times + 0.5) / (every - told[kind] + 1)
            here = (times + DOUBT * elsewhere) / (told[kind] + DOUBT)
            if here > elsewhere and (step := round(math.log(here / elsewhere) / STEP)) > 0:
                steps[kind][term] = min(step, LEVELS)
    return steps
