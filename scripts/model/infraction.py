"""Define decision tables of infractions, penalties and escalations.

An infraction is a player's offence. Its decision table asks the judge questions; each combination of answers leads to
one row, the verdict: a penalty, or a range of penalties.
"""

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
    """Hold an interval of a measure such as minutes.

    `low`, `high`: None for no end; `after`: `low` itself is excluded.
    """

    low: float | None
    high: float | None
    after: bool = False

    def overlaps(self, other: Span) -> bool:
        """Return whether some number lies in both intervals."""
        return self._begins_before_end_of(other) and other._begins_before_end_of(self)

    def _begins_before_end_of(self, other: Span) -> bool:
        if self.low is None or other.high is None:
            return True
        return self.low < other.high or (self.low == other.high and not self.after)


MEASURES = ("minutes", "cards", "times")


@dataclass(frozen=True)
class Answer:
    """Hold one answer of a question; `more`: a remark shown below it, or ''.

    `count`: the least number of earlier infractions it stands for, None if the question does not ask for one;
    `measures`: measure → intervals of numbers that mean this answer.
    """

    id: str
    text: str
    more: str = ""
    count: int | None = None
    measures: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """Hold a question with its answers.

    `history`: 'same-infraction' if it asks how often the player has committed the infraction before, else ''.
    """

    id: str
    text: str
    answers: tuple[Answer, ...]
    history: str = ""

    def answer(self, answer_id: str) -> Answer:
        """Return the answer with this id; StopIteration if there is none."""
        return next(a for a in self.answers if a.id == answer_id)


@dataclass(frozen=True)
class Story:
    """Hold a situation told in words, to train the classifier; `says`: question → answer."""

    text: str
    says: Mapping[str, str]


@dataclass(frozen=True)
class Other:
    """Hold an infraction that another person commits by the same act.

    `when`: question → answers for which it applies (a question not named may have any).
    """

    when: Mapping[str, tuple[str, ...]]
    infraction: str
    penalty: str
    text: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Uneventful:
    """Hold a situation without infraction; `rule`: anchor of the rule that allows it, or ''."""

    text: str
    rule: str
    place: Place


@dataclass(frozen=True)
class DecisionRow:
    """Hold one verdict of a decision table: penalty, remedy, citations.

    `when`: question → answers for which it applies (a question not named may have any); `lowest`, `highest`: ids of the
    penalties between which the judge chooses; `either`: only one of these two; `weighs`: what to consider in choosing;
    `record`: what to write down; `infraction`: id of the one that is penalised, the table's own or another; `others`:
    infractions of other persons.
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
        """Return what the judge does: the remedy, then others' infractions."""
        return (*self.remedy, *(other.text for other in self.others))

    def holds(self, answers: Mapping[str, str]) -> bool:
        """Return whether the row applies to these answers (question → answer)."""
        return all(answers[question] in allowed for question, allowed in self.when.items())


@dataclass(frozen=True)
class DecisionTable:
    """Hold an infraction with its questions and verdict rows.

    `kind`: a key of KINDS, such as 'tempo'; `section`: where the rulebook treats it; `definition`, `examples`: anchors;
    `stories`: from which the classifier learns; `places`: key of the source file → line.
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
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def unwritten(self) -> bool:
        """Return whether a row's penalty is still to be written."""
        return any(row.lowest == UNWRITTEN for row in self.rows)


@dataclass(frozen=True)
class Penalty:
    """Hold a game's kind of penalty, such as a warning.

    `grade`: severity, 0 for none; `brings`: penalties that always come with it; `record`: what to write down, required
    by the rules `record_cites`; `report`: who gets the event's list of these, '' for nobody; `words`, `once`: how a
    judge names it, and a single one given; `asks`: the question how many the player has had; `counts`: which of them
    count; `remedy`: what to do instead of the infraction's remedy if escalation led to this penalty.
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
    """Hold an escalation: `penalty`, after `already` earlier ones, turns into `becomes`.

    `infractions`: only penalties for these count, each infraction separately; () counts all together. `period`: 'day'
    if each day counts anew.
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

    def applies_to(self, infraction: str) -> bool:
        """Return whether the escalation counts penalties for this infraction."""
        return not self.infractions or infraction in self.infractions


MEETINGS = ("gravest", "once", "recorded")


@dataclass(frozen=True)
class Together:
    """Hold a rule for two infractions committed at once.

    `asks`: the question whether it applies; `gives`: 'gravest' (only the graver penalty), 'once' (one `penalty` for
    both) or 'recorded' (nothing changes).
    """

    id: str
    asks: str
    gives: str
    penalty: str
    text: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Exemption:
    """Hold an anchor exempt from decision tables, with the reason.

    It is an infraction's or a penalty's section, a list of penalties, or a rule that names a penalty.
    """

    anchor: str
    reason: str
    place: Place
