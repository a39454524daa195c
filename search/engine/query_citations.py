"""Find the sections that a query cites: 'mtr 2.5c', 'regola 2.5 magic', '§ 2.5'.

For a number that does not exist, find the nearest sections.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from search.index.inverted_index import IndexedDocument
from search.language.analysis import Token
from search.language.citation_parser import begins_citation, find_citation_span, is_letter, normalise_citation

NEAREST = 3


class Cited(NamedTuple):
    """Hold the anchors that a query cites; `wrong`: a cited number that does not exist, or ''."""

    anchors: Sequence[str] = ()
    wrong: str = ""


class Citations:
    """Find the anchors that a query cites by number or title.

    `known`: normal form of a citation or title (`citation_key`) → anchors; `anchors`: every anchor; `sections`: section
    id → document of the section's head.
    """

    def __init__(
        self, known: Mapping[str, Sequence[str]], anchors: Collection[str], sections: Mapping[str, IndexedDocument]
    ) -> None:
        self.known, self.anchors, self.sections = known, anchors, sections

    def read(
        self, tokens: Sequence[Token], use: Collection[str], named: bool, counts: Mapping[str, int]
    ) -> tuple[Cited, Sequence[Token]]:
        """Split a query into (what it cites, its other words).

        A number with a dot, or after 'regola' or 'appendice', is a citation anywhere; a bare number only alone ('4',
        '4d'); a section's title only if a book is named. '1-1', '2,9', '2hg' and '9 mm' are ordinary words. `use`:
        books searched; `named`: whether the query names a book or the user chose one; `counts`: term → how often these
        books have it: a lone term that they have is no wrong citation.
        """
        at = next((n for n in range(len(tokens)) if begins_citation(tokens, n)), len(tokens))
        start, end = find_citation_span(tokens, at)
        rest, words = [*tokens[:start], *tokens[end:]], normalise_citation(tokens)
        whole = self._find(words, False, use) if named or (words[:1] and words[0][0].isdigit()) else []
        if found := whole or self._find(normalise_citation(tokens[at:]), True, use):
            return Cited(found), rest
        if at == len(tokens):
            return Cited(), tokens
        meant = named or start < at or (len(tokens) == 1 and not counts.get(tokens[at].term))
        return (Cited((), tokens[at].word), rest) if meant else (Cited(), tokens)

    def _find(self, words: Sequence[str], opens: bool, use: Collection[str]) -> list[str]:
        """Return the anchors of the longest citation that the words begin with; [] for none.

        `opens`: whether other words may follow the citation.
        """
        for size in range(len(words), 0 if opens else max(0, len(words) - 2), -1):
            letter = words[size] if size < len(words) else ""
            named = self.known.get(" ".join(words[:size]), ())
            sections = [one for one in named if one in self.sections and self.sections[one].book in use]
            lettered = [f"{one}.{letter}" for one in sections if is_letter(letter)]
            if lettered := [one for one in lettered if one in self.anchors]:
                return lettered
            if sections and (opens or not letter):
                return sections
        return []

    def list_nearest(self, use: Collection[str], number: str) -> list[str]:
        """Return the ids of up to three sections of the same chapter, nearest in number.

        `number`: a cited number that no section has; section '2.14' is 85 away from '2.99'; `use`:
        slugs of the books searched.
        """
        chapter, wanted = [*number.split("."), ""][:2]
        found = []
        for anchor, head in self.sections.items():
            of, last = [*head.number.split("."), ""][:2]
            if head.book in use and of == chapter and last.isdigit() and wanted.isdigit():
                found.append((abs(int(last) - int(wanted)), anchor))
        return [anchor for _, anchor in sorted(found, key=lambda one: one[0])[:NEAREST]]
