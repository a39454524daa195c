"""The infractions that a told situation may be, by the game's own file: what `docs/assets/js/penalita/understand.js` finds.

For who has no JavaScript; answers and history are understood by the browser only.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from search.language.analysis import ASKING, Token, asking, terms, tokens
from search.language.numbers import quantities
from search.language.spelling import distance
from search.language.telling import AS_NON, NEGATIONS, TELLING, denying

Json = Any
WEIGHTS: dict[str, float] = TELLING["weights"]
GRAIN = 1_000_000  # scores are compared whole: added in another order, two equal ones would differ in the last digit
TWICE, LIGHT, UNSURE, NONE, ABSENT, AND = map(denying, ("twice", "light", "unsure", "none", "absent", "and"))
SENTENCE = re.compile(r"[.;?\n]")


class Position(NamedTuple):
    forms: frozenset[str]
    exact: bool
    far: bool


class Phrase(NamedTuple):
    positions: tuple[Position, ...]
    negated: bool
    weight: float


class Found(NamedTuple):
    """An infraction, and the words of the story that spoke for it."""

    id: str
    title: str
    said: tuple[str, ...]
    score: int


@dataclass(frozen=True)
class Indexed:
    infraction: Json
    phrases: tuple[Phrase, ...]
    against: tuple[Phrase, ...]
    bag: dict[str, float]
    taught: dict[str, int]
    title: frozenset[str]


class Telling:
    """A told text: its words, spelled as the tables know them, and where its sentences begin."""

    def __init__(self, text: str, rarity: dict[str, float]) -> None:
        self.text = text
        read = list(tokens(text))
        ends = [0, *(token.end for token in read)]
        between = [text[end : token.start] for end, token in zip(ends, read, strict=False)]
        self.first = [bool(SENTENCE.search(gap)) for gap in between]
        self.pause = ["," in gap for gap in between]
        self.binds = [text[token.start : token.end].lower() in AND for token in read]
        self.words = [token._replace(term=_mended(token, rarity)) for token in read]
        self.forms = {form for token in self.words for form in (token.word, token.term)}
        if self.forms & AS_NON:
            self.forms.add("non")
        if any(token.term.isdigit() for token in self.words):
            self.forms.add("#")
        self.worth = [rarity.get(token.term, 1.0) for token in self.words]
        self.plain = set(self._undenied())
        self.beside = dict(self._beside())
        self.amounts = list(self._amounts())

    def _undenied(self) -> Iterator[str]:
        """The terms that no negation touches, without the «chiedo» of «mi chiedo se»."""
        denied = 0.0
        for n, token in enumerate(self.words):
            if token.word in NEGATIONS or self._unsure(n):
                denied = WEIGHTS["denied"] + 1
            elif self.first[n] or self.pause[n] or self.binds[n]:
                denied = 0
            else:
                denied -= bool(token.term)
            unsure = n + 1 < len(self.words) and self._unsure(n + 1)
            if denied <= 0 and not unsure and not self._absent(n + 1):
                yield token.term

    def _amounts(self) -> Iterator[tuple[str, int, int]]:
        """The numbers, by what the tables measure. «59», and nothing else, counts cards."""
        alone = {"": ["cards", 1]} if len(self.words) == 1 else {}
        for q in quantities(self.text):
            if q.unit in (units := TELLING["measures"] | alone):
                measure, times = units[q.unit]
                yield measure, q.low * times, q.high * times

    def _beside(self) -> Iterator[tuple[str, float]]:
        """The small words and each two side by side, as the stories teach them (`scripts/render/taught.py`), and their weight."""
        names = ["#" if token.term[:1].isdigit() else token.term or asking(token.word) for token in self.words]
        yield from ((name, WEIGHTS["small"]) for name in names if name[0] == ASKING)
        for n, pair in enumerate(pairwise(names)):
            if not self._absent(n + 2):
                yield "_".join(pair), WEIGHTS["pair"]

    def matches(self, phrase: Phrase) -> Iterator[list[int]]:
        """The places of the phrase's words, wherever it stands and no negation turns it round."""
        if any(self.forms.isdisjoint(position.forms) for position in phrase.positions):
            return
        for start, token in enumerate(self.words):
            if _fits(token, phrase.positions[0]):
                places = self._follow(phrase, start, 1)
                if places and not self._denied(phrase, places):
                    yield places

    def _follow(self, phrase: Phrase, start: int, at: int) -> list[int] | None:
        if at == len(phrase.positions):
            return [start]
        position = phrase.positions[at]
        most = WEIGHTS["wordsDenied" if phrase.negated else "wordsBetween"] if position.far else 0
        denying = self.words[start].word in NEGATIONS
        stops = words = 0
        for place in range(start + 1, len(self.words)):
            if self.first[place] or (denying and (self.pause[place] or self._unsure(place) or self.binds[place])):
                return None
            if _fits(self.words[place], position) and (rest := self._follow(phrase, place, at + 1)):
                return [start, *rest]
            if not self.words[place].term:
                stops += 1
            elif not denying or self.words[place].word not in LIGHT:
                words += 1
            if words > most or stops > WEIGHTS["stopsBetween"] * (3 if position.far else 1):
                return None
        return None

    def _denied(self, phrase: Phrase, places: Sequence[int]) -> bool:
        inside = set(range(places[0] + 1, places[-1])) - set(places)
        if any(self.words[n].word in (TWICE if phrase.negated else NEGATIONS) for n in inside):
            return True
        if not phrase.negated and self._absent(places[-1] + 1):
            return True
        words = WEIGHTS["wordsBefore"] if phrase.negated else 0
        for n in range(places[0] - 1, -1, -1):
            token = self.words[n]
            if words == WEIGHTS["wordsBefore"] or self.first[n + 1] or self.pause[n + 1]:
                return False
            if token.word in NEGATIONS or self._unsure(n):
                return True
            if token.word not in LIGHT:
                if token.term and words:
                    return False
                words += 1
        return False

    def _absent(self, n: int) -> bool:
        """Whether it goes on by saying that there is none: «malafede niente», «di malafede non ce n’è»."""
        if n >= len(self.words) or self.first[n] or self.pause[n]:
            return False
        if self.words[n].word in NONE:
            return n + 1 >= len(self.words) or self.first[n + 1] or self.pause[n + 1]
        return self.words[n].word in AS_NON and n + 1 < len(self.words) and self.words[n + 1].word in ABSENT

    def _unsure(self, n: int) -> bool:
        return n > 0 and self.words[n].word == "se" and self.words[n - 1].word in UNSURE


