"""Told situations (`tests/scenarios/{seen,kept,fresh,latest}/<book>.tsv`), and how much of them Penalità understands, in a browser.

`kept` is the half that nobody who writes phrases reads: of it only the figures are looked at. `fresh` and `latest` were told
later, each by one who had seen nothing, and are read as seldom. Columns: `scenario`, `book`,
`infraction` (its file's name), `answers` and `history` (what the words tell), `full` and `full_history` (the whole truth),
`verdict` (a penalty, or `from..to`).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

FOLDER = Path(__file__).parent / "scenarios"
HALVES = ("seen", "kept", "fresh", "latest")
UNDERSTAND = """async ([base, book, told]) => {
  const load = (file) => import(`${base}/assets/js/${file}.js`);
  const [{ reader, reached }, { walk }, { verdict }] = await Promise.all(["penalita/story", "verdict/address", "verdict/verdict"].map(load));
  const game = await (await fetch(`${base}/assets/penalita/${book}.json`)).json();
  const read = await reader(game);
  return told.map(({ scenario, infraction, full, history }) => {
    const known = read(scenario);
    const right = game.infractions.find((i) => i.slug === infraction);
    const here = reached(known, { g: book, i: "", r: [], s: [] }, right);
    const given = new Set(here.r.map(([id]) => id));
    const r = [...here.r, ...full.filter(([id]) => !given.has(id) && right.questions.some((q) => q.id === id))];
    const counted = game.counted.map(({ id, most }) => [id, Math.min(history[id] ?? 0, most)]);
    const s = counted.map(([id, n]) => here.s.find(([other]) => other === id) ?? [id, n]);
    const { row } = walk(game, { g: book, i: right.id, r, s });
    const end = row && verdict(game, row, Object.fromEntries(s));
    return {
      rank: known.found.findIndex((f) => f.infraction.id === right.id),
      answers: Object.fromEntries(here.r), history: Object.fromEntries(here.s),
      verdict: end ? (end.lowest === end.highest ? end.lowest : `${end.lowest}..${end.highest}`) : "",
    };
  });
}"""


def pairs(text: str) -> dict[str, str]:
    """'quando=prima mazzo=regolare' → its pairs."""
    return dict(part.split("=", 1) for part in text.split())


def told(half: str) -> Iterator[dict[str, str]]:
    for path in sorted((FOLDER / half).glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


@dataclass
class Figures:
    """Of `told` situations: the infraction first, among three; of the answers and counts filled in, the right ones; of those
    told, the filled ones; the verdicts that are right once the open questions are answered truthfully."""

    told: int = 0
    first: int = 0
    three: int = 0
    filled: int = 0
    right: int = 0
    spoken: int = 0
    heard: int = 0
    verdicts: int = 0

    def shares(self) -> dict[str, float]:
        return {
            "first": self.first / max(1, self.told),
            "three": self.three / max(1, self.told),
            "right": self.right / max(1, self.filled),
            "heard": self.heard / max(1, self.spoken),
            "verdict": self.verdicts / max(1, self.told),
        }

    def add(self, row: Mapping[str, str], found: Any) -> None:
        self.told += 1
        self.first += found["rank"] == 0
        self.three += 0 <= found["rank"] < 3
        self.verdicts += found["verdict"] == row["verdict"]
        truth = pairs(row["full"]) | pairs(row["full_history"])
        spoken = pairs(row["answers"]) | pairs(row["history"])
        given = found["answers"] | {penalty: str(count) for penalty, count in found["history"].items()}
        for name, value in given.items():
            if name in truth:
                self.filled += 1
                self.right += truth[name] == value
        self.spoken += len(spoken)
        self.heard += sum(given.get(name) == value for name, value in spoken.items())


def understood(page: Page, server: str, half: str) -> Figures:
    """What the scripts of the page Penalità understand of a half."""
    page.goto(f"{server}/penalita/")
    figures = Figures()
    by_book: dict[str, list[dict[str, str]]] = {}
    for row in told(half):
        by_book.setdefault(row["book"], []).append(row)
    for book, rows in by_book.items():
        given = [
            {
                "scenario": row["scenario"],
                "infraction": row["infraction"],
                "full": list(pairs(row["full"]).items()),
                "history": {penalty: int(n) for penalty, n in pairs(row["full_history"]).items()},
            }
            for row in rows
        ]
        for row, found in zip(rows, page.evaluate(UNDERSTAND, [server, book, given]), strict=True):
            figures.add(row, found)
    return figures
