"""The voices in which people ask for a document: its questions, the most alike together, at most `VOICES`.

Two words that one question has tell more than two words of two questions. Told apart one by one the questions would
double the phone's index; in four voices they find as much (measured on 2,000 questions by other people).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile

from search.language import analysis

VOICES = 4


def voices(questions: Iterable[str]) -> list[str]:
    """Questions → at most `VOICES` texts, the richest first; a question whose words another has is left out."""
    numbers: dict[str, int] = {}
    said: list[tuple[int, str]] = []
    for question in questions:
        words = {term for term, _ in analysis.said(question)}
        said.append((sum(1 << numbers.setdefault(word, len(numbers)) for word in sorted(words)), question))
    said.sort(key=lambda one: (-one[0].bit_count(), one[0]))
    kept: dict[int, tuple[int, str]] = {}
    for words_of, text in said:
        if not any(words_of & other == words_of for other, _ in kept.values()):
            kept[len(kept)] = (words_of, text)
    near = {b: _nearest(b, kept) for b in kept if b}
    while len(kept) > VOICES:
        _, b, a = min(near.values())
        (mine, text), (theirs, other) = kept[a], kept.pop(b)
        del near[b]
        kept[a] = (mine | theirs, f"{text}\n{other}")
        for c, (_, _, nearest) in near.items():
            if c == a or nearest in (a, b):
                near[c] = _nearest(c, kept)
            elif c > a:
                near[c] = min(near[c], ((kept[c][0] ^ kept[a][0]).bit_count(), c, a))
    return [text for _, text in sorted(kept.values(), key=lambda one: (-one[0].bit_count(), one[0]))]


def _nearest(b: int, kept: Mapping[int, tuple[int, str]]) -> tuple[int, int, int]:
    """(in how many words they differ, b, a) of the voice before `b` that is most like it."""
    mine, before = kept[b][0], list(takewhile(b.__gt__, kept))
    differ = [(mine ^ kept[a][0]).bit_count() for a in before]
    return (least := min(differ)), b, before[differ.index(least)]
