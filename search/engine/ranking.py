"""The ranking: groups of alternatives → statements and rows, by sums of whole numbers.

A document is worth what its own words, its questions and its section say for each thing that was typed, each as
rare as it is in the books searched. The browser does the same (`docs/assets/js/search/ranking.js`), to the unit.

Documents and sections are numbered over all pieces here; a section's number is below zero, so that one mapping has both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any

from search.engine.query import Group
from search.engine.remembered import remembered
from search.index import weights
from search.index.documents import Field
from search.index.store import Piece
from search.index.weights import ASKED, NAMED, OWN
from search.language.vocabulary import Alternative

SCALE = 1000
INTERVAL = "#"  # begins the term that stands for a number inside an interval: '#40', '#40 minuto'
BITS = 32  # of each of the amounts that are one number, so that they are added at once
MASK = (1 << BITS) - 1

Use = tuple[int, ...]
"""The numbers of the pieces that are searched."""
Hit = tuple[int, int, bool]
"""A document found: its score below zero, so that the best comes first, its number, whether it has most of the query."""
Sums = dict[int, int]
"""A document or section → what speaks for it and, `BITS` above, how much of the query it has itself, or in its title."""


@dataclass(frozen=True)
class Matches:
    """What a group finds: its weight in the query, and its sums."""

    whole: int
    sums: Sums


class Ranking:
    """Scores groups against pieces."""

    def __init__(self, pieces: Sequence[Piece], numbers: Mapping[str, Any] = weights.DATA) -> None:
        self.pieces, self.weights = pieces, numbers
        self.shares = weights.section_shares(max((len(p.documents) for p in pieces), default=0), dict(numbers))
        self.documents = [document for piece in pieces for document in piece.documents]
        self.piece_of = [p for p, piece in enumerate(pieces) for _ in piece.documents]
        anchors: dict[str, int] = {}
        self.anchors = [anchors.setdefault(document.anchor, n) for n, document in enumerate(self.documents)]
        self.begins: list[int] = []
        self.home: list[int] = []
        self.heads: dict[int, int] = {}
        self.firsts: dict[int, int] = {}
        self.titles: dict[int, tuple[str, ...]] = {}
        for piece in pieces:
            begin, above = len(self.home), ~len(self.heads)
            self.begins.append(begin)
            self.home += [above - section for section in piece.home]
            for section, (head, first, title) in enumerate(zip(piece.heads, piece.firsts, piece.titles, strict=True)):
                self.heads[above - section], self.firsts[above - section] = begin + head, begin + first
                self.titles[above - section] = title
        self._against = [10 * numbers["unlikely"] * p.losses[n] for p in pieces for n in range(len(p.documents))]
        self._speaks = weights.speaks(numbers)
        self._spread = remembered(self.spread)
        self._impact = lru_cache(maxsize=None)(partial(weights.impact, weights=numbers))
        self._find = remembered(self.find, 4096)
        self._asks = remembered(self.asks, 4096)
        self._title_weight = remembered(self.title_weight, 1 << 14)
        self._by_itself = remembered(self.by_itself)

    def rarity(self, count: int, use: Use) -> int:
        """How much a word is worth that stands in `count` documents of the pieces searched, in thousandths."""
        return self.telling(count, use) + int(self.weights["flat"]) if count else 0

    def telling(self, count: int, use: Use) -> int:
        """How telling it is to stand in `count` of their documents, in thousandths."""
        size = sum(len(self.pieces[n].documents) for n in use)
        count = min(count, size)
        return math.floor(SCALE * math.log(1 + (size - count + 0.5) / (count + 0.5)) + 0.5) if count else 0

    def count(self, term: str, use: Use) -> int:
        if term.startswith(INTERVAL):
            return sum(len(self._spread(n, term)) for n in use)
        return sum(len(self.pieces[n].terms[term][0]) for n in use if term in self.pieces[n].terms)

    def spread(self, number: int, term: str) -> Sequence[tuple[int, int, int]]:
        """What a term says in a piece for documents and sections: the impact, whether it is said in the text or in the
        section's title, and that it is said, each `BITS` above the one before; and how much likelier a document is by it."""
        piece, begin, w = self.pieces[number], self.begins[number], self.weights
        said, both = 1 << 2 * BITS, 1 << 2 * BITS | 1 << BITS
        if term.startswith(INTERVAL):
            return [(begin + n, both | impact, self._speaks[OWN]) for n, impact in self._within(piece, term).items()]
        found, counts, heads = [], dict[int, int](), dict[int, int]()
        for n, fact in zip(*piece.terms.get(term, ((), ())), strict=True):
            section = self.home[begin + n]
            counts.setdefault(section, 0)
            if piece.documents[n].field is Field.HEAD:
                heads[section] = fact
            else:
                length, names = piece.lengths.get(n, 0.0) if fact & OWN else 0.0, piece.names[n] if fact & NAMED else 0
                found.append((begin + n, both | self._impact(fact, length, names), self._speaks[fact]))
                counts[section] += 1
        for section, count in counts.items():
            head = heads.get(section, 0)
            worth = w["section"] if head else self.shares[count]
            worth += w["title"] * bool(head & OWN) + w["topic"] * bool(head >= ASKED)
            found.append((section, (both if head & OWN else said) | worth, 0))
        return found

    def _within(self, piece: Piece, term: str) -> Mapping[int, int]:
        """The documents that say an interval with the number in it, and of the same unit where both say one."""
        amount, _, unit = term.removeprefix(INTERVAL).partition(" ")
        best: dict[int, int] = {}
        for n, low, high, of in piece.intervals:
            if low <= int(amount) <= high and not (unit and of and unit != of):
                impact = self.weights["interval"] + self.weights["intervalUnit"] * bool(unit and unit == of)
                best[n] = max(best.get(n, 0), impact)
        return best

    def find(self, alternatives: tuple[Alternative, ...], use: Use) -> Matches:
        """What a group finds. What was typed weighs as much as it is rare, and nothing that stands for it more."""
        guesses = sum(self.count(a.terms[0], use) for a in alternatives if a.guess)
        strengths = []
        for number, alternative in enumerate(alternatives):
            allowed = tuple(n for n in use if not alternative.books or self.pieces[n].book in alternative.books)
            counts = [self.count(term, allowed) for term in alternative.terms]
            rarities = [self.rarity(guesses if alternative.guess and c else c, use) for c in counts]
            standing = number and not alternative.guess and alternative.terms[0][0] != INTERVAL
            weight = alternative.weight * (self.weights["synonym"] if standing else 100)
            strengths.append((alternative, allowed, rarities, sum(rarities) * weight // 10_000))
        whole = strengths[0][3] or max(strength for *_, strength in strengths)
        sums: Sums = {}
        for alternative, allowed, rarities, strength in strengths:
            if strength:
                strength, total = min(strength, whole), sum(rarities)
                percent, found = 100 * strength // total, Sums()
                for term, rarity in zip(alternative.terms, rarities, strict=True):
                    share, telling = rarity * strength // total, 10 * (rarity - self.weights["flat"])
                    for n in allowed:
                        for key, says, more in self._spread(n, term):
                            likely = more and percent * (telling * self.weights["likely"] + more) // 100
                            found[key] = found.get(key, 0) + share * says + likely
                _raise(sums, found, strength)
        return Matches(whole, sums)

    def asks(self, term: str, use: Use) -> Mapping[int, int]:
        """How much likelier each document is by a word that says how one asks."""
        telling = 10 * self.weights["likely"] * self.telling(self.count(term, use), use)
        return {key: telling + more for n in use for key, _, more in self._spread(n, term) if more}

    def search(self, groups: Sequence[Group], use: Use, amount: bool, asking: Sequence[str] = ()) -> list[Hit]:
        """The documents that answer something, best first, each anchor once, at most `perSection` of a section.

        `asking`: how it is asked, which speaks for the documents whose questions ask so.
        """
        founds = [self._find(group.alternatives, use) for group in groups]
        whole = sum(found.whole for found in founds)
        asks = [self._asks(term, use) for term in asking]
        typed = tuple(sorted({term for group in groups for term in group.alternatives[0].terms}))
        called = {self.begins[p] + n for p in use for n in self.pieces[p].called.get(typed, ())}
        hits = sorted(self._scored(_added([found.sums for found in founds]), asks, called, whole, use, amount))
        kept, seen, counts, most = [], set[int](), dict[int, int](), self.weights["perSection"]
        for hit in hits:
            if (anchor := self.anchors[hit[1]]) not in seen:
                seen.add(anchor)
                section = self.home[anchor]
                counts[section] = count = counts.get(section, 0) + 1
                if count <= most:
                    kept.append(hit)
        return self._together(kept)

    def _scored(
        self, sums: Sums, asks: Sequence[Mapping[int, int]], called: Set[int], whole: int, use: Use, amount: bool
    ) -> Iterator[Hit]:
        """The documents that have at least `least` of the query, themselves or in their section's title."""
        w, home, firsts, against, get = self.weights, self.home, self.firsts, self._against, sums.get
        least = min(max(sums.values(), default=0) >> BITS, whole * w["least"] // 100) << BITS
        most = -(-w["covered"] * whole // 100) << BITS
        by_itself, first = self._by_itself(amount), whole * w["first"]
        every = -(-99 * whole // 100) << BITS  # in parts, as a phrase is, it adds up to a little less
        titles = {
            section: title * min(title, full := self._title_weight(section, use)) // full
            for section, found in sums.items()
            if section < 0 and (title := found >> BITS)
        }
        strong = {key for key, says in sums.items() if says >= least}
        if told := {key for key in strong if key < 0}:
            strong.update([key for key in sums if key >= 0 and home[key] in told])
        for n in {firsts.get(key, key) for key in strong}:
            section = home[n]
            own, of = get(n, 0), get(section, 0)
            score = (own & MASK) + (of & MASK) + whole * by_itself[n] - against[n]
            if n in called:
                score += whole * w["exact"]
            for asked in asks:
                score += asked.get(n, 0)
            if titled := titles.get(section, 0):
                if n != firsts[section]:
                    score += titled * w["notFirst"]
                else:  # who types nothing but a title, or part of it, asks for its headline
                    score += titled * w["wholeTitle"] + first * (of >= every)
            yield -(score // 10), n, own >= most or of >= most

    def _together(self, hits: list[Hit]) -> list[Hit]:
        """The hits with the best of each book before the others, where it answers nearly as well as the first."""
        near = list(takewhile(lambda hit: 100 * hit[0] <= hits[0][0] * self.weights["together"], hits))
        best: dict[int, Hit] = {}
        for hit in near:
            best.setdefault(self.piece_of[hit[1]], hit)
        return [*best.values(), *(hit for hit in near if hit not in best.values()), *hits[len(near) :]]

    def by_itself(self, amount: bool) -> Sequence[int]:
        """What each document is worth for what it is; `amount`: one that says a number is meant."""
        w = self.weights
        return [w["note"] * (d.field is Field.NOTE) + w["amount"] * (amount and d.number) for d in self.documents]

    def title_weight(self, section: int, use: Use) -> int:
        return max(1, sum(self.rarity(self.count(term, use), use) for term in self.titles[section]))


def _raise(sums: Sums, found: Sums, strength: int) -> None:
    """Puts an alternative where it speaks louder than those before; half of it speaks a quarter."""
    for key, says in found.items():
        value, covered, known = (says & MASK) * (says >> 2 * BITS) // strength, says >> BITS & MASK, sums.get(key, 0)
        sums[key] = max(covered, known >> BITS) << BITS | max(value, known & MASK)


def _added(parts: Sequence[Sums]) -> Sums:
    """The sums of several groups, the widest first: a common word costs little more than its copy."""
    widest, *others = sorted(parts, key=len, reverse=True) or [{}]
    total = dict(widest)
    for other in others:
        for key, says in other.items():
            total[key] = total.get(key, 0) + says
    return total
