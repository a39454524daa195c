"""Move, drop or replace pieces of a scrambled original, as the book's recipe says.

A recipe is a book's `recipe.toml`, with settings for importing the original.
"""

from dataclasses import dataclass

from scripts.originals.recipe import Mend, Recipe
from scripts.originals.text_model import Discard, Logs, Rewrite, Text, fold_phrase

NOWHERE = -1


@dataclass(frozen=True)
class Located:
    """Hold where a text given in `recipe.toml` stands in the original.

    `first`, `last`: indexes of its words; `bars`: indexes of the words that follow each '|' in the text.
    """

    first: int
    last: int
    bars: tuple[int, ...]


def locate(text: Text, fragment: str) -> Located | str:
    """Return where a recipe's text stands, or in Italian why it is not found exactly once."""
    parts = fragment.split("|")
    phrase = fold_phrase(" ".join(parts))
    if not phrase:
        return "è vuoto"
    found = text.keys.find(phrase, limit=2)
    if not found:
        return "non c’è"
    if len(found) > 1:
        return f"c’è {len(text.keys.find(phrase))} volte"
    first, last = found[0]
    bars, done = [], 0
    for part in parts[:-1]:
        done += len(fold_phrase(part))
        bars.append(text.keys.words[first + done] if first + done <= last else text.keys.words[last] + 1)
    return Located(text.keys.words[first], text.keys.words[last], tuple(bars))


class _Chain:
    """Hold word indexes as a linked list, for moving pieces."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.after = [*range(1, size + 1), NOWHERE]
        self.before = list(range(-1, size))
        self.content: dict[int, tuple[str, ...]] = {}

    def reaches(self, first: int, last: int) -> bool:
        place = first
        while place not in (last, NOWHERE, self.size):
            place = self.after[place]
        return place == last

    def move(self, first: int, last: int, point: int) -> None:
        """Move words `first` to `last` before word `point`; the number of words means the end."""
        head, tail = self.before[first], self.after[last]
        if head != NOWHERE:
            self.after[head] = tail
        self.before[tail] = head
        previous = self.before[point]
        self.before[first], self.after[last] = previous, point
        self.before[point] = last
        if previous != NOWHERE:
            self.after[previous] = first

    def order(self) -> list[int]:
        place = self.size
        row = []
        while (place := self.before[place]) != NOWHERE:
            row.append(place)
        row.reverse()
        return row


def apply_mends(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    """Apply the recipe's repairs; return the text and the log.

    Each repair is located in the unrepaired text. One whose words are not found exactly once is
    left out, with a warning.
    """
    if not recipe.mends or not text.words:
        return text, Logs()
    chain = _Chain(len(text.words))
    discards: list[Discard] = []
    rewrites: list[Rewrite] = []
    warnings: list[str] = []
    for mend in recipe.mends:
        problem = _apply(text, chain, mend, discards, rewrites)
        if problem:
            warnings.append(f"correzione non applicata ({mend.why}): {problem}")
    order = chain.order()
    pieces = [(i, i + 1, chain.content[place]) for i, place in enumerate(order) if place in chain.content]
    return text.take(order).spliced(pieces), Logs(tuple(discards), tuple(rewrites), tuple(warnings))


def _apply(text: Text, chain: _Chain, mend: Mend, discards: list[Discard], rewrites: list[Rewrite]) -> str:
    """Apply one repair of the recipe to `chain`, the order of the words of `text`.

    Logs dropped words in `discards`, replaced ones in `rewrites`. Returns '' or, in Italian, why it is impossible.
    """
    take = locate(text, mend.take)
    if isinstance(take, str):
        return f"«{mend.take}» {take}"
    first, last = take.first, take.last
    if mend.through:
        through = locate(text, mend.through)
        if isinstance(through, str):
            return f"«{mend.through}» {through}"
        first = take.bars[0] if take.bars else take.first
        last = (through.bars[0] if through.bars else through.last + 1) - 1
    elif take.bars:
        first, last = take.bars[0], (take.bars[1] if len(take.bars) > 1 else take.last + 1) - 1
    if last < first or not chain.reaches(first, last):
        return f"«{mend.take}» e «{mend.through or mend.to}» non sono in quest’ordine"
    piece, line = text.join(first, last + 1), text.line(first)
    if mend.to:
        point = locate(text, mend.to)
        if isinstance(point, str):
            return f"«{mend.to}» {point}"
        at_end = not point.bars or point.bars[0] > point.last
        goal = chain.after[point.last] if at_end else point.bars[0]
        if first <= goal <= last:
            return f"«{mend.to}» sta dentro il pezzo da spostare"
        chain.move(first, last, goal)
        return ""
    for place in range(first, last + 1):
        chain.content[place] = ()
    if mend.drop:
        discards.append(Discard(mend.why, piece, line))
    else:
        put = mend.put or ""
        chain.content[first] = tuple(put.split())
        rewrites.append(Rewrite("correzioni della ricetta", piece, put, line))
    return ""
