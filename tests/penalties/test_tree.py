"""Test decision trees: no idle question, and the right row at the end."""

import pytest

from scripts.model.infraction import Answer, DecisionRow, DecisionTable, Question
from scripts.model.problems import Place
from scripts.penalties.decision_tree import Leaf, Node, build_tree, combine_answers, walk_nodes
from scripts.pipeline import Sources

HERE = Place("prova")


def question(name: str, *answers: str) -> Question:
    return Question(name, f"{name}?", tuple(Answer(a, a) for a in answers))


def row(penalty: str, **when: str) -> DecisionRow:
    return DecisionRow({k: tuple(v.split("|")) for k, v in when.items()}, penalty, penalty, "", (), (), (), HERE)


def table(questions: tuple[Question, ...], *rows: DecisionRow) -> DecisionTable:
    return DecisionTable("t", "T", "tempo", "t", (), (), questions, rows, HERE)


def test_a_question_is_asked_only_where_its_answer_matters() -> None:
    tree = build_tree(
        table(
            (question("quando", "prima", "dopo"), question("apposta", "si", "no")),
            row("nessuna", quando="prima"),
            row("grave", quando="dopo", apposta="si"),
            row("lieve", quando="dopo", apposta="no"),
        )
    )
    assert isinstance(tree, Node)
    first, second = (branch for _, branch in tree.branches)
    assert isinstance(first, Leaf)
    assert isinstance(second, Node)
    assert second.question.id == "apposta"


def test_a_question_without_bearing_is_skipped() -> None:
    tree = build_tree(
        table(
            (question("colore", "rosso", "nero"), question("apposta", "si", "no")),
            row("a", apposta="si"),
            row("b", apposta="no"),
        )
    )
    assert isinstance(tree, Node)
    assert [n.question.id for n in walk_nodes(tree)] == ["apposta"]


def test_no_question_is_a_verdict_at_once() -> None:
    assert build_tree(table((), row("a"))) == Leaf(row("a"))


def test_the_tree_of_every_infraction_agrees_with_its_table(sources: Sources) -> None:
    for book in sources.rulebook.books:
        for infraction in book.infractions:
            tree = build_tree(infraction)
            for answers in combine_answers(infraction):
                end = tree
                while isinstance(end, Node):
                    end = next(branch for answer, branch in end.branches if answer.id == answers[end.question.id])
                assert [end.row] == [r for r in infraction.rows if r.holds(answers)], (infraction.id, answers)


@pytest.mark.parametrize("answers", [2, 3])
def test_combinations_are_all_of_them(answers: int) -> None:
    names = [str(n) for n in range(answers)]
    assert len(list(combine_answers(table((question("a", *names), question("b", *names)), row("x"))))) == answers**2
