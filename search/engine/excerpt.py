"""Cut an excerpt from a text, with the matching words marked."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from search.language import analysis

LENGTH = 400  # characters


class ExcerptPiece(NamedTuple):
    """Hold a piece of an excerpt, and whether it matches."""

    text: str
    match: bool


def excerpt(text: str, wanted: Set[str]) -> tuple[ExcerptPiece, ...]:
    """Return about 400 characters (`LENGTH`) around the first match, cut between words.

    Each matching word is a piece, and so is the text between; '…' marks a cut. `wanted`: terms that match.
    """
    found = [token for token in _list_tokens(text) if token.term in wanted]
    start, end = _cut(text, found[0].start if found else 0)
    marks = chain.from_iterable((t.start, t.end) for t in found if start <= t.start and t.end <= end)
    pieces = [ExcerptPiece(text[a:b], bool(n % 2)) for n, (a, b) in enumerate(pairwise((start, *marks, end))) if a < b]
    dots = [ExcerptPiece("…", False)]
    return (*dots[: start > 0], *pieces, *dots[: end < len(text)])


def _cut(text: str, first: int) -> tuple[int, int]:
    """Return (start, end) of an excerpt with the match at `first` in its first quarter."""
    if len(text) <= LENGTH:
        return 0, len(text)
    start = max(0, first - LENGTH // 4)
    start = text.find(" ", start) + 1 if start else 0
    end = min(len(text), start + LENGTH)
    return start, max(text.rfind(" ", start, end), start + 1) if end < len(text) else end


@lru_cache(maxsize=8192)
def _list_tokens(text: str) -> tuple[analysis.Token, ...]:
    """Return a text's words without stop words; cached, since texts are shown repeatedly."""
    return tuple(token for token in analysis.tokens(text) if token.term)
