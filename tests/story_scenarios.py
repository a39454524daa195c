"""Read stories (`tests/scenarios/`), and count how many Penalità understands, in a browser.

A story is a situation told in words, a row of `<set>/<book>.tsv`. Only the rows of `seen` may be read; the other sets,
each told by people who had seen nothing, are only measured. Columns: `scenario`, `book`, `infraction` (its file's
name), `answers` and `history` (what the words tell), `full` and `full_history` (the whole truth), `verdict` (a penalty,
or `from..to`). `blind/outside.tsv` has facts (`fact`, `book`) that are no infraction of the book. `once/` was opened a
single time, when the work was done; its figures stand in `docs/modello.md`, and no test reads it.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

FOLDER = Path(__file__).parent / "scenarios"
HALVES = ("seen", "kept", "fresh", "latest", "blind")
OUTSIDE = FOLDER / "blind/outside.tsv"
UNDERSTAND = """async ([base, book, told]) => {
  const load = (file) => import(`${base}/assets/js/${file}.js`);
  const [{ reader, reached }, { walk }, { verdict }] = await Promise.all(["penalita/understood-panel", "verdict/decision-tree", "verdict/verdict"].map(load));
  const game = await (await fetch(`${base}/assets/penalita/${book}.json`)).json();
  const read = await reader(game);
  return told.map(({ scenario, infraction, full, history }) => {
    const known = read(scenario);
    const right = game.infractions.find((i) => i.slug === infraction);
    if (!right) return { outcome: known.outcome };
    const here = reached(known, { g: book, i: "", r: [], s: [] }, right);
    const given = new Set(here.r.map(([id]) => id));
    const r = [...here.r, ...full.filter(([id]) => !given.has(id) && right.questions.some((q) => q.id === id))];
    const counted = game.counted.map(({ id, most }) => [id, Math.min(history[id] ?? 0, most)]);
    const s = counted.map(([id, n]) => here.s.find(([other]) => other === id) ?? [id, n]);
    const { row } = walk(game, { g: book, i: right.id, r, s });
    const end = row && verdict(game, row, Object.fromEntries(s));
    return {
      outcome: known.outcome,
      rank: known.found.findIndex((f) => f.infraction.id === right.id),
      answers: Object.fromEntries(here.r), history: Object.fromEntries(here.s),
      verdict: end ? (end.lowest === end.highest ? end.lowest : `${end.lowest}..${end.highest}`) : "",
    };
  });
}"""


def pairs(text: str) -> dict[str, str]:
    """Split 'quando=prima mazzo=regolare' into pairs."""
    return dict(part.split("=", 1) for part in text.split())


def rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a file of stories, as column → cell."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def told(half: str) -> Iterator[dict[str, str]]:
    """Yield the rows of all stories in a set (`seen`, `blind`…)."""
    for path in sorted((FOLDER / half).glob("*.tsv")):
        if path != OUTSIDE:
            yield from rows(path)


@dataclass
class Share:
    """Hold how many of all cases succeeded."""

    some: int = 0
    all: int = 0

    def add(self, is_one: bool) -> None:
        self.some += is_one
        self.all += 1

    @property
    def value(self) -> float:
        return self.some / max(1, self.all)

    def interval(self) -> tuple[float, float]:
        """Return Wilson's two-sided 95% interval."""
        if not self.all:
            return 0.0, 1.0
        z, n, p = 1.96, self.all, self.value
        middle, spread = p + z * z / (2 * n), z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
        return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


NAMES = ("first", "three", "sure", "sure and right", "right", "heard", "verdict")


class Figures:
    """Hold how many stories were understood, as a share for each of NAMES.

    'first', 'three': the right infraction is first, or among three; 'sure': one is taken for certain; 'sure and right';
    'right': correct ones of the answers filled in; 'heard': filled in ones of those told; 'verdict': right once the
    rest is answered.
    """

    def __init__(self) -> None:
        self.shares = {name: Share() for name in NAMES}

    def values(self) -> dict[str, float]:
        return {name: share.value for name, share in self.shares.items()}

    def add(self, row: Mapping[str, str], found: Any) -> None:
        sure = found["outcome"] == "sure"
        self.shares["first"].add(found["rank"] == 0)
        self.shares["three"].add(0 <= found["rank"] < 3)
        self.shares["sure"].add(sure)
        if sure:
            self.shares["sure and right"].add(found["rank"] == 0)
        self.shares["verdict"].add(found["verdict"] == row["verdict"])
        truth = pairs(row["full"]) | pairs(row["full_history"])
        given = found["answers"] | {penalty: str(count) for penalty, count in found["history"].items()}
        for name, value in given.items():
            if name in truth:
                self.shares["right"].add(truth[name] == value)
        for name, value in (pairs(row["answers"]) | pairs(row["history"])).items():
            self.shares["heard"].add(given.get(name) == value)


def understood(page: Page, server: str, half: str, book: str = "") -> Figures:
    """Return how well Penalità's scripts understand the stories of a set, or of one book in it."""
    page.goto(f"{server}/penalita/")
    figures = Figures()
    by_book: dict[str, list[dict[str, str]]] = {}
    for row in told(half):
        if book in ("", row["book"]):
            by_book.setdefault(row["book"], []).append(row)
    for slug, situations in by_book.items():
        given = [
            {
                "scenario": row["scenario"],
                "infraction": row["infraction"],
                "full": list(pairs(row["full"]).items()),
                "history": {penalty: int(n) for penalty, n in pairs(row["full_history"]).items()},
            }
            for row in situations
        ]
        for row, found in zip(situations, page.evaluate(UNDERSTAND, [server, slug, given]), strict=True):
            figures.add(row, found)
    return figures


def left_open(page: Page, server: str) -> Share:
    """Return the share of facts without infraction that Penalità does not take for one."""
    page.goto(f"{server}/penalita/")
    share = Share()
    by_book: dict[str, list[dict[str, str]]] = {}
    for row in rows(OUTSIDE):
        by_book.setdefault(row["book"], []).append({"scenario": row["fact"], "infraction": ""})
    for slug, facts in by_book.items():
        for found in page.evaluate(UNDERSTAND, [server, slug, facts]):
            share.add(found["outcome"] != "sure")
    return share
