"""The ranking: groups of alternatives → sections with their best unit, from the postings alone.

A section's words count by field (BM25F), its best single unit counts once more, a section that answers more of
what was typed comes before one that answers part of it often, and one whose title is what was typed before both.
Contributions are whole thousandths, so that the browser, which does the same in JavaScript, cannot differ.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from search import scoring
from search.postings import Postings
from search.query import Group
from search.units import Field, Kind
from search.vocabulary import Alternative

SCALE = scoring.SCALE
SHOWN = frozenset((Field.TEXT, Field.ENTRY, Field.NOTE))


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


@dataclass(frozen=True)
class Found:
    """What a group finds: its weight in the query (its rarest alternative's), and how much of it where.

    `sections`: (section, value, how much of the group stands there, how much in its title); `units`: unit → value.
    """

    whole: int
    sections: tuple[tuple[int, int, int, int], ...]
    units: Mapping[int, int]


@dataclass(frozen=True)
class Best:
    """Of each section: the most that one unit is worth, the most of the query that one answers, the unit to show.

    `shown`: (how readily, unit), the first of equals.
    """

    worth: dict[int, int]
    answered: dict[int, int]
    shown: dict[int, tuple[int, int]]


NOTHING = Found(0, (), {})


class Ranking:
    """Scores groups against postings. Impacts of a term are worked out when it is first asked for."""

    def __init__(self, postings: Postings, later: frozenset[str] = frozenset()) -> None:
        """`later`: editions of a game that come after another one where both answer."""
        self.postings = postings
        self._impacts: dict[str, Impacts] = {}
        lengths: dict[Field, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for number, unit in enumerate(postings.units):
            lengths[unit.field][postings.home[number]] += postings.lengths[number]
        self._lengths = {field: dict(found) for field, found in lengths.items()}
        self._averages = {field: sum(found.values()) / len(found) for field, found in lengths.items()}
        self._unit_averages = self._averages_of_units()
        self._shown = _shown_percents(postings)
        books = list(dict.fromkeys(h.book for h in postings.headings))
        self._book_of = [books.index(h.book) for h in postings.headings]
        self._unit_book = [self._book_of[section] for section in postings.home]
        self._books = books
        self._later = [slug in later for slug in books]
        self._book_sizes = [self._book_of.count(n) for n in range(len(books))]
        self._counts: dict[str, list[int]] = {}
        self._find = lru_cache(maxsize=2048)(self.find)
        self._alone = lru_cache(maxsize=512)(self.alone)
        self._title_weight = lru_cache(maxsize=4096)(self.title_weight)

    def _averages_of_units(self) -> dict[bool, float]:
        """The mean length of the units that are shown (True) and of the others: a topic phrase is no measure for a rule."""
        lengths: dict[bool, list[int]] = {True: [], False: []}
        for unit, length in zip(self.postings.units, self.postings.lengths, strict=True):
            lengths[unit.field in SHOWN].append(length)
        return {shown: sum(found) / max(1, len(found)) for shown, found in lengths.items()}

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
        for unit in postings.terms.get(term, ()):
            field = postings.units[unit].field
            fields = frequencies.setdefault(postings.home[unit], {})
            fields[field] = fields.get(field, 0) + 1
            if field is not Field.PATH:
                length = postings.lengths[unit] / self._unit_averages[field in SHOWN]
                base = scoring.UNIT_SATURATION * (1 - scoring.UNIT_LENGTH + scoring.UNIT_LENGTH * length)
                units.append((unit, int(SCALE / (1 + base))))
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
        if not groups:
            return []
        books = tuple(n for n, slug in enumerate(self._books) if not slugs or slug in slugs)
        sections: dict[int, list[int]] = {}
        whole = 0
        for group in groups:
            found = self._find(group.alternatives, books)
            whole += found.whole
            for section, value, answered, titled in found.sections:
                if sums := sections.get(section):
                    sums[0] += value
                    sums[1] += answered
                    sums[2] += titled
                else:
                    sections[section] = [value, answered, titled]
        best = self._best([group.alternatives for group in groups], books)
        worth, inside, shown = best.worth, best.answered, best.shown
        hits = []
        for section, (value, answered, titled) in sections.items():
            # How much of the query the section answers, half of it counted where it does so in one place.
            share = (1 - scoring.TOGETHER) * answered + scoring.TOGETHER * min(answered, inside.get(section, 0))
            score = (value + scoring.UNIT_SHARE * worth.get(section, 0)) * (
                1 - scoring.COVERAGE + scoring.COVERAGE * (share / whole)
            )
            if titled:
                # How much of the query the title is, and how much of the title the query is.
                share = titled / whole * min(1.0, titled / self._title_weight(section, books))
                score *= 1 + scoring.TITLE_BONUS * share
            if self._later[self._book_of[section]]:
                score *= scoring.SECOND_CHOICE
            hits.append((-int(score), section))
        hits.sort()
        return [Hit(section, shown[section][1] if section in shown else None, -score) for score, section in hits]

    def _best(self, groups: Sequence[tuple[Alternative, ...]], books: tuple[int, ...]) -> Best:
        """The best units of all groups together.

        Of the group that finds most, the units that no other group finds were looked through before (`alone`): a
        common word costs nothing more.
        """
        founds = [self._find(alternatives, books) for alternatives in groups]
        widest = max(range(len(founds)), key=lambda n: len(founds[n].units))
        common, alone = founds[widest].units, self._alone(groups[widest], books)
        units: dict[int, int] = {}
        answered: dict[int, int] = {}
        for n, found in enumerate(founds):
            if n != widest:
                whole = found.whole
                for unit, value in found.units.items():
                    units[unit] = units.get(unit, 0) + value
                    answered[unit] = answered.get(unit, 0) + whole
        best = Best(dict(alone.worth), dict(alone.answered), dict(alone.shown))
        whole = founds[widest].whole
        for unit, value in units.items():
            if unit in common:
                self._count_in(best, unit, value + common[unit], answered[unit] + whole)
            else:
                self._count_in(best, unit, value, answered[unit])
        return best

    def alone(self, alternatives: tuple[Alternative, ...], books: tuple[int, ...]) -> Best:
        """The best units of one group by itself."""
        found, best = self._find(alternatives, books), Best({}, {}, {})
        for unit, value in found.units.items():
            self._count_in(best, unit, value, found.whole)
        return best

    def _count_in(self, best: Best, unit: int, value: int, answered: int) -> None:
        section = self.postings.home[unit]
        if value > best.worth.get(section, 0):
            best.worth[section] = value
        if answered > best.answered.get(section, 0):
            best.answered[section] = answered
        readily = value * self._shown[unit]
        if readily:
            other = best.shown.get(section)
            if other is None or readily > other[0] or (readily == other[0] and unit < other[1]):
                best.shown[section] = (readily, unit)

    def title_weight(self, section: int, books: tuple[int, ...]) -> int:
        return max(1, sum(self.rarity(self.count(term, books), books) for term in self.postings.titles[section]))

    def find(self, alternatives: tuple[Alternative, ...], books: tuple[int, ...]) -> Found:
        """What a group of alternatives finds: in each section and unit the best of them counts."""
        guessed = sum(self.count(a.terms[0], books) for a in alternatives if a.guess)
        slugs = {self._books[book] for book in books}
        parts = [self._one(a, books, guessed) for a in alternatives if not a.books or not slugs.isdisjoint(a.books)]
        if not parts:
            return NOTHING
        if len(parts) == 1:
            return parts[0]
        whole = max(part.whole for part in parts)
        sections: dict[int, tuple[int, int, int]] = {}
        units: dict[int, int] = {}
        for part in parts:
            for section, value, answered, titled in part.sections:
                old = sections.get(section)
                if old:
                    sections[section] = (max(old[0], value), max(old[1], answered), max(old[2], titled))
                else:
                    sections[section] = (value, answered, titled)
            for unit, value in part.units.items():
                if value > units.get(unit, 0):
                    units[unit] = value
        return Found(whole, tuple((section, *three) for section, three in sections.items()), units)

    def _one(self, alternative: Alternative, books: tuple[int, ...], guessed: int) -> Found:
        """What one alternative finds: its terms together, worth less where some are missing."""
        counts = [self.count(term, books) for term in alternative.terms]
        rarities = [self.rarity(guessed if alternative.guess and n else n, books) for n in counts]
        weight, total = alternative.weight, sum(rarities)
        whole = int(total * weight)
        if not whole:
            return NOTHING
        allowed = self._allowed(alternative, books)
        here: dict[int, int] = {}
        matched: dict[int, int] = {}
        titles: dict[int, int] = {}
        there: dict[int, int] = {}
        for term, rarity in zip(alternative.terms, rarities, strict=True):
            impacts = self.impacts(term)
            for section, impact in impacts.sections:
                if self._book_of[section] in allowed:
                    here[section] = here.get(section, 0) + rarity * impact // SCALE
                    matched[section] = matched.get(section, 0) + rarity
            for section in impacts.titles:
                titles[section] = titles.get(section, 0) + rarity
            for unit, impact in impacts.units:
                if self._unit_book[unit] in allowed:
                    there[unit] = there.get(unit, 0) + rarity * impact // SCALE
        sections = tuple(
            (
                section,
                int(impact * weight * (matched[section] / total)),
                int(matched[section] * weight),
                int(titles.get(section, 0) * weight),
            )
            for section, impact in here.items()
        )
        return Found(whole, sections, {unit: int(impact * weight) for unit, impact in there.items()})

    def _allowed(self, alternative: Alternative, books: tuple[int, ...]) -> set[int]:
        return {book for book in books if not alternative.books or self._books[book] in alternative.books}


def _shown_percents(postings: Postings) -> list[int]:
    """How readily each unit is shown as its section's answer: a definition, the first statement, a rule, a table's row."""
    begun: set[int] = set()
    percents = []
    for unit, section in zip(postings.units, postings.home, strict=True):
        if unit.field not in SHOWN:
            percents.append(0)
            continue
        first = unit.field is Field.TEXT and section not in begun
        if first:
            begun.add(section)
        name = "definition" if unit.kind is Kind.DEFINITION else "first" if first else unit.field.value
        percents.append(scoring.SHOWN_PERCENT.get(name, scoring.SHOWN_PERCENT["other"]))
    return percents
