"""The voices in which people ask for a document: its questions, the most alike together, at most `VOICES`.

Two words that one question has tell more than two words of two questions. Told apart one by one the questions would
double the phone's index; in four voices they find as much (measured on 2,000 questions by other people).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from search.language import analysis

VOICES = 4
FAR = 1 << 30  # in so many words no two voices differ


def voices(questions: Iterable[str]) -> list[str]:
    """Questions → at most `VOICES` texts, the richest first; what is asked with words that another
    has all is left out, however it is asked."""
    numbers: dict[str, int] = {}
    said: list[tuple[int, str]] = []
    for question in questions:
        words_of = 0
        for word in sorted({term for term, _ in analysis.said(question) if term[0] != analysis.ASKING}):
            words_of |= 1 << numbers.setdefault(word, len(numbers))
        said.append((words_of, question))
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
    differ = [[(mine ^ other).bit_count() for other in masks[:n]] for n, mine in enumerate(masks)]  # from who is before
    near = [_nearest(n, differ[n], places) for n in places]  # in the order of `places`, as all here
    while len(places) > VOICES:
        _, b, a = min(near)
        into, out = places.index(a), places.index(b)
        del near[out], places[out], differ[out]
        for of_later in differ[out:]:
            del of_later[out]
        masks[into] |= masks.pop(out)
        texts[into] += f"\n{texts.pop(out)}"
        merged = masks[into]
        differ[into] = [(merged ^ other).bit_count() for other in masks[:into]]
        near[into] = _nearest(a, differ[into], places)
        for n in range(into + 1, len(places)):  # those before it have nothing to do with it
            differ[n][into] = now = (merged ^ masks[n]).bit_count()
            least, c, nearest = near[n]
            if nearest in (a, b):
                near[n] = _nearest(c, differ[n], places)
            elif now < least or (now == least and a < nearest):
                near[n] = now, c, a
    return [text for _, text in sorted(zip(masks, texts, strict=True), key=lambda one: (-one[0].bit_count(), one[0]))]


def _nearest(b: int, differ: Sequence[int], places: Sequence[int]) -> tuple[int, int, int]:
    """(in how many words they differ, b, a) of the voice before `b` that is most like it; the first has none."""
    least = min(differ, default=FAR)
    return least, b, places[differ.index(least)] if differ else b
