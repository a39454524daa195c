"""An infraction's decision table: what is asked, what its answers come to, and how a penalty grows."""

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
    """Numbers of one measure: from `low` (left out where `after`) to `high`; None where there is no end."""

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
    """`count`: how many times it must have happened before, for a question answered from the player's history.

    `measures`: the numbers that mean this answer, by name of the measure.
    """

    id: str
    text: str
    more: str = ""
    count: int | None = None
    measures: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    id: str
    text: str
    answers: tuple[Answer, ...]
    history: str = ""

    def answer(self, answer_id: str) -> Answer:
        return next(a for a in self.answers if a.id == answer_id)


@dataclass(frozen=True)
class Story:
    """A whole told situation, as people tell it, and the answers that its words give: question → answer."""

    text: str
    says: Mapping[str, str]


@dataclass(frozen=True)
class Other:
    """An infraction that somebody else commits by the same fact, in the rows that meet `when`; `text` says it."""

    when: Mapping[str, tuple[str, ...]]
    infraction: str
    penalty: str
    text: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Uneventful:
    """A told situation that is no infraction; `rule`: the anchor that allows it, where it sounds like one."""

    text: str
    rule: str
    place: Place


@dataclass(frozen=True)
class DecisionRow:
    """One verdict. `when` maps a question to the answers it holds for; a question not named holds for any.

    `either`: of the range only its two ends may be given; `infraction`: the one that the penalty is given for, where the
    facts turn out to be another; `others`: what other people have committed.
    """

    when: Mapping[str, tuple[str, ...]]
    lowest: str
    highest: str
    weighs: str
    remedy: tuple[str, ...]
    record: tuple[str, ...]
    cites: tuple[str, ...]
    place: Place
    either: bool = False
    infraction: str = ""
    others: tuple[Other, ...] = ()

    @property
    def steps(self) -> tuple[str, ...]:
        """What to do: the remedy, then what the others have committed."""
        return (*self.remedy, *(other.text for other in self.others))

    def holds(self, answers: Mapping[str, str]) -> bool:
        return all(answers[question] in allowed for question, allowed in self.when.items())


@dataclass(frozen=True)
class DecisionTable:
    """The table of one infraction: its questions in the order they are asked, and one row a verdict.

    `stories` are situations of it as people tell them: the model of stories is made of them.
    """

    id: str
    title: str
    kind: str
    section: str
    definition: tuple[str, ...]
    examples: tuple[str, ...]
    questions: tuple[Question, ...]
    rows: tuple[DecisionRow, ...]
    place: Place
    stories: tuple[Story, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)  # where the keys of its head stand

    @property
    def unwritten(self) -> bool:
        return any(row.lowest == UNWRITTEN for row in self.rows)


@dataclass(frozen=True)
class Penalty:
    """`grade` orders penalties by gravity (0 = none); `brings` are penalties always given along with it.

    `report`: to whom the event's list of these penalties is sent; empty where nobody wants it.
    `words`, `once`: how a judge names it, and names a single one; `asks`, `counts`: the question how many the player has,
    and what to count; `remedy`: what to do instead of the infraction's remedy, where this penalty comes by escalation.
    """

    id: str
    title: str
    grade: int
    section: str
    cites: tuple[str, ...]
    brings: tuple[str, ...]
    record: tuple[str, ...]
    record_cites: tuple[str, ...]
    report: str
    place: Place
    words: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    asks: str = ""
    counts: str = ""
    remedy: tuple[str, ...] = ()


@dataclass(frozen=True)
class Escalation:
    """Who receives `penalty` and has at least `already` of them receives `becomes` instead.

    `infractions`: only for these, each counted by itself; empty for all, counted together. `period`: "day" where the count
    begins anew every day.
    """

    id: str
    penalty: str
    already: int
    becomes: str
    text: str
    cites: tuple[str, ...]
    place: Place
    infractions: tuple[str, ...] = ()
    period: str = ""

    def counts(self, infraction: str) -> bool:
        """Tell whether it holds for a penalty given for this infraction."""
        return not self.infractions or infraction in self.infractions


@dataclass(frozen=True)
class Exemption:
    """An anchor that no verdict needs to reach (a rule that names a penalty, a penalty's section), and why."""

    anchor: str
    reason: str
    place: Place
