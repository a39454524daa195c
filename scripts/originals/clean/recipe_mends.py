"""Move, drop or replace pieces of a scrambled original, as the book's recipe says.

A recipe is a book's `recipe.toml`, with settings for importing the original.
"""

from dataclasses import dataclass

from scripts.originals.recipe import Mend, Recipe
from scripts.originals.text_model import Discard, Logs, Rewrite, Text, fold_phrase


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


def apply_mends(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    """Apply the recipe's repairs; return the text and the log.

    Each repair is located in the unrepaired text. One whose words are not found exactly once is
    left out, with a warning.
    """
    if not recipe.mends or not text.words:
        return text, Logs()
    order = [*range(len(text.words) + 1)]  # indexes of the words, the last of them after the text's end
    content: dict[int, tuple[str, ...]] = {}
    logs = Logs()
    for mend in recipe.mends:
        done = _apply(text, order, content, mend)
        if isinstance(done, str):
            done = Logs(warnings=(f"correzione non applicata ({mend.why}): {done}",))
        logs += done
    order.pop()
    pieces = [(i, i + 1, content[word]) for i, word in enumerate(order) if word in content]
    return text.take(order).spliced(pieces), logs


def _apply(text: Text, order: list[int], content: dict[int, tuple[str, ...]], mend: Mend) -> Logs | str:
    """Apply one repair of the recipe; return its log or, in Italian, why it is impossible.

    `order`: indexes of the text's words as moved so far; `content`: index → what stands in place of the word.
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
    start = order.index(first)
    if last < first or last not in order[start:]:
        return f"«{mend.take}» e «{mend.through or mend.to}» non sono in quest’ordine"
    piece, line = text.join(first, last + 1), text.line(first)
    if mend.to:
        point = locate(text, mend.to)
        if isinstance(point, str):
            return f"«{mend.to}» {point}"
        at_end = not point.bars or point.bars[0] > point.last
        goal = order[order.index(point.last) + 1] if at_end else point.bars[0]
        if first <= goal <= last:
            return f"«{mend.to}» sta dentro il pezzo da spostare"
        end = order.index(last) + 1
        moved = order[start:end]
        del order[start:end]
        at = order.index(goal)
        order[at:at] = moved
        return Logs()
    content.update(dict.fromkeys(range(first, last + 1), ()))
    if mend.drop:
        return Logs(discards=(Discard(mend.why, piece, line),))
    put = mend.put or ""
    content[first] = tuple(put.split())
    return Logs(rewrites=(Rewrite("correzioni della ricetta", piece, put, line),))
