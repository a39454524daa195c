"""Misspelt and unfinished words: the terms of the vocabulary that were probably meant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from search import analysis, scoring

STOP_LEAST = 5  # letters: shorter words are near to too many stop words
STOP_WORDS = sorted(word for word in analysis.STOP if len(word) >= STOP_LEAST)


def letters(term: str) -> int:
    """Which letters and digits a term has, as bits: terms that differ in many cannot be close."""
    bits = 0
    for character in term:
        bits |= 1 << (ord(character) % 32)
    return bits


def distance(a: str, b: str, limit: int) -> int:
    """Letters to insert, drop, change or swap (neighbours) to make `b` of `a`; `limit` + 1 where it is more."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        following = [i]
        for j, y in enumerate(b, 1):
            cost = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        if min(following) > limit:
            return limit + 1
        before, row = row, following
    return min(row[-1], limit + 1)


def allowed(word: str) -> int:
    """How many wrong letters are forgiven: none under 4 letters or with digits, one under 7, else two."""
    if len(word) < 4 or not word.isalpha():
        return 0
    return 1 if len(word) < 7 else 2


class Spelling:
    """Looks among `terms` (sorted) with their frequencies."""

    def __init__(self, terms: Sequence[str], frequencies: Sequence[int]) -> None:
        self.terms, self.frequencies = terms, frequencies
        self.known = frozenset(terms)
        self.by_length: dict[int, list[tuple[int, int, str]]] = {}
        for term, frequency in zip(terms, frequencies, strict=True):
            if term.isalpha():
                self.by_length.setdefault(len(term), []).append((letters(term), frequency, term))

    def knows(self, term: str) -> bool:
        return term in self.known

    def stop_word(self, word: str, away: int) -> str:
        """The stop word that an unknown word misspells by a letter ('posono'), where no term is nearer than `away`."""
        if len(word) < STOP_LEAST or not away:
            return ""
        return next((stop for stop in STOP_WORDS if distance(word, stop, 1) == 1), "")

    def begun(self, word: str) -> str:
        """The term of which an unfinished word has all but the ending: 'mescolar' → 'mescol'; '' if there is none."""
        for size in range(len(word) - 1, max(3, len(word) - 5), -1):
            if word[:size] in self.known:
                return word[:size]
        return ""

    def ends(self, rest: str) -> bool:
        """Whether what follows a stem may be the beginning of an ending: 'av' of 'mescolav', not 'ter' of 'bosster'."""
        rest = rest[1:] if rest[:1] in ("h", "i") else rest
        return any(suffix.startswith(rest) for suffix, _ in analysis.SUFFIXES)

    def completions(self, prefix: str) -> list[str]:
        """Terms that begin with `prefix`, most frequent first, then shortest."""
        found = []
        for i in range(bisect_left(self.terms, prefix), len(self.terms)):
            term = self.terms[i]
            if not term.startswith(prefix):
                break
            if term != prefix:
                found.append((-self.frequencies[i], len(term), term))
        return [term for _, _, term in sorted(found)[: scoring.PREFIX_LIMIT]]

    def close(self, word: str, term: str) -> list[tuple[str, int]]:
        """Terms a few letters away from a misspelt word or its stem, nearest first, only those of the least distance."""
        limit = allowed(word)
        if not limit:
            return []
        masks, most = (letters(term), letters(word)), 2 * limit
        found = []
        for length in range(len(term) - limit, len(word) + limit + 1):
            for bits, frequency, other in self.by_length.get(length, ()):
                if all((bits ^ mask).bit_count() > most for mask in masks):
                    continue
                whole = distance(word, other, limit)
                away = min(whole, distance(term, other, limit))
                if away <= limit:
                    found.append((away, whole, other[:1] != term[:1], -frequency, other))
        found.sort()
        least = found[0][0] if found else 0
        return [(other, away) for away, _, _, _, other in found if away == least][: scoring.CLOSE_LIMIT]
