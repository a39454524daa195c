"""What told situations teach: how much each word of theirs speaks for what they tell of."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import chain

DOUBT = 4.0  # how many stories that say nothing new each kind has beside its own: two that agree by chance teach little
# What is learned goes out in steps, each twice as often, up to so many: finer ones tell nothing more.
STEP, LEVELS = 0.7, 3


def taught(stories: Iterable[tuple[str, Collection[str], float]]) -> Mapping[str, dict[str, int]]:
    """Of `stories`, (what it tells of, its terms, for how many stories it counts): for what is told of → its terms, in steps
    of how much they speak for it.

    By Bayes, as if words came each by itself: how many times as often who tells of it says the word as who tells of the
    others. So what all say («carta») speaks for none. What they say less often than the others is left out: it speaks for
    the others already.
    """
    told: dict[str, float] = defaultdict(float)
    alike: dict[tuple[str, float], list[Collection[str]]] = defaultdict(list)
    for kind, terms, weight in stories:
        told[kind] += weight
        alike[kind, weight].append(terms)
    said: dict[str, dict[str, float]] = defaultdict(dict)  # kind → its terms
    often: dict[str, float] = defaultdict(float)
    for (kind, weight), texts in alike.items():
        own = said[kind]
        for term, count in Counter(chain.from_iterable(texts)).items():  # counted all at once: a third of the time
            own[term] = own.get(term, 0.0) + weight * count
            often[term] += weight * count
    every = math.fsum(told.values())
    steps: dict[str, dict[str, int]] = {kind: {} for kind in told}
    for kind, own in said.items():
        for term, times in own.items():
            elsewhere = (often[term] - times + 0.5) / (every - told[kind] + 1)
            here = (times + DOUBT * elsewhere) / (told[kind] + DOUBT)
            if here > elsewhere and (step := round(math.log(here / elsewhere) / STEP)) > 0:
                steps[kind][term] = min(step, LEVELS)
    return steps
