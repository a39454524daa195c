"""What people write to cite a rule ('mtr 2.5c', 'regola 2.5 magic', '§ 2.5') → where it stands: one table of places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from search.engine.query import Cited, citing, named_books
from search.index.documents import Shown
from search.index.store import Piece
from search.language import analysis
from search.language.vocabulary import Vocabulary

Spot = tuple[int, int]
"""(piece, section)"""


class Places:
    """The sections by the words of their citations and titles."""

    def __init__(self, pieces: Sequence[Piece], shown: Shown, vocabulary: Vocabulary) -> None:
        self.pieces, self.shown = pieces, shown
        self.keys: dict[tuple[str, ...], list[Spot]] = {}
        for names in (lambda h: shown[h.id][0], lambda h: h.title):
            for p, piece in enumerate(pieces):
                for s, heading in enumerate(piece.headings):
                    tokens, _ = named_books(list(analysis.tokens(names(heading))), vocabulary)
                    places = self.keys.setdefault(citing(tokens), [])
                    if (p, s) not in places:
                        places.append((p, s))

    def find(self, cited: Sequence[Cited], use: Collection[int], named: bool) -> list[tuple[Spot, str]]:
        """The sections that a query cites, with the statement's letter or '': the longest citation that it begins with.

        Without a book (`named`) only a number is a citation: titles are words like others.
        """
        for one in cited:
            for size in range(len(one.words), 0, -1):
                rest = one.words[size:]
                places = [place for place in self.keys.get(one.words[:size], ()) if place[0] in use]
                if not (named or one.opens) or (rest and not one.opens and size < len(one.words) - 1):
                    break
                lettered = [(place, rest[0]) for place in places if rest and self._has(place, rest[0])]
                if lettered or (places and (not rest or one.opens)):
                    return lettered or [(place, "") for place in places]
        return []

    def _has(self, place: Spot, letter: str) -> bool:
        return (
            len(letter) < 3
            and letter.isalpha()
            and f"{self.pieces[place[0]].headings[place[1]].id}.{letter}" in self.shown
        )

    def pasted(self, anchor: str) -> Iterator[tuple[Spot, str]]:
        """What a pasted address points at: the section and what follows its id; nothing where it is no address of ours."""
        head = anchor
        while head:
            for p, piece in enumerate(self.pieces):
                for s, heading in enumerate(piece.headings):
                    if heading.id == head:
                        yield (p, s), anchor[len(head) + 1 :]
                        return
            head = head.rpartition(".")[0]
