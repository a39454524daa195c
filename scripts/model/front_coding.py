"""Words in a row, each by what it has of the one before: in the files that a phone reads, most words are a word and a letter."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST = ord("Z") - ord("A")  # letters that a capital can say


def front_coded(words: Iterable[str]) -> str:
    """The words one after the other: of each a capital letter, that says with how many letters of the one before it begins
    (A: none), and the others.

    ['cart', 'carton', 'mazz'] → 'AcartEonAmazz'
    """
    coded, before = [], ""
    for word in words:
        alike = 0
        for one, other in zip(before[:MOST], word, strict=False):
            if one != other:
                break
            alike += 1
        coded.append(chr(ord("A") + alike) + word[alike:])
        before = word
    return "".join(coded)


def front_decoded(coded: str) -> list[str]:
    """Return the words that `front_coded` wrote."""
    words: list[str] = []
    for capital, rest in re.findall("([A-Z])([^A-Z]*)", coded):
        words.append((words[-1][: ord(capital) - ord("A")] if words else "") + rest)
    return words
