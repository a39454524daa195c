"""What told situations teach: how much each word of theirs, and each two side by side, speak for what they tell of."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise

DOUBT = 4.0  # how many stories that say nothing new each kind has beside its own: two that agree by chance teach little
# What is learned goes out in steps, each twice as often, up to so many: finer ones tell nothing more.
STEP, LEVELS = 0.7, 3
AGAIN = 2  # how many stories must say two words side by side: who says them alone teaches nothing
PAIR, NUMBER = "_", "#"


def heard(words: Sequence[str]) -> frozenset[str]:
    """What a text says: its words and each two that stand side by side, where numbers are one word. A number alone is none.

    ['?non', 'l', 'fatt', '2'] → {'?non', 'l', 'fatt', '?non_l', 'l_fatt', 'fatt_#'}
    """
    same = [NUMBER if word[0].isdigit() else word for word in words]
    return frozenset(chain((word for word in same if word != NUMBER), map(PAIR.join, pairwise(same))))


def taught(stories: Iterable[tuple[str, Collection[str], float]], least: float) -> Mapping[str, dict[str, int]]:
    """Of `stories`, (what it tells of, what it says, for how many stories it counts): for what is told of → its words and
    pairs of words, in steps of how much they speak for it.

    By Bayes, as if words came each by itself: how many times as often who tells of it says the word as who tells of the
    others. So what all say («carta») speaks for none. What they say less often than the others is left out: it speaks for
    the others already. A pair speaks only if at least two stories say it, and `least` of those that tell of it, and only for
    what its two words do not say by themselves.
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

    def step(kind: str, term: str, times: float) -> int:
        elsewhere = (often[term] - times + 0.5) / (every - told[kind] + 1)
        here = (times + DOUBT * elsewhere) / (told[kind] + DOUBT)
        return round(math.log(here / elsewhere) / STEP) if here > elsewhere else 0

    steps: dict[str, dict[str, int]] = {kind: {} for kind in told}
    for kind, own in said.items():
        found = steps[kind]
        pairs = []
        for term, times in own.items():
            if PAIR in term:
                if often[term] >= AGAIN and times >= least:
                    pairs.append((term, times))
            elif much := step(kind, term, times):
                found[term] = min(much, LEVELS)
        alone = dict(found)
        for pair, times in pairs:
            one, other = pair.split(PAIR)
            if (much := step(kind, pair, times) - alone.get(one, 0) - alone.get(other, 0)) > 0:
                found[pair] = min(much, LEVELS)
    return steps
