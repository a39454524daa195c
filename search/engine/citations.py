"""Read a query's citations, and suggest sections for wrong ones.

'mtr 2.5c', 'regola 2.5 magic', '§ 2.5'.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from search.index.book_index import BookIndex
from search.index.documents import Shown
from search.language import analysis
from search.language.analysis import Token
from search.language.book_mentions import take_names
from search.language.citation_parser import cited_words, cites, citing, is_letter
from search.language.vocabulary import Vocabulary

NEAREST = 3

Spot = tuple[int, int]
"""(book, section)"""


class Cited(NamedTuple):
    """Hold the sections that a query cites.

    `places`: each with the statement's letter or ''; `wrong`: the number of a citation that does not exist, or ''.
    """

    places: list[tuple[Spot, str]]
    wrong: str = ""


class Citations:
    """Find sections by the words of their citations and titles."""

    def __init__(self, books: Sequence[BookIndex], shown: Shown, vocabulary: Vocabulary) -> None:
        self.books, self.shown = books, shown
        self.spots = {heading.id: (b, s) for b, book in enumerate(books) for s, heading in enumerate(book.headings)}
        self.keys: dict[tuple[str, ...], list[Spot]] = {}
        for name in (lambda h: shown[h.id][0], lambda h: h.title):
            for book in books:
                for heading in book.headings:
                    words = citing(take_names(list(analysis.tokens(name(heading))), vocabulary)[0])
                    places = self.keys.setdefault(words, [])
                    if self.spots[heading.id] not in places:
                        places.append(self.spots[heading.id])

    def read(self, tokens: Sequence[Token], use: Collection[int], named: bool) -> tuple[Cited, list[Token]]:
        """Return the cited sections, and the other words.

        A citation looks like one and exists, or was plainly meant.

        A number with a point, or after 'regola' or 'appendice', may stand anywhere; a bare one only alone ('4', '4d'); a
        title only where a book is named. '1-1', '2,9', '2hg' and '9 mm' are words.
        """
        at = next((n for n in range(len(tokens)) if cites(tokens, n)), len(tokens))
        start, end = cited_words(tokens, at)
        rest = [*tokens[:start], *tokens[end:]]
        for words, opens in ((citing(tokens), False), (citing(tokens[at:]), True)):
            if places := self._longest(words, opens, use, named):
                return Cited(places), rest
        if at == len(tokens):
            return Cited([]), list(tokens)
        alone = len(tokens) == 1 and not any(tokens[at].term in self.books[b].terms for b in use)
        meant = named or start < at or alone
        return (Cited([], tokens[at].word), rest) if meant else (Cited([]), list(tokens))

    def _longest(
        self, words: tuple[str, ...], opens: bool, use: Collection[int], named: bool
    ) -> list[tuple[Spot, str]]:
        """Return the sections of the longest leading citation, and its letter."""
        for size in range(len(words), 0, -1):
            tail, *more = words[size:] or ("",)
            if not (opens or (named and not more) or (words[0][0].isdigit() and size >= len(words) - 1)):
                break
            places = [spot for spot in self.keys.get(words[:size], ()) if spot[0] in use]
            if lettered := [(spot, tail) for spot in places if tail and self._has(spot, tail)]:
                return lettered
            if places and (not tail or opens):
                return [(spot, "") for spot in places]
        return []

    def _has(self, spot: Spot, letter: str) -> bool:
        return is_letter(letter) and f"{self.books[spot[0]].headings[spot[1]].id}.{letter}" in self.shown

    def pasted(self, anchor: str) -> list[tuple[Spot, str]]:
        """Return a pasted address's section and the rest of its id.

        [] where it is none of ours.
        """
        head = anchor
        while head and head not in self.spots:
            head = head.rpartition(".")[0]
        return [(self.spots[head], anchor[len(head) + 1 :])] if head else []

    def nearest(self, use: Sequence[int], number: str) -> list[Spot]:
        """Return up to three sections nearest to a wrong number.

        They are of its chapter, the nearest first: '2.14' is 85 from '2.99'.
        """
        chapter, wanted = [*number.split("."), ""][:2]
        close = []
        for b in use:
            for s, heading in enumerate(self.books[b].headings):
                of, last = [*heading.number.split("."), ""][:2]
                if of == chapter and last.isdigit() and wanted.isdigit():
                    close.append((abs(int(last) - int(wanted)), (b, s)))
        return [spot for _, spot in sorted(close)[:NEAREST]]
