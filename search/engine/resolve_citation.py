"""Resolve a citation to an anchor: 'mtr 2.5c', 'regola 2.5 magic', '§ 2.5'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from search.engine.answer import Engine
from search.language.book_mentions import citation_key

COMPARED = 40  # characters: what is longer is compared with no citation, which would take too long


@dataclass(frozen=True)
class Resolved:
    """Hold the anchor that a citation means.

    `id`: the anchor, '' if none or several fit; `nearest`: then up to five anchors that may be meant.
    """

    id: str
    nearest: tuple[str, ...]


class Resolver:
    """Find a citation's anchor among all of an engine's books.

    `redirects`: retired anchor → the one that replaces it.
    """

    def __init__(self, engine: Engine, redirects: Mapping[str, str]) -> None:
        self.engine, self.redirects = engine, redirects
        self.printed = Counter(citation for citation, _ in engine.shown.values())
        self.exact = {c: anchor for anchor, (c, _) in engine.shown.items() if self.printed[c] == 1}

    def resolve(self, text: str) -> Resolved:
        """Return the anchor that a text means, else the nearest ones.

        `text`: a citation, an anchor or a permalink's path ('/r/…'). A retired anchor means its successor. If the text
        begins with a book's slug, the nearest ones are of that book.
        """
        engine, wanted = self.engine, text.strip()
        requested = wanted.lower().removeprefix("/r/").strip("/")
        for anchor in (requested, self.redirects.get(requested, ""), self.exact.get(wanted, "")):
            if anchor in engine.shown:
                return Resolved(anchor, ())
        own = max((book for book in engine.labels if requested.startswith(f"{book}-")), key=len, default="")
        books = (own,) if own else engine.parse(f"{wanted} ").books or engine.all

        def select(anchors: Iterable[str]) -> list[str]:
            return [anchor for anchor in anchors if any(anchor.startswith(f"{book}-") for book in books)]

        key = citation_key(wanted, engine.vocabulary)
        cited = select(engine.cited.get(key, ()))
        in_force = [a for a in cited if not any(a.startswith(f"{book}-") for book in engine.superseded)]
        cited = in_force or cited
        if len(cited) == 1:
            return Resolved(cited[0], ())
        page = engine.search(f"{wanted} ", own, limit=5)
        near = [result.id for result in (*page.results, *page.nearest)]
        if len(wanted) <= COMPARED:
            spelt = {name: anchor for name, anchors in engine.cited.items() for anchor in select(anchors)[:1]}
            close = [spelt[name] for name in get_close_matches(key, list(spelt), n=3, cutoff=0.6)]
            near = [*close, *near] if own else [*near, *close]
        return Resolved("", tuple(dict.fromkeys([*cited, *near]))[:5])
