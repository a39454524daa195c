"""Select the numbered lines that are titles, by their rising numbers."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from scripts.originals.cut.heading_types import HeadingLine, fold_all
from scripts.originals.cut.numbering import RANKS

FARTHEST = 400  # numbered lines between two titles that follow each other, at most


def score_lines(numbered: Sequence[HeadingLine], listed: Collection[str]) -> list[HeadingLine]:
    """Return the lines with a score of how much each looks like a title.

    `listed`: titles in the table of contents, folded (see `fold_all`).
    """
    found = []
    for i, one in enumerate(numbered):
        score = 1.0 + 1.5 * (one.style[0] > 0) + one.strong + 0.5 * one.style[3]
        number = one.number
        assert number is not None
        score += 0.5 * (number.depth > 1) + 1.0 * bool(number.word)
        score += 2.0 * (fold_all(one.title) in listed)
        score -= 0.5 * (not number.mark and number.depth == 1 and not number.word and not one.strong)
        near = [numbered[j] for j in (i - 1, i + 1) if 0 <= j < len(numbered)]
        beside = sum(_is_beside(one, other) for other in near)
        score -= beside * (0.4 if one.strong else 1.2)
        found.append(replace(one, score=score))
    return found


def _is_beside(one: HeadingLine, other: HeadingLine) -> bool:
    """Return whether two adjacent lines are numbered consecutively, as list items."""
    first, second = sorted((one, other), key=lambda c: c.first)
    a, b = first.number, second.number
    assert a is not None
    assert b is not None
    siblings = a.kind == b.kind and a.parts[:-1] == b.parts[:-1] and b.parts[-1] - a.parts[-1] == 1
    return siblings and second.first == first.end


def select_rising(numbered: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Select the lines whose numbers rise, for each kind of number.

    They are returned in document order. Of a kind with a word ('Chapter 1') each number is kept once; of another kind
    there must be two lines, or one that is set as a title.
    """
    kinds: defaultdict[str, list[HeadingLine]] = defaultdict(list)
    for one in numbered:
        assert one.number is not None
        kinds[one.number.kind].append(one)
    chosen: list[HeadingLine] = []
    for kind, found in kinds.items():
        worded = kind in RANKS
        kept = _find_best_series(found) if not worded else _keep_each_once(found)
        if worded or len(kept) > 1 or any(one.strong for one in kept):
            chosen += kept
    return sorted(chosen, key=lambda c: c.first)


def _find_best_series(found: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Return the rising series of lines with the greatest total score."""
    best: list[tuple[float, int]] = []  # the sum of a chain that ends there, the one before
    for i, one in enumerate(found):
        assert one.number is not None
        total, link = one.score - 0.3 * min(one.number.parts[0] - 1, 5), -1  # a series begins with a low number
        for j in range(max(i - FARTHEST, 0), i):
            step = _score_step(found[j], one)
            if step is not None and best[j][0] + one.score + step >= total:
                total, link = best[j][0] + one.score + step, j
        best.append((total, link))
    chain: list[HeadingLine] = []
    at = max(range(len(found)), key=lambda i: (best[i][0], i), default=-1)
    while at >= 0:
        chain.append(found[at])
        at = best[at][1]
    return chain[::-1]


def _score_step(before: HeadingLine, one: HeadingLine) -> float | None:
    """Return what `one` after `before` adds to a series' score: at most 0; None if impossible."""
    assert before.number is not None
    assert one.number is not None
    a, b = before.number.parts, one.number.parts
    if b <= a:
        return None
    nexts = [(*a, 1), (*a, 0)] + [(*a[:n], a[n] + 1) for n in range(len(a))]
    if b in nexts:
        return 0.0
    if len(b) > len(a) + 1 or b[: len(a)] == a:
        return -1.5
    if len(b) <= len(a) and b[:-1] == a[: len(b) - 1]:
        return -0.4 * (b[-1] - a[len(b) - 1] - 1)  # numbers are missing
    return -1.5


def _keep_each_once(found: Sequence[HeadingLine]) -> list[HeadingLine]:
    """Return, for each number with a word ('Chapter 1'), the line most like a title."""
    best: dict[str, HeadingLine] = {}
    for one in found:
        index = one.number.index if one.number else ""
        if index not in best or one.score >= best[index].score:
            best[index] = one
    return sorted(best.values(), key=lambda c: c.first)
