"""The phrases of the tables (`words` in an infraction's TOML, see FORMATO.md, «Il racconto») as the browser looks for them.

`docs/assets/js/penalita/phrases.js` finds them in a told situation, by words for which the analysis is done here, once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from search.language.analysis import Token, tokens
from search.language.telling import NEGATIONS

COUNTING = NEGATIONS | {"mi", "me", "io"}  # stop words; who tells is the judge: «mi ha mentito» is not «ha mentito»


@lru_cache(maxsize=1 << 14)
def compact(text: str) -> str:
    """A phrase with the terms of its words, one position a word: 'le guarda/guardava … =prima mano' → 'guard …=prima man'.

    Stop words count only where, without them, one word alone would be left, and never alone; negations stay words.
    """
    positions = list(_positions(text, every=False))
    every = positions if len(positions) > 1 else list(_positions(text, every=True))
    return " ".join(every if len(every) > 1 else positions)


def _positions(text: str, *, every: bool) -> Iterator[str]:
    far = ""
    for piece in text.split():
        if piece == "…":
            far = "…"
            continue
        for position in _position(piece, every):
            yield far + position
            far = ""


@lru_cache(maxsize=1 << 14)
def _position(piece: str, every: bool) -> tuple[str, ...]:
    """'a/b' is one position, «l’altro» as many as it has words."""
    if piece == "#":
        return (piece,)
    exact = "=" if piece.startswith("=") else ""
    read = [list(tokens(choice)) for choice in piece.removeprefix("=").split("/")]
    said = [[t for t in choice if exact or t.term or t.word in COUNTING] for choice in read]
    if every:  # of «l’altro/lui» the article is no choice of its own
        said = [choice if len(read) == 1 or not own else own for choice, own in zip(read, said, strict=True)]
    positions = [[t] for t in said[0]] if len(said) == 1 else [[t for choice in said for t in choice]]
    written = (dict.fromkeys(_form(token, exact) for token in choices) for choices in positions if choices)
    return tuple(exact + "/".join(forms) for forms in written)


def _form(token: Token, exact: str) -> str:
    return token.word if exact or not token.term or token.word in NEGATIONS else token.term
