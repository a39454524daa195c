"""Rank documents by the sum of their impacts.

The browser does the same (`docs/assets/js/search/ranking.js`).

Documents are numbered over all books here. A score is in hundredths of an impact, since synonyms weigh in percent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import accumulate, takewhile
from typing import Any, NamedTuple, TypeVar

from search.engine.query import INTERVAL, Query
from search.index.book_index import BookIndex, Postings
from search.index.documents import Field
from search.index.weights import WEIGHTS
from search.language.vocabulary import Alternative

KEPT = 4096  # groups whose documents are remembered
FULL = 100  # percent: a synonym that says the same
BITS = 32  # a sum and what it covers of the query are one number, so that they are added at once
MASK = (1 << BITS) - 1
NOTHING = Postings((), (), 0)

T = TypeVar("T")
Use = tuple[int, ...]
"""The numbers of the books that are searched."""
Hit = tuple[int, int, bool]
"""A document found: its score below zero, so that the best comes first, its number, whether it has most of the query."""


class Matches(NamedTuple):
    """Hold the documents that match one of the query's groups of words."""

    whole: int  # the group's weight
    sums: dict[int, int]  # by document: its score in the low `BITS` bits, the weight of the matched groups above them


def remember(kept: dict[Any, T], key: Hashable, make: Callable[[], T]) -> T:
    """Cache a value by key; a full cache is emptied."""
    if key not in kept:
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = make()
    return kept[key]


