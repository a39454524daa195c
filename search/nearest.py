"""What to offer where nothing was found: the sections whose number or title is nearest to what was typed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from search import analysis
from search.units import Heading

LIMIT = 3
LEAST = 0.4


def nearest(headings: Sequence[Heading], books: Collection[str], number: str, text: str) -> list[int]:
    """At most three section numbers, nearest first: of the chapter asked for, else with a word like one of `text`."""
    places = [i for i, h in enumerate(headings) if not books or h.book in books]
    if number and (found := _numbered(headings, places, number)):
        return found
    words = [bigrams(token.word) for token in analysis.tokens(text) if len(token.word) > 2 and token.term]
    scored = []
    for i in places:
        titled = [bigrams(token.word) for token in analysis.tokens(headings[i].title) if token.term]
        best = max((alike(a, b) for a in words for b in titled), default=0.0)
        if best >= LEAST:
            scored.append((-best, i))
    return [i for _, i in sorted(scored)[:LIMIT]]


def _numbered(headings: Sequence[Heading], places: Sequence[int], number: str) -> list[int]:
    """Of the chapter of '2.99', the sections whose number is nearest to it."""
    chapter, _, wanted = number.partition(".")
    scored = []
    for i in places:
        head, _, last = headings[i].number.partition(".")
        if head == chapter and last.isdigit() and wanted.isdigit():
            scored.append((abs(int(last) - int(wanted)), i))
    return [i for _, i in sorted(scored)[:LIMIT]]


def bigrams(word: str) -> frozenset[str]:
    return frozenset(word[i : i + 2] for i in range(len(word) - 1))


def alike(a: frozenset[str], b: frozenset[str]) -> float:
    """0 where two words have no pair of letters in common, 1 where all."""
    return 2 * len(a & b) / max(1, len(a) + len(b))
