"""What the stories teach, in the fewest bytes that a line carries: each word written once, and rows that are mostly empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from scripts.model.front_coding import front_coded
from scripts.render.taught import LEVELS, PAIR

Json = Any
FIRST = "#"  # a letter for nothing before and nothing in it; so none is a space, which parts rows, nor a quotation mark
SURROGATES, SURROGATE_COUNT = 0xD800, 0x800  # codes that stand for no letter
MUCH_LEVELS = LEVELS + 1  # how much a term speaks for an infraction; for an answer never nothing
OFTEN_LEVELS = 5  # how often a word is said: never, once, twice, four times, eight times or more


def row(filled: Iterable[tuple[int, int]], levels: int) -> str:
    """The filled places of a row, in order, each with its value (from 0, less than `levels`): a letter for each, that says
    how many places before it are empty, and its value.

    [(0, 2), (3, 1)] of 3 levels → '%*'
    """
    letters, place = [], 0
    for at, value in filled:
        code = ord(FIRST) + (at - place) * levels + value
        letters.append(chr(code if code < SURROGATES else code + SURROGATE_COUNT))
        place = at + 1
    return "".join(letters)


def packed(
    told: Sequence[Mapping[str, tuple[int, int]]], answers: Sequence[Sequence[Sequence[Mapping[str, int]]]]
) -> Json:
    """`told`: of each infraction the terms, with how often they are said and how much they speak for it; `answers`: of each
    infraction, question and answer, how much which of those terms speak for it.

    `words`: each word once, first those said most, whose places lie close together. `pairs`: for each word a row of those that
    stand beside it. `told`: for each infraction a row of words and one of pairs, those of `pairs` in order. `answers`: for
    each a row of its infraction's terms, in the order in which `told` has them. `levels`: into how many steps that is told.
    """
    pairs = {term for terms in told for term in terms if PAIR in term}
    often = Counter(chain.from_iterable(told)) + Counter(pair.split(PAIR)[1] for pair in pairs)
    known = {word for term in often for word in term.split(PAIR)}
    words = sorted(known, key=lambda word: (-often[word].bit_length(), word))
    places = {word: place for place, word in enumerate(words)}
    beside: list[list[int]] = [[] for _ in words]
    for pair in pairs:
        one, other = pair.split(PAIR)
        beside[places[one]].append(places[other])
    seconds = [sorted(others) for others in beside]
    listed = chain(words, (f"{words[n]}{PAIR}{words[other]}" for n, others in enumerate(seconds) for other in others))
    place_of = {term: place for place, term in enumerate(listed)}
    orders = [sorted(terms, key=place_of.__getitem__) for terms in told]
    own_places = [{term: place for place, term in enumerate(order)} for order in orders]
    return {
        "levels": {"often": OFTEN_LEVELS, "much": MUCH_LEVELS},
        "words": front_coded(words),
        "pairs": " ".join(row(((other, 0) for other in others), 1) for others in seconds),
        "told": [_told(terms, order, place_of, len(words)) for terms, order in zip(told, orders, strict=True)],
        "answers": [
            [[_answer(learned, own) for learned in question] for question in questions]
            for questions, own in zip(answers, own_places, strict=True)
        ],
    }


def _told(terms: Mapping[str, tuple[int, int]], order: Iterable[str], places: Mapping[str, int], words: int) -> str:
    alone, beside = [], []
    for term in order:
        often, much = terms[term]
        if PAIR in term:
            beside.append((places[term] - words, much))
        else:
            alone.append((places[term], often * MUCH_LEVELS + much))
    return f"{row(alone, OFTEN_LEVELS * MUCH_LEVELS)} {row(beside, MUCH_LEVELS)}"


def _answer(learned: Mapping[str, int], places: Mapping[str, int]) -> str:
    return row(sorted((places[term], much - 1) for term, much in learned.items()), LEVELS)
