"""Define decision tables of infractions, penalties and escalations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scripts.model.problems import Place

UNWRITTEN = "da-scrivere"  # the penalty of a decision table that nobody has written yet

KINDS = {
    "mazzo": "Mazzo, lista e carte",
    "procedura": "Errori di gioco",
    "tempo": "Tempo e presenza",
    "comportamento": "Comportamento",
    "gravi": "Imbrogli e infrazioni gravi",
    "gioco": "Casi di gioco",
}


@dataclass(frozen=True)
class Span:
    """Hold an interval of one measure; None means no end. `low` is excluded if `after`."""

    low: float | None
    high: float | None
    after: bool = False

    def overlaps(self, other: Span) -> bool:
        return self._begins_before_end_of(other) and other._begins_before_end_of(self)

    def _begins_before_end_of(self, other: Span) -> bool:
        if self.low is None or other.high is None:
            return True
        return self.low < other.high or (self.low == other.high and not self.after)


MEASURES = ("minutes", "cards", "times")


@dataclass(frozen=True)
class Answer:
    """Hold one answer of a question."""

    id: str
    text: str
    more: str = ""
    count: int | None = None  # how many times before, if the player's history answers
    measures: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)  # measure → its numbers


@dataclass(frozen=True)
class Question:
    """Hold a question with its answers; `history` names a counted penalty."""

    id: str
    text: str
    answers: tuple[Answer, ...]
    history: str = ""

    def answer(self, answer_id: str) -> Answer:
        return next(a for a in self.answers if a.id == answer_id)


@dataclass(frozen=True)
class Story:
    """Hold a situation as a judge describes it, and its answers. Question → answer."""

    text: str
    says: Mapping[str, str]


@dataclass(frozen=True)
class Other:
    """Hold another person's infraction by the same fact. It applies to the rows that meet `when`."""

    when: Mapping[str, tuple[str, ...]]
    infraction: str
    penalty: str
    text: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Uneventful:
    """Hold a situation without infraction; `rule` allows it, if given."""

    text: str
    rule: str
    place: Place


@dataclass(frozen=True)
class DecisionRow:
    """Hold one verdict."""

    when: Mapping[str, tuple[str, ...]]  # question → required answers; a question that is not named may have any
    lowest: str
    highest: str
    weighs: str
    remedy: tuple[str, ...]
    record: tuple[str, ...]
    cites: tuple[str, ...]
    place: Place
    either: bool = False  # of the range only its two ends may be given
    infraction: str = ""  # for which the penalty is given, where the facts turn out to be another
    others: tuple[Other, ...] = ()  # what other people have committed

    @property
    def steps(self) -> tuple[str, ...]:
        """Return what to do: the remedy, then the others' infractions."""
        return (*self.remedy, *(other.text for other in self.others))

    def holds(self, answers: Mapping[str, str]) -> bool:
        return all(answers[question] in allowed for question, allowed in self.when.items())


@dataclass(frozen=True)
class DecisionTable:
    """Hold an infraction's table: questions in order, one row a verdict."""

    id: str
    title: str
    kind: str
    section: str
    definition: tuple[str, ...]
    examples: tuple[str, ...]
    questions: tuple[Question, ...]
    rows: tuple[DecisionRow, ...]
    place: Place
    stories: tuple[Story, ...] = ()  # situations as people tell them, from which the classifier learns
    places: Mapping[str, Place] = field(default_factory=dict)  # where the keys of its head stand

    @property
    def unwritten(self) -> bool:
        return any(row.lowest == UNWRITTEN for row in self.rows)


@dataclass(frozen=True)
class Penalty:
    """Hold a penalty."""

    id: str
    title: str
    grade: int  # of gravity; 0 = none
    section: str
    cites: tuple[str, ...]
    brings: tuple[str, ...]  # penalties that always accompany this one
    record: tuple[str, ...]
    record_cites: tuple[str, ...]
    report: str  # to whom the event's list of these is sent, '' for nobody
    place: Place
    words: tuple[str, ...] = ()  # how a judge names it
    once: tuple[str, ...] = ()  # how a judge names a single one
    asks: str = ""  # the question how many the player has
    counts: str = ""  # what to count
    remedy: tuple[str, ...] = ()  # instead of the infraction's, where this penalty comes by escalation


@dataclass(frozen=True)
class Escalation:
    """Hold an escalation: `penalty`, with `already` earlier ones, becomes `becomes`."""

    id: str
    penalty: str
    already: int
    becomes: str
    text: str
    cites: tuple[str, ...]
    place: Place
    infractions: tuple[str, ...] = ()  # only for these, each counted by itself; () for all together
    period: str = ""  # "day" where the count begins anew every day

    def applies_to(self, infraction: str) -> bool:
        """Tell whether it applies to a penalty for this infraction."""
        return not self.infractions or infraction in self.infractions


MEETINGS = ("gravest", "once", "recorded")


@dataclass(frozen=True)
class Together:
    """Hold a rule on two infractions that meet, which the judge chooses by `asks`."""

    id: str
    asks: str
    gives: str  # "gravest" penalty only; one `penalty` of two ("once"); two that change nothing ("recorded")
    penalty: str
    text: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Exemption:
    """Hold an anchor that no verdict must reach, and why. A rule that names a penalty, or a penalty's section."""

    anchor: str
    reason: str
    place: Place
