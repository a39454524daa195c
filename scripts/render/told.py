"""What a game's file says of how its situations are told: phrases, sayings and words, prepared for the browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from scripts.model.book import Book
from scripts.model.infraction import Answer, DecisionTable, Question, Span
from scripts.render.taught import PAIR, Spread, spread, taught, together

Json = Any
Learned = Mapping[str, Mapping[str, int]]  # an answer → its terms, by how much they speak for it
OFTEN = 8  # from here on a term counts the same
ASKED = 0.3  # for how many stories a question counts
# how many stories that tell of it must say two words side by side, for the pair to speak for it
OF_INFRACTION, OF_ANSWER = 2, 1
SMALL_WORD = "?"  # begins one that is no term, as the search has it: «?non»
SELDOM = 3  # a term said so often weighs less than one of the infraction’s words (`telling.json`): it is not sent twice


@dataclass(frozen=True)
class Spoken:
    """How people speak. `asked`: an anchor → the ways in which they ask for it; `sayings`: see `Rulebook`; `terms`, `heard`
    and `compact` are the search's language: a text → its terms, what it says (`taught.heard`), a phrase → what `phrases.js` looks
    for; `telling`: how one denies and what a word weighs; `negations`: the words that deny."""

    asked: Mapping[str, Sequence[str]]
    sayings: Mapping[str, Sequence[str]]
    terms: Callable[[str], Iterable[str]]
    heard: Callable[[str], frozenset[str]]
    compact: Callable[[str], str]
    telling: Json
    negations: frozenset[str]

    def phrases(self, texts: Iterable[str]) -> list[str]:
        """The phrases as the browser looks for them, each once; the name of a saying stays."""
        made = (text if text.startswith("@") else self.compact(text) for text in texts)
        return [text for text in dict.fromkeys(made) if text]

    def answer(self, answer: Answer) -> Json:
        return {"words": self.phrases(answer.told.words), "measures": measures(answer.told.measures)}

    def table(self, table: DecisionTable) -> Json:
        return {
            "words": self.phrases((table.title, *table.words, *table.phrases)),
            "against": self.phrases(table.against),
            "measures": measures(table.measures),
        }

    def answers(self, table: DecisionTable) -> list[Learned]:
        """Of each question what the stories of the infraction teach of each answer, against those that give another or none."""
        every = spread([self.heard(story.text) for story in table.stories])
        return [
            {a.id: self._answer(table, question, a, every) for a in question.answers} for question in table.questions
        ]

    def _answer(self, table: DecisionTable, question: Question, answer: Answer, every: Spread) -> dict[str, int]:
        own = [self.heard(story.text) for story in table.stories if story.says.get(question.id) == answer.id]
        return taught(spread(own), every, OF_ANSWER)

    def said(self, book: Book) -> Json:
        """The sayings that the answers of a book name."""
        words = {w for t in book.infractions for q in t.questions for a in q.answers for w in a.told.words}
        return {name: self.phrases(texts) for name, texts in self.sayings.items() if f"@{name}" in words}

    def taught(self, book: Book) -> Mapping[str, dict[str, int]]:
        """What the titles and the stories of a book's infractions teach, and a little how people ask for what defines them:
        an infraction → its terms, by how much they speak for it. The game's name teaches nothing («Naruto» is a card too), nor
        do words that only colour what is said («credo», «certo»)."""
        silent = {*self.terms(self.telling["denying"]["light"])} | self.named(book)
        told = {table.id: together(self._told(table)) for table in book.infractions}
        every = together((one, 1.0) for one in told.values())
        return {
            kind: {t: much for t, much in taught(own, every, OF_INFRACTION).items() if silent.isdisjoint(t.split(PAIR))}
            for kind, own in told.items()
        }

    def named(self, book: Book) -> frozenset[str]:
        """The terms of the game's name: who types it says which game it is."""
        return frozenset(self.terms(book.info.game))

    def _told(self, table: DecisionTable) -> Iterable[tuple[Spread, float]]:
        """What its title and its stories say, and how people ask for what defines it, with what a text of each counts for."""
        yield spread([self.heard(text) for text in (table.title, *(story.text for story in table.stories))]), 1.0
        asked = (text for anchor in (*table.definition, *table.examples) for text in self.asked.get(anchor, ()))
        yield spread([self.heard(text) for text in asked]), ASKED

    def told(
        self,
        table: DecisionTable,
        words: Iterable[str],
        taught: Mapping[str, int],
        answers: Iterable[Learned],
        named: Container[str],
    ) -> dict[str, tuple[int, int]]:
        """The terms with which people tell the infraction and ask for what defines it, with two figures: how often they
        say it (0: never, 1: once, 2: twice, 3: four times, …; of questions alone, not once) and how much the stories taught that it
        speaks for this infraction. `words` are its phrases, `taught` what the book's stories teach of it, `answers` what its own
        teach of each question, `named` the terms of the game's name."""
        known = {form for phrase in words for piece in phrase.split() for form in _read(piece).forms}
        anchors = (*table.definition, *table.examples)
        told = self._often(story.text for story in table.stories)
        often = told + self._often(phrase for anchor in anchors for phrase in self.asked.get(anchor, ()))
        spoken = {t: n for t, n in often.items() if t not in named and (n > 1 or told[t])}
        sent = {t: n for t, n in spoken.items() if n > SELDOM or t not in known}
        terms = sent.keys() | taught.keys() | {term for one in answers for learned in one.values() for term in learned}
        return {term: (min(sent.get(term, 0), OFTEN).bit_length(), taught.get(term, 0)) for term in terms}

    def _often(self, texts: Iterable[str]) -> Counter[str]:
        """In how many of the texts each term stands."""
        counts = Counter(chain.from_iterable(map(self.heard, texts)))
        return Counter({term: count for term, count in counts.items() if PAIR not in term and term[0] != SMALL_WORD})


