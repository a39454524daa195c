"""The ranking: groups of alternatives → sections with their best unit, from the postings alone.

A section's words count by field (BM25F), its best single unit counts once more, and a section that answers more
of what was typed comes before one that answers part of it often. All sums are of whole numbers, so that the
browser, which does the same in JavaScript, cannot differ in the last bit.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from search.postings import Postings
from search.query import Group
from search.units import Field

WEIGHTS = {Field.TITLE: 5.0, Field.PATH: 0.8, Field.WORDS: 4.0, Field.TEXT: 1.0, Field.ENTRY: 1.0}
SHORTEN = {Field.TITLE: 0.6, Field.PATH: 0.3, Field.WORDS: 0.3, Field.TEXT: 0.6, Field.ENTRY: 0.7}
SATURATION = 1.6
UNIT_SATURATION = 1.0
UNIT_SHARE = 0.8
SCALE = 1000


@dataclass(frozen=True)
class Impacts:
    """Of one term: what it adds to each section and to each unit, in thousandths."""

    sections: dict[int, int]
    units: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Hit:
    """A section found: its number, the number of its best unit (None: nothing of it but its title) and its score."""

    section: int
    unit: int | None
    score: int


class Ranking:
    """Scores groups against postings. Impacts of a term are worked out when it is first asked for."""

    def __init__(self, postings: Postings) -> None:
        self.postings = postings
        self._impacts: dict[str, Impacts] = {}

    @cached_property
    def _averages(self) -> dict[Field, float]:
        """The mean length, in terms, of a section's text in each field (of the sections that have it)."""
        totals: dict[Field, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for number, unit in enumerate(self.postings.units):
            totals[unit.field][self.postings.home[number]] += self.postings.lengths[number]
        self._field_lengths = totals
        return {field: sum(lengths.values()) / len(lengths) for field, lengths in totals.items()}

    @cached_property
    def _unit_average(self) -> float:
        return sum(self.postings.lengths) / max(1, len(self.postings.lengths))

    def impacts(self, term: str) -> Impacts:
        found = self._impacts.get(term)
        if found is None:
            found = self._impacts[term] = self._work_out(term)
        return found

    def _work_out(self, term: str) -> Impacts:
        postings = self.postings
        averages = self._averages
        frequencies: dict[int, dict[Field, int]] = defaultdict(lambda: defaultdict(int))
        occurrences = postings.terms.get(term, ())
        for unit, frequency in occurrences:
            frequencies[postings.home[unit]][postings.units[unit].field] += frequency
        count = len(frequencies)
        idf = math.log(1 + (len(postings.headings) - count + 0.5) / (count + 0.5))
        sections = {}
        for section, fields in frequencies.items():
            weighted = 0.0
            for field, frequency in fields.items():
                length = self._field_lengths[field][section] / averages[field]
                weighted += WEIGHTS[field] * frequency / (1 - SHORTEN[field] + SHORTEN[field] * length)
            sections[section] = int(SCALE * idf * weighted / (weighted + SATURATION))
        units = []
        for unit, frequency in occurrences:
            if postings.units[unit].field is Field.PATH:
                continue
            length = postings.lengths[unit] / self._unit_average
            units.append((unit, int(SCALE * idf * frequency / (frequency + UNIT_SATURATION * (0.4 + 0.6 * length)))))
        return Impacts(sections, tuple(units))

    def search(self, groups: Sequence[Group], allowed: frozenset[int] | None) -> list[Hit]:
        """All sections that answer something, best first. `allowed`: the section numbers to look among."""
        sections: dict[int, int] = defaultdict(int)
        units: dict[int, int] = defaultdict(int)
        answered: dict[int, int] = defaultdict(int)
        for group in groups:
            best_section: dict[int, int] = {}
            best_unit: dict[int, int] = {}
            share: dict[int, int] = {}
            for alternative in group.alternatives:
                here: dict[int, int] = defaultdict(int)
                there: dict[int, int] = defaultdict(int)
                matched: dict[int, int] = defaultdict(int)
                for term in alternative.terms:
                    impacts = self.impacts(term)
                    for section, impact in impacts.sections.items():
                        here[section] += impact
                        matched[section] += 1
                    for unit, impact in impacts.units:
                        there[unit] += impact
                size = len(alternative.terms)
                for section, impact in here.items():
                    if alternative.book and self.postings.headings[section].book != alternative.book:
                        continue
                    value = int(impact * alternative.weight)
                    if value > best_section.get(section, 0):
                        best_section[section] = value
                        share[section] = int(100 * matched[section] * alternative.weight / size)
                for unit, impact in there.items():
                    value = int(impact * alternative.weight)
                    if value > best_unit.get(unit, 0):
                        best_unit[unit] = value
            for section, value in best_section.items():
                sections[section] += value
                answered[section] += share[section]
            for unit, value in best_unit.items():
                units[unit] += value
        best: dict[int, tuple[int, int]] = {}
        for unit in sorted(units):
            section = self.postings.home[unit]
            value = units[unit]
            if section not in best or value > best[section][0]:
                best[section] = (value, unit)
        whole = max(1, 100 * len(groups))
        hits = []
        for section, value in sections.items():
            if allowed is not None and section not in allowed:
                continue
            unit_value, chosen = best.get(section, (0, -1))
            score = int((value + UNIT_SHARE * unit_value) * (0.35 + 0.65 * answered[section] / whole))
            hits.append(Hit(section, chosen if chosen >= 0 else None, score))
        return sorted(hits, key=lambda hit: (-hit.score, hit.section))
