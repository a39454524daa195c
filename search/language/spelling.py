"""Correct misspelt words and complete unfinished ones.

The results are terms of the vocabulary that were probably meant.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scripts.model.text_format import fold_text
from search.language import analysis

HELD = re.compile(r"(.)\1{2,}")  # a key held down: no word has a letter three times in a row
PREFIX_LIMIT = 12  # completions of an unfinished word
CLOSE_LIMIT = 4  # words that a misspelt one may be
STOP_LEAST = 5  # letters: shorter words are near to too many stop words
HALF_LEAST = 3  # letters of a word that another is joined to: 'deckcheck'
STOP_WORDS = sorted(word for word in analysis.STOP if len(word) >= STOP_LEAST)


@dataclass(frozen=True)
class Reading:
    """Hold a typed word's possible terms, best first, with weights in percent.

    The word that was meant is given where it was misspelt.

    `known`: the first is right. `joined`: the word is several. A word `meant` without terms is a stop word, or a look-alike
    of a word that is right but that no book has: it is only suggested.
    """

    terms: tuple[tuple[str, int], ...]
    meant: str = ""
    known: bool = False
    joined: tuple[str, ...] = ()
    unknown: bool = False


@cache
def common_words() -> frozenset[str]:
    """Return the words of everyday Italian, folded.

    One that no book has is then not taken for a misspelling.
    """
    return frozenset((Path(__file__).parent / "common_words.txt").read_text(encoding="utf-8").split())


def letters(term: str) -> int:
    """Return a term's letters as bits: once, and twice.

    Terms that differ in many cannot be close.
    """
    bits = 0
    for character in term:
        bit = 1 << (ord(character) % 32)
        bits |= bit << 32 if bits & bit else bit
    return bits


def distance(a: str, b: str, limit: int) -> int:
    """Count the edits from `a` to `b`: insert, drop, change, swap letters.

    Gives `limit` + 1 where it is more; only neighbours are swapped.
    """
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
    """Return how many wrong letters are allowed.

    None under 4 letters or with digits, one under 8, else two: of words of 7 most are near to one that means something else.
    """
    if len(word) < 4 or not word.isalpha():
        return 0
    return 1 if len(word) < 8 else 2


class Spelling:
    """Find terms that a word begins or misspells.

    Each term with how often it stands, and `words` that have them; `common`: words that are no slips; `together`:
    whether two terms stand in one document; `weights`: see `search/index/weights.json`.
    """

    def __init__(
        self,
        counts: Mapping[str, int],
        words: Iterable[str],
        common: Collection[str],
        together: Callable[[str, str], bool],
        weights: Mapping[str, Any],
    ) -> None:
        self.counts, self.common, self.together, self.weights = counts, common, together, weights
        self.terms = sorted(counts)
        self.written = {fold_text(word): word for word in sorted(words)}
        self.by_length: dict[int, list[tuple[int, str]]] = {}
        for word in self.written:
            self.by_length.setdefault(len(word), []).append((letters(word), word))

    def read(self, word: str, term: str, typing: bool, mending: bool = True) -> Reading:
        """Return a typed word's readings: itself, a beginning, a misspelling.

        A word that everybody uses and no book has is unknown, and so is one like no other; `mending`: whether others are mended.
        """
        known = bool(term) and term in self.counts
        found = [(term, 100)] if known else []
        if typing and len(word) >= 2:
            longer = [other for other in self.completions(word) if other != term]
            begun = "" if known or longer else self.begun(word)
            if begun and (self.ends(word[len(begun) :]) or not any(away == 1 for _, away in self.close(word))):
                return Reading(((begun, 100),), known=True)
            found += [(other, self.weights["prefixKnown" if known else "prefix"]) for other in longer]
        if found or not term:
            return Reading(tuple(found), known=known)
        close = self.close(word)
        meant = self.written[close[0][0]] if close else ""
        if word in self.common:
            return Reading((), meant, unknown=True)
        if (not close or close[0][1] > 1) and (halves := self.halves(word)):
            return Reading((), known=True, joined=halves)
        if not mending:
            return Reading((), unknown=True)
        if stop := self.stop_word(word, close[0][1] if close else 2):
            return Reading((), stop)
        near = dict.fromkeys((analysis.term_of(other), self.weights["close"][away]) for other, away in close)
        return Reading(tuple(near)[:CLOSE_LIMIT], meant, unknown=not close)

    def halves(self, word: str) -> tuple[str, ...]:
        """Return the terms of two joined words: 'deckcheck' → ('deck', 'check').

        () where it is none.
        """
        for n in range(HALF_LEAST, len(word) - HALF_LEAST + 1):
            both = analysis.term_of(word[:n]), analysis.term_of(word[n:])
            if all(half in self.counts for half in both) and self.together(*both):
                return both
        return ()

    def stop_word(self, word: str, away: int) -> str:
        """Return the stop word that an unknown word misspells: 'posono'.

        It differs by one letter.

        Where no term is nearer than `away`.
        """
        if len(word) < STOP_LEAST or not away:
            return ""
        return next((stop for stop in STOP_WORDS if distance(word, stop, 1) == 1), "")

    def begun(self, word: str) -> str:
        """Return the term that a word begins: 'mescolar' → 'mescol'; else ''."""
        for size in range(len(word) - 1, max(3, len(word) - 5), -1):
            if word[:size] in self.counts:
                return word[:size]
        return ""

    def ends(self, rest: str) -> bool:
        """Tell whether the rest after a stem may begin an ending.

        'av' of 'mescolav', not 'ter' of 'bosster'
        """
        rest = rest[1:] if rest[:1] in ("h", "i") else rest
        return any(suffix.startswith(rest) for suffix, _ in analysis.SUFFIXES)

    def completions(self, prefix: str) -> list[str]:
        """Return the terms with a prefix, most frequent first, then shortest."""
        found = []
        for i in range(bisect_left(self.terms, prefix), len(self.terms)):
            term = self.terms[i]
            if not term.startswith(prefix):
                break
            if term != prefix:
                found.append((-self.counts[term], len(term), term))
        return [term for _, _, term in sorted(found)[:PREFIX_LIMIT]]

    def close(self, word: str) -> list[tuple[str, int]]:
        """Return the words nearest to a misspelt one.

        A few letters away, only those of the least distance.

        A word with another first letter is away by one letter only; of equally near ones first those of which a
        letter was lost, then to which one was added, then of which one was changed.
        """
        word = HELD.sub(r"\1\1", word)
        limit, bits = allowed(word), letters(word)
        found = []
        for length in range(len(word) - limit, len(word) + limit + 1) if limit else ():
            for other_bits, other in self.by_length.get(length, ()):
                if (other_bits ^ bits).bit_count() <= 2 * limit:
                    away, first = distance(word, other, limit), other[0] == word[0]
                    if away <= (limit if first else 1):
                        often, even = self.counts.get(analysis.term_of(other), 0), length == len(word)
                        found.append((away, not first, even, -length, -often, other))
        found.sort()
        return [(other, away) for away, *_, other in found if away == found[0][0]][: 2 * CLOSE_LIMIT]


def slips(words: Iterable[str], right: Collection[str], terms: Collection[str]) -> list[str]:
    """Return those of `words` that may pass for misspellings.

    A misspelling may be one of a `right` word, or two `terms` written as one.

    Two words are near only if they are the same without a few letters; some that are the same so are not near.
    """
    owners: dict[str, str] = {}  # a word without some letters → the word, '' for several
    for word in right:
        for less in _without_letters(word, allowed(word) + (len(word) in (6, 7))):
            owners[less] = word if owners.get(less, word) == word else ""
    joined = Spelling(dict.fromkeys(terms, 0), (), (), lambda *_: True, {})

    def near(word: str) -> bool:
        return any(owners.get(less, word) != word for less in _without_letters(word, allowed(word)))

    return [word for word in words if near(word) or joined.halves(word)]


def _without_letters(word: str, most: int) -> set[str]:
    found = {word}
    for _ in range(most):
        found |= {less[:n] + less[n + 1 :] for less in found for n in range(len(less))}
    return found