class _Position(NamedTuple):
    """One place of a phrase as `phrases.js` looks for it: 'guard', '…=prima', 'man/cart'."""

    flags: str
    forms: frozenset[str]

    @classmethod
    def read(cls, text: str) -> _Position:
        bare = text.lstrip("…=")
        return cls(text[: len(text) - len(bare)], frozenset(bare.split("/")))

    def holds(self, other: _Position) -> bool:
        """Whether it fits wherever the other does."""
        return self.flags in (other.flags, f"…{other.flags}") and self.forms >= other.forms

    def __str__(self) -> str:
        return self.flags + "/".join(sorted(self.forms))


_read = lru_cache(maxsize=1 << 14)(_Position.read)


def _positions(phrase: str) -> list[_Position]:
    return [_read(piece) for piece in phrase.split()]


def lighter(phrases: Sequence[str], denying: frozenset[str]) -> list[str]:
    """The same phrases in fewer: those that differ in one place are one, with a choice there, and one that another says
    with more choices goes. What is found stays the same.

    ['mazz cort', 'mazz pover', 'mazz cort/pover/vuot', 'cart manc'] → ['mazz cort/pover/vuot', 'cart manc']
    """
    kept: list[list[_Position]] = []
    as_long: dict[int, list[list[_Position]]] = {}  # only phrases of as many places can stand for one another
    for text in phrases:
        new = _positions(text)
        for old in as_long.setdefault(len(new), []):
            place = _apart(old, new, denying)
            if place is not None:
                old[place] = old[place]._replace(forms=old[place].forms | new[place].forms)
                break
        else:
            kept.append(new)
            as_long[len(new)].append(new)
    if len(kept) < len(phrases):
        return lighter([" ".join(map(str, one)) for one in kept], denying)
    said = (one for one in kept if not any(_says(other, one, denying) for other in as_long[len(one)]))
    return [" ".join(map(str, one)) for one in said]


def shortest(phrases: Iterable[str], known: Sequence[str], denying: frozenset[str]) -> list[str]:
    """The phrases that hold none of `known`: wherever such a one stands, so does the shorter one that it holds.

    ['lasc …tavol', 'alz …lasc …tavol'] → ['lasc …tavol']
    """
    short = [_opening(text) for text in known]
    whole = ((text, _positions(text)) for text in phrases)
    return [text for text, long in whole if not any(_holds(long, one, denying) for one in short)]


def _opening(phrase: str) -> list[_Position]:
    """A phrase before which other words may stand: to it they are nothing."""
    first, *others = _positions(phrase)
    return [first._replace(flags=f"…{first.flags}"), *others]


def _holds(long: list[_Position], short: list[_Position], denying: frozenset[str]) -> bool:
    """Whether a shorter phrase stands in another, and nothing beside it denies it."""
    size = len(short)
    return any(
        all(map(_Position.holds, short, long[start : start + size]))
        and not _denies(long[:start] + long[start + size :], denying)
        for start in range(len(long) - size + 1 if len(long) > size else 0)
    )


def _apart(old: Sequence[_Position], new: Sequence[_Position], denying: frozenset[str]) -> int | None:
    """The one place where two phrases of the same length differ, if one choice there can stand for both: not where other
    words may come before (of «perde … tempo» and «perde … mano» a story may say both)."""
    place = -1
    for n, position in enumerate(new):
        if old[n] != position:
            if place >= 0:
                return None
            place = n
    place = max(place, 0)
    if old[place].flags != new[place].flags or (place and "…" in new[place].flags):
        return None
    return place if _denies([old[place]], denying) == _denies([new[place]], denying) else None


def _says(other: Sequence[_Position], one: Sequence[_Position], denying: frozenset[str]) -> bool:
    """Whether another phrase of the same length is found wherever one is, at the same words."""
    if other is one or not all(map(_Position.holds, other, one)):
        return False
    return _denies(other, denying) == _denies(one, denying)


def _denies(phrase: Iterable[_Position], denying: frozenset[str]) -> bool:
    return any(not denying.isdisjoint(position.forms) for position in phrase)


def measures(measures: Mapping[str, Sequence[Span]]) -> Json:
    """{'minutes': [[low, high, whether low is left out]]}; null where there is no end."""
    return {name: [[s.low, s.high, s.after] for s in spans] for name, spans in measures.items()}
