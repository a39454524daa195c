"""Correct misspelt words and complete unfinished ones.

The results are terms (stems) and words that the indexed books have.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from scripts.model.italian_format import fold_text
from search.language import analysis

HELD = re.compile(r"(.)\1{2,}")  # a key held down: no word has a letter three times in a row
PREFIX_LIMIT = 12  # completions of an unfinished word
CLOSE_LIMIT = 4  # words that a misspelt one may be
STOP_LEAST = 5  # letters: shorter words are near to too many stop words
HALF_LEAST = 3  # letters of a word that another is joined to: 'deckcheck'
STOP_WORDS = sorted(word for word in analysis.STOP if len(word) >= STOP_LEAST)


@dataclass(frozen=True)
class Reading:
    """Hold what a typed word may mean.

    `terms`: possible index terms with their weight in percent, best first; `known`: whether the word, its beginning or
    its two parts are in the index; `meant`: the correct spelling, '' if none is proposed (searched if `terms` is not
    empty, else only suggested to the user); `joined`: terms of two words that were written as one; `unknown`: whether
    no book has the word.
    """

    terms: tuple[tuple[str, int], ...]
    meant: str = ""
    known: bool = False
    joined: tuple[str, ...] = ()
    unknown: bool = False


@cache
def common_words() -> frozenset[str]:
    """Return everyday Italian words, without accents, that are never taken for misspellings."""
    return frozenset((Path(__file__).parent / "common_words.txt").read_text(encoding="utf-8").split())


def make_letter_bits(term: str) -> int:
    """Return a bit set of a term's letters, to rule out distant words fast.

    32 bits for letters that occur, 32 for those that occur twice: two terms whose bits differ much cannot be close.
    """
    bits = 0
    for character in term:
        bit = 1 << (ord(character) % 32)
        bits |= bit << 32 if bits & bit else bit
    return bits


def distance(a: str, b: str, limit: int) -> int:
    """Return two words' edit distance, at most `limit` + 1.

    An edit inserts, drops or changes a letter, or swaps two neighbours.
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


def limit_edits(word: str) -> int:
    """Return how many wrong letters a word of this length may have: 0, 1 or 2.

    0 under 4 letters or with digits, 1 under 8, since most words of 7 letters are two edits from another word.
    """
    if len(word) < 4 or not word.isalpha():
        return 0
    return 1 if len(word) < 8 else 2


class Spelling:
    """Find the known terms that a typed word begins or misspells.

    `counts`: term → how often it is indexed; `words`: the indexed words; `common`: correct words of everyday Italian;
    `together(a, b)`: whether two terms occur in one document; `weights`: from `search/index/weights.json`.
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
            self.by_length.setdefault(len(word), []).append((make_letter_bits(word), word))

    def read(self, word: str, term: str, typing: bool, mending: bool = True) -> Reading:
        """Return a typed word's readings: itself, a longer word, a correction.

        `term`: the word's index term, '' for a stop word; `typing`: whether the word may be unfinished; `mending`:
        whether it may be corrected.
        """
        known = bool(term) and term in self.counts
        found = [(term, 100)] if known else []
        if typing and len(word) >= 2:
            longer = [other for other in self.complete(word) if other != term]
            begun = "" if known or longer else self.find_stem(word)
            if begun and (
                self.is_ending(word[len(begun) :]) or not any(away == 1 for _, away in self.find_nearest(word))
            ):
                return Reading(((begun, 100),), known=True)
            found += [(other, self.weights["prefixKnown" if known else "prefix"]) for other in longer]
        if found or not term:
            return Reading(tuple(found), known=known)
        close = self.find_nearest(word)
        meant = self.written[close[0][0]] if close else ""
        if word in self.common:
            return Reading((), meant, unknown=True)
        if (not close or close[0][1] > 1) and (halves := self.split_compound(word)):
            return Reading((), known=True, joined=halves)
        if not mending:
            return Reading((), unknown=True)
        if stop := self.find_stop_word(word, close[0][1] if close else 2):
            return Reading((), stop)
        near = dict.fromkeys((analysis.term_of(other), self.weights["close"][away]) for other, away in close)
        return Reading(tuple(near)[:CLOSE_LIMIT], meant, unknown=not close)

    def split_compound(self, word: str) -> tuple[str, ...]:
        """Split a word into two terms known together: 'deckcheck' → ('deck', 'check'); else ()."""
        for n in range(HALF_LEAST, len(word) - HALF_LEAST + 1):
            first = analysis.term_of(word[:n])
            if (
                first in self.counts
                and (second := analysis.term_of(word[n:])) in self.counts
                and self.together(first, second)
            ):
                return first, second
        return ()

    def find_stop_word(self, word: str, away: int) -> str:
        """Return the stop word that is one edit away from `word`: 'posono' → 'possono'; '' if none.

        '' also if `word` has under 5 letters, or is known: `away`, the edit distance of the nearest known word, is 0.
        """
        if len(word) < STOP_LEAST or not away:
            return ""
        return next((stop for stop in STOP_WORDS if distance(word, stop, 1) == 1), "")

    def find_stem(self, word: str) -> str:
        """Return the known term that a word extends by up to 4 letters (mescolar → mescol), or ''."""
        for size in range(len(word) - 1, max(3, len(word) - 5), -1):
            if word[:size] in self.counts:
                return word[:size]
        return ""

    def is_ending(self, rest: str) -> bool:
        """Return whether letters after a stem may begin an Italian ending: 'av', but not 'ter'."""
        rest = rest[1:] if rest[:1] in ("h", "i") else rest
        return any(suffix.startswith(rest) for suffix, _ in analysis.SUFFIXES)

    def complete(self, prefix: str) -> list[str]:
        """Return up to 12 terms that begin with `prefix`, most frequent first, then shortest."""
        found = []
        for i in range(bisect_left(self.terms, prefix), len(self.terms)):
            term = self.terms[i]
            if not term.startswith(prefix):
                break
            if term != prefix:
                found.append((-self.counts[term], len(term), term))
        return [term for _, _, term in sorted(found)[:PREFIX_LIMIT]]

    def find_nearest(self, word: str) -> list[tuple[str, int]]:
        """Return the known words nearest to a misspelt one, as (word, edit distance).

        There are at most eight, all at the least distance found; [] if none is near enough. Words with the same first
        letter come first (others must be one edit away), then longer, shorter and equally long words.
        """
        word = HELD.sub(r"\1\1", word)
        limit, bits = limit_edits(word), make_letter_bits(word)
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


def find_lookalikes(words: Iterable[str], right: Collection[str], terms: Collection[str]) -> list[str]:
    """Return those of `words` that could be taken for misspellings.

    Such a word becomes equal to one in `right` if each loses a letter or two, or is two words of `terms` joined.
    """
    owners: dict[str, str] = {}  # a word without some letters → the word, '' for several
    for word in right:
        for less in _without_letters(word, limit_edits(word) + (len(word) in (6, 7))):
            owners[less] = word if owners.get(less, word) == word else ""
    joined = Spelling(dict.fromkeys(terms, 0), (), (), lambda *_: True, {})

    def near(word: str) -> bool:
        return any(owners.get(less, word) != word for less in _without_letters(word, limit_edits(word)))

    return [word for word in words if near(word) or joined.split_compound(word)]


def _without_letters(word: str, most: int) -> set[str]:
    found = {word}
    for fewer in range(1, most + 1):
        found.update(map("".join, combinations(word, len(word) - fewer)))
    return found
