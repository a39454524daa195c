"""Build the decision tree of a decision table, question by question."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scripts.model.infraction import Answer, DecisionRow, DecisionTable, Question


@dataclass(frozen=True)
class Leaf:
    """Hold the end of a path: the verdict row that applies."""

    row: DecisionRow


@dataclass(frozen=True)
class Node:
    """Hold a question, and the subtree below each of its answers."""

    question: Question
    branches: tuple[tuple[Answer, Node | Leaf], ...]


Tree = Node | Leaf


def combine_answers(table: DecisionTable) -> Iterator[dict[str, str]]:
    """Yield every combination of answers, as question → answer; {} without questions."""
    ids = [q.id for q in table.questions]
    for chosen in itertools.product(*([a.id for a in q.answers] for q in table.questions)):
        yield dict(zip(ids, chosen, strict=True))


def describe_answers(table: DecisionTable, answers: Mapping[str, str]) -> str:
    """Return a combination of answers in words: 'Quando arriva? → Entro 5 minuti; …'."""
    texts = (f"{q.text} → {q.answer(answers[q.id]).text}" for q in table.questions if q.id in answers)
    return "; ".join(texts) or "nessuna domanda"


def build_tree(table: DecisionTable) -> Tree:
    """Return a checked table's decision tree, without questions that change nothing."""
    return _grow(table, list(table.questions), table.rows)


def _grow(table: DecisionTable, questions: list[Question], rows: Sequence[DecisionRow]) -> Tree:
    if not questions or len(rows) <= 1:
        return Leaf(rows[0]) if rows else Leaf(table.rows[0])
    question, rest = questions[0], questions[1:]
    branches = []
    for answer in question.answers:
        kept = [r for r in rows if question.id not in r.when or answer.id in r.when[question.id]]
        branches.append((answer, _grow(table, rest, kept)))
    if all(branch == branches[0][1] for _, branch in branches):
        return branches[0][1]
    return Node(question, tuple(branches))


def walk_nodes(tree: Tree) -> Iterator[Node]:
    """Yield all question nodes of a tree, parents first."""
    if isinstance(tree, Node):
        yield tree
        for _, branch in tree.branches:
            yield from walk_nodes(branch)


def expand_rows(table: DecisionTable) -> Iterator[tuple[dict[str, str], DecisionRow]]:
    """Yield every combination of answers with the row that applies."""
    for answers in combine_answers(table):
        yield answers, next(row for row in table.rows if row.holds(answers))
