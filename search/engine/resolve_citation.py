"""Resolve a citation to its anchor: 'mtr 2.5c', 'regola 2.5 magic', '§ 2.5'."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from scripts.model.incremental import memoise
from search.engine.answer import Engine
from search.language import analysis
from search.language.book_mentions import take_names
from search.language.citation_parser import citing

COMPARED = 40  # characters: what is longer is compared with no citation, which would take too long


@dataclass(frozen=True)
class Resolved:
    """Hold the anchor of a citation; '' if none or several are meant.

    Then `nearest` are the ids it may be.
    """

    id: str
    nearest: tuple[str, ...]


class Resolver:
    """Find the anchor of a citation; an ambiguous one resolves to nothing."""

    def __init__(self, engine: Engine, redirects: Mapping[str, str]) -> None:
        self.engine, self.redirects = engine, redirects
        titled = [(h.id, h.title) for book in engine.books for h in book.headings]
        names = [*((anchor, citation) for anchor, (citation, _) in engine.shown.items()), *titled]
        self.known = memoise("citations", (names, engine.vocabulary), partial(self._known, names))
        self.printed = Counter(citation for citation, _ in engine.shown.values())
        self.exact = {c: anchor for anchor, (c, _) in engine.shown.items() if self.printed[c] == 1}

    def _known(self, names: Iterable[tuple[str, str]]) -> dict[tuple[str, ...], list[str]]:
        """Map the words of each name to what they name."""
        known: dict[tuple[str, ...], list[str]] = {}
        for anchor, name in names:
            anchors = known.setdefault(self._words(name), [])
            if anchor not in anchors:
                anchors.append(anchor)
        return known

    def _words(self, text: str) -> tuple[str, ...]:
        """Return a citation's words without the book, in normal form.

        Equal for all its spellings.
        """
        return citing(take_names(list(analysis.tokens(text)), self.engine.vocabulary)[0])

    def resolve(self, text: str) -> Resolved:
        """Return the anchor of a citation or id, else nearest ones.

        The nearest ones to a wrong id are of its own book.
        """
        shown, wanted = self.engine.shown, text.strip()
        requested = wanted.lower().removeprefix("/r/").strip("/")
        key = requested if requested in shown else self.redirects.get(requested, "")
        key = key if key in shown else self.exact.get(wanted, "")
        if key in shown:
            return Resolved(key, ())
        words = self._words(wanted)
        own = max((book for book in self.engine.labels if requested.startswith(f"{book}-")), key=len, default="")
        books = (own,) if own else self.engine.parse(wanted + " ").books or tuple(self.engine.labels)

        def of(anchors: Iterable[str]) -> list[str]:
            return [anchor for anchor in anchors if any(anchor.startswith(f"{book}-") for book in books)]

        cited = of(self.known.get(words, ()))
        in_force = [a for a in cited if not any(a.startswith(f"{book}-") for book in self.engine.superseded)]
        cited = in_force or cited
        if len(cited) == 1:
            return Resolved(cited[0], ())
        found = self.engine.search(f"{wanted} ", own, limit=5)
        near = [result.id for result in (*found.results, *found.nearest)]
        if len(wanted) <= COMPARED:
            spelt = {" ".join(name): anchor for name, anchors in self.known.items() for anchor in of(anchors)[:1]}
            close = [spelt[name] for name in difflib.get_close_matches(" ".join(words), list(spelt), n=3, cutoff=0.6)]
            near = [*close, *near] if own else [*near, *close]
        return Resolved("", tuple(dict.fromkeys([*cited, *near]))[:5])
