"""Test which answer comes first, or among the first three, for each query of a list.

`tests/golden/first_answers.tsv`: the query, the game chosen, among how many answers it is looked for, the id that answers
(«mtr-2.5…»: or one below it), and for an open query what is missing.
"""

import csv

import pytest

from search.engine.answer import Engine
from tests.conftest import ROOT

with (ROOT / "tests/golden/first_answers.tsv").open(encoding="utf-8") as lines:
    ROWS = list(csv.DictReader(lines, delimiter="\t"))
Row = dict[str, str]


def answers(row: Row, found: str) -> bool:
    wanted = row["risponde"].removesuffix("…")
    return found == wanted or (wanted != row["risponde"] and found.startswith(f"{wanted}."))


def ask(engine: Engine, row: Row) -> list[str]:
    return [result.id for result in engine.search(row["domanda"], row["gioco"], limit=int(row["fra i primi"])).results]


@pytest.mark.parametrize("row", [
    pytest.param(row, id=row["domanda"], marks=[pytest.mark.xfail(strict=True)] if row["manca perché"] else [])
    for row in ROWS
])  # fmt: skip
def test_a_query_is_answered(engine: Engine, row: Row) -> None:
    found = ask(engine, row)
    assert any(answers(row, one) for one in found), found


def test_most_queries_are_answered_first(engine: Engine) -> None:
    among = [row for row in ROWS if row["fra i primi"] == "3" and not row["manca perché"]]
    later = [row["domanda"] for row in among if not answers(row, ask(engine, row)[0])]
    assert len(among) > 30
    assert len(later) <= 6, later
