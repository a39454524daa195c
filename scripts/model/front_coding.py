"""Compress word lists for phones by front coding (shared prefixes)."""

import re
from collections.abc import Iterable

MOST = ord("Z") - ord("A")  # letters that a capital can say


def encode_words(words: Iterable[str]) -> str:
    """Encode words with front coding.

    Each word becomes a capital for the length of the prefix shared with the word before (A = 0, Z = 25), then its other
    letters: ['cart', 'carton', 'mazz'] → 'AcartEonAmazz'.
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


def decode_words(coded: str) -> list[str]:
    """Decode the words that `encode_words` wrote."""
    words: list[str] = []
    for capital, rest in re.findall("([A-Z])([^A-Z]*)", coded):
        words.append((words[-1][: ord(capital) - ord("A")] if words else "") + rest)
    return words
