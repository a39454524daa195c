"""Words in a row, each by what it has of the one before: in the files that a phone reads, most words are a word and a letter."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile


def front_coded(words: Iterable[str]) -> str:
    """The words one after the other: of each a capital letter, that says with how many letters of the one before it begins
    (A: none), and the others.

    ['cart', 'carton', 'mazz'] → 'AcartEonAmazz'
    """
    coded, before = [], ""
    for word in words:
        begun = takewhile(lambda two: two[0] == two[1], zip(before, word, strict=False))
        alike = min(len([*begun]), ord("Z") - ord("A"))
        coded.append(chr(ord("A") + alike) + word[alike:])
        before = word
    return "".join(coded)
