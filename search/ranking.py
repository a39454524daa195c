"""The ranking: groups of alternatives → sections with their best unit, from the postings alone.

A section's words count by field (BM25F), its best single unit counts once more, a section that answers more of
what was typed comes before one that answers part of it often, and one whose title is what was typed before both.
Contributions are whole thousandths, so that the browser, which does the same in JavaScript, cannot differ.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from search import scoring
from search.postings import Postings
from search.query import Group
from search.units import Field, Kind, Unit

SCALE = scoring.SCALE


@dataclass(frozen=True)
class Impacts:
    """Of one term, in thousandths and without its rarity: (section, weight), (unit, weight), titles that have it."""

    sections: tuple[tuple[int, int], ...]
    units: tuple[tuple[int, int], ...]
    titles: frozenset[int]


@dataclass(frozen=True)
class Hit:
    """A section found: its number, the number of the statement or entry that answers best (None: none) and its score."""

    section: int
    unit: int | None
    score: int


@dataclass
class _Sums:
    """What a search adds up, by section or unit number."""

    sections: defaultdict[int, int]
    units: defaultdict[int, int]
    answered: defaultdict[int, int]
    titled: defaultdict[int, int]


class Ranking:
    """Scores groups against postings. Impacts of a term are worked out when it is first asked for."""

    def __init__(self, postings: Postings) -> None:
        self.postings = postings
        self._impacts: dict[str, Impacts] = {}
        lengths: dict[Field, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for number, unit in enumerate(postings.units):
            lengths[unit.field][postings.home[number]] += postings.lengths[number]
        self._lengths = {field: dict(found) for field, found in lengths.items()}
        self._averages = {field: sum(found.values()) / len(found) for field, found in lengths.items()}
        self._unit_average = sum(postings.lengths) / max(1, len(postings.lengths))
        self._title_terms = self._lengths.get(Field.TITLE, {})
        self._shown = [_shown_percent(unit) for unit in postings.units]
        books = list(dict.fromkeys(h.book for h in postings.headings))
        self._book_of = [books.index(h.book) for h in postings.headings]
        self._books = books
        self._book_sizes = [self._book_of.count(n) for n in range(len(books))]
        self._counts: dict[str, list[int]] = {}

    def impacts(self, term: str) -> Impacts:
        found = self._impacts.get(term)
        if found is None:
            found = self._impacts[term] = self._work_out(term)
            counts = [0] * len(self._books)
            for section, _ in found.sections:
                counts[self._book_of[section]] += 1
            self._counts[term] = counts
        return found

    def _work_out(self, term: str) -> Impacts:
        postings = self.postings
        frequencies: dict[int, dict[Field, int]] = {}
        units = []
        for unit, frequency in postings.terms.get(term, ()):
            field = postings.units[unit].field
            fields = frequencies.setdefault(postings.home[unit], {})
            fields[field] = fields.get(field, 0) + frequency
            if field is not Field.PATH:
                length = postings.lengths[unit] / self._unit_average
                base = scoring.UNIT_SATURATION * (1 - scoring.UNIT_LENGTH + scoring.UNIT_LENGTH * length)
                units.append((unit, int(SCALE * frequency / (frequency + base))))
        sections = []
        for section in sorted(frequencies):
            weighted = 0.0
            for field in Field:  # in one order, for the same rounding everywhere
                if field in frequencies[section]:
                    length = self._lengths[field][section] / self._averages[field]
                    shorten = scoring.SHORTEN[field]
                    weighted += scoring.WEIGHTS[field] * frequencies[section][field] / (1 - shorten + shorten * length)
            sections.append((section, int(SCALE * weighted / (weighted + scoring.SATURATION))))
        titles = frozenset(s for s, fields in frequencies.items() if Field.TITLE in fields)
        return Impacts(tuple(sections), tuple(units), titles)

    def count(self, term: str, books: Sequence[int]) -> int:
        """In how many sections of `books` (numbers) a term stands."""
        self.impacts(term)
        return sum(self._counts[term][book] for book in books)

    def rarity(self, count: int, books: Sequence[int]) -> int:
        """How telling it is to stand in `count` sections of `books`, in thousandths."""
        size = sum(self._book_sizes[book] for book in books)
        count = min(count, size)
        return math.floor(SCALE * math.log(1 + (size - count + 0.5) / (count + 0.5)) + 0.5) if count else 0

    def search(self, groups: Sequence[Group], slugs: frozenset[str]) -> list[Hit]:
        """All sections (of the books `slugs`, or of all) that answer something, best first."""
        books = [n for n, slug in enumerate(self._books) if not slugs or slug in slugs]
        sums = _Sums(defaultdict(int), defaultdict(int), defaultdict(int), defaultdict(int))
        whole = sum(self._add(group, books, sums) for group in groups)
        best: dict[int, int] = {}
        shown: dict[int, tuple[int, int]] = {}
        home = self.postings.home
        units = sums.units
        for unit in sorted(units):
            section = home[unit]
            if units[unit] > best.get(section, 0):
                best[section] = units[unit]
            worth = units[unit] * self._shown[unit]
            if worth and (section not in shown or worth > shown[section][0]):
                shown[section] = (worth, unit)
        hits = []
        for section, value in sums.sections.items():
            covered = sums.answered[section] / whole
            score = (value + scoring.UNIT_SHARE * best.get(section, 0)) * (
                1 - scoring.COVERAGE + scoring.COVERAGE * covered
            )
            titled = sums.titled.get(section, 0)
            if titled:
                # How much of the query the title is, and how much of the title the query is.
                share = titled / whole * min(1.0, titled / self._title_weight(section, books))
                score *= 1 + scoring.TITLE_BONUS * share
            hits.append(Hit(section, shown[section][1] if section in shown else None, int(score)))
        return sorted(hits, key=lambda hit: (-hit.score, hit.section))

    def _title_weight(self, section: int, books: Sequence[int]) -> int:
        return max(1, sum(self.rarity(self.count(term, books), books) for term in self.postings.titles[section]))

    def _add(self, group: Group, books: Sequence[int], sums: _Sums) -> int:
        """Adds what a group finds to the sums; returns the group's weight in the query (its rarest alternative's)."""
        allowed = set(books)
        best_section: dict[int, int] = {}
        best_unit: dict[int, int] = {}
        share: dict[int, int] = {}
        titled: dict[int, int] = {}
        whole = 0
        guessed = sum(self.count(a.terms[0], books) for a in group.alternatives if a.guess)
        slugs = [self._books[book] for book in books]
        for alternative in group.alternatives:
            if alternative.books and not any(slug in alternative.books for slug in slugs):
                continue
            counts = [self.count(term, books) for term in alternative.terms]
            rarities = [self.rarity(guessed if alternative.guess and n else n, books) for n in counts]
            total = int(sum(rarities) * alternative.weight)
            if not total:
                continue
            whole = max(whole, total)
            here: dict[int, int] = {}
            there: dict[int, int] = {}
            matched: dict[int, int] = {}
            titles: dict[int, int] = {}
            for term, rarity in zip(alternative.terms, rarities, strict=True):
                if not rarity:
                    continue
                impacts = self.impacts(term)
                for section, impact in impacts.sections:
                    if self._book_of[section] in allowed:
                        here[section] = here.get(section, 0) + rarity * impact // SCALE
                        matched[section] = matched.get(section, 0) + rarity
                for section in impacts.titles:
                    titles[section] = titles.get(section, 0) + rarity
                for unit, impact in impacts.units:
                    there[unit] = there.get(unit, 0) + rarity * impact // SCALE
            whole_terms = sum(rarities)
            for section, impact in here.items():
                if alternative.books and self.postings.headings[section].book not in alternative.books:
                    continue
                part = matched[section] / whole_terms
                value = int(impact * alternative.weight * part)
                if value > best_section.get(section, 0):
                    best_section[section] = value
                got = int(matched[section] * alternative.weight)
                if got > share.get(section, 0):
                    share[section] = got
                if section in titles:
                    got = int(titles[section] * alternative.weight)
                    if got > titled.get(section, 0):
                        titled[section] = got
            for unit, impact in there.items():
                value = int(impact * alternative.weight)
                if value > best_unit.get(unit, 0) and self.postings.home[unit] in here:
                    best_unit[unit] = value
        for section, value in best_section.items():
            sums.sections[section] += value
            sums.answered[section] += min(whole, share[section])
        for section, value in titled.items():
            if section in best_section:
                sums.titled[section] += min(whole, value)
        for unit, value in best_unit.items():
            if self.postings.home[unit] in best_section:
                sums.units[unit] += value
        return whole


def _shown_percent(unit: Unit) -> int:
    """How readily a unit is shown as its section's answer: a definition before a rule, a note on the text last."""
    if unit.field not in (Field.TEXT, Field.ENTRY, Field.NOTE):
        return 0
    name = "note" if unit.field is Field.NOTE else "definition" if unit.kind is Kind.DEFINITION else "other"
    return scoring.SHOWN_PERCENT[name]
