"""Classify a told situation by counts of what stories say: multinomial naive Bayes over four kinds of features.

The browser does the same from the same file (`docs/assets/js/penalita/naive-bayes.js`). `docs/modello.md` says what was
tried and measured, and why it is counts rather than a fitted model.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

WORD, PAIR, PREFIX, SKIP = range(
    4
)  # a word; two in a row; its first letters; two that bear meaning, at most one between
WEIGHTS = (1.0, 1.0, 1.0, 0.7)
ALPHA = 0.3  # what is added to each count (Lidstone)
LETTERS = 4  # of a prefix; a number is its own
FINDING, ANSWERING = (WORD, PAIR, PREFIX, SKIP), (WORD, PAIR, PREFIX)
SLIGHT = 0.02  # an infraction less likely is not even offered, if none is likelier
EACH = 3.0  # by how much more, as a logarithm, each word of a text lets it tell of no infraction, up to `Model.prior`
OPEN, PRIOR = 0.95, 15.0  # of the texts that tell of none so many must not be taken for one; the least prior for that
SURE, NOTHING, ANSWERED = 0.75, 0.9, 0.65  # how likely an infraction, none, an answer must be to be taken
CONSTANTS = {
    "weights": WEIGHTS, "alpha": ALPHA, "letters": LETTERS, "each": EACH,
    "sure": SURE, "nothing": NOTHING, "slight": SLIGHT, "answered": ANSWERED,
}  # fmt: skip

Feature = tuple[int, str]


class Placed(NamedTuple):
    """Hold a feature and the places of its words."""

    feature: Feature
    places: tuple[int, ...]


def features(names: Sequence[str], kinds: Sequence[int]) -> Iterator[Placed]:
    """Yield what a story says, given the names of its words in order (`story_words`)."""
    same = ["#" if name.lstrip("!~")[0].isdigit() else name for name in names]
    for n, name in enumerate(same):
        yield Placed((WORD, name), (n,))
    for n, (before, after) in enumerate(pairwise(["<", *same, ">"])):
        yield Placed((PAIR, f"{before} {after}"), tuple(at for at in (n - 1, n) if 0 <= at < len(same)))
    for n, name in enumerate(names):  # its first letters
        if same[n] == "#" or (name[0] != "?" and len(name.lstrip("!~")) >= LETTERS):
            yield Placed((PREFIX, name if same[n] == "#" else name[: LETTERS + (name[0] in "!~")]), (n,))
    if SKIP in kinds:
        telling = [n for n, name in enumerate(same) if name[0] != "?"]
        for far in (1, 2):
            for one, other in zip(telling, telling[far:], strict=False):
                yield Placed((SKIP, f"{same[one]} {same[other]}"), (one, other))


class Heard(NamedTuple):
    """Hold how likely each label of a text is, from 0 to 1.

    Of each feature of the text its share for every label and its places; and how likely the best label is at the
    least, 0 where no word is known.
    """

    chances: dict[str, float]
    parts: list[tuple[Mapping[str, float], set[int]]]
    least: float

    def weights(self, label: str, words: int) -> list[float]:
        """Return how much each of so many words speaks for a label."""
        weights = [0.0] * words
        for shares, places in self.parts:
            more = shares[label] - sum(shares.values()) / len(shares)
            for place in places:
                weights[place] += more / len(places)
        return weights


class Model:
    """Count how many stories of each label have every feature.

    '' is the label of those that tell of none.
    """

    def __init__(
        self, stories: Iterable[tuple[Sequence[str], str]], labels: Sequence[str], kinds: Sequence[int]
    ) -> None:
        self.prior = 0.0
        told = list(stories)
        present = {label for _, label in told}
        self.labels, self.kinds, self.finding = [label for label in labels if label in present], kinds, SKIP in kinds
        self.counts: dict[Feature, Counter[str]] = defaultdict(Counter)
        for names, label in told:
            for feature in {placed.feature for placed in features(names, kinds)}:
                self.counts[feature][label] += 1
        self.totals = [dict.fromkeys(self.labels, 0) for _ in kinds]
        self.distinct = [0] * len(kinds)
        for (kind, _), found in self.counts.items():
            self.distinct[kind] += 1
            for label, count in found.items():
                self.totals[kind][label] += count

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of its stories."""
        return frozenset(word for kind, word in self.counts if kind == WORD)

    def hear(self, names: Sequence[str], without: str | None = None) -> Heard:
        """Classify a text; `without` is its label where the text is itself one of the stories, to be left out."""
        said: dict[Feature, set[int]] = defaultdict(set)
        for placed in features(names, self.kinds):
            said[placed.feature].update(placed.places)
        own = Counter(kind for kind, _ in said) if without is not None else Counter[int]()
        scores, known = dict.fromkeys(self.labels, 0.0), 0
        parts: list[tuple[Mapping[str, float], set[int]]] = []
        for feature, places in said.items():
            found = self.counts.get(feature, Counter[str]())
            if without is not None:
                found = found - Counter([without])
            if not found:
                continue
            kind = feature[0]
            known += kind == WORD
            weight = self._weight(kind, len(found))
            shares = {
                label: weight
                * (
                    math.log1p(found[label] / ALPHA)
                    - math.log(self.totals[kind][label] - own[kind] * (label == without) + ALPHA * self.distinct[kind])
                )
                for label in self.labels
            }
            parts.append((shares, places))
            for label, share in shares.items():
                scores[label] += share
        even = math.sqrt(known + 1)  # words of one story depend on each other: a longer one is not that much surer
        none = min(self.prior, EACH * known)  # few words suffice neither to say that it is nothing nor to be sure
        if self.finding and "" in scores:
            scores[""] += none
        most = max(scores.values())
        powers = {label: math.exp((score - most) / even) for label, score in scores.items()}
        chances = {label: power / sum(powers.values()) for label, power in powers.items()}
        doubt = chances.get("", 0.0) * (math.exp((self.prior - none) / even) - 1) if self.finding else 0.0
        best = max(chances[label] for label in self.labels if label)
        return Heard(chances, parts, best / (1 + doubt) if parts else 0.0)

    def calibrate(self, nothing: Iterable[Sequence[str]]) -> None:
        """Set the prior of no infraction so that OPEN of these of its stories, each left out, are not taken for one."""
        needed = []
        for names in nothing:
            heard = self.hear(names, "")
            none, even = heard.chances[""], math.sqrt(len(set(names) & self.words) + 1)
            needed.append(even * math.log1p(max(0.0, heard.least / SURE - 1) / none))
        self.prior = round(max([PRIOR, *sorted(needed)[: int(OPEN * len(needed)) + 1]]), 1)

    def _weight(self, kind: int, spread: int) -> float:
        """Return how much a feature of so many labels counts: of many labels a common one tells little, of a few answers much."""
        rarity = math.sqrt(math.log((len(self.labels) + 0.5) / spread)) if self.finding else 1.0
        return WEIGHTS[kind] * rarity
