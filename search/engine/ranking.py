"""The ranking: groups of alternatives → statements and rows, by sums of whole numbers.

A document is worth what its own words, its questions and its section say for each thing that was typed, each as
rare as it is in the books searched. The browser does the same (`docs/assets/js/search/ranking.js`), to the unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from search.engine.query import Group
from search.index import weights
from search.index.documents import Field
from search.index.store import ASKING, Piece
from search.index.voices import VOICES
from search.index.weights import ASKED, NAMED, OWN
from search.language.vocabulary import Alternative

SCALE = 1000
INTERVAL = "#"  # begins the term that stands for a number inside an interval: '#40', '#40 minuto'

SPOKEN = tuple(tuple(voice for voice in range(VOICES + 1) if bits >> voice & 1) for bits in range(2 << VOICES))

Use = tuple[int, ...]
"""The numbers of the pieces that are searched."""
Row = tuple[int, int, int, bool]
"""A hit while it is put in order: its score below zero, so that the best comes first, piece, document, `covers`."""


class Hit(NamedTuple):
    """A document found in a piece, its score, and whether it answers most of what was typed."""

    piece: int
    document: int
    score: int
    covers: bool = True


@dataclass
class Sums:
    """Of each document what speaks for it and how much of the query it has; of each section the same, and its title."""

    values: dict[int, int] = field(default_factory=dict)
    covered: dict[int, int] = field(default_factory=dict)
    sections: dict[int, int] = field(default_factory=dict)
    titled: dict[int, int] = field(default_factory=dict)


Said = Mapping[int, int]
"""Document → the voices that have a term, a bit each."""
Share = tuple[int, Sequence[tuple[Said, int]]]
"""What an alternative weighs, and of each of its terms who says it and how much of that weight it is."""


@dataclass(frozen=True)
class Found:
    """What a group finds: its weight in the query, by piece what it adds to the sums and its alternatives' shares."""

    whole: int
    pieces: Mapping[int, Sums]
    shares: Mapping[int, Sequence[Share]]


@dataclass(frozen=True)
class Spread:
    """Where a term stands in a piece: (document, impact), (section, worth to all its documents, is it in its title)."""

    documents: tuple[tuple[int, int], ...]
    sections: tuple[tuple[int, int, bool], ...]


