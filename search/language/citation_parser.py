"""Recognise rule citations in text: 'mtr 2.5c', 'regola 2.5, lettera c'."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from search.language import analysis
from search.language.analysis import Token

CITING: frozenset[str] = frozenset(analysis.DATA["citing"].split())
DOTTED = re.compile(r"[0-9]+(?:\.[0-9]+)+\Z")
PARTS = re.compile(r"[0-9.]+|[a-z]+")
APPENDIX = ("app", "appendice")


def normalise_citation(tokens: Iterable[Token]) -> tuple[str, ...]:
    """Return a citation's normal form: '4, lettera d', '4d', 'regola 4 d' → ('4', 'd').

    `tokens`: its words, without the book's name.
    """
    words = (APPENDIX[0] if token.word in APPENDIX else token.word for token in tokens if token.word not in CITING)
    return tuple(part for word in words for part in PARTS.findall(word))


def is_letter(word: str) -> bool:
    """Return whether a word may be the letter of a statement in its section: 'c', 'ab'."""
    return len(word) < 3 and word.isalpha()


def begins_citation(tokens: Sequence[Token], n: int) -> bool:
    """Return whether a citation begins at word `n`: 'app c', '2.5', '3' after 'regola'.

    '2.000' is an amount, not a citation.
    """
    word, before = tokens[n].word, tokens[n - 1].word if n else ""
    if word in APPENDIX:
        return n + 1 < len(tokens) and len(tokens[n + 1].word) == 1 and tokens[n + 1].word.isalpha()
    return word[0].isdigit() if before in CITING else bool(DOTTED.match(word) and not analysis.THOUSANDS.match(word))


def find_citation_span(tokens: Sequence[Token], n: int) -> tuple[int, int]:
    """Return the word range [first, end) of the citation whose number is word `n`.

    It includes a word such as 'regola' before the number, and the statement's letter after it.
    """
    after = n + 1 + (n < len(tokens) and tokens[n].word in APPENDIX)
    while after < len(tokens) and tokens[after].word in CITING:
        after += 1
    after += after < len(tokens) and is_letter(tokens[after].word)
    return n - (0 < n < len(tokens) and tokens[n - 1].word in CITING), after