class Tellers:
    """The games of a built site that have infractions; each is read when somebody first tells of it."""

    def __init__(self, folder: Path) -> None:
        self._files = {path.stem: path for path in folder.glob("*.json")}
        self._known: dict[str, Teller] = {}

    def __contains__(self, book: object) -> bool:
        return book in self._files

    def found(self, book: str, text: str) -> list[Found]:
        if book not in self._known:
            files = (self._files[book], self._files[book].parent.parent / "racconti" / f"{book}.json")
            self._known[book] = Teller(*(json.loads(file.read_text(encoding="utf-8")) for file in files))
        return self._known[book].found(text)


class Teller:
    """Finds the infractions of one game, from its file (`assets/penalita/<book>.json`) and that of how they are told
    (`assets/racconti/<book>.json`)."""

    def __init__(self, game: Json, told: Json) -> None:
        read = zip(game["infractions"], told["infractions"], unpacked(told["taught"]), strict=True)
        infractions = [infraction | heard | {"told": taught} for infraction, heard, taught in read]
        shared = _shared(infractions)
        self.indexed = [_indexed(game, infraction, shared) for infraction in infractions]
        self.rarity = _rarities(self.indexed)

    def found(self, text: str) -> list[Found]:
        """The infractions that the words speak for, the likeliest first; equal ones in the game’s order."""
        story = Telling(text, self.rarity)
        scored = sorted((self._score(one, story) for one in self.indexed), key=lambda one: -one.score)
        return [found for found in scored if found.score > max(0, scored[0].score * WEIGHTS["least"])]

    def _score(self, one: Indexed, story: Telling) -> Found:
        said_terms = dict.fromkeys(
            token.term for token in story.words if token.word not in LIGHT
        )  # in their order: what is added in another is another tie
        w = WEIGHTS
        total: float = sum(
            w["bags"] * one.bag.get(t, 0) * self.rarity.get(t, 0)
            + w["taught"] * (1 if t in story.plain else w["half"]) * one.taught.get(t, 0)
            for t in said_terms
        )
        if one.title <= story.plain:  # «ha barato guardando le carte del vicino»
            total += w["named"]
        if total > 0:  # «i» alone tells of nothing
            total += sum(w["taught"] * weight * one.taught.get(t, 0) for t, weight in story.beside.items())
        best: dict[int, float] = {}
        said: list[tuple[float, list[int]]] = []
        for phrase in one.phrases:
            for places in story.matches(phrase):
                count = len(places)
                share = phrase.weight * (1 + w["longer"] * min(w["longest"], count - 1) if count > 1 else w["alone"])
                for n in places:
                    best[n] = max(best.get(n, 0), story.worth[n] * share)
                said.append((sum(story.worth[n] for n in places) * share, places))
        total += sum(best.values())
        spans = one.infraction["measures"]
        if any(_inside(low, high, s) for measure, low, high in story.amounts for s in spans.get(measure, ())):
            total += w["measured"]
        total -= sum(
            w["against"] * story.worth[n] for phrase in one.against for places in story.matches(phrase) for n in places
        )
        return Found(
            one.infraction["id"], one.infraction["title"], _spoken(said, story), math.floor(total * GRAIN + 0.5)
        )


def _fits(token: Token, position: Position) -> bool:
    if position.exact or not token.term or token.word in NEGATIONS:
        return token.word in position.forms or ("non" in position.forms and token.word in AS_NON)
    return token.term in position.forms or ("#" in position.forms and token.term.isdigit())


