"""The search: a query → results as people see them. What the HTTP service and the command line call."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from search import analysis, query, scoring
from search.excerpts import Piece, excerpt
from search.nearest import nearest
from search.postings import Postings, read_index
from search.ranking import Hit, Ranking
from search.spelling import Spelling
from search.units import Field, Kind, Unit
from search.vocabulary import Vocabulary, read_written


@dataclass(frozen=True)
class Result:
    """One section found. `id`: the statement, entry or section that answers; `path`: the titles above it."""

    id: str
    citation: str
    title: str
    path: tuple[str, ...]
    book: str
    kind: Kind
    url: str
    excerpt: tuple[Piece, ...]
    score: int


@dataclass(frozen=True)
class Answer:
    """`total` sections found in all; `suggestion`: the query as it was probably meant, or ''.

    Where nothing was found, `tried` are the words looked for and `nearest` the sections nearest to them.
    """

    query: str
    total: int
    suggestion: str
    results: tuple[Result, ...]
    tried: tuple[str, ...] = ()
    nearest: tuple[Result, ...] = ()


class Engine:
    """Answers queries from an index folder. Read-only, safe to share between threads."""

    def __init__(
        self,
        postings: Postings,
        vocabulary: Vocabulary,
        shown: dict[str, tuple[str, str]],
        surfaces: dict[str, str],
        labels: dict[str, str],
    ) -> None:
        self.postings, self.vocabulary, self.labels = postings, vocabulary, labels
        self.shown, self.surfaces = shown, surfaces
        self.ranking = Ranking(postings, vocabulary.later)
        counts = dict.fromkeys(vocabulary.terms, 0) | {name: len(found) for name, found in postings.terms.items()}
        self.spelling = Spelling(sorted(counts), [counts[name] for name in sorted(counts)])
        self.sections = {h.id: i for i, h in enumerate(postings.headings)}
        self.first: dict[int, Unit] = {}
        for number, unit in enumerate(postings.units):
            if unit.field is Field.TEXT:
                self.first.setdefault(postings.home[number], unit)
        self.cited = self._citations()
        self._read_once = lru_cache(maxsize=4096)(self._read)

    @classmethod
    def open(cls, folder: Path) -> Engine:
        """The engine over an index folder that `search.build` has written."""

        def read(name: str) -> str:
            return (folder / f"{name}.json").read_text(encoding="utf-8")

        shown = {anchor: (citation, url) for anchor, (citation, url) in json.loads(read("shown")).items()}
        vocabulary, surfaces, labels = (
            read_written(read("vocabulary")),
            json.loads(read("surfaces")),
            json.loads(read("labels")),
        )
        return cls(read_index(folder), vocabulary, shown, surfaces, labels)

    def _read(self, word: str, term: str, last: bool, mend: bool) -> query.Reading:
        """What a typed word may be: itself, what it begins (if it is the last), or what it misspells."""
        known = bool(term) and self.spelling.knows(term)
        found = [(term, 1.0)] if known else []
        if last and len(word) >= 2:
            longer = [other for other in self.spelling.completions(word) if other != term]
            if not known and not longer and (begun := self.spelling.begun(word)):
                near = () if self.spelling.ends(word[len(begun) :]) else self.spelling.close(word, term)
                if not near or near[0][1] > 1:
                    return query.Reading(((begun, 1.0),), known=True)
            weight = scoring.PREFIX_KNOWN_WEIGHT if known else scoring.PREFIX_WEIGHT
            found += [(other, weight) for other in longer]
        if found or not term or not mend:
            return query.Reading(tuple(found), known=known)
        close = self.spelling.close(word, term)
        if stop := self.spelling.stop_word(word, close[0][1] if close else 2):
            return query.Reading((), stop)
        meant = self.surfaces.get(close[0][0], close[0][0]) if close else ""
        return query.Reading(tuple((other, scoring.CLOSE_WEIGHTS[away]) for other, away in close), meant)

    def parse(self, text: str) -> query.Query:
        return query.parse(text, self.vocabulary, self._read_once)

    def search(self, text: str, book: str = "", kind: str = "", limit: int = 10, offset: int = 0) -> Answer:
        """Answers a query. `book` and `kind` narrow it; `limit` results from `offset` on are given in full."""
        parsed = self.parse(text)
        books = {book} if book else set(parsed.books)
        if pasted := self._pasted(parsed.pasted):
            return Answer(text, 1, "", (self._result(pasted, frozenset()),))
        groups = [g for g in parsed.groups if g.alternatives]
        hits = self.ranking.search(groups, frozenset(books)) if groups else []
        pinned = self._cited(parsed, books) or self._pinned(parsed, books)
        if not hits and not pinned and books and not parsed.groups and not parsed.number:
            pinned = [Hit(i, None, 0) for i, h in enumerate(self.postings.headings) if h.book in books and not h.path]
        top = hits[0].score if hits else 0
        best = {h.section: h.unit for h in hits} if pinned else {}
        ranked = [
            Hit(h.section, best.get(h.section) if h.unit is None else h.unit, top + len(pinned) - n)
            for n, h in enumerate(pinned)
        ]
        seen = {h.section for h in ranked}
        ranked += [h for h in hits if h.section not in seen]
        if kind:
            ranked = [h for h in ranked if self._kind(h).value == kind]
        if ranked and parsed.letter and not parsed.number:
            named = self._lettered(ranked[0].section, parsed.letter).unit
            ranked[0] = replace(ranked[0], unit=ranked[0].unit if named is None else named)
        wanted = frozenset(term for group in groups for alternative in group.alternatives for term in alternative.terms)
        shown = tuple(self._result(hit, wanted) for hit in ranked[offset : offset + limit])
        if ranked:
            return Answer(text, len(ranked), parsed.corrected, shown)
        return Answer(
            text, 0, parsed.corrected, (), self._tried(parsed), self._nearest(parsed, books, bool(book or kind))
        )

    def _tried(self, parsed: query.Query) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for group in parsed.groups for word in group.words))

    def _nearest(self, parsed: query.Query, books: set[str], narrowed: bool) -> tuple[Result, ...]:
        """Where a filter left nothing: what there is without it; else the sections with the nearest number or title."""
        groups = [g for g in parsed.groups if g.alternatives]
        if narrowed and (hits := self.ranking.search(groups, frozenset())):
            return tuple(self._result(hit, frozenset()) for hit in hits[:3])
        places = nearest(self.postings.headings, books, parsed.number, parsed.text)
        return tuple(self._result(Hit(i, None, 0), frozenset()) for i in places)

    def _citations(self) -> tuple[dict[tuple[str, ...], list[int]], dict[tuple[str, ...], list[int]]]:
        """The sections by the words of their citations, and by those of their titles."""
        found: tuple[dict[tuple[str, ...], list[int]], dict[tuple[str, ...], list[int]]] = ({}, {})
        for i, heading in enumerate(self.postings.headings):
            for names, name in zip(found, (self.shown[heading.id][0], heading.title), strict=True):
                tokens, _ = query.named_books(list(analysis.tokens(name)), self.vocabulary)
                names.setdefault(query.citing(tokens), []).append(i)
        return found

    def cites(self, parsed: query.Query, books: set[str]) -> tuple[list[int], str]:
        """The sections whose citation, or else title, a query is, and the letter that it adds: 'bang 4.ab', 'nar-it barare.b'."""
        cited, tries = parsed.cited, [(parsed.cited, "")]
        if cited and cited[-1].isalpha() and len(cited[-1]) < 3:
            tries.append((cited[:-1], cited[-1]))
        for said, letter in tries:
            for names in self.cited if said else ():
                if meant := self._of(names.get(said, ()), books):
                    return meant, letter
        return [], ""

    def _cited(self, parsed: query.Query, books: set[str]) -> list[Hit]:
        """What a query that names a book cites, or begins with the citation of ('bang 1.2 modalità duello, bart cassidy')."""
        meant, letter = self.cites(parsed, books)
        if not meant and parsed.cited and parsed.cited[0][0].isdigit():
            sizes = range(len(parsed.cited) - 1, 1, -1)
            begun = (self._of(self.cited[0].get(parsed.cited[:size], ()), books) for size in sizes)
            meant = next(filter(None, begun), [])
        return [self._lettered(i, letter) for i in meant]

    def _of(self, sections: Sequence[int], books: set[str]) -> list[int]:
        return [i for i in sections if self.postings.headings[i].book in books]

    def _pasted(self, anchor: str) -> Hit | None:
        """What a pasted address points at; None where it is no address of ours."""
        head = anchor
        while head and head not in self.sections:
            head = head.rpartition(".")[0]
        return self._lettered(self.sections[head], anchor[len(head) + 1 :]) if head else None

    def _pinned(self, parsed: query.Query, books: set[str]) -> list[Hit]:
        """The sections that a printed number names, the one whose title the other words name before its parents."""
        if not parsed.number:
            return []
        words = {term for group in parsed.groups for a in group.alternatives[:1] for term in a.terms}
        found: list[tuple[int, int, Hit]] = []
        for i, heading in enumerate(self.postings.headings):
            if books and heading.book not in books:
                continue
            number = heading.number.lower()
            if number == parsed.number:
                found.append((0, i, self._lettered(i, parsed.letter)))
                base = heading.id
                for j, other in enumerate(self.postings.headings if words else ()):
                    titled = set(self.postings.titles[j])
                    if other.id.startswith(f"{base}.") and words <= titled:
                        found.append((-1, j, Hit(j, None, 0)))
        return [hit for _, _, hit in sorted(found, key=lambda f: f[:2])]

    def _lettered(self, section: int, letter: str) -> Hit:
        anchor = f"{self.postings.headings[section].id}.{letter}"
        if letter:
            for number, unit in enumerate(self.postings.units):
                if unit.anchor == anchor:
                    return Hit(section, number, 0)
        return Hit(section, None, 0)

    def _kind(self, hit: Hit) -> Kind:
        return self.postings.headings[hit.section].kind if hit.unit is None else self.postings.units[hit.unit].kind

    def _result(self, hit: Hit, wanted: frozenset[str]) -> Result:
        heading = self.postings.headings[hit.section]
        if hit.unit is None:
            first = self.first.get(hit.section)
            anchor, text = heading.id, first.text if first else heading.title
        else:
            unit = self.postings.units[hit.unit]
            anchor, text = unit.anchor, unit.text
        citation, url = self.shown[anchor]
        return Result(
            anchor, citation, heading.title, heading.path, heading.book, self._kind(hit), url,
            excerpt(text, wanted), hit.score,
        )  # fmt: skip


def surface_words(texts: Sequence[str]) -> dict[str, str]:
    """Term → the word that most often stands for it, for suggestions; terms that are words themselves are left out."""
    counts: dict[str, dict[str, int]] = {}
    for text in texts:
        for token in analysis.tokens(text):
            if token.term:
                words = counts.setdefault(token.term, {})
                word = text[token.start : token.end].lower()
                words[word] = words.get(word, 0) + 1
    best = {term: max(sorted(words), key=lambda w: words[w]) for term, words in counts.items()}
    return {term: word for term, word in sorted(best.items()) if word != term}
