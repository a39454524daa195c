"""What told situations teach of each word."""

from __future__ import annotations

from collections.abc import Mapping

from scripts.render.taught import LEVELS, heard, spread, taught, together

STORIES = [
    ("tardi", "giocatore arriva turno iniziato"),
    ("tardi", "giocatore sedia vuota turno"),
    ("tardi", "carte giocatore arriva corsa"),
    ("mazzo", "giocatore carte mazzo trentanove"),
    ("mazzo", "mazzo carte doppie giocatore"),
    ("lista", "giocatore lista carte trentanove"),
    ("lista", "lista sbagliata turno giocatore"),
]


def learned(least: float, *parts: tuple[list[tuple[str, str]], float]) -> Mapping[str, dict[str, int]]:
    """What is told of → its words and pairs; each of `parts`: stories, and for how many each counts."""
    kinds = sorted({kind for stories, _ in parts for kind, _ in stories})
    own = {
        kind: together(
            (spread([heard(text.split()) for of, text in stories if of == kind]), much) for stories, much in parts
        )
        for kind in kinds
    }
    every = together((one, 1) for one in own.values())
    return {kind: taught(own[kind], every, least) for kind in kinds}


def test_the_word_that_tells_one_from_its_neighbours_is_learned() -> None:
    found = learned(1, (STORIES * 3, 1))
    assert found["tardi"]["arriva"] > found["tardi"].get("turno", 0)
    assert found["mazzo"]["mazzo"] > found["mazzo"].get("trentanove", 0)
    assert found["lista"]["lista"] > found["lista"].get("trentanove", 0)
    assert not [kind for kind, own in found.items() if own.get("giocatore", 0) > min(own.values())]
    assert all(0 < step <= LEVELS for own in found.values() for step in own.values())


def test_the_order_in_which_stories_stand_teaches_nothing() -> None:
    assert learned(1, (STORIES, 1)) == learned(1, ([*STORIES[3:], *STORIES[:3]], 1))


def test_what_counts_for_less_teaches_less() -> None:
    seldom = [("tardi", "giocatore telefono")]
    much, little = learned(1, (STORIES * 3 + seldom * 3, 1)), learned(1, (STORIES * 3, 1), (seldom * 3, 0.1))
    assert much["tardi"]["telefono"] > little["tardi"].get("telefono", 0)


def test_what_nobody_tells_teaches_nothing() -> None:
    assert taught(spread([]), spread([]), 1) == {}


def test_a_text_says_its_words_and_each_two_side_by_side_whatever_the_number() -> None:
    assert heard(["?non", "trov", "39", "cart"]) == {"?non", "trov", "cart", "?non_trov", "trov_#", "#_cart"}


SAME_WORDS = [("lista", "lista sbagliata mazzo giusto"), ("mazzo", "mazzo sbagliato lista giusta")]


def test_two_words_side_by_side_tell_apart_what_each_alone_does_not() -> None:
    stories = [(kind, text.replace("sbagliata", "sbagliato").replace("giusta", "giusto")) for kind, text in SAME_WORDS]
    found = learned(2, (stories * 4, 1))
    assert found == {
        "lista": {"lista_sbagliato": 2, "sbagliato_mazzo": 2, "mazzo_giusto": 2},
        "mazzo": {"mazzo_sbagliato": 2, "sbagliato_lista": 2, "lista_giusto": 2},
    }


def test_a_pair_says_only_what_its_words_do_not_and_not_when_one_story_says_it() -> None:
    found = learned(1, (STORIES, 1))
    assert not [pair for own in found.values() for pair in own if pair in ("lista_sbagliata", "sedia_vuota")]
