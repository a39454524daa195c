"""Resolve what people write to cite a rule ('mtr 2.5c', 'regola 2.5 magic', '§ 2.5') to its anchor."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from scripts.model.incremental import memoise
from search.engine.answer import Engine
from search.language import analysis
from search.language.citing import citing
from search.language.names import take_names

COMPARED = 40  # characters: what is longer is compared with no citation, which would take too long


@dataclass(frozen=True)
class Resolved:
    """`id` '' where nothing, or more than one thing, is meant; then `nearest` are the ids it may be."""

    id: str
    nearest: tuple[str, ...]


class Resolver:
    """Finds the anchor of a citation; an ambiguous one resolves to nothing."""

    def __init__(self, engine: Engine, redirects: Mapping[str, str]) -> None:
        self.engine, self.redirects = engine, redirects
        titled = [(h.id, h.title) for book in engine.books for h in book.headings]
        names = [*((anchor, citation) for anchor, (citation, _) in engine.shown.items()), *titled]
        self.known = memoise("citations", (names, engine.vocabulary), partial(self._known, names))
        self.printed = Counter(citation for citation, _ in engine.shown.values())
        self.exact = {c: anchor for anchor, (c, _) in engine.shown.items() if self.printed[c] == 1}
        self.spelt = {" ".join(words): anchors[0] for words, anchors in self.known.items()}

    def _known(self, names: Iterable[tuple[str, str]]) -> dict[tuple[str, ...], list[str]]:
        """The words of each name → what they name."""
        known: dict[tuple[str, ...], list[str]] = {}
        for anchor, name in names:
            anchors = known.setdefault(self._words(name), [])
            if anchor not in anchors:
                anchors.append(anchor)
        return known

    def _words(self, text: str) -> tuple[str, ...]:
        """What all spellings of a citation have in common: its words without the book's name."""
        return citing(take_names(list(analysis.tokens(text)), self.engine.vocabulary)[0])

    def resolve(self, text: str) -> Resolved:
        shown, wanted = self.engine.shown, text.strip()
        key = wanted.lower().removeprefix("/r/").strip("/")
        key = key if key in shown else self.redirects.get(key, "")
        key = key if key in shown else self.exact.get(wanted, "")
        if key in shown:
            return Resolved(key, ())
        parsed, words = self.engine.parse(wanted + " "), self._words(wanted)
        books = parsed.books or tuple(self.engine.labels)
        cited = [a for a in self.known.get(words, ()) if any(a.startswith(f"{book}-") for book in books)]
        in_force = [a for a in cited if not any(a.startswith(f"{book}-") for book in self.engine.superseded)]
        cited = in_force or cited
        if len(cited) == 1:
            return Resolved(cited[0], ())
        found = self.engine.search(f"{wanted} ", limit=5)
        near = [*cited, *(result.id for result in (*found.results, *found.nearest))]
        if len(wanted) <= COMPARED:
            close = difflib.get_close_matches(" ".join(words), list(self.spelt), n=3, cutoff=0.6)
            near += [self.spelt[name] for name in close]
        return Resolved("", tuple(dict.fromkeys(near))[:5])
