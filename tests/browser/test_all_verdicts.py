"""Compare the browser's verdicts with the tables, for all answers and histories.

The expected verdicts are worked out here from the TOML: nothing is shared with `scripts/penalties` or the site's
scripts.
"""

import itertools
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.conftest import ROOT

Json = dict[str, Any]

ASK = """async ([base, book, cases]) => {
  const [{ verdict }, { walk }] = await Promise.all(
    ["verdict", "decision-tree"].map((name) => import(`${base}/assets/js/verdict/${name}.js`)),
  );
  const game = await (await fetch(`${base}/assets/penalita/${book}.json`)).json();
  return cases.map(([i, answers, history]) => {
    const { row } = walk(game, { g: book, i, r: Object.entries(answers), s: [] });
    const { lowest, highest, outcomes } = verdict(game, row, history);
    return [lowest, highest, outcomes.map((o) => [o.penalty, ...[...o.also].sort()].join(" "))];
  });
}"""


class Tables:
    """Hold a book's tables as its authors wrote them."""

    def __init__(self, book: Path) -> None:
        written = tomllib.loads((book / "penalita.toml").read_text(encoding="utf-8"))
        self.penalties: dict[str, Json] = {p["id"]: p for p in written["penalty"]}
        self.rules: list[Json] = written.get("escalation", [])
        self.infractions = [
            tomllib.loads(p.read_text(encoding="utf-8")) for p in sorted(book.glob("infrazioni/*.toml"))
        ]

    def histories(self) -> list[Json]:
        """Return all histories (penalty → how many), up to one above the highest threshold."""
        most = {
            rule["penalty"]: max(r["already"] for r in self.rules if r["penalty"] == rule["penalty"])
            for rule in self.rules
        }
        counts = itertools.product(*(range(n + 2) for n in most.values()))
        return [dict(zip(most, count, strict=True)) for count in counts]

    def grown(self, penalty: str, history: Mapping[str, int], infraction: str) -> list[str]:
        """Return the final penalty, then those given along with it.

        `history`: penalty → how many the player already has.
        """
        for _ in self.penalties:
            reached = [
                rule for rule in self.rules
                if rule["penalty"] == penalty and history[penalty] >= rule["already"]
                and infraction in rule.get("within", [infraction])
            ]  # fmt: skip
            if not reached:
                break
            penalty = max(reached, key=lambda rule: rule["already"])["becomes"]
        along: list[str] = []
        for brought in self.penalties[penalty].get("brings", []):
            inner = self.grown(brought, history, infraction)
            if self.penalties[inner[0]]["grade"] > self.penalties[penalty]["grade"]:
                return inner
            along += inner
        return [penalty, *along]

    def choices(self, row: Json) -> list[str]:
        """Return the penalties that the row lets the judge choose."""
        low, high = (row[end] if end in row else row["penalty"] for end in ("from", "to"))
        grades = [self.penalties[end]["grade"] for end in (low, high)]
        between = [
            name for name, p in self.penalties.items()
            if not row.get("either") and p["grade"] > 0 and grades[0] < p["grade"] < grades[1]
        ]  # fmt: skip
        return list(dict.fromkeys([low, *between, high]))

    def cases(self) -> Iterator[tuple[list[Any], list[Any]]]:
        """Yield each case with its right answer.

        A case is [infraction, answers, history]; an answer [lowest penalty, highest penalty, all outcomes].
        """
        for infraction in self.infractions:
            questions = infraction.get("question", [])
            ids = [q["id"] for q in questions]
            for combination in itertools.product(*([a["id"] for a in q["answers"]] for q in questions)):
                answers = dict(zip(ids, combination, strict=True))
                (row,) = [row for row in infraction["row"] if holds(row.get("when", {}), answers)]
                for history in self.histories():
                    given_for = row.get("infraction", infraction["id"])
                    ends = [self.grown(one, history, given_for) for one in self.choices(row)]
                    by_grade = sorted((end[0] for end in ends), key=lambda end: self.penalties[end]["grade"])
                    outcomes = [" ".join([end, *sorted(along)]) for end, *along in ends]
                    yield [infraction["id"], answers, history], [by_grade[0], by_grade[-1], outcomes]


def holds(when: Mapping[str, Any], answers: Mapping[str, str]) -> bool:
    return all(answers[q] in ([allowed] if isinstance(allowed, str) else allowed) for q, allowed in when.items())


# How many there are at least: with fewer, the tables or the account have lost some.
COUNTS = {"naruto-it": 1400, "bang": 108, "mtr": 4062, "magic-ipg": 6000}


@pytest.mark.parametrize("book", COUNTS)
def test_every_combination_gives_the_verdict_of_the_tables(page: Page, server: str, book: str) -> None:
    cases = list(Tables(ROOT / "rules_src" / book).cases())
    assert len(cases) >= COUNTS[book]
    page.goto(f"{server}/informazioni/")
    found = page.evaluate(ASK, [server, book, [asked for asked, _ in cases]])
    wrong = [(asked, right, got) for (asked, right), got in zip(cases, found, strict=True) if right != got]
    assert wrong[:5] == []
