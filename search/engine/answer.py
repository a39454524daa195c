"""Answer queries: text → query → hits → page.

The HTTP service and the command line call it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.model.text_format import fold_text
from search.engine import query
from search.engine.citations import Citations, Cited, Spot
from search.engine.excerpt import Stretch, excerpt
from search.engine.ranking import Hit, Ranking, Use, remember
from search.index.book_index import BookIndex
from search.index.build_index import IndexInput
from search.index.documents import Field, Kind, Shown
from search.index.weights import WEIGHTS
from search.index.whoosh_index import read_index
from search.language import analysis
from search.language.analysis import Token
from search.language.spelling import Spelling, common_words
from search.language.vocabulary import Vocabulary, read_written


@dataclass(frozen=True)
class Result:
    """Hold one answer: a statement, a row or a section.

    `title` and `path`: its section's title and those above it.
    """

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
    """Hold the answers to a query, and suggestions.

    `total`: how many answer most of the query; `others`: the rest; `suggestion`: what was probably meant, or ''.
    `unknown`: words that no searched book has. Where nothing was found, `tried` are the words looked for and
    `nearest` the nearest sections.
    """

    query: str
    total: int
    others: int
    suggestion: str
    results: tuple[Result, ...]
    unknown: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    nearest: tuple[Result, ...] = ()


class Engine:
    """Answer queries from an index folder.

    Read-only, safe to share between threads.
    """

    def __init__(
        self, books: Sequence[BookIndex], vocabulary: Vocabulary, shown: Shown, more: Mapping[str, Any]
    ) -> None:
        """Initialise from an index's contents.

        `more`: `surfaces`, `labels` and `chosen` of an `IndexInput`, and the books that are `superseded`.
        """
        self.books, self.vocabulary, self.shown = books, vocabulary, shown
        self.surfaces, self.labels, self.games = more["surfaces"], more["labels"], more["chosen"]
        self.ranking, self.citations = Ranking(books), Citations(books, shown, vocabulary)
        self.sections = {heading.id: heading for book in books for heading in book.headings}
        self.numbers = {d.anchor: n for n, d in zip(self.ranking.anchors, self.ranking.documents, strict=True)}
        self.all: Use = tuple(range(len(books)))
        self.superseded = tuple(more["superseded"])
        self.late = tuple(b for b in self.all if books[b].book in self.superseded)
        self._languages: dict[Any, tuple[Vocabulary, Spelling]] = {}

    @classmethod
    def over(cls, searched: IndexInput) -> Engine:
        """Return the engine over an index that is not written to disk."""
        return cls(searched.indexes, searched.vocabulary, searched.shown, searched.more)

    @classmethod
    def open(cls, folder: Path, read_books: Callable[[Path], Sequence[BookIndex]] = read_index) -> Engine:
        """Return the engine over a folder written by `build_index`."""
        shown, more = (json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in ("shown", "more"))
        vocabulary = read_written((folder / "vocabulary.json").read_text(encoding="utf-8"))
        return cls(read_books(folder), vocabulary, {anchor: (c, url) for anchor, (c, url) in shown.items()}, more)

    @property
    def choices(self) -> dict[str, str]:
        """Return the label of each selectable game."""
        return {game: self.labels[books[0]] for game, books in self.games.items()}

    def searched(self, chosen: str, named: Iterable[str] = ()) -> tuple[Use, Use]:
        """Return the books to search, and those among them ranked last.

        The game or book that was chosen decides; else the books that the query names; else all, the superseded ones
        last.
        """
        wanted = set(self.games.get(chosen, (chosen,)) if chosen else named)
        use = tuple(b for b in self.all if not wanted or self.books[b].book in wanted)
        return use, () if wanted else self.late

    def _get_language(self, use: Use) -> tuple[Vocabulary, Spelling]:
        """Return the books' synonyms, and correct words with frequencies."""

        def make() -> tuple[Vocabulary, Spelling]:
            vocabulary = self.vocabulary.of([self.books[b].book for b in use])
            counts = Counter(dict.fromkeys(vocabulary.terms, 0))
            for b in use:
                counts.update({term: len(found.documents) for term, found in self.books[b].terms.items()})
            books = [self.books[b] for b in use]
            said = {
                w for book in books for w in self.surfaces[book.book] if analysis.term_of(fold_text(w)) in book.terms
            }
            slang = {term for term in vocabulary.terms if not counts[term]}
            return vocabulary, Spelling(counts, said | slang, common_words(), together, WEIGHTS)

        ranking = self.ranking  # not the engine, which would keep itself alive

        def together(one: str, other: str) -> bool:
            lists = ([set(ranking.postings(b, term).documents) for term in (one, other)] for b in use)
            return any(a & b for a, b in lists)

        return remember(self._languages, use, make)

    def parse(self, text: str, chosen: str = "") -> query.Query:
        def cite(tokens: Sequence[Token], named: tuple[str, ...]) -> tuple[Cited, list[Token]]:
            return self.citations.read(tokens, self.searched(chosen, named)[0], bool(chosen or named))

        return query.parse(text, lambda named: self._get_language(self.searched(chosen, named)[0]), cite)

    def search(self, text: str, book: str = "", kind: str = "", limit: int = 10, offset: int = 0) -> ResultPage:
        """Answer a query, filtered by `book` (book or game) and `kind`.

        `limit` results from `offset` on are given in full.
        """
        parsed = self.parse(text, book)
        use, late = self.searched(book, parsed.books)
        if places := self.citations.pasted(parsed.pasted):
            return ResultPage(
                text, 1, 0, "", (self._make_result((0, self._find_document(*places[0]), True), frozenset()),)
            )
        hits = self._list_cited(parsed, self.ranking.search(parsed, use, late) if parsed.groups else [])
        if (
            not hits and len(use) < len(self.all) and not parsed.groups and not parsed.cited.wrong
        ):  # a game's name alone
            tops = [self.numbers[h.id] for b in use for h in self.books[b].headings if not h.path]
            hits = [(0, n, True) for n in tops]
        hits = [hit for hit in hits if not kind or self.ranking.documents[hit[1]].kind.value == kind]
        wanted = frozenset(term for group in parsed.groups for a in group.alternatives for term in a.terms)
        unknown = tuple(w for g in parsed.groups if not self.ranking.matches(g.alternatives, use).sums for w in g.words)
        if hits:
            total = sum(covers for _, _, covers in hits) or len(hits)
            results = tuple(self._make_result(hit, wanted) for hit in hits[offset : offset + limit])
            return ResultPage(text, total, len(hits) - total, parsed.corrected, results, unknown)
        tried = tuple(dict.fromkeys(word for group in parsed.groups for word in group.words))
        near = self._find_nearest(parsed, use, bool(book or kind))
        results = tuple(self._make_result(hit, frozenset()) for hit in near)
        return ResultPage(text, 0, 0, parsed.corrected, (), unknown, tried, results)

    def _list_cited(self, parsed: query.Query, hits: list[Hit]) -> list[Hit]:
        """Return cited results before found ones.

        The statement named, else the best of the section, else the section.
        """
        places, home = parsed.cited.places, self.ranking.home
        if not places:
            return hits
        top, pinned = hits[0][0] if hits else 0, dict[int, Hit]()
        for place, (spot, letter) in enumerate(places):
            at = self._find_document(spot, letter)
            best = at if letter else next((n for _, n, _ in hits if home[n] == home[at]), at)
            pinned[best] = top - len(places) + place, best, True
        return [*pinned.values(), *(hit for hit in hits if hit[1] not in pinned)]

    def _find_document(self, spot: Spot, tail: str = "") -> int:
        """Return the document of a section's head, or of one part of it.

        `tail`: the end of the part's id.
        """
        anchor = self.books[spot[0]].headings[spot[1]].id
        return self.numbers.get(f"{anchor}.{tail}", self.numbers[anchor])

    def _find_nearest(self, parsed: query.Query, use: Use, narrowed: bool) -> list[Hit]:
        """Return results without a too narrow filter, else sections of nearest number."""
        if narrowed and parsed.groups and (hits := self.ranking.search(parsed, self.all, self.late)):
            return hits[:3]
        return [(0, self._find_document(spot), True) for spot in self.citations.nearest(use, parsed.cited.wrong)]

    def _make_result(self, hit: Hit, wanted: frozenset[str]) -> Result:
        """Return a hit as shown; a section shows its first rule."""
        minus, n, _ = hit
        document = self.ranking.documents[n]
        heading, text = self.sections[document.section], document.text
        if document.field is Field.HEAD:
            b, section = self.ranking.home[n]
            first = self.books[b].documents[self.books[b].firsts[section]]
            text = heading.title if first is document else first.text
        citation, url = self.shown[document.anchor]
        return Result(
            document.anchor, citation, heading.title, heading.path, heading.book, document.kind, url,
            excerpt(text, wanted), -minus,
        )  # fmt: skip
