"""From a row and what the player already has to the verdict: escalation, step by step, each with its citation.

Pure; `docs/assets/js/verdict/verdict.js` says the same in the browser and is tested against this module.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from scripts.model.infraction import DecisionRow, Escalation, Penalty

History = Mapping[str, int]  # penalty id → how many the player already has


class Graded(Protocol):
    """A game's penalties, as a book has them."""

    @property
    def penalties(self) -> tuple[Penalty, ...]: ...

    @property
    def escalations(self) -> tuple[Escalation, ...]: ...

    def penalty(self, penalty_id: str) -> Penalty: ...


@dataclass(frozen=True)
class Step:
    """`before` becomes `after` (`rule` is the escalation's id), or brings it along (`rule` is empty)."""

    before: str
    after: str
    rule: str
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What giving one penalty means for this player: the penalty in the end, those given along, and how it came."""

    penalty: str
    also: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Verdict:
    """`outcomes`: one for each penalty that the row allows, from the mildest; the ends are by gravity in the end."""

    lowest: str
    highest: str
    outcomes: tuple[Outcome, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of all outcomes, each once."""
        return tuple(dict.fromkeys(step for outcome in self.outcomes for step in outcome.steps))


def outcome(book: Graded, penalty: str, history: History, infraction: str = "") -> Outcome:
    """Ammonizione with {'ammonizione': 1} → Outcome('espulsione', (), (Step('ammonizione', 'espulsione', …),))."""
    steps: list[Step] = []
    current = penalty
    while (rule := _rule(book, current, history, infraction)) and all(step.before != current for step in steps):
        steps.append(Step(current, rule.becomes, rule.id, rule.cites))
        current = rule.becomes
    also: list[str] = []
    for brought in book.penalty(current).brings:
        inner = outcome(book, brought, history, infraction)
        steps += [Step(current, brought, "", book.penalty(current).cites), *inner.steps]
        if book.penalty(inner.penalty).grade > book.penalty(current).grade:
            return Outcome(inner.penalty, inner.also, tuple(steps))
        also += [inner.penalty, *inner.also]
    return Outcome(current, tuple(also), tuple(steps))


def _rule(book: Graded, penalty: str, history: History, infraction: str) -> Escalation | None:
    """The strongest escalation of a penalty that the history calls for."""
    own = (e for e in book.escalations if e.penalty == penalty and e.counts(infraction))
    holding = (e for e in own if history.get(penalty, 0) >= e.already)
    return max(holding, key=lambda e: e.already, default=None)


def allowed(book: Graded, row: DecisionRow) -> tuple[str, ...]:
    """The penalties from which the head judge may choose: both ends of the row and what lies between them."""
    if row.either:
        return (row.lowest, row.highest)
    low, high = book.penalty(row.lowest).grade, book.penalty(row.highest).grade
    between = (p.id for p in book.penalties if low < p.grade < high and p.grade > 0)
    return tuple(dict.fromkeys((row.lowest, *between, row.highest)))


def verdict(book: Graded, row: DecisionRow, history: History) -> Verdict:
    """The verdict of a row for a player who already has `history`."""
    outcomes = tuple(outcome(book, penalty, history, row.infraction) for penalty in allowed(book, row))
    by_grade = sorted((o.penalty for o in outcomes), key=lambda p: book.penalty(p).grade)
    return Verdict(by_grade[0], by_grade[-1], outcomes)


def remedies(book: Graded, row: DecisionRow, result: Verdict) -> tuple[str, ...]:
    """What to do. Where every choice has grown into a penalty with a remedy of its own (who is expelled mends no deck),
    it is that penalty's; otherwise the row's."""
    ends = {outcome.penalty for outcome in result.outcomes}
    if len(ends) == 1 and not ends & set(allowed(book, row)) and (own := book.penalty(result.highest).remedy):
        return own
    return row.remedy


def counted(book: Graded) -> dict[str, int]:
    """The penalties that must be counted, mildest first, with the count from which more makes no difference."""
    most: dict[str, int] = {}
    for penalty in book.penalties:
        numbers = [e.already for e in book.escalations if e.penalty == penalty.id]
        if numbers:
            most[penalty.id] = max(numbers)
    return most


def next_count(book: Graded, row: DecisionRow, known: History) -> str | None:
    """The next penalty whose count must be asked; None where no count still unknown can change the verdict."""
    most = counted(book)
    unknown = [penalty for penalty in most if penalty not in known]
    for penalty in unknown:
        others = [p for p in unknown if p != penalty]
        for counts in itertools.product(*(range(most[p] + 1) for p in others)):
            history = {**known, **dict(zip(others, counts, strict=True))}
            if len({verdict(book, row, {**history, penalty: n}) for n in range(most[penalty] + 1)}) > 1:
                return penalty
    return None
