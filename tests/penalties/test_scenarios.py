"""Test that judged situations reach the right penalty in the tree.

The situations are not in the repository: they are read from the folder `scenarios` beside the originals. Which answers
a situation gives is in `tests/golden/penalties/scenarios.tsv`, found by file, infraction and a hash of its text; the
column `verdetto` there is our range where the book only says that a judge may punish.
"""

import csv
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts.model.book import Book
from scripts.model.infraction import DecisionRow, DecisionTable
from scripts.penalties.decision_tree import Node, build_tree
from scripts.penalties.verdict import find_next_count, reach_verdict
from scripts.pipeline import Sources

GOLDEN = Path(__file__).parent.parent / "golden/penalties/scenarios.tsv"


class Case(NamedTuple):
    file: str
    line: int
    infraction: str
    fingerprint: str
    penalty: str


def folder() -> Path | None:
    given = os.environ.get("PRONTUARIO_ORIGINALS")
    beside = Path(given).resolve().parent / "scenarios" if given else None
    return beside if beside and beside.is_dir() else None


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def scenarios() -> Iterator[Case]:
    for path in sorted(folder().glob("*.tsv")) if folder() else ():  # type: ignore[union-attr]
        for line, row in enumerate(rows(path), 2):
            fingerprint = hashlib.sha256(row["scenario"].encode()).hexdigest()[:10]
            yield Case(path.stem, line, row["infraction"], fingerprint, row["penalty"])


def pairs(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split(";") if part)


MAPPING = {(r["file"], r["infrazione"], r["impronta"]): r for r in rows(GOLDEN)}


def walked(table: DecisionTable, answers: dict[str, str]) -> DecisionRow:
    """Return the row at the end of the tree."""
    tree = build_tree(table)
    while isinstance(tree, Node):
        question = tree.question
        branches = {answer.id: branch for answer, branch in tree.branches}
        if question.id not in answers:
            ends = {(row.lowest, row.highest) for branch in branches.values() for row in ends_of(branch)}
            assert len(ends) == 1, f"manca la risposta a «{question.text}»"
            tree = next(iter(branches.values()))
        else:
            tree = branches[answers[question.id]]
    return tree.row


def ends_of(tree: object) -> Iterator[DecisionRow]:
    if isinstance(tree, Node):
        for _, branch in tree.branches:
            yield from ends_of(branch)
    else:
        yield tree.row  # type: ignore[attr-defined]


def answered(book: Book, row: DecisionRow, history: dict[str, int]) -> dict[str, int]:
    """Return penalty → count for the counts that the page asks; those not told are 0."""
    known: dict[str, int] = {}
    while (penalty := find_next_count(book, row, known)) is not None:
        known[penalty] = history.get(penalty, 0)
    return known


def judged(book: Book, text: str) -> tuple[str, str]:
    """Return both ends of 'ammonizione verbale..partita persa', as ids."""
    names = {p.title.lower(): p.id for p in book.penalties} | {p.id.replace("-", " "): p.id for p in book.penalties}
    low, _, high = text.partition("..")
    return names[low], names[high or low]


def within(book: Book, inner: tuple[str, str], outer: tuple[str, str]) -> bool:
    """Tell whether a range of penalties lies in another.

    `verdetto` widens a judged one to «nessuna» where the book says «può».
    """
    grade = {p.id: p.grade for p in book.penalties}
    return grade[outer[0]] <= grade[inner[0]] and grade[inner[1]] <= grade[outer[1]]


@pytest.mark.skipif(not folder(), reason="PRONTUARIO_ORIGINALS non indica una cartella con accanto «scenarios»")
@pytest.mark.parametrize("case", list(scenarios()), ids=lambda c: f"{c.file}:{c.line}")
def test_a_judged_situation_reaches_its_penalty(sources: Sources, case: Case) -> None:
    key = (case.file, case.infraction, case.fingerprint)
    if key not in MAPPING:
        pytest.skip(f"{case.file}.tsv:{case.line}: la situazione non è in {GOLDEN.name}")
    given = MAPPING[key]
    book = sources.rulebook.book(case.file)
    table = next(t for t in book.infractions if t.id == given["tabella"])
    history = {penalty: int(count) for penalty, count in pairs(given["storia"]).items()}
    row = walked(table, pairs(given["risposte"]))
    result = reach_verdict(book, row, answered(book, row, history))
    expected = judged(book, given["verdetto"] or case.penalty)
    assert (result.lowest, result.highest) == expected
    assert within(book, judged(book, case.penalty), expected)


def test_every_mapped_situation_names_a_table_and_its_answers(sources: Sources) -> None:
    for row in MAPPING.values():
        book = sources.rulebook.book(row["file"])
        table = next(t for t in book.infractions if t.id == row["tabella"])
        walked(table, pairs(row["risposte"]))
        assert set(pairs(row["storia"])) <= {p.id for p in book.penalties}
