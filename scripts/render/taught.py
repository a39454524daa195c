"""What told situations teach: how much each word of theirs, and each two side by side, speak for what they tell of."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

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


class Spread(NamedTuple):
    """What texts say: in how many of them each word and pair stands, and for how many texts they count."""

    terms: Mapping[str, float]
    texts: float


def spread(texts: Collection[Collection[str]]) -> Spread:
    """What texts say, each given as `heard` has it."""
    return Spread(Counter(chain.from_iterable(texts)), len(texts))


def together(parts: Iterable[tuple[Spread, float]]) -> Spread:
    """What several say together, each text of a part counting for so many."""
    terms: dict[str, float] = defaultdict(float)
    texts = 0.0
    for part, weight in parts:
        texts += weight * part.texts
        for term, times in part.terms.items():
            terms[term] += weight * times
    return Spread(terms, texts)


def taught(own: Spread, every: Spread, least: float) -> dict[str, int]:
    """What stories that tell of the same teach, among `every` story: their words and pairs of words, in steps of how much
    they speak for it.

    By Bayes, as if words came each by itself: how many times as often who tells of it says the word as who tells of the
    others. So what all say («carta») speaks for none. What they say less often than the others is left out: it speaks for
    the others already. A pair speaks only if at least two stories say it, and `least` of those that tell of it, and only for
    what its two words do not say by themselves.
    """
    often, known = every.terms, dict[tuple[float, float], int]()  # most are said a few times, and so have the same

    def step(term: str, times: float) -> int:
        much = known.get((often[term], times))
        if much is None:
            elsewhere = (often[term] - times + 0.5) / (every.texts - own.texts + 1)
            here = (times + DOUBT * elsewhere) / (own.texts + DOUBT)
            much = known[often[term], times] = round(math.log(here / elsewhere) / STEP) if here > elsewhere else 0
        return much

    words = {t: min(much, LEVELS) for t, times in own.terms.items() if PAIR not in t and (much := step(t, times))}
    found = dict(words)
    for pair, times in own.terms.items():
        if times >= least and PAIR in pair and often[pair] >= AGAIN:
            one, other = pair.split(PAIR)
            if (much := step(pair, times) - words.get(one, 0) - words.get(other, 0)) > 0:
                found[pair] = min(much, LEVELS)
    return found
