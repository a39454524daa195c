"""The search: a query → answers as people see them. What the HTTP service and the command line call."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from search.engine import query
from search.engine.excerpt import Stretch, excerpt
from search.engine.nearest import nearest_sections
from search.engine.places import Places, Spot
from search.engine.ranking import INTERVAL, Hit, Ranking, Use
from search.engine.remembered import remembered
from search.index import weights
from search.index.documents import Field, Kind, Shown
from search.index.searched import Searched
from search.index.store import Piece, read_index
from search.language.analysis import term_of
from search.language.spelling import Spelling
from search.language.vocabulary import Alternative, Vocabulary, read_written


@dataclass(frozen=True)
class Result:
    """One answer. `id`: the statement, the row or the section; `title` and `path`: its section's and those above it."""

    id: str
    citation: str
    title: str
    path: tuple[str, ...]
    book: str
    kind: Kind
    url: str
    excerpt: tuple[Stretch, ...]
    score: int


@dataclass(frozen=True)
class ResultPage:
    """`total`: how many answer most of the query; `others`: the rest; `suggestion`: what was probably meant, or ''.

    Where nothing was found, `tried` are the words looked for and `nearest` what is nearest to them.
    """

    query: str
    total: int
    others: int
    suggestion: str
    results: tuple[Result, ...]
    tried: tuple[str, ...] = ()
    nearest: tuple[Result, ...] = ()


