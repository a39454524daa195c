"""Read the judged queries (`tests/queries/`) and compute their figures.

There are two kinds: queries with the sections that answer them, for two figures on the order of results; and questions
with the statements and rows that answer, to see whether the first result, read alone, is the answer.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import NamedTuple

# Books that came after the queries were judged: nobody has judged what they answer, so it is passed over (the condensed
# list of unjudged documents in the literature on retrieval tests).
LATER = ("magic-mtr-", "magic-ipg-")
SUPERSEDED = "mtr"
FOLDER = Path(__file__).resolve().parent.parent / "queries"
FIGURES = {"una": "1", "uno": "1", "un": "1", "due": "2", "tre": "3", "quattro": "4"}
NUMBER = re.compile(rf"\b(?:{'|'.join(FIGURES)})\b")
ORIGINS = ("date", "nostre", "terze", "prova")  # who wrote them: `tests/queries/README.md`


@dataclass(frozen=True)
class Judged:
    """Hold a query, its sections (best first), its book, its type and its author."""

    query: str
    expected: tuple[str, ...]
    book: str
    type: str
    origin: str

    @property
    def chosen(self) -> str:
        """Return the book to search; «magic» means the rules in force."""
        return SUPERSEDED if all(anchor.startswith(f"{SUPERSEDED}-") for anchor in self.expected) else ""


class Figures(NamedTuple):
    """Hold the shares of queries, 0 to 1, whose right section is the first result, and one of three."""

    first: float
    three: float


def judged() -> Iterator[Judged]:
    for origin in ORIGINS:
        for path in sorted((FOLDER / origin).glob("*.tsv")):
            with path.open(encoding="utf-8") as lines:
                for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                    expected = tuple(e.strip() for e in row["expected"].split(","))
                    yield Judged(row["query"], expected, path.stem, row["type"], origin)


def section_of(anchor: str, sections: Collection[str]) -> str:
    """Return the section that holds an anchor."""
    while anchor not in sections and "." in anchor:
        anchor = anchor.rpartition(".")[0]
    return anchor


def measured(ask: Callable[[str, str], Sequence[str]], sections: Collection[str]) -> dict[str, Figures]:
    """Return the figures of all queries, by origin, book and type.

    `ask`: (query, book) → anchors found, best first; `sections`: ids of all sections.
    """
    ranks: dict[str, list[int]] = defaultdict(list)
    for one in judged():
        found = (anchor for anchor in ask(one.query, one.chosen) if not anchor.startswith(LATER))
        ordered = dict.fromkeys(section_of(anchor, sections) for anchor in found)
        rank = next((n for n, section in enumerate(ordered) if section in one.expected), len(ordered) + 3)
        for key in ("tutte", one.origin, f"{one.origin}, {one.book}", f"{one.origin}, {one.type}"):
            ranks[key].append(rank)
    return {key: Figures(*(mean(n < most for n in of) for most in (1, 3))) for key, of in sorted(ranks.items())}


@dataclass(frozen=True)
class Question:
    """Hold a question with its expected answers.

    `answers`: anchors; `shows`: words that the excerpt must have, too.
    """

    query: str
    book: str
    answers: tuple[str, ...]
    shows: tuple[str, ...]
    type: str
    file: str
    half: str


@dataclass(frozen=True)
class Shown:
    """Hold a result as judged: its id and its excerpt's text."""

    id: str
    text: str


HALVES = ("risposte/viste", "risposte/a-parte", "nuove/viste", "nuove/a-parte", "ultime/a-parte")
KEPT = frozenset({"risposte/a-parte", "nuove/a-parte", "ultime/a-parte", "prova"})  # nobody reads these
Show = Callable[[str, str], Sequence[Shown]]
"""(query, book or '') → the first results: three of the books that the judges knew are looked at."""


def questions(halves: Sequence[str] = HALVES) -> Iterator[Question]:
    for half in halves:
        for path in sorted((FOLDER / half).glob("*.tsv")):
            with path.open(encoding="utf-8") as lines:
                for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                    answers = tuple(a.strip() for a in row["answers"].split(",") if a.strip())
                    shows = tuple(s.strip().lower() for s in (row["shows"] or "").split("|") if s.strip())
                    yield Question(row["query"], row["book"], answers, shows, row["type"], path.stem, half)


def answers(question: Question, result: Shown) -> bool:
    text = in_figures(result.text)
    return result.id in question.answers and all(in_figures(part) in text for part in question.shows)


def in_figures(text: str) -> str:
    """Return a text in lower case, with numbers as digits."""
    return NUMBER.sub(lambda found: FIGURES[found[0]], text.lower())


def answered(ask: Show, sections: Collection[str], halves: Sequence[str] = HALVES) -> dict[str, tuple[float, ...]]:
    """Return (count, answer@1, answer@3, section@1) of each set of questions, shares 0 to 1.

    `ask`: (query, book) → results; `halves`: the sets, folders of `tests/queries`.
    """
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for one in questions(halves):
        results = [result for result in ask(one.query, one.book) if not result.id.startswith(LATER)][:3]
        good = [answers(one, result) for result in results]
        wanted = {section_of(anchor, sections) for anchor in one.answers}
        first = bool(results) and section_of(results[0].id, sections) in wanted
        for key in (one.half, f"{one.half}, {one.file}", f"{one.half}, {one.type}"):
            for n, value in enumerate((1, good[:1] == [True], any(good), first)):
                sums[key][n] += value
    return {key: (count, a / count, b / count, c / count) for key, (count, a, b, c) in sorted(sums.items())}