class Ranking:
    """Scores groups against pieces."""

    def __init__(
        self, pieces: Sequence[Piece], later: frozenset[str], numbers: Mapping[str, Any] = weights.DATA
    ) -> None:
        """`later`: books whose game another one before them is too: where both answer equally they come second."""
        self.pieces, self.weights = pieces, numbers
        self.shares = weights.section_shares(max((len(p.documents) for p in pieces), default=0), dict(numbers))
        self.later = [piece.book in later for piece in pieces]
        self._spread = lru_cache(maxsize=None)(self.spread)
        self._said = lru_cache(maxsize=None)(self.said)
        self._impacts: dict[tuple[int, float, int], int] = {}
        self._find = lru_cache(maxsize=2048)(self.find)
        self._title_weight = lru_cache(maxsize=1 << 14)(self.title_weight)
        self._by_itself = lru_cache(maxsize=None)(self.by_itself)

    def rarity(self, count: int, use: Use) -> int:
        """How telling it is to stand in `count` documents of the pieces searched, in thousandths."""
        size = sum(len(self.pieces[n].documents) for n in use)
        count = min(count, size)
        if not count:
            return 0
        return math.floor(SCALE * math.log(1 + (size - count + 0.5) / (count + 0.5)) + 0.5) + int(self.weights["flat"])

    def count(self, term: str, use: Use) -> int:
        if term.startswith(INTERVAL):
            return sum(len(self._spread(n, term).documents) for n in use)
        return sum(len(self.pieces[n].terms[term][0]) for n in use if term in self.pieces[n].terms)

    def spread(self, number: int, term: str) -> Spread:
        piece = self.pieces[number]
        if term.startswith(INTERVAL):
            return Spread(tuple(self._within(piece, *term.removeprefix(INTERVAL).split(" "))), ())
        postings = list(zip(*piece.terms.get(term, ((), ())), strict=True))
        if term.startswith(ASKING):
            return Spread(tuple((n, (fact // ASKED).bit_count() * self.weights["asking"]) for n, fact in postings), ())
        documents, counts, heads = [], dict[int, int](), dict[int, int]()
        for n, fact in postings:
            section = piece.home[n]
            counts.setdefault(section, 0)
            if piece.documents[n].field is Field.HEAD:
                heads[section] = fact
            else:
                documents.append((n, self._impact(piece, n, fact)))
                counts[section] += 1
        sections = []
        for section, count in counts.items():
            head = heads.get(section, 0)
            worth = self.weights["section"] if head else self.shares[count]
            worth += self.weights["title"] * bool(head & OWN) + self.weights["topic"] * bool(head >= ASKED)
            sections.append((section, worth, bool(head & OWN)))
        return Spread(tuple(documents), tuple(sections))

    def said(self, number: int, term: str) -> Said:
        """Who says a term and in which voices; an interval is said by the document's text."""
        if term.startswith(INTERVAL):
            return {n: 1 << VOICES for n, _ in self._spread(number, term).documents}
        postings = zip(*self.pieces[number].terms.get(term, ((), ())), strict=True)
        return {n: fact // ASKED | (fact & OWN) << VOICES for n, fact in postings}

    def _impact(self, piece: Piece, n: int, fact: int) -> int:
        key = (fact, piece.lengths.get(n, 0.0) if fact & OWN else 0.0, piece.names[n] if fact & NAMED else 0)
        found = self._impacts.get(key)
        if found is None:
            found = self._impacts[key] = weights.impact(*key, self.weights)
        return found

    def _within(self, piece: Piece, amount: str, unit: str = "") -> Iterator[tuple[int, int]]:
        """The documents that say an interval with the number in it, and of the same unit where both say one."""
        best: dict[int, int] = {}
        for n, low, high, of in piece.intervals:
            if low <= int(amount) <= high and not (unit and of and unit != of):
                impact = self.weights["interval"] + self.weights["intervalUnit"] * bool(unit and unit == of)
                best[n] = max(best.get(n, 0), impact)
        yield from sorted(best.items())

    def find(self, alternatives: tuple[Alternative, ...], use: Use) -> Found:
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
        pieces = {n: Sums() for n in use}
        every: dict[int, list[Share]] = {n: [] for n in use}
        for alternative, allowed, rarities, strength in strengths:
            if strength:
                strength, total = min(strength, whole), sum(rarities)
                shares = [rarity * strength // total for rarity in rarities]
                for n in allowed:
                    self._add(pieces[n], n, alternative.terms, shares, strength)
                    said = [self._said(n, term) for term in alternative.terms]
                    if any(said):
                        every[n].append((strength, list(zip(said, shares, strict=True))))
        return Found(whole, {n: sums for n, sums in pieces.items() if sums.sections or sums.values}, every)

    def _add(self, sums: Sums, number: int, terms: Sequence[str], shares: Sequence[int], strength: int) -> None:
        """Adds an alternative to a group's sums where it speaks louder than those before; half of it speaks a quarter."""
        found = Sums()
        parts: dict[int, int] = {}
        for term, share in zip(terms, shares, strict=True):
            spread = self._spread(number, term)
            for n, impact in spread.documents:
                found.values[n] = found.values.get(n, 0) + share * impact
                found.covered[n] = found.covered.get(n, 0) + share
            for section, worth, titled in spread.sections:
                found.sections[section] = found.sections.get(section, 0) + share * worth
                parts[section] = parts.get(section, 0) + share
                if titled:
                    found.titled[section] = found.titled.get(section, 0) + share
        several = len(terms) > 1
        for n, value in found.values.items():
            covered = found.covered[n]
            if several:
                value = value * covered // strength
            if value > sums.values.get(n, 0):
                sums.values[n] = value
            if covered > sums.covered.get(n, 0):
                sums.covered[n] = covered
        for section, value in found.sections.items():
            if several:
                value = value * parts[section] // strength
            if value > sums.sections.get(section, 0):
                sums.sections[section] = value
        for section, value in found.titled.items():
            if value > sums.titled.get(section, 0):
                sums.titled[section] = value

    def search(self, groups: Sequence[Group], use: Use, amount: bool, asking: Sequence[str] = ()) -> list[Hit]:
        """The documents that answer something, best first, each anchor once, at most `perSection` of a section.

        `asking`: how it is asked, which speaks for the documents whose questions ask so.
        """
        founds = [self._find(group.alternatives, use) for group in groups]
        whole = sum(found.whole for found in founds)
        rows: list[Row] = []
        every = {n: _added([found.pieces[n] for found in founds if n in found.pieces]) for n in use}
        most = max((max((*s.covered.values(), *s.titled.values()), default=0) for s in every.values()), default=0)
        least = min(most, whole * self.weights["least"] // 100)
        rarities = [(term, self.rarity(self.count(term, use), use)) for term in asking]
        for n, sums in every.items():
            for term, rarity in rarities:
                for document, impact in self._spread(n, term).documents:
                    if document in sums.values:
                        sums.values[document] += rarity * impact
            rows += self._scored(n, sums, whole, least, use, amount)
        rows.sort()
        read, own = self.weights["reread"], [group.alternatives[0] for group in groups]
        typed = () if any(one.guess for one in own) else tuple(sorted({term for one in own for term in one.terms}))
        literal = typed if len(groups) == 1 else ()
        for i, (minus, p, n, covers) in enumerate(rows[:read]):
            says = literal and all(self._said(p, term).get(n, 0) >> VOICES for term in literal)
            worth = self._voiced(p, n, founds, whole) + (whole * self.weights["literal"] // 10 if says else 0)
            rows[i] = minus - worth, p, n, covers
        rows.sort()
        if exact := self._exact(rows, typed, use):
            rows = [(minus + rows[0][0] * ((p, n) in exact), p, n, covers) for minus, p, n, covers in rows]
            rows.sort()
        kept, seen, counts, allowed = [], set[str](), dict[tuple[int, int], int](), self.weights["perSection"]
        for minus, p, n, covers in rows:
            piece = self.pieces[p]
            if (anchor := piece.documents[n].anchor) not in seen:
                seen.add(anchor)
                section = p, piece.home[n]
                counts[section] = count = counts.get(section, 0) + 1
                if count <= allowed:
                    kept.append(Hit(p, n, -minus, covers))
        return self._together(kept)

    def _exact(self, rows: Sequence[Row], typed: tuple[str, ...], use: Use) -> set[tuple[int, int]]:
        """What is called just what was typed: rows, and of a section the best."""
        called = {(p, n) for p in use for n in self.pieces[p].called.get(typed, ())}
        exact = set()
        for _, p, n, _ in rows if called else ():
            head = p, self.pieces[p].heads[self.pieces[p].home[n]]
            if (p, n) in called or head in called:
                called.discard(head)
                exact.add((p, n))
        return exact

    def _together(self, hits: list[Hit]) -> list[Hit]:
        """The hits with the best of each book before the others, where it answers nearly as well as the first."""
        best: dict[int, Hit] = {}
        for hit in hits:
            if 100 * hit.score >= hits[0].score * self.weights["together"]:
                best.setdefault(hit.piece, hit)
        front = set(best.values())
        return [*best.values(), *(hit for hit in hits if hit not in front)]

    def _voiced(self, number: int, n: int, founds: Sequence[Found], whole: int) -> int:
        """What a document's best voice is worth (its text is one too): it says most of the query and little else."""
        together = [0] * (VOICES + 1)
        for found in founds:
            best = [0] * (VOICES + 1)
            for strength, shares in found.shares.get(number, ()):
                if len(shares) == 1:
                    said, share = shares[0]
                    for voice in SPOKEN[said.get(n, 0)]:
                        best[voice] = max(best[voice], share)
                    continue
                values = [0] * (VOICES + 1)
                for said, share in shares:
                    for voice in SPOKEN[said.get(n, 0)]:
                        values[voice] += share
                best = [max(one, value * value // strength) for one, value in zip(best, values, strict=True)]
            together = [a + b for a, b in zip(together, best, strict=True)]
        piece, w = self.pieces[number], self.weights
        worth: int = max(
            value * whole * w["voice"] // (whole + piece.sizes[voice].get(n, 0) * w["voiceTerm"])
            for voice, value in enumerate(together)
        )
        return worth * w["otherEdition"] // 100 if self.later[number] else worth

    def _scored(self, number: int, sums: Sums, whole: int, least: int, use: Use, amount: bool) -> Iterator[Row]:
        """The documents that have at least `least` of the query, themselves or in their section's title."""
        piece, w = self.pieces[number], self.weights
        home, firsts, by_itself = piece.home, piece.firsts, self._by_itself(number, amount)
        not_first, covers = w["notFirst"], w["covered"] * whole
        share = w["otherEdition"] if self.later[number] else 100
        values, covered, sections, titled = (one.get for one in (sums.values, sums.covered, sums.sections, sums.titled))
        bonuses = {
            section: title * min(title, full := self._title_weight(number, section, use)) // full * w["wholeTitle"]
            for section, title in sums.titled.items()
        }
        for n in sums.values.keys() | {firsts[section] for section in sums.sections}:
            section = home[n]
            has = max(covered(n, 0), titled(section, 0))
            if has < least:
                continue
            score = values(n, 0) + sections(section, 0) + whole * by_itself[n]
            if bonus := bonuses.get(section, 0):
                score += bonus if n == firsts[section] else bonus * not_first // 100
            yield -(score * share // 100 // 10), number, n, 100 * has >= covers

    def by_itself(self, number: int, amount: bool) -> Sequence[int]:
        """What each document of a piece is worth for what it is; `amount`: one that says a number is meant."""
        w = self.weights
        kinds = {Field.NOTE: w["note"], Field.EXAMPLE: w["example"]}
        documents = self.pieces[number].documents
        return [kinds.get(d.field, 0) + w["amount"] * (amount and d.number) for d in documents]

    def title_weight(self, number: int, section: int, use: Use) -> int:
        terms = self.pieces[number].titles[section]
        return max(1, sum(self.rarity(self.count(term, use), use) for term in terms))


def _added(parts: Sequence[Sums]) -> Sums:
    """The sums of several groups, the widest first: a common word costs little more than its copy."""
    names = ("values", "covered", "sections", "titled")
    totals = []
    for name in names:
        widest, *others = sorted((getattr(part, name) for part in parts), key=len, reverse=True) or [{}]
        total = dict(widest)
        for other in others:
            for key, value in other.items():
                total[key] = total.get(key, 0) + value
        totals.append(total)
    return Sums(*totals)
