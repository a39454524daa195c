"""Misspelt and unfinished words: the terms of the vocabulary that were probably meant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

from search.language import analysis

PREFIX_LIMIT = 12  # completions of an unfinished word
CLOSE_LIMIT = 4  # words that a misspelt one may be
STOP_LEAST = 5  # letters: shorter words are near to too many stop words
STOP_WORDS = sorted(word for word in analysis.STOP if len(word) >= STOP_LEAST)


def letters(term: str) -> int:
    """Which letters and digits a term has once and which twice, as bits: terms that differ in many cannot be close."""
    bits = 0
    for character in term:
        bit = 1 << (ord(character) % 32)
        bits |= bit << 32 if bits & bit else bit
    return bits


def distance(a: str, b: str, limit: int) -> int:
    """Letters to insert, drop, change or swap (neighbours) to make `b` of `a`; `limit` + 1 where it is more."""
    most = limit + 1
    if abs(len(a) - len(b)) > limit:
        return most
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    if not a or not b:
        return len(a) + len(b)
    before: list[int] = []
    row: list[int] = [*range(most), *[most] * (len(b) - limit)]
    for i, x in enumerate(a):
        following = [i + 1 if i < limit else most] + [most] * len(b)
        for j in range(max(0, i - limit), min(len(b), i + most)):
            cost = row[j] if x == b[j] else 1 + min(row[j], row[j + 1], following[j])
            if i and j and x == b[j - 1] and a[i - 1] == b[j]:
                cost = min(cost, before[j - 1] + 1)
            following[j + 1] = cost
        if min(following) > limit:
            return most
        before, row = row, following
    return min(row[-1], most)


def allowed(word: str) -> int:
    """How many wrong letters are forgiven: none under 4 letters or with digits, one under 7, else two."""
    if len(word) < 4 or not word.isalpha():
        return 0
    return 1 if len(word) < 7 else 2


class Spelling:
    """Looks among terms, each with how often it stands."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts = counts
        self.terms = sorted(counts)
        self.by_length: dict[int, list[tuple[int, int, str]]] = {}
        for term in self.terms:
            if term.isalpha():
                self.by_length.setdefault(len(term), []).append((letters(term), counts[term], term))

    def knows(self, term: str) -> bool:
        return term in self.counts

    def stop_word(self, word: str, away: int) -> str:
        """The stop word that an unknown word misspells by a letter ('posono'), where no term is nearer than `away`."""
        if len(word) < STOP_LEAST or not away:
            return ""
        return next((stop for stop in STOP_WORDS if distance(word, stop, 1) == 1), "")

    def begun(self, word: str) -> str:
        """The term of which an unfinished word has all but the ending: 'mescolar' → 'mescol'; '' if there is none."""
        for size in range(len(word) - 1, max(3, len(word) - 5), -1):
            if word[:size] in self.counts:
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
                found.append((-self.counts[term], len(term), term))
        return [term for _, _, term in sorted(found)[:PREFIX_LIMIT]]

    def close(self, word: str, term: str) -> list[tuple[str, int]]:
        """Terms a few letters away from a misspelt word or its stem, nearest first, only those of the least distance.

        A stem of few letters is near to too many others («socio» and «solo» are 'soc' and 'sol'): nothing is forgiven in
        one of three, two letters in one of six. A word with another first letter is away by one letter only.
        """
        limit = allowed(word)
        own = min(limit, max(0, len(term) // 2 - 1))
        if not limit:
            return []
        stemmed, typed, most = letters(term), letters(word), 2 * limit
        found = []
        for length in range(len(term) - limit, len(word) + limit + 1):
            for bits, frequency, other in self.by_length.get(length, ()):
                if (bits ^ stemmed).bit_count() > most and (bits ^ typed).bit_count() > most:
                    continue
                whole, stem = distance(word, other, limit), distance(term, other, own)
                away, first = min(whole, stem) if stem <= own else whole, other[:1] == term[:1]
                if away <= (limit if first else 1):
                    found.append((away, whole, not first, -frequency, other))
        found.sort()
        least = found[0][0] if found else 0
        return [(other, away) for away, _, _, _, other in found if away == least][:CLOSE_LIMIT]
