"""Cut out a text's answering excerpt, with matches marked."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from search.language import analysis

LENGTH = 400  # characters


class Stretch(NamedTuple):
    text: str
    match: bool


def excerpt(text: str, wanted: Set[str], length: int = LENGTH) -> tuple[Stretch, ...]:
    """Cut about `length` characters around the first match, between words.

    Matches are marked.
    """
    found = [token for token in _tokens(text) if token.term in wanted]
    start, end = 0, len(text)
    if end > length:
        start = max(0, found[0].start - length // 4) if found else 0
        if start:
            start = text.find(" ", start) + 1
        end = min(len(text), start + length)
        if end < len(text):
            end = max(text.rfind(" ", start, end), start + 1)
    pieces = [Stretch("…", False)] if start else []
    position = start
    for token in found:
        if token.start < position or token.end > end:
            continue
        if token.start > position:
            pieces.append(Stretch(text[position : token.start], False))
        pieces.append(Stretch(text[token.start : token.end], True))
        position = token.end
    if position < end:
        pieces.append(Stretch(text[position:end], False))
    if end < len(text):
        pieces.append(Stretch("…", False))
    return tuple(pieces)


@lru_cache(maxsize=8192)
def _tokens(text: str) -> tuple[analysis.Token, ...]:
    """Return a text's words without stop words.

    Cached: the same texts are shown again and again.
    """
    return tuple(token for token in analysis.tokens(text) if token.term)
