"""What told situations teach of each word."""

from __future__ import annotations

from scripts.render.taught import LEVELS, heard, taught

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
    return [(kind, heard(text.split()), weight) for kind, text in stories]


def test_the_word_that_tells_one_from_its_neighbours_is_learned() -> None:
    found = taught(words(STORIES * 3), 1)
    assert found["tardi"]["arriva"] > found["tardi"].get("turno", 0)
    assert found["mazzo"]["mazzo"] > found["mazzo"].get("trentanove", 0)
    assert found["lista"]["lista"] > found["lista"].get("trentanove", 0)
    assert not [kind for kind, learned in found.items() if learned.get("giocatore", 0) > min(learned.values())]
    assert all(0 < step <= LEVELS for learned in found.values() for step in learned.values())


def test_the_order_in_which_stories_stand_teaches_nothing() -> None:
    assert taught(words(STORIES), 1) == taught(words([*STORIES[3:], *STORIES[:3]]), 1)


def test_what_counts_for_less_teaches_less() -> None:
    seldom = [("tardi", "giocatore telefono")]
    much, little = taught(words(STORIES * 3 + seldom * 3), 1), taught([*words(STORIES * 3), *words(seldom * 3, 0.1)], 1)
    assert much["tardi"]["telefono"] > little["tardi"].get("telefono", 0)


def test_what_nobody_tells_teaches_nothing() -> None:
    assert taught([], 1) == {}


def test_a_text_says_its_words_and_each_two_side_by_side_whatever_the_number() -> None:
    assert heard(["?non", "trov", "39", "cart"]) == {"?non", "trov", "cart", "?non_trov", "trov_#", "#_cart"}


SAME_WORDS = [("lista", "lista sbagliata mazzo giusto"), ("mazzo", "mazzo sbagliato lista giusta")]


def test_two_words_side_by_side_tell_apart_what_each_alone_does_not() -> None:
    stories = [(kind, text.replace("sbagliata", "sbagliato").replace("giusta", "giusto")) for kind, text in SAME_WORDS]
    found = taught(words(stories * 4), 2)
    assert found == {
        "lista": {"lista_sbagliato": 2, "sbagliato_mazzo": 2, "mazzo_giusto": 2},
        "mazzo": {"mazzo_sbagliato": 2, "sbagliato_lista": 2, "lista_giusto": 2},
    }


def test_a_pair_says_only_what_its_words_do_not_and_not_when_one_story_says_it() -> None:
    found = taught(words(STORIES), 1)
    assert not [pair for learned in found.values() for pair in learned if pair in ("lista_sbagliata", "sedia_vuota")]
