"""The floor of quality: a little under what was reached. A change that loses is seen here, by how much in `make bench`."""

from __future__ import annotations

import pytest

from search.engine import Engine
from tests.search.judged import Figures, judged, measured

FIRST = {
    "date": 0.93,
    "date, colloquiale": 0.80,
    "date, parole": 0.95,
    "date, domanda": 0.87,
    "date, refuso": 0.90,
    "date, citazione": 0.95,
    "date, caso": 0.86,
    "nostre": 0.88,
    "terze": 0.87,
    "prova": 0.83,
    "prova, colloquiale": 0.70,
    "prova, quotidiano": 0.75,
}
THREE = {"date": 0.975, "date, colloquiale": 0.93, "nostre": 0.95, "terze": 0.94, "prova": 0.955}


@pytest.fixture(scope="session")
def figures(engine: Engine) -> dict[str, Figures]:
    return measured(lambda query: [r.id for r in engine.search(query).results], engine.sections)


@pytest.mark.parametrize("key", FIRST)
def test_the_first_answer_is_right(figures: dict[str, Figures], key: str) -> None:
    assert figures[key].first >= FIRST[key]


@pytest.mark.parametrize("key", THREE)
def test_the_right_answer_is_among_three(figures: dict[str, Figures], key: str) -> None:
    assert figures[key].three >= THREE[key]


def test_what_is_expected_exists(engine: Engine) -> None:
    """A judged query that expects a section there is not would count as wrong for ever."""
    for one in judged():
        assert one.expected, one
        assert set(one.expected) <= engine.sections.keys(), one
