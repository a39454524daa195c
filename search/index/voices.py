"""The voices in which people ask for a document: its questions, the most alike together, at most `VOICES`.

Two words that one question has tell more than two words of two questions. Told apart one by one the questions would
double the phone's index; in four voices they find as much (measured on 2,000 questions by other people).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    masks: list[int] = []
    texts: list[str] = []
    for words_of, text in said:
        for other in masks:  # faster than any(…), of millions
            if words_of & other == words_of:
                break
        else:
            masks.append(words_of)
            texts.append(text)
    places = list(range(len(masks)))  # of the voices that are left
    near = {b: _nearest(b, b, masks, places) for b in places[1:]}
    while len(places) > VOICES:
        _, b, a = min(near.values())
        into, out = places.index(a), places.index(b)
        del near[b], places[out]
        masks[into] |= masks.pop(out)
        texts[into] += f"\n{texts.pop(out)}"
        merged = masks[into]
        for n in range(max(into, 1), len(places)):  # those before it have nothing to do with it
            c = places[n]
            if n == into or near[c][2] in (a, b):
                near[c] = _nearest(c, n, masks, places)
            else:
                near[c] = min(near[c], ((masks[n] ^ merged).bit_count(), c, a))
    return [text for _, text in sorted(zip(masks, texts, strict=True), key=lambda one: (-one[0].bit_count(), one[0]))]


def _nearest(b: int, n: int, masks: Sequence[int], places: Sequence[int]) -> tuple[int, int, int]:
    """(in how many words they differ, b, a) of the voice before `b`, the n-th that is left, that is most like it."""
    mine = masks[n]
    differ = [(mine ^ other).bit_count() for other in masks[:n]]
    return (least := min(differ)), b, places[differ.index(least)]
