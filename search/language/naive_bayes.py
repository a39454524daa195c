"""Classify a story (a situation told in words) by multinomial naive Bayes.

The labels are a game's infractions, and '' for a story without infraction. The features are words, pairs, prefixes and
skip-pairs of word stems. The browser does the same from the same file (`docs/assets/js/penalita/naive-bayes.js`).
`docs/modello.md` says what was tried and measured, and why the model counts instead of being fitted.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

# the kinds of features: a word; two in a row; its first letters; two that bear meaning, at most one between
WORD, PAIR, PREFIX, SKIP = KINDS = range(4)
WEIGHTS = (1.0, 1.0, 1.0, 0.7)
ALPHA = 0.3  # what is added to each count (Lidstone)
LETTERS = 4  # of a prefix; a number is its own
SLIGHT = 0.02  # an infraction less likely is not even offered, if none is likelier
# what a story counts that is found without itself by so much; by how much it says nothing new
EASY, EASY_FROM, USELESS = 0.5, 8.0, 16.5
MISTAKEN = -4.0  # so clearly must an infraction be heard in a fact of another game for it to be of use here
NONE = 5.0  # what a text that tells of no infraction starts with, as a logarithm; to be sure of one, `Model.prior`
UNTOLD = -4.0  # the same for a text that tells no answer of a question, which only the browser reads
OPEN, PRIOR = 0.94, 16.0  # of the texts that tell of none so many must not be taken for one; the least prior for that
WRITERS = 3  # parts of these texts, each judged by the others: those of one person stand together
SURE, NOTHING, ANSWERED = 0.55, 0.9, 0.7  # how likely an infraction, none, an answer must be to be taken
CONSTANTS = {
    "weights": WEIGHTS, "alpha": ALPHA, "easy": EASY, "letters": LETTERS, "none": NONE, "untold": UNTOLD,
    "sure": SURE, "nothing": NOTHING, "slight": SLIGHT, "answered": ANSWERED,
}  # fmt: skip

Feature = tuple[int, str]


def features(names: Sequence[str]) -> Iterator[tuple[Feature, tuple[int, ...]]]:
    """Yield each feature of a story, with the indexes of its words in `names`.

    `names`: the story's word stems in order, without marks. A feature is (kind, text), for instance (PAIR, 'cart
    trov'); kinds: word, two words in a row, first four letters, two words with at most one between.
    """
    same = ["#" if name[0].isdigit() else name for name in names]
    for n, name in enumerate(same):
        yield (WORD, name), (n,)
    for n, (before, after) in enumerate(pairwise(["<", *same, ">"])):
        yield (PAIR, f"{before} {after}"), tuple(at for at in (n - 1, n) if 0 <= at < len(same))
    for n, name in enumerate(names):
        if same[n] == "#" or (name[0] != "?" and len(name) >= LETTERS):
            yield (PREFIX, name if same[n] == "#" else name[:LETTERS]), (n,)
    telling = [n for n, name in enumerate(same) if name[0] != "?"]
    for far in (1, 2):
        for one, other in zip(telling, telling[far:], strict=False):
            yield (SKIP, f"{same[one]} {same[other]}"), (one, other)


class Heard(NamedTuple):
    """Hold the classification of one text.

    `chances`: label → probability; `parts`: for each feature of the text, its log-likelihood for every label and the
    indexes of its words; `least`: a lower bound for the probability of the best label that is an infraction, 0 if no
    word is known.
    """

    chances: dict[str, float]
    parts: list[tuple[Mapping[str, float], set[int]]]
    least: float

    def weights(self, label: str, words: int) -> list[float]:
        """Return how much each word of the text speaks for a label, compared with the average label.

        The unit is nats; a negative number speaks against the label. `words`: number of words in the text.
        """
        weights = [0.0] * words
        for shares, places in self.parts:
            more = shares[label] - sum(shares.values()) / len(shares)
            for place in places:
                weights[place] += more / len(places)
        return weights


class Counted(NamedTuple):
    """Hold a training story: its word stems, its label and how much it counts.

    `label`: an infraction's id, '' for a story without infraction.
    """

    names: Sequence[str]
    label: str
    weight: float = 1.0


class Model:
    """Count for each feature the stories of each label that have it.

    `labels`: the infractions' ids and '' (no infraction); those without a story are left out.
    """

    def __init__(self, stories: Iterable[Counted], labels: Sequence[str]) -> None:
        self.prior = NONE
        told = [story for story in stories if story.weight]
        present = {story.label for story in told}
        self.labels = [label for label in labels if label in present]
        self.counts: dict[Feature, dict[str, float]] = defaultdict(dict)
        self.totals = [dict.fromkeys(self.labels, 0.0) for _ in KINDS]
        for story in told:
            self.count(story)
        self.distinct = [0] * len(KINDS)
        for kind, _ in self.counts:
            self.distinct[kind] += 1

    def count(self, story: Counted, sign: int = 1) -> None:
        """Add a story to the counts, or remove it (`sign` -1)."""
        label, weight = story.label, sign * story.weight
        for feature in {feature for feature, _ in features(story.names)}:
            found = self.counts[feature]
            found[label] = found.get(label, 0) + weight
            self.totals[feature[0]][label] += weight
            if not found[label]:
                del found[label]

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the word stems that occur in the model's stories."""
        return frozenset(word for kind, word in self.counts if kind == WORD)

    def hear(self, names: Sequence[str]) -> Heard:
        """Classify a text, given its word stems in order.

        Returns each label's probability and what every feature contributed to it.
        """
        said: dict[Feature, set[int]] = defaultdict(set)
        for feature, at in features(names):
            said[feature].update(at)
        sizes = [
            {label: math.log(total + ALPHA * (distinct or 1)) for label, total in totals.items()}
            for totals, distinct in zip(self.totals, self.distinct, strict=True)
        ]
        scores, known = dict.fromkeys(self.labels, 0.0), 0
        parts: list[tuple[Mapping[str, float], set[int]]] = []
        for feature, places in said.items():
            found = self.counts.get(feature)
            if not found:
                continue
            kind = feature[0]
            known += kind == WORD
            weight = self._weight(kind, len(found))
            shares = {label: -weight * size for label, size in sizes[kind].items()}
            for label, count in found.items():
                shares[label] += weight * math.log1p(count / ALPHA)
            parts.append((shares, places))
            for label, share in shares.items():
                scores[label] += share
        even = math.sqrt(known + 1)  # words of one story depend on each other: a longer one is not that much surer
        if "" in scores:
            scores[""] += NONE
        most = max(scores.values())
        powers = {label: math.exp((score - most) / even) for label, score in scores.items()}
        chances = {label: power / sum(powers.values()) for label, power in powers.items()}
        doubt = chances.get("", 0.0) * (math.exp((self.prior - NONE) / even) - 1)
        best = max(chances[label] for label in self.labels if label)
        return Heard(chances, parts, best / (1 + doubt) if parts else 0.0)

    def rivals(self, stories: Iterable[Counted]) -> Iterator[tuple[str, float]]:
        """Yield for each training story (strongest other label, margin), by leave-one-out.

        The story is scored as if the model had not counted it. The margin is how much its own label leads over the best
        other infraction, in nats over the square root of its known words; negative: it would be classified wrongly.
        """
        weighed = {
            feature: (
                weight := self._weight(feature[0], len(found)),
                {label: weight * math.log1p(count / ALPHA) for label, count in found.items()},
            )
            for feature, found in self.counts.items()
        }
        for names, own, _ in stories:
            scores, masses, known = dict.fromkeys(self.labels, 0.0), [0.0] * len(KINDS), 0
            said = {feature for feature, _ in features(names)}
            lost = Counter(kind for kind, _ in said)
            for feature in said:
                weight, shares = weighed[feature]
                count = self.counts[feature][own]
                if len(shares) == count == 1:  # nobody else says it
                    continue
                known += feature[0] == WORD
                masses[feature[0]] += weight
                for label, share in shares.items():
                    scores[label] += share
                scores[own] += weight * math.log1p((count - 1) / ALPHA) - shares[own]
            for kind, mass in enumerate(masses):
                for label, total in self.totals[kind].items():
                    scores[label] -= mass * math.log(
                        total - lost[kind] * (label == own) + ALPHA * (self.distinct[kind] or 1)
                    )
            others = [label for label in self.labels if label and label != own] or [own]
            rival = max(others, key=lambda label: scores[label])
            yield rival, (scores[own] - scores[rival]) / math.sqrt(known + 1)

    def calibrate(self, nothing: Sequence[Counted]) -> None:
        """Set the prior of «no infraction» from the stories without infraction.

        It is cross-validated in three parts, so that 94 in 100 of these stories are not classified as an infraction
        with certainty.
        """
        needed = []
        size = -(-len(nothing) // WRITERS)
        for part in (nothing[at : at + size] for at in range(0, len(nothing), size or 1)):
            for story in part:
                self.count(story, -1)
            for names, *_ in part:
                heard = self.hear(names)
                none, even = (
                    heard.chances[""],
                    math.sqrt(sum(bool(self.counts.get((WORD, name))) for name in set(names)) + 1),
                )
                needed.append(NONE + even * math.log1p(max(0.0, heard.least / SURE - 1) / none))
            for story in part:
                self.count(story)
        self.prior = round(max([PRIOR, *sorted(needed)[: int(OPEN * len(needed)) + 1]]), 1)

    def _weight(self, kind: int, spread: int) -> float:
        """Return a feature's weight, given how many labels have it (`spread`).

        A feature of many labels weighs little, one of few labels much.
        """
        return WEIGHTS[kind] * math.sqrt(math.log((len(self.labels) + 0.5) / spread))


def weigh(stories: Sequence[Counted], labels: Sequence[str], foreign: int = 0) -> list[Counted]:
    """Return the training stories with their weights: 1, EASY or 0.

    A story that the others predict easily counts less, or not at all, so that it does not drown rarer ones. The last
    `foreign` stories tell of other games without infraction: one counts only if this game's model clearly sees one in
    it.
    """
    weighed, own = [], len(stories) - foreign
    for place, (story, (_, margin)) in enumerate(zip(stories, Model(stories, labels).rivals(stories), strict=True)):
        useless = margin > (USELESS if place < own else MISTAKEN)
        easy = EASY if story.label and margin > EASY_FROM else 1.0
        weighed.append(story._replace(weight=0.0 if useless and (story.label or place >= own) else easy))
    return weighed
