"""Resolving what people write to cite a rule ('mtr 2.5c', 'regola 2.5 magic', '§ 2.5') to its anchor."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from search import analysis
from search.engine import Engine
from search.query import named_books

COMPARED = 40  # characters: what is longer is compared with no citation, which would take too long


@dataclass(frozen=True)
class Resolved:
    """`id` '' where nothing, or more than one thing, is meant; then `nearest` are the ids it may be."""

    id: str
    nearest: tuple[str, ...]


def normal(citation: str) -> str:
    """'NAR-IT  Ritardo.b' → 'nar it ritardo b': what all spellings of a citation have in common."""
    return " ".join(token.word for token in analysis.tokens(citation))


class Resolver:
    """Finds the anchor of a citation; an ambiguous one resolves to nothing."""

    def __init__(self, engine: Engine, citations: Mapping[str, str], redirects: Mapping[str, str]) -> None:
        self.engine = engine
        self.ids = set(citations)
        self.redirects = redirects
        self.normal: dict[str, str] = {}
        for anchor_id, citation in citations.items():
            self.normal.setdefault(normal(citation), anchor_id)
        headings = engine.postings.headings
        self.codes = {h.book: normal(engine.shown[h.id][0].split()[0]) for h in headings}
        for heading in engine.postings.headings:
            code = citations[heading.id].partition(" ")[0]
            self.normal.setdefault(normal(f"{code} {heading.title}"), heading.id)

    def resolve(self, text: str) -> Resolved:
        wanted = text.strip()
        key = wanted.lower().removeprefix("/r/").strip("/")
        if key in self.ids:
            return Resolved(key, ())
        if (successor := self.redirects.get(key)) in self.ids and successor:
            return Resolved(successor, ())
        if found := self.normal.get(normal(wanted)) or self._named(wanted):
            return Resolved(found, ())
        parsed = self.engine.parse(wanted + " ")
        meant, letter = self.engine.cites(parsed, set(parsed.books))
        if len(meant) == 1:
            section = self.engine.postings.headings[meant[0]].id
            cited = f"{section}.{letter}" if letter else section
            return Resolved(cited, ()) if cited in self.ids else Resolved("", (section,))
        numbered = [h for h in self.engine.postings.headings if h.number.lower() == parsed.number and parsed.number]
        if parsed.books:
            numbered = [h for h in numbered if h.book in parsed.books]
        # An inner number ('1' of «Pescare» in Naruto) is no citation; one that is part of the anchor is.
        tail = parsed.number.replace("appendice ", "app-")
        numbered = [h for h in numbered if h.id.endswith(f"-{tail}")]
        others = [g for g in parsed.groups if g.words and g.words[0] not in ("regola", "sezione", "punto")]
        if len(numbered) == 1 and not others:
            section = numbered[0].id
            if not parsed.letter:
                return Resolved(section, ())
            if (statement := f"{section}.{parsed.letter}") in self.ids:
                return Resolved(statement, ())
            return Resolved("", (section,))
        answer = self.engine.search(wanted, limit=5)
        near = [h.id for h in numbered] + [r.id for r in answer.results]
        spelt = normal(wanted)
        close = difflib.get_close_matches(spelt, list(self.normal), n=3, cutoff=0.6) if len(spelt) <= COMPARED else []
        near += [self.normal[c] for c in close]
        return Resolved("", tuple(dict.fromkeys(near))[:5])

    def _named(self, wanted: str) -> str:
        """'naruto italiano ritardo b': the citation with the book called by another name than its code; '' if several."""
        rest, books = named_books(list(analysis.tokens(wanted)), self.engine.vocabulary)
        words = " ".join(token.word for token in rest)
        found = {self.normal.get(f"{self.codes[book]} {words}", "") for book in books if book in self.codes} - {""}
        return found.pop() if len(found) == 1 else ""
