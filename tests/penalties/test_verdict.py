"""Test escalation: a penalty for a player who already has some."""

import itertools
from dataclasses import replace

import pytest

from scripts.model.book import Book
from scripts.model.infraction import DecisionRow
from scripts.model.problems import Place
from scripts.penalties.verdict import count_limits, escalate, find_next_count, list_allowed, reach_verdict
from scripts.pipeline import Sources

VERBAL, OFFICIAL, GAME, MATCH, OUT = (
    "ammonizione-verbale",
    "ammonizione-ufficiale",
    "partita-persa",
    "incontro-perso",
    "espulsione",
)


@pytest.fixture
def naruto(sources: Sources) -> Book:
    return sources.rulebook.book("naruto-it")


@pytest.fixture
def bang(sources: Sources) -> Book:
    return sources.rulebook.book("bang")


@pytest.fixture
def ipg(sources: Sources) -> Book:
    return sources.rulebook.book("magic-ipg")


def row(low: str, high: str = "", infraction: str = "", either: bool = False) -> DecisionRow:
    return DecisionRow({}, low, high or low, "", (), (), ("prova",), Place("prova"), either, infraction)


@pytest.mark.parametrize(
    ("given", "verbal", "official", "penalty", "also"),
    [
        (VERBAL, 2, 2, VERBAL, ()),
        (VERBAL, 3, 0, OFFICIAL, ()),
        (VERBAL, 3, 1, OFFICIAL, ()),
        (VERBAL, 3, 2, OUT, ()),
        (OFFICIAL, 9, 1, OFFICIAL, ()),
        (OFFICIAL, 0, 2, OUT, ()),
        (GAME, 0, 0, GAME, (OFFICIAL,)),
        (GAME, 3, 1, GAME, (OFFICIAL,)),
        (GAME, 0, 2, OUT, ()),
        (MATCH, 0, 1, MATCH, (OFFICIAL,)),
        (MATCH, 0, 5, OUT, ()),
        (OUT, 3, 2, OUT, ()),
        ("nessuna", 3, 2, "nessuna", ()),
    ],
)
def test_naruto(naruto: Book, given: str, verbal: int, official: int, penalty: str, also: tuple[str, ...]) -> None:
    result = escalate(naruto, given, {VERBAL: verbal, OFFICIAL: official})
    assert (result.penalty, result.also) == (penalty, also)


def test_the_second_warning_of_bang_is_expulsion_and_cites_its_rule(bang: Book) -> None:
    assert escalate(bang, "ammonizione", {}).penalty == "ammonizione"
    result = escalate(bang, "ammonizione", {"ammonizione": 1})
    assert result.penalty == OUT
    assert [step.cites for step in result.steps] == [("bang-3.penalita.e",)]


def test_a_range_shrinks_to_what_every_choice_becomes(naruto: Book) -> None:
    result = reach_verdict(naruto, row(VERBAL, GAME), {VERBAL: 3, OFFICIAL: 2})
    assert (result.lowest, result.highest) == (OUT, OUT)
    result = reach_verdict(naruto, row(VERBAL, GAME), {VERBAL: 3, OFFICIAL: 1})
    assert (result.lowest, result.highest) == (OFFICIAL, GAME)


def test_a_range_holds_what_lies_between(naruto: Book) -> None:
    assert list_allowed(naruto, row(VERBAL, GAME)) == (VERBAL, OFFICIAL, GAME)
    assert list_allowed(naruto, row("nessuna", OFFICIAL)) == ("nessuna", VERBAL, OFFICIAL)


def test_only_counts_that_can_change_the_verdict_are_asked(naruto: Book, bang: Book) -> None:
    assert find_next_count(naruto, row(VERBAL), {}) == VERBAL
    assert find_next_count(naruto, row(VERBAL), {VERBAL: 2}) is None
    assert find_next_count(naruto, row(VERBAL), {VERBAL: 3}) == OFFICIAL
    assert find_next_count(naruto, row(GAME), {}) == OFFICIAL
    assert find_next_count(naruto, row(OUT, "sospensione"), {}) is None
    assert find_next_count(bang, row("nessuna"), {}) is None
    assert find_next_count(bang, row("ammonizione", OUT), {}) == "ammonizione"


def test_a_worse_history_never_makes_a_verdict_milder(sources: Sources) -> None:
    for book in sources.rulebook.books:
        most = count_limits(book)
        histories = [dict(zip(most, c, strict=True)) for c in itertools.product(*(range(m + 2) for m in most.values()))]
        grade = {p.id: p.grade for p in book.penalties}
        for penalty in grade:
            for a, b in itertools.product(histories, histories):
                if all(a[p] <= b[p] for p in most):
                    assert grade[escalate(book, penalty, a).penalty] <= grade[escalate(book, penalty, b).penalty]


def test_rules_that_go_round_end(bang: Book) -> None:
    back = replace(bang.escalations[0], id="ritorno", penalty=OUT, already=0, becomes="ammonizione")
    book = replace(bang, escalations=(*bang.escalations, back))
    assert len(escalate(book, "ammonizione", {"ammonizione": 1}).steps) == 2


@pytest.mark.parametrize(
    ("infraction", "warnings", "penalty"),
    [
        ("2.5", 1, "ammonizione"),
        ("2.5", 2, "partita-persa"),
        ("2.6", 9, "ammonizione"),
        ("3.3", 0, "ammonizione"),
        ("3.3", 1, "partita-persa"),
        ("4.1", 1, "partita-persa"),
    ],
)
def test_some_counts_are_of_one_infraction(ipg: Book, infraction: str, warnings: int, penalty: str) -> None:
    given = row("ammonizione", infraction=f"magic-ipg-{infraction}")
    assert reach_verdict(ipg, given, {"ammonizione": warnings}).highest == penalty


def test_a_count_that_changes_nothing_is_not_asked(ipg: Book) -> None:
    assert find_next_count(ipg, row("ammonizione", infraction="magic-ipg-2.6"), {}) is None
    assert find_next_count(ipg, row("ammonizione", infraction="magic-ipg-2.5"), {}) == "ammonizione"


def test_of_either_nothing_between_is_allowed(ipg: Book) -> None:
    assert list_allowed(ipg, row("nessuna", "partita-persa")) == ("nessuna", "ammonizione", "partita-persa")
    assert list_allowed(ipg, row("nessuna", "partita-persa", either=True)) == ("nessuna", "partita-persa")


def test_what_somebody_else_commits_is_said_in_its_cases(ipg: Book) -> None:
    broken = next(table for table in ipg.infractions if table.id == "magic-ipg-2.5")
    others = {
        (answer, tuple(other.infraction for other in row.others))
        for row in broken.rows
        for answer in row.when.get("avversario", ())
    }
    assert others == {("no", ()), ("si", ("magic-ipg-2.6",)), ("entrambi", ("magic-ipg-2.5",))}