def _inside(low: int, high: int, span: tuple[float | None, float | None, bool]) -> bool:
    least, most, after = span
    return (least is None or low > least or (low == least and not after)) and (most is None or high <= most)


def _mended(token: Token, known: dict[str, float]) -> str:
    term = token.term
    if len(term) < 5 or term in known or any(c.isdigit() for c in term):
        return term
    near = [
        t for t in known if len(t) > 4 and t[0] == term[0] and abs(len(t) - len(term)) < 2 and distance(t, term, 1) == 1
    ]
    return near[0] if len(near) == 1 else term


def _spoken(said: list[tuple[float, list[int]]], story: Telling) -> tuple[str, ...]:
    kept: list[list[int]] = []
    for _, places in sorted(said, key=lambda one: -one[0]):
        if len(kept) < 3 and all(places[0] > k[-1] or places[-1] < k[0] for k in kept):
            kept.append(places)
    return tuple(story.text[story.words[p[0]].start : story.words[p[-1]].end] for p in sorted(kept))


def _phrase(text: str, weight: float = 1) -> Phrase:
    """'guard …=prima man/cart' as `search/language/phrases.py` writes it."""
    positions = []
    for piece in text.split():
        bare = piece.removeprefix("…")
        forms = frozenset(bare.removeprefix("=").split("/"))
        positions.append(Position(forms, bare.startswith("="), piece.startswith("…")))
    return Phrase(tuple(positions), any(p.forms & NEGATIONS for p in positions), weight)


def _shared(infractions: Iterable[Json]) -> set[str]:
    """Phrases in the answers of more than one infraction, and sayings: they speak for none."""
    own = ({w for given in i["answers"] for a in given for w in a["words"]} for i in infractions)
    spread = Counter(word for words in own for word in words)
    return {word for word, count in spread.items() if count > 1 or word.startswith("@")}


def unpacked(packed: Json) -> Iterator[dict[str, tuple[int, int]]]:
    """What the stories teach of each infraction, as `scripts/render/lessons.py` writes it: its terms, with how often they are
    said and how much they speak for it."""
    often, much = packed["levels"]["often"], packed["levels"]["much"]
    words: list[str] = []
    for shared, rest in re.findall("([A-Z])([^A-Z]*)", packed["words"]):
        words.append((words[-1][: ord(shared) - ord("A")] if words else "") + rest)
    beside = zip(words, packed["pairs"].split(" "), strict=False)  # of no words one empty row
    pairs = [f"{word}_{words[other]}" for word, others in beside for other, _ in _row(others, 1)]
    for told in packed["told"]:
        one, two = told.split(" ")
        yield {words[n]: divmod(figures, much) for n, figures in _row(one, often * much)} | {
            pairs[n]: (0, figure) for n, figure in _row(two, much)
        }


def _row(text: str, levels: int) -> Iterator[tuple[int, int]]:
    """The filled places of a row and their values."""
    place = 0
    for code in map(ord, text):
        empty, value = divmod(code - (0x800 if code > 0xDFFF else 0) - ord("#"), levels)
        yield place + empty, value
        place += empty + 1


def _indexed(game: Json, infraction: Json, shared: set[str]) -> Indexed:
    bag: dict[str, float] = {}
    named = frozenset(terms(game["game"]))  # «Naruto» says which game it is, not which infraction

    def weigh(words: Iterable[str], weight: float) -> None:
        for term in words:
            if term and not term[0].isdigit() and term not in named:
                bag[term] = max(bag.get(term, 0), weight)

    answers = [answer for question in infraction["questions"] for answer in question["answers"]]
    phrases = [_phrase(text) for text in infraction["words"]]
    heard = (text for given in infraction["answers"] for answer in given for text in answer["words"])
    own = [_phrase(text, WEIGHTS["own"]) for text in heard if text not in shared]
    weigh(terms(infraction["title"]), WEIGHTS["title"])
    for some, place in ((phrases, "words"), (own, "answers")):
        weigh((form for phrase in some for position in phrase.positions for form in position.forms), WEIGHTS[place])
    taught = {}
    for term, (often, taught[term]) in infraction["told"].items():
        if often:
            weigh((term,), WEIGHTS["asked"] + WEIGHTS["often"] * (often - 1))
    for place in ("examples", "definition"):
        for anchor in infraction[place]:
            weigh(terms(game["statements"].get(anchor, {"text": ""})["text"]), WEIGHTS[place])
    for answer in answers:
        weigh(terms(f"{answer['text']} {answer['more']}"), WEIGHTS["texts"])
    against = tuple(_phrase(text) for text in infraction["against"])
    return Indexed(infraction, (*phrases, *own), against, bag, taught, frozenset(terms(infraction["title"])))


def _rarities(indexed: Sequence[Indexed]) -> dict[str, float]:
    """How rare a term is among the game's infractions."""
    spread = Counter(term for one in indexed for term in one.bag)
    return {term: math.log(1 + len(indexed) / count) for term, count in spread.items()}