class Ranking:
    """Score queries against the books."""

    def __init__(self, books: Sequence[BookIndex]) -> None:
        self.books = books
        self.documents = [document for book in books for document in book.documents]
        self.bias = [bias for book in books for bias in book.bias]
        self.starts = list(accumulate((len(book.documents) for book in books), initial=0))
        self.home = [(b, section) for b, book in enumerate(books) for section in book.home]
        anchors: dict[str, int] = {}
        self.anchors = [anchors.setdefault(document.anchor, n) for n, document in enumerate(self.documents)]
        self._postings: dict[Any, Postings] = {}
        self._matches: dict[Any, Matches] = {}

    def postings(self, book: int, term: str) -> Postings:
        """Return a term's postings in a book; a number's include intervals."""

        def make() -> Postings:
            found = self._within(book, term) if term[0] == INTERVAL else self.books[book].terms.get(term, NOTHING)
            return found._replace(documents=tuple([self.starts[book] + n for n in found.documents]))

        return remember(self._postings, (book, term), make)

    def _within(self, book: int, term: str) -> Postings:
        amount, _, unit = term.removeprefix(INTERVAL).partition(" ")
        best: dict[int, int] = {}
        for n, document in enumerate(self.books[book].documents):
            for low, high, of in document.intervals:
                if low <= int(amount) <= high and not (unit and of and unit != of):
                    impact = WEIGHTS["interval"] + WEIGHTS["intervalUnit"] * bool(unit and unit == of)
                    best[n] = max(best.get(n, 0), impact)
        return Postings(tuple(best), tuple(best.values()), max(best.values(), default=0))

    def matches(self, alternatives: Sequence[Alternative], use: Use) -> Matches:
        return remember(self._matches, (alternatives, use), lambda: self._find(alternatives, use))

    def _find(self, alternatives: Sequence[Alternative], use: Use) -> Matches:
        """Return a group's documents with their best impacts.

        Nothing weighs more than what was typed, and guesses together no more than the most frequent; of several terms
        a document has all: a phrase is known as a whole or not at all.
        """
        options = []
        for alternative in alternatives:
            allowed = [b for b in use if not alternative.books or self.books[b].book in alternative.books]
            lists = [[self.postings(b, term) for b in allowed] for term in alternative.terms]
            strengths = [max((p.strength for p in own), default=0) for own in lists]
            options.append((alternative, lists, sum(strengths) * all(strengths)))
        guesses = min((strength for a, _, strength in options if a.guess and strength), default=0)
        weights = [a.weight * guesses // strength if a.guess and strength else a.weight for a, _, strength in options]
        most = [weight * strength for weight, (_, _, strength) in zip(weights, options, strict=True)]
        spans = [m for m, a in zip(most, alternatives, strict=True) if a.terms[0][0] == INTERVAL]
        whole, best = max((*most[:1], *spans), default=0) or max(most, default=0), dict[int, int]()
        for weight, (_, lists, strength) in zip(weights, options, strict=True):
            weight = min(weight, whole // max(1, strength))
            for n, impact in _summed(lists).items():
                if weight * impact > best.get(n, 0):
                    best[n] = weight * impact
        return Matches(whole, {n: value | whole << BITS for n, value in best.items()})

    def search(self, query: Query, use: Use, late: Use = ()) -> list[Hit]:
        """Return the answering documents, best first.

        Each anchor once, at most `perSection` of a section.

        `late`: the books whose documents come after all others.
        """
        founds = [self.matches(group.alternatives, use) for group in query.groups]
        whole = sum(found.whole for found in founds)
        sums = _added([found.sums for found in founds])
        for term in query.asks:
            for b in use:
                documents, impacts, _ = self.postings(b, term)
                for n, impact in zip(documents, impacts, strict=True):
                    if n in sums:
                        sums[n] += 100 * impact
        most, called, titled = -(-WEIGHTS["covered"] * whole // 100), self._called(query, use), self._titled(query, use)
        exact, title, amount, rows = (WEIGHTS[name] * whole // 100 for name in ("exact", "title", "amount", "rows"))
        hits = []
        for n, said in sums.items():
            document = self.documents[n]
            score = (said & MASK) + 100 * self.bias[n] + exact * (n in called) + title * (n in titled)
            score += amount * (query.amount and document.number)
            score -= rows * (query.wants_rule and document.field is Field.ENTRY)
            hits.append((-score, n, said >> BITS >= most))
        return self._together(self._apart(sorted(hits), late), "together" if len(query.groups) > 1 else "togetherWord")

    def _called(self, query: Query, use: Use) -> set[int]:
        """Return the documents named exactly as typed.

        A synonym in full counts too. Who asks how many wants no title; who asks with one word what or who it is wants
        no row.
        """
        firsts = [group.alternatives[:1] for group in query.groups]
        typed = frozenset(term for first in firsts for a in first for term in a.terms)
        names = [query.spoken, typed]
        if len(firsts) == 1:
            names += [frozenset(a.terms) for a in query.groups[0].alternatives if a.weight == FULL]
        found = {self.starts[b] + n for b in use for name in names for n in self.books[b].called.get(name, ())}
        rows = not query.wants_rule or len(typed) > 1
        return {n for n in found if (rows if self.documents[n].field is Field.ENTRY else not query.amount)}

    def _titled(self, query: Query, use: Use) -> set[int]:
        """Return the first rules of sections whose title has all that was typed.

        None for one word, and none for a question: who asks wants more than the title.
        """
        typed = {term for group in query.groups for a in group.alternatives[:1] for term in a.terms}
        found = [{self.starts[b] + n for b in use for n in self.books[b].in_title.get(term, ())} for term in typed]
        return set.intersection(*found) if len(found) > 1 and not query.asks else set()

    def _apart(self, hits: Iterable[Hit], late: Use) -> list[Hit]:
        """Filter the hits: each anchor once, `perSection` a section.

        The hits of the `late` books come last.
        """
        kept: tuple[list[Hit], list[Hit]] = [], []
        seen: set[int] = set()
        counts = Counter[tuple[int, int]]()
        for hit in hits:
            anchor = self.anchors[hit[1]]
            home = self.home[anchor]
            if anchor not in seen and counts[home] < WEIGHTS["perSection"]:
                kept[home[0] in late].append(hit)
            counts[home] += anchor not in seen
            seen.add(anchor)
        return [*kept[False], *kept[True]]

    def _together(self, hits: list[Hit], share: str) -> list[Hit]:
        """Put the best of each book first, where it answers nearly as well as the first.

        `share`: how nearly, by its name among the weights; a word alone does not tell which book it is of.
        """
        near = list(takewhile(lambda hit: 100 * hit[0] <= hits[0][0] * WEIGHTS[share], hits))
        best: dict[int, Hit] = {}
        for hit in near:
            best.setdefault(self.home[hit[1]][0], hit)
        return [*best.values(), *(hit for hit in near if hit not in best.values()), *hits[len(near) :]]


def _summed(lists: Sequence[Sequence[Postings]]) -> dict[int, int]:
    """Return document → impact, of the documents that have every term of an alternative."""
    sums: dict[int, int] = {}
    for number, of_term in enumerate(lists):
        before, sums = sums, {}
        for documents, impacts, _ in of_term:
            for n, impact in zip(documents, impacts, strict=True):
                if not number or n in before:
                    sums[n] = before.get(n, 0) + impact
    return sums


def _added(parts: Sequence[dict[int, int]]) -> dict[int, int]:
    """Add the sums of several groups, the widest first.

    A common word costs little more than its copy.
    """
    widest, *others = sorted(parts, key=len, reverse=True) or [{}]
    total = dict(widest)
    for other in others:
        for n, said in other.items():
            total[n] = total.get(n, 0) + said
    return total
