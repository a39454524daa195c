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
    pairs of words, in steps of how much they speak for it. What tells of nothing ('') only speaks against the others.

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
    return {kind: _steps(own, often, told[kind], every, least) for kind, own in said.items() if kind}


def _steps(
    own: Mapping[str, float], often: Mapping[str, float], told: float, every: float, least: float
) -> dict[str, int]:
    """How much each term of what is told of speaks for it. `own`, `often`: how many stories say a term, of its own and of
    `every`; `told`: how many its own are."""
    known: dict[tuple[float, float], int] = {}  # most are said a few times, and so have the same

    def step(term: str, times: float) -> int:
        much = known.get((often[term], times))
        if much is None:
            elsewhere = (often[term] - times + 0.5) / (every - told + 1)
            here = (times + DOUBT * elsewhere) / (told + DOUBT)
            much = known[often[term], times] = round(math.log(here / elsewhere) / STEP) if here > elsewhere else 0
        return much

    words = {t: min(much, LEVELS) for t, times in own.items() if PAIR not in t and (much := step(t, times))}
    found = dict(words)
    for pair, times in own.items():
        if times >= least and PAIR in pair and often[pair] >= AGAIN:
            one, other = pair.split(PAIR)
            if (much := step(pair, times) - words.get(one, 0) - words.get(other, 0)) > 0:
                found[pair] = min(much, LEVELS)
    return found