class Engine:
    """Answers queries from an index folder. Read-only, safe to share between threads."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        vocabulary: Vocabulary,
        shown: Shown,
        surfaces: Mapping[str, Mapping[str, str]],
        labels: Mapping[str, str],
        games: Mapping[str, Sequence[str]],
        superseded: Sequence[str] = (),
    ) -> None:
        """`surfaces` and `labels`: see `Searched`; `games`: game → its books; `superseded`: books."""
        self.pieces, self.vocabulary, self.shown = pieces, vocabulary, shown
        self.surfaces, self.labels, self.games = surfaces, labels, games
        self.superseded = superseded
        self.ranking = Ranking(pieces)
        self.places = Places(pieces, shown, vocabulary)
        self.sections = {heading.id: heading for piece in pieces for heading in piece.headings}
        self.documents = {d.anchor: n for n, d in zip(self.ranking.anchors, self.ranking.documents, strict=True)}
        self.all: Use = tuple(range(len(pieces)))
        self._vocabulary = lru_cache(maxsize=16)(lambda use: vocabulary.of([pieces[n].book for n in use]))
        self._spelling = remembered(self.spelling, 16)
        self._read_once = remembered(self._read, 4096)

    @classmethod
    def over(cls, searched: Searched) -> Engine:
        """The engine over an index of this, none being written."""
        given = searched.pieces, searched.vocabulary, searched.shown, searched.surfaces, searched.labels
        return cls(*given, searched.chosen, searched.superseded)

    @classmethod
    def open(cls, folder: Path, read_pieces: Callable[[Path], Sequence[Piece]] = read_index) -> Engine:
        """The engine over an index folder that `search.index.searched` has written."""

        def read(name: str) -> str:
            return (folder / f"{name}.json").read_text(encoding="utf-8")

        shown = {anchor: (citation, url) for anchor, (citation, url) in json.loads(read("shown")).items()}
        vocabulary = read_written(read("vocabulary"))
        given = (json.loads(read(name)) for name in ("surfaces", "labels", "chosen", "superseded"))
        return cls(read_pieces(folder), vocabulary, shown, *given)

    def spelling(self, use: Use) -> Spelling:
        """The words of the pieces searched and of the vocabulary, with how often they stand."""
        counts = dict.fromkeys(self._vocabulary(use).terms, 0)
        for n in use:
            for term, (documents, _) in self.pieces[n].terms.items():
                counts[term] = counts.get(term, 0) + len(documents)
        return Spelling(counts)

    def _read(self, word: str, term: str, last: bool, use: Use) -> query.Reading:
        """What a typed word may be: itself, what it begins (if it is the last), or what it misspells."""
        spelling = self._spelling(use)
        known = bool(term) and spelling.knows(term)
        found = [(term, 100)] if known else []
        if last and len(word) >= 2:
            longer = [other for other in spelling.completions(word) if other != term]
            if not known and not longer and (begun := spelling.begun(word)):
                near = () if spelling.ends(word[len(begun) :]) else spelling.close(word, term)
                if not near or near[0][1] > 1:
                    return query.Reading(((begun, 100),), known=True)
            found += [(other, weights.DATA["prefixKnown" if known else "prefix"]) for other in longer]
        if found or not term:
            return query.Reading(tuple(found), known=known)
        close = spelling.close(word, term)
        if stop := spelling.stop_word(word, close[0][1] if close else 2):
            return query.Reading((), stop)
        meant = self._surface(close[0][0], use) if close else ""
        return query.Reading(tuple((other, weights.DATA["close"][away]) for other, away in close), meant)

    def _surface(self, term: str, use: Use) -> str:
        """The word that stands for a term in the first book that has it."""
        return next((self.surfaces[p.book].get(term, term) for n in use if term in (p := self.pieces[n]).terms), term)

    def parse(self, text: str, chosen: str = "") -> query.Query:
        use = self.narrowed(chosen)
        return query.parse(text, self._vocabulary(use), lambda word, term, last: self._read_once(word, term, last, use))

    def of(self, books: Iterable[str]) -> Use:
        wanted = set(books)
        return tuple(n for n in self.all if not wanted or self.pieces[n].book in wanted)

    @property
    def choices(self) -> dict[str, str]:
        """Return the label of each game that can be chosen."""
        return {game: self.labels[books[0]] for game, books in self.games.items()}

    def narrowed(self, chosen: str) -> Use:
        """Return the pieces searched for a game or a book that was chosen; all for ''."""
        return self.of(self.games.get(chosen, (chosen,)) if chosen else ())

    def search(self, text: str, book: str = "", kind: str = "", limit: int = 10, offset: int = 0) -> ResultPage:
        """Answers a query. `book` (a book or a game) and `kind` narrow it; `limit` results from `offset` on are given in full."""
        parsed = self.parse(text, book)
        use = self.narrowed(book) if book else self.of(parsed.books)
        for place, tail in self.places.pasted(parsed.pasted):
            return ResultPage(text, 1, 0, "", (self._result((0, self._at(place, tail), True), frozenset()),))
        groups = with_intervals(parsed)
        ranked = self.ranking.search(groups, use, parsed.amount, parsed.asking) if groups else []
        ranked = self._pinned(parsed, use, bool(book), ranked)
        bare = not parsed.groups and not any(cited.opens for cited in parsed.cited)  # nothing but a game's name
        if not ranked and len(use) < len(self.all) and bare:
            tops = [self._at((p, s)) for p in use for s, h in enumerate(self.pieces[p].headings) if not h.path]
            ranked = [(0, n, True) for n in tops]
        if kind:
            ranked = [hit for hit in ranked if self.ranking.documents[hit[1]].kind.value == kind]
        wanted = frozenset(term for group in groups for alternative in group.alternatives for term in alternative.terms)
        if ranked:
            total = sum([covers for _, _, covers in ranked]) or len(ranked)
            shown = tuple(self._result(hit, wanted) for hit in ranked[offset : offset + limit])
            return ResultPage(text, total, len(ranked) - total, parsed.corrected, shown)
        tried = tuple(dict.fromkeys(word for group in parsed.groups for word in group.words))
        near = self._nearest(parsed, groups, use, bool(book or kind))
        return ResultPage(
            text, 0, 0, parsed.corrected, (), tried, tuple(self._result(hit, frozenset()) for hit in near)
        )

    def _pinned(self, parsed: query.Query, use: Use, named: bool, ranked: list[Hit]) -> list[Hit]:
        """What is cited before what is found: the statement named, else the best of the section, else the section."""
        cited = self.places.find(parsed.cited, use, named or bool(parsed.books))
        if not cited:
            return ranked
        top, home, pinned = ranked[0][0] if ranked else 0, self.ranking.home, dict[int, Hit]()
        for n, (place, letter) in enumerate(cited):
            at = self._at(place, letter)
            best = at if letter else next((n for _, n, _ in ranked if home[n] == home[at]), at)
            pinned[best] = top - len(cited) + n, best, True
        return [*pinned.values(), *(hit for hit in ranked if hit[1] not in pinned)]

    def _at(self, place: Spot, tail: str = "") -> int:
        """The document of a section's head, or of what stands in it under `tail`."""
        anchor = self.pieces[place[0]].headings[place[1]].id
        return self.documents.get(f"{anchor}.{tail}", self.documents[anchor])

    def _nearest(self, parsed: query.Query, groups: Sequence[query.Group], use: Use, narrowed: bool) -> list[Hit]:
        """Where a filter left nothing: what there is without it; else the sections with the nearest number or title."""
        if narrowed and groups and (hits := self.ranking.search(groups, self.all, parsed.amount, parsed.asking)):
            return hits[:3]
        number = next((c.words[0] for c in parsed.cited if c.opens), "")
        return [(0, self._at(place), True) for place in nearest_sections(self.pieces, use, number, parsed.text)]

    def _result(self, hit: Hit, wanted: frozenset[str]) -> Result:
        """A section is shown with its first rule's text."""
        minus, n, _ = hit
        document = self.ranking.documents[n]
        heading, text = self.sections[document.section], document.text
        if document.field is Field.HEAD:
            first = self.ranking.documents[self.ranking.firsts[self.ranking.home[n]]]
            text = heading.title if first is document else first.text
        citation, url = self.shown[document.anchor]
        return Result(
            document.anchor, citation, heading.title, heading.path, heading.book, document.kind, url,
            excerpt(text, wanted), -minus,
        )  # fmt: skip


def with_intervals(parsed: query.Query) -> list[query.Group]:
    """The groups that mean something; a number, even one that no text says, also stands for the intervals that it lies in."""
    spans = {str(q.low): f"{INTERVAL}{q.low} {q.unit}".strip() for q in parsed.quantities}
    found = []
    for group in parsed.groups:
        if span := spans.get(group.alternatives[0].terms[0] if group.alternatives else term_of(group.words[0])):
            group = replace(group, alternatives=(*group.alternatives, Alternative((span,), 100)))
        if group.alternatives:
            found.append(group)
    return found
