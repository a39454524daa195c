"""Read the citations in a query ('mtr 2.5c', 'regola 2.5 magic', '§ 2.5'), and find the sections nearest to a wrong one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from search.index.book_index import BookIndex
from search.index.documents import Shown
from search.language import analysis
from search.language.analysis import Token
from search.language.citing import cited_words, cites, citing, is_letter
from search.language.names import take_names
from search.language.vocabulary import Vocabulary

NEAREST, LEAST = 3, 0.4

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
        """Return what is cited, and the words left to look for: a citation looks like one and exists, or was plainly meant.

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
        """Return the sections of the longest citation with which `words` begin, and the letter after it if they have it."""
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
        """Return what a pasted address points at: the section and what follows its id; [] where it is none of ours."""
        head = anchor
        while head and head not in self.spots:
            head = head.rpartition(".")[0]
        return [(self.spots[head], anchor[len(head) + 1 :])] if head else []

    def nearest(self, use: Sequence[int], number: str, text: str) -> list[Spot]:
        """Return at most three sections: of the chapter of a wrong number, else with a word like one of `text`."""
        headings = [((b, s), heading) for b in use for s, heading in enumerate(self.books[b].headings)]
        if number:
            close = [(float(away), spot) for spot, h in headings if (away := _away(h.number, number)) is not None]
        else:
            words = [_bigrams(token.word) for token in analysis.tokens(text) if len(token.word) > 2 and token.term]
            close = []
            for spot, heading in headings:
                titled = [_bigrams(token.word) for token in analysis.tokens(heading.title) if token.term]
                best = max((_alike(a, b) for a in words for b in titled), default=0.0)
                close += [(-best, spot)] if best >= LEAST else []
        return [spot for _, spot in sorted(close)[:NEAREST]]


def _away(number: str, wrong: str) -> int | None:
    """Return how far a section's number is from a wrong one of its chapter: '2.14' is 85 from '2.99'; None of others."""
    (chapter, *last), (other, *wanted) = number.split("."), wrong.split(".")
    if chapter != other or not last or not wanted or not (last[0].isdigit() and wanted[0].isdigit()):
        return None
    return abs(int(last[0]) - int(wanted[0]))


def _bigrams(word: str) -> frozenset[str]:
    return frozenset(word[i : i + 2] for i in range(len(word) - 1))


def _alike(a: frozenset[str], b: frozenset[str]) -> float:
    """Return 0 where two words have no pair of letters in common, 1 where all."""
    return 2 * len(a & b) / max(1, len(a) + len(b))
