"""Decision tables: their checks, and the tree that is generated from them, question by question."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scripts.model import Answer, Book, DecisionRow, DecisionTable, Question
from scripts.problems import Report

LIMIT = 4096  # combinations a table may have; more than this nobody can check by reading


@dataclass(frozen=True)
class Leaf:
    """The end of a path: the row that holds."""

    row: DecisionRow


@dataclass(frozen=True)
class Node:
    """A question and what follows each answer, in the order written."""

    question: Question
    branches: tuple[tuple[Answer, Node | Leaf], ...]


Tree = Node | Leaf


def combinations(table: DecisionTable) -> Iterator[dict[str, str]]:
    """Every combination of answers, in the order written; one empty combination where there is no question."""
    ids = [q.id for q in table.questions]
    for chosen in itertools.product(*([a.id for a in q.answers] for q in table.questions)):
        yield dict(zip(ids, chosen, strict=True))


def described(table: DecisionTable, answers: Mapping[str, str]) -> str:
    """A combination in words: 'Quando arriva? → Entro 5 minuti; …'."""
    texts = (f"{q.text} → {q.answer(answers[q.id]).text}" for q in table.questions if q.id in answers)
    return "; ".join(texts) or "nessuna domanda"


def check_decision_table(table: DecisionTable, report: Report) -> None:
    """Every combination reaches exactly one row, every row is reachable, every question can change the verdict."""
    size = 1
    for question in table.questions:
        size *= max(1, len(question.answers))
    if size > LIMIT:
        report.add(table.place, f"{table.title}: {size} combinazioni di risposte", f"al più {LIMIT}")
        return
    reached: set[int] = set()
    for answers in combinations(table):
        rows = [i for i, row in enumerate(table.rows) if row.holds(answers)]
        reached.update(rows)
        if not rows:
            report.add(
                table.place,
                f"{table.title}: nessuna riga per «{described(table, answers)}»",
                "una riga per ogni combinazione",
            )
        elif len(rows) > 1:
            places = " e ".join(str(table.rows[i].place) for i in rows)
            report.add(
                table.place, f"{table.title}: più righe per «{described(table, answers)}» ({places})", "una riga sola"
            )
    for i, row in enumerate(table.rows):
        if i not in reached:
            report.add(
                row.place,
                f"{table.title}: nessuna combinazione di risposte arriva a questa riga",
                "una riga raggiungibile",
            )
    asked = {node.question.id for node in nodes(decision_tree(table))}
    for question in table.questions:
        if question.id not in asked and len(table.rows) > 0:
            report.add(
                table.place,
                f"{table.title}: la domanda «{question.text}» non cambia mai il verdetto",
                "una domanda che conti",
            )


def decision_tree(table: DecisionTable) -> Tree:
    """The tree of a checked table. A question is asked only where its answer can still change the row."""
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


def nodes(tree: Tree) -> Iterator[Node]:
    if isinstance(tree, Node):
        yield tree
        for _, branch in tree.branches:
            yield from nodes(branch)


def leaves(
    tree: Tree, way: tuple[tuple[Question, Answer], ...] = ()
) -> Iterator[tuple[tuple[tuple[Question, Answer], ...], Leaf]]:
    """Every path of a tree: the questions asked with their answers, and the leaf it ends in."""
    if isinstance(tree, Leaf):
        yield way, tree
        return
    for answer, branch in tree.branches:
        yield from leaves(branch, (*way, (tree.question, answer)))


def check_penalties(book: Book, report: Report) -> None:
    """Every penalty that a row, another penalty or an escalation names is in the book's list; a range rises."""
    grades = {p.id: p.grade for p in book.penalties}
    known = ", ".join(grades) or "nessuna: manca penalita.toml"
    for penalty in book.penalties:
        for name in penalty.brings:
            if name not in grades:
                report.add(penalty.place, f"brings nomina «{name}»", f"una penalità del libro ({known})")
    for escalation in book.escalations:
        for name in (escalation.penalty, escalation.becomes):
            if name not in grades:
                report.add(escalation.place, f"la crescita nomina «{name}»", f"una penalità del libro ({known})")
    for table in book.infractions:
        for row in table.rows:
            for name in dict.fromkeys((row.lowest, row.highest)):
                if name not in grades:
                    report.add(row.place, f"la penalità «{name}»", f"una penalità del libro ({known})")
            if grades.get(row.lowest, 0) > grades.get(row.highest, 99):
                report.add(
                    row.place, f"l’intervallo va da {row.lowest} a {row.highest}", "dalla più lieve alla più grave"
                )


def expanded_rows(table: DecisionTable) -> Iterator[tuple[dict[str, str], DecisionRow]]:
    """Every combination of answers with the row that it reaches."""
    for answers in combinations(table):
        yield answers, next(row for row in table.rows if row.holds(answers))
