"""Test that quality stays above a floor."""

from pathlib import Path

import pytest

from scripts.pipeline import INDEX
from search.engine.answer import Engine
from tests.search.judged_queries import Figures, Shown, answered, judged, measured, questions

FIRST = {
    "date": 0.915,
    "nostre": 0.91,
    "terze": 0.925,
    "prova": 0.89,
    "prova, colloquiale": 0.78,
    "prova, quotidiano": 0.68,
}
THREE = {"date": 0.99, "nostre": 0.97, "terze": 0.98, "prova": 0.975}
ANSWERED = {  # answer@1, answer@3, section@1
    "risposte/viste": (0.885, 0.98, 0.96),
    "risposte/a-parte": (0.855, 0.955, 0.96),
    "nuove/viste": (0.80, 0.955, 0.95),
    "nuove/a-parte": (0.785, 0.96, 0.885),
    "ultime/a-parte": (0.875, 0.965, 0.95),
    "blind-a": (0.805, 0.955, 0.94),
    "blind-b": (0.795, 0.935, 0.93),
}


def ids(engine: Engine, query: str, book: str) -> list[str]:
    return [result.id for result in engine.search(query, book, limit=30).results]


@pytest.fixture(scope="session")
def engine(built: Path) -> Engine:
    """Return an engine over all documents in force."""
    engine = Engine.open(built / INDEX)
    engine.superseded = ()
    return engine


@pytest.fixture(scope="session")
def figures(engine: Engine) -> dict[str, Figures]:
    return measured(lambda query, book: ids(engine, query, book), engine.sections)


@pytest.mark.parametrize("key", FIRST)
def test_the_first_section_is_right(figures: dict[str, Figures], key: str) -> None:
    assert figures[key].first >= FIRST[key]


@pytest.mark.parametrize("key", THREE)
def test_the_right_section_is_among_three(figures: dict[str, Figures], key: str) -> None:
    assert figures[key].three >= THREE[key]


@pytest.mark.parametrize("half", ANSWERED)
def test_the_first_result_answers(engine: Engine, half: str) -> None:
    def show(query: str, book: str) -> list[Shown]:
        results = engine.search(query, book, limit=20).results
        return [Shown(r.id, "".join(part.text for part in r.excerpt)) for r in results]

    reached = answered(show, engine.sections, (half,))[half][1:]
    assert all(value >= least for value, least in zip(reached, ANSWERED[half], strict=True)), reached


def test_what_is_expected_exists(engine: Engine) -> None:
    """Check that expected sections exist, else queries fail for ever."""
    for one in judged():
        assert one.expected, one
        assert set(one.expected) <= engine.sections.keys(), one
    for question in questions():
        assert question.answers, question
        assert set(question.answers) <= engine.shown.keys(), question
