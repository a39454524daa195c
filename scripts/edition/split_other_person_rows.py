"""Split each decision table's row that also brings another person's infraction (`[[other]]`) only for some answers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scripts.model.infraction import DecisionRow, Other

Answers = Mapping[str, tuple[str, ...]]  # question → all its answers


def distribute_others(
    rows: Iterable[DecisionRow], others: Iterable[Other], answers: Answers
) -> tuple[DecisionRow, ...]:
    """Split rows until another person's infraction applies to a whole row or not at all.

    A row that applies always and an `other` for {a = "yes"} give two rows: {a = "no"}, and {a = "yes"} with the other.
    `answers`: question → its answers.
    """
    made = tuple(rows)
    for other in others:
        made = tuple(part for row in made for part in _split_row(row, other, answers))
    return made


def _split_row(row: DecisionRow, other: Other, answers: Answers) -> Iterator[DecisionRow]:
    meets = {
        question: tuple(a for a in row.when.get(question, answers.get(question, ())) if a in chosen)
        for question, chosen in other.when.items()
    }
    if not all(meets.values()):
        yield row
        return
    rest = row
    for question, inside in meets.items():
        own = rest.when.get(question, answers[question])
        if outside := tuple(a for a in own if a not in inside):
            yield replace(rest, when={**rest.when, question: outside})
            rest = replace(rest, when={**rest.when, question: inside})
    yield replace(rest, others=(*rest.others, other), cites=tuple(dict.fromkeys((*rest.cites, *other.cites))))
