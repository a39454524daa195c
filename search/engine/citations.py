"""Read a query's citations, and suggest sections for wrong ones.

'mtr 2.5c', 'regola 2.5 magic', '§ 2.5'.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from search.index.inverted_index import IndexedDocument
from search.language.analysis import Token
from search.language.citation_parser import cited_words, cites, citing, is_letter

NEAREST = 3


class Cited(NamedTuple):
    """Hold the sections and statements that a query cites; `wrong`: the number of a citation that does not exist, or ''."""

    anchors: Sequence[str] = ()
    wrong: str = ""


class Citations:
    """Find sections by the words of their citations and titles.

    `known`: these words → anchors; `anchors`: every anchor; `sections`: the head of each section.
    """

    def __init__(
        self, known: Mapping[str, Sequence[str]], anchors: Collection[str], sections: Mapping[str, IndexedDocument]
    ) -> None:
        self.known, self.anchors, self.sections = known, anchors, sections

    def read(
        self, tokens: Sequence[Token], use: Collection[str], named: bool, counts: Mapping[str, int]
    ) -> tuple[Cited, Sequence[Token]]:
        """Return what is cited in the books in `use`, and the other words.

        A citation looks like one and exists, or was plainly meant: a book is `named`, or it is all that was typed and by
        the `counts` of the books' terms stands in none. A number with a point, or after 'regola' or 'appendice', may
        stand anywhere; a bare one only alone ('4', '4d'); a title only where a book is named. '1-1', '2,9', '2hg' and
        '9 mm' are words.
        """
        at = next((n for n in range(len(tokens)) if cites(tokens, n)), len(tokens))
        start, end = cited_words(tokens, at)
        rest, words = [*tokens[:start], *tokens[end:]], citing(tokens)
        whole = self._find(words, False, use) if named or (words[:1] and words[0][0].isdigit()) else []
        if found := whole or self._find(citing(tokens[at:]), True, use):
            return Cited(found), rest
        if at == len(tokens):
            return Cited(), tokens
        meant = named or start < at or (len(tokens) == 1 and not counts.get(tokens[at].term))
        return (Cited((), tokens[at].word), rest) if meant else (Cited(), tokens)

    def _find(self, words: Sequence[str], opens: bool, use: Collection[str]) -> list[str]:
        """Return the statements or sections of the longest citation at the beginning; `opens`: other words may follow."""
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
        """Return up to three sections nearest to a wrong number.

        They are of its chapter, the nearest first: '2.14' is 85 from '2.99'.
        """
        chapter, wanted = [*number.split("."), ""][:2]
        found = []
        for anchor, head in self.sections.items():
            of, last = [*head.number.split("."), ""][:2]
            if head.book in use and of == chapter and last.isdigit() and wanted.isdigit():
                found.append((abs(int(last) - int(wanted)), anchor))
        return [anchor for _, anchor in sorted(found, key=lambda one: one[0])[:NEAREST]]
