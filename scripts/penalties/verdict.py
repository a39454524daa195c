"""Work out a verdict from decision row and earlier penalties.

Penalties escalate step by step, with citations. `docs/assets/js/verdict/verdict.js` does the same in the browser and is
tested against this module.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from scripts.model.infraction import DecisionRow, Escalation, Penalty

History = Mapping[str, int]  # penalty id → how many the player already has


class Graded(Protocol):
    """Define what verdicts need of a game: its penalties and escalations, as `Book` has them."""

    @property
    def penalties(self) -> tuple[Penalty, ...]: ...

    @property
    def escalations(self) -> tuple[Escalation, ...]: ...

    def penalty(self, penalty_id: str) -> Penalty: ...


@dataclass(frozen=True)
class Step:
    """Record one step from a penalty to another.

    `rule`: id of the escalation that turns `before` into `after`; '' if `after` is given together with `before`.
    """

    before: str
    after: str
    rule: str
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """Hold what one given penalty leads to.

    `penalty`: the final one; `also`: penalties given with it; `steps`: from the first penalty to these.
    """

    penalty: str
    also: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Verdict:
    """Hold an outcome for each allowed penalty, mildest first.

    `lowest`, `highest`: bounds of the final penalties.
    """

    lowest: str
    highest: str
    outcomes: tuple[Outcome, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return all changes from a penalty to the next, of all outcomes, without repeats."""
        return tuple(dict.fromkeys(step for outcome in self.outcomes for step in outcome.steps))


def escalate(book: Graded, penalty: str, history: History, infraction: str = "") -> Outcome:
    """Escalate a penalty by the player's earlier penalties.

    Returns the final penalty, those given with it, and the steps: 'ammonizione' with {'ammonizione': 1} →
    Outcome('espulsione', (), (Step('ammonizione', 'espulsione', …),)). `history`: penalty id → how many; `infraction`:
    id of the infraction punished; escalations for named infractions apply only to these.
    """
    steps: list[Step] = []
    current = penalty
    while (rule := _find_escalation(book, current, history, infraction)) and all(
        step.before != current for step in steps
    ):
        steps.append(Step(current, rule.becomes, rule.id, rule.cites))
        current = rule.becomes
    also: list[str] = []
    for brought in book.penalty(current).brings:
        inner = escalate(book, brought, history, infraction)
        steps += [Step(current, brought, "", book.penalty(current).cites), *inner.steps]
        if book.penalty(inner.penalty).grade > book.penalty(current).grade:
            return Outcome(inner.penalty, inner.also, tuple(steps))
        also += [inner.penalty, *inner.also]
    return Outcome(current, tuple(also), tuple(steps))


def _find_escalation(book: Graded, penalty: str, history: History, infraction: str) -> Escalation | None:
    """Return the escalation with the highest count that `history` reaches; None without one."""
    own = (e for e in book.escalations if e.penalty == penalty and e.applies_to(infraction))
    holding = (e for e in own if history.get(penalty, 0) >= e.already)
    return max(holding, key=lambda e: e.already, default=None)


def list_allowed(book: Graded, row: DecisionRow) -> tuple[str, ...]:
    """Return the penalties that a row allows, mildest first."""
    if row.either:
        return (row.lowest, row.highest)
    low, high = book.penalty(row.lowest).grade, book.penalty(row.highest).grade
    between = (p.id for p in book.penalties if low < p.grade < high and p.grade > 0)
    return tuple(dict.fromkeys((row.lowest, *between, row.highest)))


def reach_verdict(book: Graded, row: DecisionRow, history: History) -> Verdict:
    """Return a row's verdict for a player with earlier penalties (`history`)."""
    outcomes = tuple(escalate(book, penalty, history, row.infraction) for penalty in list_allowed(book, row))
    by_grade = sorted((o.penalty for o in outcomes), key=lambda p: book.penalty(p).grade)
    return Verdict(by_grade[0], by_grade[-1], outcomes)


def choose_remedies(book: Graded, row: DecisionRow, result: Verdict) -> tuple[str, ...]:
    """Return what to do: the final penalty's own remedy, else the row's.

    The penalty's own is used only if escalation leads to a single penalty that the row does not name.
    """
    ends = {outcome.penalty for outcome in result.outcomes}
    if len(ends) == 1 and not ends & set(list_allowed(book, row)) and (own := book.penalty(result.highest).remedy):
        return own
    return row.remedy


def count_limits(book: Graded) -> dict[str, int]:
    """Map each escalating penalty, mildest first, to the most earlier ones that matter."""
    most: dict[str, int] = {}
    for penalty in book.penalties:
        numbers = [e.already for e in book.escalations if e.penalty == penalty.id]
        if numbers:
            most[penalty.id] = max(numbers)
    return most


def find_next_count(book: Graded, row: DecisionRow, known: History) -> str | None:
    """Return the penalty of which the judge must be asked next how many the player has had.

    `known`: penalty → number already given. None if no number can change the verdict.
    """
    most = count_limits(book)
    unknown = [penalty for penalty in most if penalty not in known]
    for penalty in unknown:
        others = [p for p in unknown if p != penalty]
        for counts in itertools.product(*(range(most[p] + 1) for p in others)):
            history = {**known, **dict(zip(others, counts, strict=True))}
            if len({reach_verdict(book, row, {**history, penalty: n}) for n in range(most[penalty] + 1)}) > 1:
                return penalty
    return None
