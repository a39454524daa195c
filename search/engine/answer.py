"""Answer queries for the HTTP service and the command line: text → query → hits → page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from scripts.model.italian_format import fold_text
from search.engine import query
from search.engine.excerpt import ExcerptPiece, excerpt
from search.engine.query import Query, Searched
from search.engine.query_citations import Citations
from search.engine.ranking import Hit, Ranking
from search.index.build_index import SearchCorpus
from search.index.documents import Kind, Shown
from search.index.inverted_index import InvertedIndex
from search.index.weights import WEIGHTS
from search.index.whoosh_index import read_index
from search.language import analysis
from search.language.spelling import Spelling, common_words
from search.language.vocabulary_terms import Vocabulary, load_vocabulary


@dataclass(frozen=True)
class Result:
    """Hold one search result: a statement, a table row or a section.

    `id`: its anchor; `title`, `path`: titles of its section and of the sections above; `book`: slug; `url`:
    path on the site; `excerpt`: pieces of its text, matches marked; `score`: in hundredths of an impact,
    highest for the best result.
    """

    id: str
    citation: str
    title: str
    path: tuple[str, ...]
    book: str
    kind: Kind
    url: str
    excerpt: tuple[ExcerptPiece, ...]
    score: int


@dataclass(frozen=True)
class ResultPage:
    """Hold a page of results, and suggestions.

    `total`: how many results match most of the query; `others`: how many match less of it; `suggestion`: the query with
    misspellings corrected, or ''; `unknown`: typed words that no searched book has. Only if nothing was found: `tried`:
    the words searched for; `nearest`: the nearest sections.
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
    """Answer queries from a search index; read-only, so thread-safe."""

    def __init__(self, index: InvertedIndex, vocabulary: Vocabulary, shown: Shown, more: Mapping[str, Any]) -> None:
        """Set up the engine with the contents of an index.

        `shown`: anchor → (citation, address); `more`: the index's other data, see `SearchCorpus.more`.
        """
        self.vocabulary, self.shown, self.cited = vocabulary, shown, more["cited"]
        self.surfaces, self.labels, self.games = more["surfaces"], more["labels"], more["chosen"]
        self.documents, self.ranking = index.documents, Ranking(index)
        self.numbers = {d.anchor: n for n, d in reversed([*enumerate(self.documents)])}  # the first of each anchor
        self.sections = {d.anchor: d for d in self.documents if d.anchor == d.section}
        self.citations = Citations(self.cited, shown, self.sections)
        self.all, self.superseded = tuple(self.labels), tuple(more["superseded"])
        self.frequencies = index.count_documents()
        self._speak = lru_cache(None)(
            partial(select_vocabulary, vocabulary, self.surfaces, self.frequencies, self.ranking)
        )

    @classmethod
    def over(cls, corpus: SearchCorpus) -> Engine:
        """Return an engine for an index in memory, not on disk."""
        return cls(corpus.index, corpus.vocabulary, corpus.shown, corpus.more)

    @classmethod
    def open(cls, folder: Path, read: Callable[[Path], InvertedIndex] = read_index) -> Engine:
        """Return an engine for a folder written by `build_index`.

        `read`: reads the inverted index from the folder. Raises OSError or ValueError if it is damaged.
        """
        shown, more = (json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in ("shown", "more"))
        vocabulary = load_vocabulary((folder / "vocabulary.json").read_text(encoding="utf-8"))
        return cls(read(folder), vocabulary, {anchor: (c, url) for anchor, (c, url) in shown.items()}, more)

    @property
    def choices(self) -> dict[str, str]:
        """Return game id → short name, of every game that a user can choose."""
        return {game: self.labels[books[0]] for game, books in self.games.items()}

    def choose(self, chosen: str, named: Iterable[str] = ()) -> Searched:
        """Return the books to search, with their vocabulary and spelling.

        `chosen`: game or book that the user chose, or ''; `named`: slugs of books that the query names, used if nothing
        is chosen. With neither, all books are searched, and results of superseded ones come last.
        """
        wanted = set(self.games.get(chosen, (chosen,)) if chosen else named)
        use = tuple(book for book in self.all if not wanted or book in wanted)
        return Searched(use, () if wanted else self.superseded, *self._speak(use))

    def parse(self, text: str, chosen: str = "") -> Query:
        return query.parse(text, bool(chosen), lambda named: self.choose(chosen, named), self.citations)

    def search(self, text: str, book: str = "", kind: str = "", limit: int = 10, offset: int = 0) -> ResultPage:
        """Answer a query with at most `limit` results.

        `book`: slug of a book or id of a game, '' for all; `kind`: only results of this `Kind`, '' for all; `offset`:
        how many of the best results to skip.
        """
        parsed = self.parse(text, book)
        if (pasted := self._find(parsed.pasted)) is not None:
            return ResultPage(text, 1, 0, "", (self._show((0, pasted, True)),))
        use, late, *_ = parsed.searched
        hits = self._pin(parsed, self.ranking.search(parsed, use, late)) or self._list_tops(parsed)
        hits = [hit for hit in hits if not kind or self.documents[hit[1]].kind == kind]
        unknown = tuple(w for g in parsed.groups if not self.ranking.match(g.alternatives, use).sums for w in g.words)
        if hits:
            total = sum(covers for _, _, covers in hits) or len(hits)
            results = tuple(self._show(hit, parsed.wanted) for hit in hits[offset : offset + limit])
            return ResultPage(text, total, len(hits) - total, parsed.corrected, results, unknown)
        tried = tuple(dict.fromkeys(word for group in parsed.groups for word in group.words))
        nearest = tuple(map(self._show, self._list_nearest(parsed, bool(book or kind))))
        return ResultPage(text, 0, 0, parsed.corrected, (), unknown, tried, nearest)

    def _find(self, anchor: str) -> int | None:
        """Return the document number of an anchor or the nearest section above; else None."""
        if anchor in self.numbers:
            return self.numbers[anchor]
        while anchor and anchor not in self.sections:
            anchor = anchor.rpartition(".")[0]
        return self.numbers.get(anchor)

    def _pin(self, parsed: Query, hits: list[Hit]) -> list[Hit]:
        """Return the hits, preceded by what the query cites.

        That is a cited statement's document; for a cited section its best hit or, without a hit, its head.
        """
        top, pinned = hits[0][0] if hits else 0, dict[int, Hit]()
        for place, anchor in enumerate(parsed.cited.anchors):
            own = (n for _, n, _ in hits if anchor in self.sections and self.documents[n].section == anchor)
            best = next(own, self._find(anchor) or 0)
            pinned[best] = top - len(parsed.cited.anchors) + place, best, True
        return [*pinned.values(), *(hit for hit in hits if hit[1] not in pinned)]

    def _list_tops(self, parsed: Query) -> list[Hit]:
        """Return the searched books' chapters as hits if the query only names these books; else []."""
        use, alone = parsed.searched.use, not parsed.groups and not parsed.cited.wrong
        tops = [anchor for anchor, head in self.sections.items() if head.book in use and not head.path]
        return [(0, self.numbers[anchor], True) for anchor in tops] if alone and len(use) < len(self.all) else []

    def _list_nearest(self, parsed: Query, narrowed: bool) -> list[Hit]:
        """Return up to three hits to suggest when nothing was found.

        If the user chose a book or a kind (`narrowed`), those of the same query in all books. Otherwise, or if there
        are none, the sections whose numbers are nearest to a cited one that does not exist.
        """
        if narrowed and parsed.groups and (hits := self.ranking.search(parsed, self.all, self.superseded)):
            return hits[:3]
        nearest = self.citations.list_nearest(parsed.searched.use, parsed.cited.wrong)
        return [(0, self.numbers[anchor], True) for anchor in nearest]

    def _show(self, hit: Hit, wanted: frozenset[str] = frozenset()) -> Result:
        """Return a hit as a result; `wanted`: terms to mark in the excerpt."""
        document = self.documents[hit[1]]
        head, (citation, url) = self.sections[document.section], self.shown[document.anchor]
        return Result(
            document.anchor, citation, head.title, head.path, head.book, Kind(document.kind), url,
            excerpt(document.text, wanted), -hit[0],
        )  # fmt: skip


def select_vocabulary(
    words: Vocabulary,
    surfaces: Mapping[str, Sequence[str]],
    frequencies: Mapping[str, Mapping[str, int]],
    ranking: Ranking,
    use: tuple[str, ...],
) -> tuple[Vocabulary, Spelling]:
    """Return vocabulary and spelling corrector of the books in `use`.

    `words`: vocabulary of all books; `surfaces`: book → its words as written; `frequencies`: book → term → number of
    documents that have the term; `ranking`: tells which terms occur in one document.
    """
    vocabulary, counts = words.of(use), Counter[str]()
    for book in use:
        counts.update(frequencies[book])
    slang = vocabulary.terms - counts.keys()
    own = {word for book in use for word in surfaces[book] if analysis.term_of(fold_text(word)) in counts}
    counts.update(dict.fromkeys(slang, 0))
    together = partial(ranking.share_document, use=use)
    return vocabulary, Spelling(counts, own | slang, common_words(), together, WEIGHTS)
