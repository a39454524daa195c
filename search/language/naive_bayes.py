"""Classify a story (a situation told in words) by multinomial naive Bayes.

The labels are a game's infractions, and '' for a story without infraction. The features are word stems: single, in
pairs, their first letters, and pairs that skip a word. The browser does the same from the same file
(`docs/assets/js/penalita/naive-bayes.js`). `docs/modello.md` says what was tried and measured, and why the model counts
instead of being fitted.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from operator import mul
from typing import NamedTuple

# the kinds of features: a word; two in a row; its first letters; two that bear meaning, at most one between
WORD, PAIR, PREFIX, SKIP = KINDS = range(4)
WEIGHTS = (1.0, 1.0, 1.0, 0.7)
ALPHA = 0.3  # what is added to each count (Lidstone)
LETTERS = 4  # of a prefix; a number is its own
NUMBER = "#"  # the word that all numbers count as
SLIGHT = 0.02  # an infraction less likely is not even offered, if none is likelier
# what a story counts that is found without itself by so much; by how much it says nothing new
EASY, EASY_FROM, USELESS = 0.5, 8.0, 16.5
MISTAKEN = -4.0  # so clearly must an infraction be heard in a fact of another game for it to be of use here
NONE = 5.0  # what a text that tells of no infraction starts with, as a logarithm; to be sure of one, `Model.prior`
UNTOLD = -4.0  # the same for a text that tells no answer of a question, which only the browser reads
OPEN, PRIOR = 0.94, 16.0  # of the texts that tell of none so many must not be taken for one; the least prior for that
WRITERS = 3  # parts of these texts, each judged by the others: those of one person stand together
SURE, NOTHING = 0.55, 0.9  # how likely an infraction or none must be to be taken
# an answer is taken if so likely among the answers, and likelier than that the text tells none of them
ANSWERED, UNSAID = 0.93, 0.5
CONSTANTS = {
    "weights": WEIGHTS, "alpha": ALPHA, "easy": EASY, "letters": LETTERS, "none": NONE, "untold": UNTOLD,
    "sure": SURE, "nothing": NOTHING, "slight": SLIGHT, "answered": ANSWERED, "unsaid": UNSAID,
}  # fmt: skip

Feature = tuple[int, str]


def features(names: Sequence[str]) -> dict[Feature, set[int]]:
    """Return each feature of a story, with the indexes of its words in `names`.

    `names`: the story's word stems in order, without marks of denial or doubt. A feature is (kind, text), for instance
    (PAIR, 'cart trov'); kinds: word, two words in a row, first four letters, two words with at most one between.
    """
    words = [(NUMBER if name[0].isdigit() else name, n) for n, name in enumerate(names)]
    telling = [word for word in words if word[0][0] != "?"]
    found: dict[Feature, set[int]] = defaultdict(set)
    for word, n in words:
        found[WORD, word].add(n)
    for name, n in ((names[n], n) for _, n in telling):
        if len(name) >= LETTERS or name[0].isdigit():
            found[PREFIX, name if name[0].isdigit() else name[:LETTERS]].add(n)
    for (one, n), (other, m) in pairwise([("<", -1), *words, (">", -1)]):
        found[PAIR, f"{one} {other}"] |= {n, m} - {-1}
    for (one, n), (other, m) in chain(pairwise(telling), zip(telling, telling[2:], strict=False)):
        found[SKIP, f"{one} {other}"] |= {n, m}
    return found


class TrainingStory(NamedTuple):
    """Hold a training story: its features, label (infraction's id or '') and weight."""

    features: tuple[Feature, ...]
    label: str
    weight: float = 1.0

    @classmethod
    def of(cls, names: Sequence[str], label: str, weight: float = 1.0) -> TrainingStory:
        """Make a training story of its word stems (`names`)."""
        return cls(tuple(features(names)), label, weight)


class Scores(NamedTuple):
    """Hold the scores of one text for every label.

    `scores`: label → log-likelihood, in nats; `even`: the number by which differences of scores are divided, since
    words of one story depend on each other; `parts`: for each known feature (kind, weight, label → log-likelihood,
    indexes of its words).
    """

    scores: dict[str, float]
    even: float
    parts: list[tuple[int, float, Mapping[str, float], set[int]]]


class Model:
    """Count, for each feature, the stories of each label.

    A story counts as much as its weight. `labels`: the infractions' ids and '' (no infraction); those
    without a story are left out.
    """

    def __init__(self, stories: Iterable[TrainingStory], labels: Sequence[str]) -> None:
        self.prior = NONE
        told = [story for story in stories if story.weight]
        present = {story.label for story in told}
        self.labels = [label for label in labels if label in present]
        self.counts: dict[Feature, dict[str, float]] = defaultdict(dict)
        self.totals = [dict.fromkeys(self.labels, 0.0) for _ in KINDS]
        self._shares: dict[Feature, tuple[float, dict[str, float]]] = {}
        for story in told:
            self.count(story)
        self.distinct = [sum(kind == one for kind, _ in self.counts) for one in KINDS]

    def count(self, story: TrainingStory, sign: int = 1) -> None:
        """Add a story to the counts, or remove it (`sign` -1)."""
        label, weight = story.label, sign * story.weight
        for feature in story.features:
            found = self.counts[feature]
            found[label] = found.get(label, 0) + weight
            self.totals[feature[0]][label] += weight
            self._shares.pop(feature, None)
            if not found[label]:
                del found[label]

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the word stems that occur in the model's stories."""
        return frozenset(word for kind, word in self.counts if kind == WORD)

    def score(self, names: Sequence[str]) -> Scores:
        """Score a text for every label, by its word stems (`names`)."""
        return self._score(features(names))

    def _score(self, said: Mapping[Feature, set[int]]) -> Scores:
        """Score a text for every label, by its features and the indexes of their words."""
        scores = dict.fromkeys(self.labels, 0.0)
        parts: list[tuple[int, float, Mapping[str, float], set[int]]] = []
        masses, known = [0.0] * len(KINDS), 0
        for feature, places in said.items():
            (weight, shares), kind = self._share(feature), feature[0]
            if not shares:
                continue
            known += kind == WORD
            masses[kind] += weight
            parts.append((kind, weight, shares, places))
            for label, share in shares.items():
                scores[label] += share
        for kind, mass in enumerate(masses):
            for label, total in self.totals[kind].items():
                scores[label] -= mass * self._size(kind, total)
        return Scores(scores, math.sqrt(known + 1), parts)  # words of one story depend on each other

    def compute_probabilities(self, scored: Scores) -> tuple[dict[str, float], float]:
        """Return (label → probability, lower bound for the probability of the best infraction).

        The bound is computed with the prior `self.prior` for «no infraction», the probabilities with the lower prior
        NONE. It is 0 if no word is known. `scored`: from `score`.
        """
        scores = {label: score + NONE * (not label) for label, score in scored.scores.items()}
        most = max(scores.values())
        powers = {label: math.exp((score - most) / scored.even) for label, score in scores.items()}
        chances = {label: power / sum(powers.values()) for label, power in powers.items()}
        doubt = chances.get("", 0.0) * (math.exp((self.prior - NONE) / scored.even) - 1)
        best = max(chances[label] for label in self.labels if label)
        return chances, best / (1 + doubt) if scored.parts else 0.0

    def weights(self, scored: Scores, label: str, words: int) -> list[float]:
        """Return how much each word of a text speaks for a label, compared with the average label.

        The unit is nats; a negative number speaks against the label. `scored`: from `score`; `words`:
        number of words in the text.
        """
        weights = [0.0] * words
        sizes = [{one: self._size(kind, total) for one, total in self.totals[kind].items()} for kind in KINDS]
        for kind, weight, shares, places in scored.parts:
            mean = (sum(shares.values()) - weight * sum(sizes[kind].values())) / len(self.labels)
            for place in places:
                weights[place] += (shares.get(label, 0.0) - weight * sizes[kind][label] - mean) / len(places)
        return weights

    def score_leave_one_out(self, stories: Iterable[TrainingStory]) -> Iterator[tuple[str, float]]:
        """Score each training story as if the model had not counted it (leave-one-out).

        Yields (the strongest other infraction, margin). The margin is how much the story's own label leads over that
        one, in nats over the square root of its known words; negative: it would be classified wrongly.
        """
        place = {label: n for n, label in enumerate(self.labels)}
        sizes = [[self._size(kind, total) for total in self.totals[kind].values()] for kind in KINDS]
        table = {}
        for feature, counts in self.counts.items():
            weight, shares = self._share(feature)
            table[feature] = feature[0], weight, counts, [(place[label], share) for label, share in shares.items()]
        for said, own, _ in stories:
            mine, scores, masses = place[own], [0.0] * len(place), [0.0] * len(KINDS)
            known, lost = 0, [0] * len(KINDS)
            for kind, weight, counts, found in map(table.__getitem__, said):
                lost[kind] += 1
                if counts[own] == len(found) == 1:  # nobody else says it
                    continue
                known += kind == WORD
                masses[kind] += weight
                for n, share in found:
                    scores[n] += share
                scores[mine] += weight * (math.log1p((counts[own] - 1) / ALPHA) - math.log1p(counts[own] / ALPHA))
            for kind, mass in enumerate(masses):
                scores[mine] += mass * (sizes[kind][mine] - self._size(kind, self.totals[kind][own] - lost[kind]))
            final = [
                score - sum(map(mul, masses, own_sizes))
                for score, own_sizes in zip(scores, zip(*sizes, strict=True), strict=True)
            ]
            others = (n for label, n in place.items() if label and n != mine)
            rival = max(others, key=final.__getitem__, default=mine)
            yield self.labels[rival], (final[mine] - final[rival]) / math.sqrt(known + 1)

    def calibrate(self, nothing: Sequence[TrainingStory]) -> None:
        """Set the prior of «no infraction» from the stories `nothing`, which have none.

        The prior (a logarithm, at least PRIOR) is the least with which the model is not sure of an infraction in the
        share OPEN of these stories. Each third of them is scored without itself; afterwards the counts are as before.
        """
        needed = []
        size = -(-len(nothing) // WRITERS)
        for part in (nothing[at : at + size] for at in range(0, len(nothing), size or 1)):
            for story in part:
                self.count(story, -1)
            for story in part:
                chances, least = self.compute_probabilities(self._score({feature: set() for feature in story.features}))
                known = sum(
                    kind == WORD and name != NUMBER and bool(self.counts.get((kind, name)))
                    for kind, name in story.features
                )
                needed.append(NONE + math.sqrt(known + 1) * math.log1p(max(0.0, least / SURE - 1) / chances[""]))
            for story in part:
                self.count(story)
        self.prior = round(max([PRIOR, *sorted(needed)[: int(OPEN * len(needed)) + 1]]), 1)

    def _share(self, feature: Feature) -> tuple[float, dict[str, float]]:
        """Return (weight of a feature, log-likelihood for each label that has it); cached.

        A feature of many labels weighs little, one of few labels much.
        """
        if feature not in self._shares:
            found, kind = self.counts.get(feature) or {}, feature[0]
            weight = WEIGHTS[kind] * math.sqrt(math.log((len(self.labels) + 0.5) / len(found))) if found else 0.0
            self._shares[feature] = weight, {one: weight * math.log1p(count / ALPHA) for one, count in found.items()}
        return self._shares[feature]

    def _size(self, kind: int, total: float) -> float:
        return math.log(total + ALPHA * (self.distinct[kind] or 1))


def weigh_stories(stories: Sequence[TrainingStory], labels: Sequence[str], foreign: int = 0) -> list[TrainingStory]:
    """Return the training stories with their weights: 1, EASY or 0.

    A story that the others predict easily counts less, or not at all, so that it does not drown rarer ones. The last
    `foreign` stories come from other games and have no infraction: one counts only if this game's model would clearly
    see an infraction in it. `labels`: the infractions' ids and ''.
    """
    weighed, own = [], len(stories) - foreign
    for place, (story, (_, margin)) in enumerate(
        zip(stories, Model(stories, labels).score_leave_one_out(stories), strict=True)
    ):
        useless = margin > (USELESS if place < own else MISTAKEN)
        easy = EASY if story.label and margin > EASY_FROM else 1.0
        weighed.append(story._replace(weight=0.0 if useless and (story.label or place >= own) else easy))
    return weighed
