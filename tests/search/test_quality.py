"""The floor of quality: a little under what was reached. A change that loses is seen here, by how much in `make bench`."""

from __future__ import annotations

import pytest

from search.engine import Engine
from tests.search.judged import Figures, measured

FIRST = {
    "tutte": 0.93,
    "colloquiale": 0.80,
    "parole": 0.95,
    "domanda": 0.87,
    "refuso": 0.90,
    "citazione": 0.95,
    "caso": 0.86,
}
THREE = {"tutte": 0.975, "colloquiale": 0.93}


@pytest.fixture(scope="session")
def figures(engine: Engine) -> dict[str, Figures]:
    return measured(lambda query: [r.id for r in engine.search(query).results], engine.sections)


@pytest.mark.parametrize("key", FIRST)
def test_the_first_answer_is_right(figures: dict[str, Figures], key: str) -> None:
    assert figures[key].first >= FIRST[key]


@pytest.mark.parametrize("key", THREE)
def test_the_right_answer_is_among_three(figures: dict[str, Figures], key: str) -> None:
    assert figures[key].three >= THREE[key]
