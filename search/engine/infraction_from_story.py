"""Find the infraction that a story describes, for browsers without JavaScript.

A story is what happened, in a judge's words. The page's script understands more of it: answers to the questions about
an infraction, and the player's earlier penalties.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from search.language.naive_bayes import NOTHING, SLIGHT, SURE
from search.language.story_corpus_codec import build_classifier
from search.language.story_tokenizer import correct_stem, tokenize

OFFERED = 3  # infractions to choose from
QUOTED = 3  # words of the story that are shown for one


class RankedInfraction(NamedTuple):
    """Hold an infraction with its probability; `said`: up to three words that speak for it."""

    id: str
    title: str
    chance: float
    said: tuple[str, ...]


class StoryClassifier:
    """Classify the stories of one game.

    `game`: file of its infractions, in `assets/penalita/`; `stories`: file of its training stories, in
    `assets/racconti/`.
    """

    def __init__(self, game: Path, stories: Path) -> None:
        infractions = json.loads(game.read_text(encoding="utf-8"))["infractions"]
        self.titles = {infraction["id"]: infraction["title"] for infraction in infractions}
        self.model = build_classifier(json.loads(stories.read_text(encoding="utf-8")), infractions)

    def rank(self, text: str) -> tuple[list[RankedInfraction], float]:
        """Return (every infraction, likeliest first; lower bound of the first one's probability).

        The probabilities of all infractions and of no infraction sum to 1; infractions of equal probability keep the
        game's order. The bound is 0 if no word of the text is known.
        """
        placed = [(correct_stem(name, self.model.words), token) for name, _, token in tokenize(text)]
        scored = self.model.score([name for name, _ in placed])
        chances, least = self.model.compute_probabilities(scored)
        order = sorted(self.titles, key=lambda one: -round(chances[one], 9))
        found = []
        for one in order:
            weights = self.model.weights(scored, one, len(placed))
            bearing = [n for n, weight in enumerate(weights) if weight > 0 and placed[n][0][0] != "?"]
            most = [placed[n][1] for n in sorted(sorted(bearing, key=lambda n: -weights[n])[:QUOTED])]
            said = tuple(text[token.start : token.end] for token in most)
            found.append(RankedInfraction(one, self.titles[one], chances[one], said))
        return found, least

    def suggest(self, text: str) -> list[RankedInfraction]:
        """Return the infractions to show for a story: one if it is sure, else up to three.

        [] if the story probably tells no infraction, or has no known word. A story that is only a number ('59' cards)
        always gets some.
        """
        found, least = self.rank(text)
        if least >= SURE:
            return found[:1]
        none = 1 - sum(one.chance for one in found)
        silent = none >= NOTHING or not least or found[0].chance < SLIGHT
        return [] if silent and not text.strip().isdecimal() else found[:OFFERED]


class StoryClassifiers(dict[str, StoryClassifier]):
    """Map each game with infractions to its `StoryClassifier`, made on first use.

    The key is the slug of the game's book. `folder`: of the games' JSON files (`assets/penalita/`).
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.files = {path.stem: path for path in folder.glob("*.json")}

    def __missing__(self, book: str) -> StoryClassifier:
        game = self.files[book]
        self[book] = StoryClassifier(game, game.parent.parent / "racconti" / game.name)
        return self[book]
