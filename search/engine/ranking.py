"""Rank documents by the sum of their impacts (how strongly each term points to a document).

The browser does the same (`docs/assets/js/search/ranking.js`). A score is in hundredths of an impact, since synonyms
weigh in percent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import takewhile
from typing import NamedTuple

from search.engine.query import INTERVAL, Query
from search.index.inverted_index import TITLED, InvertedIndex, name_term
from search.index.weights import WEIGHTS
from search.language.vocabulary_terms import Alternative

KEPT = 4096  # terms and groups whose documents are remembered
FULL = 100  # percent: a synonym that says the same
BITS = 32  # a sum and what it covers of the query are one number, so that they are added at once
MASK = (1 << BITS) - 1

Impacts = Mapping[int, int]
"""Document number → how strongly a term, or a group of terms, points to it."""
Use = tuple[str, ...]
"""Slugs of the books that are searched."""
Hit = tuple[int, int, bool]
"""A document found: (its negated score, so that the best sorts first; its number; whether it has most of the query)."""


class Matches(NamedTuple):
    """Hold the documents that match one group of the query (a word with its alternatives).

    `whole`: the highest score that the group can give; `sums`: document number → its score in the low 32 bits (`BITS`),
    and `whole` above them, so that one addition sums both.
    """

    whole: int
    sums: Impacts


def read_impacts(index: InvertedIndex, term: str, use: Use) -> Impacts:
    """Return document number → impact of a term in books `use`.

    A term '#40' or '#40 minuto' gives the documents with an interval that contains the number, of that unit or of none.
    """
    found = index.terms.get(term, {})
    if term[0] == INTERVAL:
        amount, _, unit = term.removeprefix(INTERVAL).partition(" ")
        found = {}
        for n, low, high, of in index.intervals:
            if low <= int(amount) <= high and not (unit and of and unit != of):
                impact = WEIGHTS["interval"] + WEIGHTS["intervalUnit"] * bool(unit and of)
                found[n] = max(found.get(n, 0), impact)
    return {n: impact for n, impact in found.items() if index.documents[n].book in use}


def match_group(read: Callable[[str, Use], Impacts], alternatives: Sequence[Alternative], use: Use) -> Matches:
    """Return the documents that match one of a group's alternatives, scored by the best one.

    A document must have all terms of an alternative. None weighs more than the typed word, if the books have it.
    `read`: returns a term's impacts in some books; `use`: books searched.
    """
    options = []
    for one in alternatives:
        allowed = tuple(book for book in use if book in one.books) if one.books else use
        lists = [read(term, allowed) for term in one.terms]
        strengths = [max(of_term.values(), default=0) for of_term in lists]
        options.append((one, sum_impacts(lists), sum(strengths) * all(strengths)))
    most = [one.weight * strength for one, _, strength in options]
    whole, best = max(most[:1], default=0) or max(most, default=0), dict[int, int]()
    for one, impacts, strength in options:
        weight = min(one.weight, whole // max(1, strength))
        for n, impact in impacts.items():
            if weight * impact > best.get(n, 0):
                best[n] = weight * impact
    return Matches(whole, {n: value | whole << BITS for n, value in best.items()})


class Ranking:
    """Score queries against the books' index."""

    def __init__(self, index: InvertedIndex) -> None:
        self.index, self.documents = index, index.documents
        self.impacts = lru_cache(KEPT)(partial(read_impacts, index))
        self.match = lru_cache(KEPT)(partial(match_group, self.impacts))
        self.bias = [100 * document.bias for document in index.documents]
        self.amounts = frozenset(n for n, document in enumerate(index.documents) if document.amount)
        self.rows = frozenset(n for n, document in enumerate(index.documents) if document.row)

    def share_document(self, one: str, other: str, use: Use) -> bool:
        """Return whether two terms share a document of books `use`."""
        return not self.impacts(one, use).keys().isdisjoint(self.impacts(other, use))

    def search(self, query: Query, use: Use, late: Use = ()) -> list[Hit]:
        """Return a query's hits, best first.

        `use`: books searched; `late`: those of them whose hits come after all others.
        """
        founds = [self.match(group.alternatives, use) for group in query.groups]
        whole, sums = sum(found.whole for found in founds), add_sums([found.sums for found in founds])
        for term in query.asks:
            for n, impact in self.impacts(term, use).items():
                if n in sums:
                    sums[n] += 100 * impact
        scores = {n: (said & MASK) + self.bias[n] for n, said in sums.items()}
        for name, found in (
            ("exact", self._find_called(query, use)),
            ("title", self._find_titled(query, use)),
            ("amount", self.amounts if query.amount else ()),
        ):
            for n in scores.keys() & found:
                scores[n] += WEIGHTS[name] * whole // 100
        most = -(-WEIGHTS["covered"] * whole // 100)
        hits = sorted((-score, n, sums[n] >> BITS >= most) for n, score in scores.items())
        hits.sort(key=lambda hit: self.documents[hit[1]].book in late)
        return self._order(hits, WEIGHTS["together" if len(query.groups) > 1 else "togetherWord"])

    def _find_called(self, query: Query, use: Use) -> set[int]:
        """Return the documents whose name is exactly what was typed, or a full synonym of it.

        Statements are left out if the query asks for a number; table rows, if it wants a rule (`Query.wants_rule`) and
        has one word only.
        """
        typed = query.typed
        names = [query.spoken, typed]
        if len(query.groups) == 1:
            names += [frozenset(a.terms) for a in query.groups[0].alternatives if a.weight == FULL]
        found = set().union(*(self.impacts(name_term(name), use) for name in names))
        rows = not query.wants_rule or len(typed) > 1
        return {n for n in found if (rows if n in self.rows else not query.amount)}

    def _find_titled(self, query: Query, use: Use) -> Impacts:
        """Return the first rule of each section whose title has all typed terms, with impacts.

        {} for a single term or a question.
        """
        if len(query.typed) < 2 or query.asks:
            return {}
        return sum_impacts([self.impacts(TITLED + term, use) for term in query.typed])

    def _order(self, hits: Sequence[Hit], share: int) -> list[Hit]:
        """Return the hits with each anchor once, and at most three of a section.

        The best hit of each book then moves to the front, if its score is at least `share` percent of the first one's.
        """
        seen, counts = set[str](), dict[str, int]()
        every: list[Hit] = []
        for hit in hits:
            document = self.documents[hit[1]]
            if document.anchor in seen:
                continue
            seen.add(document.anchor)
            counts[document.section] = count = counts.get(document.section, 0) + 1
            if count <= WEIGHTS["perSection"]:
                every.append(hit)
        best: dict[str, Hit] = {}
        for hit in takewhile(lambda hit: 100 * hit[0] <= every[0][0] * share, every):
            best.setdefault(self.documents[hit[1]].book, hit)
        return list(dict.fromkeys((*best.values(), *every)))


def sum_impacts(lists: Sequence[Impacts]) -> Impacts:
    """Return document number → summed impact, for documents that have every term."""
    first, *others = lists
    if not others:
        return first
    return {n: sum((i, *(of[n] for of in others))) for n, i in first.items() if all(n in of for of in others)}


def add_sums(parts: Sequence[Impacts]) -> dict[int, int]:
    """Add up several groups' `Matches.sums`, document by document."""
    widest, *others = sorted(parts, key=len, reverse=True) or [{}]
    total = dict(widest)
    for other in others:
        for n, said in other.items():
            total[n] = total.get(n, 0) + said
    return total
