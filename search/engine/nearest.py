"""What to offer where nothing was found: the sections whose number or title is nearest to what was typed."""

from __future__ import annotations

from collections.abc import Sequence

from search.index.store import Piece
from search.language import analysis

LIMIT = 3
LEAST = 0.4


def nearest_sections(pieces: Sequence[Piece], use: Sequence[int], number: str, text: str) -> list[tuple[int, int]]:
    """At most three (piece, section), nearest first: of the chapter asked for, else with a word like one of `text`."""
    places = [(p, s) for p in use for s in range(len(pieces[p].headings))]
    if number and (found := _numbered(pieces, places, number)):
        return found
    words = [bigrams(token.word) for token in analysis.tokens(text) if len(token.word) > 2 and token.term]
    scored = []
    for p, s in places:
        titled = [bigrams(token.word) for token in analysis.tokens(pieces[p].headings[s].title) if token.term]
        best = max((alike(a, b) for a in words for b in titled), default=0.0)
        if best >= LEAST:
            scored.append((-best, p, s))
    return [(p, s) for _, p, s in sorted(scored)[:LIMIT]]


def _numbered(pieces: Sequence[Piece], places: Sequence[tuple[int, int]], number: str) -> list[tuple[int, int]]:
    """Of the chapter of '2.99', the sections whose number is nearest to it."""
    chapter, _, wanted = number.partition(".")
    scored = []
    for p, s in places:
        head, _, last = pieces[p].headings[s].number.partition(".")
        if head == chapter and last.isdigit() and wanted.isdigit():
            scored.append((abs(int(last) - int(wanted)), p, s))
    return [(p, s) for _, p, s in sorted(scored)[:LIMIT]]


def bigrams(word: str) -> frozenset[str]:
    return frozenset(word[i : i + 2] for i in range(len(word) - 1))


def alike(a: frozenset[str], b: frozenset[str]) -> float:
    """0 where two words have no pair of letters in common, 1 where all."""
    return 2 * len(a & b) / max(1, len(a) + len(b))
