"""What told situations teach of each word."""

from __future__ import annotations

from scripts.render.taught import LEVELS, taught

STORIES = [
    ("tardi", "giocatore arriva turno iniziato"),
    ("tardi", "giocatore sedia vuota turno"),
    ("tardi", "carte giocatore arriva corsa"),
    ("mazzo", "giocatore carte mazzo trentanove"),
    ("mazzo", "mazzo carte doppie giocatore"),
    ("lista", "giocatore lista carte trentanove"),
    ("lista", "lista sbagliata turno giocatore"),
]


def words(stories: list[tuple[str, str]], weight: float = 1) -> list[tuple[str, frozenset[str], float]]:
    return [(kind, frozenset(text.split()), weight) for kind, text in stories]


def test_the_word_that_tells_one_from_its_neighbours_is_learned() -> None:
    found = taught(words(STORIES * 3))
    assert found["tardi"]["arriva"] > found["tardi"].get("turno", 0)
    assert found["mazzo"]["mazzo"] > found["mazzo"].get("trentanove", 0)
    assert found["lista"]["lista"] > found["lista"].get("trentanove", 0)
    assert not [kind for kind, learned in found.items() if learned.get("giocatore", 0) > min(learned.values())]
    assert all(0 < step <= LEVELS for learned in found.values() for step in learned.values())


def test_the_order_in_which_stories_stand_teaches_nothing() -> None:
    assert taught(words(STORIES)) == taught(words([*STORIES[3:], *STORIES[:3]]))


def test_what_counts_for_less_teaches_less() -> None:
    seldom = [("tardi", "giocatore telefono")]
    much, little = taught(words(STORIES * 3 + seldom * 3)), taught([*words(STORIES * 3), *words(seldom * 3, 0.1)])
    assert much["tardi"]["telefono"] > little["tardi"].get("telefono", 0)


def test_what_nobody_tells_teaches_nothing() -> None:
    assert taught([]) == {}
