"""Compute the depth of each title, by numbers and typography."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from scripts.originals.cut.heading_types import HeadingLine, Title
from scripts.originals.cut.numbering import RANKS, Number
from scripts.originals.text_model import Line

MOSTLY = 0.8  # of the titles set in one way, that have one depth
Style = tuple[int, bool, int]  # HTML level, bold, size


def assign_levels(titles: Sequence[HeadingLine], lines: Sequence[Line]) -> Iterator[Title]:
    """Yield each title with its depth, from 1.

    A numbered title's depth is given by its number, another's by the numbered titles set in the same style. `lines`:
    all lines of the document.
    """
    depths = _compute_depths(titles)
    styles: defaultdict[tuple[int, bool, int], Counter[int]] = defaultdict(Counter)
    for one in titles:
        if one.number and not one.number.is_appendix:
            styles[one.style[:3]][depths[one.first]] += 1
    for one in titles:
        if one.number and one.style[:3] not in styles:  # below an appendix stands what is set as only they are
            styles[one.style[:3]][2] += 1
    known = {
        style: count.most_common(1)[0][0]
        for style, count in styles.items()
        if max(count.values()) >= MOSTLY * count.total()
    }
    html = sorted({one.style[0] for one in titles if one.style[0]})
    sizes = _rank_sizes(titles, known)
    within = _find_open_depths(titles, depths)
    above = 0  # the depth of the numbered title above
    seen_number = False
    for one in titles:
        if one.number:
            depth = above = depths[one.first]
            seen_number = True
        elif not seen_number and len(styles.get(one.style[:3], ())) > 1:
            depth = 1  # it stands before all numbers, and is set as titles of several depths are
        elif one.style[:3] in known:
            depth = known[one.style[:3]]
        elif one.style[0] and one.style[:3] not in styles:
            shallower = [level for level in html if level < one.style[0]]
            named = [known[style] for style in known if style[0] in shallower]
            depth = max(named, default=0) + 1 if named else len(shallower) + 1
        elif one.style[2]:
            depth = sizes[one.style[:3]]
        else:
            depth = above + 1 if seen_number else 1
        if not one.number:
            depth = max(depth, within.get(one.first, 0) + 1)
        yield Title(one.first, one.end, one.number, one.title, depth, lines[one.first].page or None)


def _find_open_depths(titles: Sequence[HeadingLine], depths: Mapping[int, int]) -> dict[int, int]:
    """Map unnumbered titles inside a series of numbers to the depth of the section around them.

    It is that of 2 between 2.1 and 2.2, that of 1 between 1 and 1.1. Titles are given by their first line; `depths`:
    numbered title → its depth.
    """
    found: dict[int, int] = {}
    between: list[int] = []
    above: tuple[int, Number] | None = None
    for one in titles:
        if one.number is None:
            between.append(one.first)
            continue
        if above and above[1].kind == one.number.kind:
            parts = above[1].parts
            shared = sum(
                1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(parts, one.number.parts, strict=False))
            )
            found |= dict.fromkeys(between if shared else (), depths[above[0]] - len(parts) + shared)
        above, between = (one.first, one.number), []
    return found


def _rank_sizes(titles: Sequence[HeadingLine], known: Mapping[Style, int]) -> dict[Style, int]:
    """Return style → depth: one more than larger or bolder styles that occur before it.

    `known`: style → depth, where numbered titles tell it. A style is (HTML level, bold, size).
    """
    depths = dict(known)
    begins = {one.style[:3]: one.first for one in reversed(titles)}
    for style in sorted(begins.keys() - known.keys(), key=_size_of, reverse=True):
        above = [one for one in depths if _size_of(one) > _size_of(style) and begins[one] < begins[style]]
        depths[style] = max((depths[one] for one in above), default=0) + 1
    return depths


def _size_of(style: Style) -> tuple[int, bool]:
    return style[2], style[1]


def _compute_depths(titles: Sequence[HeadingLine]) -> Mapping[int, int]:
    """Map the first line of each numbered title to its depth."""
    kinds = {one.number.kind for one in titles if one.number and not one.number.is_appendix}
    ranks = sorted({RANKS[kind] for kind in kinds if kind in RANKS})
    worded = [one.number for one in titles if one.number and one.number.kind in kinds & set(RANKS)]
    if len({number.value for number in worded}) == len(worded):
        ranks = ranks[:1]  # one series of numbers, whatever the words before them
    depths: dict[int, int] = {}
    for one in titles:
        if number := one.number:
            if number.is_appendix:
                depth = 1
            elif number.word:
                depth = min(bisect_left(ranks, RANKS[number.kind]), len(ranks) - 1) + number.depth
            else:
                inside = bool(ranks) and not _is_prefixed(number, titles)
                depth = number.depth + (len(ranks) if inside else 0)
            depths[one.first] = depth
    outer = _count_outer_levels(titles)
    return {first: depth + outer for first, depth in depths.items()}


def _count_outer_levels(titles: Sequence[HeadingLine]) -> int:
    """Return how many levels of unnumbered titles contain the numbered ones."""
    headings = [one for one in titles if _rank(one)]
    scarce = 2 * sum(one.number is not None for one in headings) < len(headings)
    tops = {_rank(one) for one in titles if one.number and one.number.depth == 1}
    if len(tops) != 1 or not (top := tops.pop()):
        return 0
    holding: set[int] = set()
    ranks: set[int] = set()
    above: HeadingLine | None = None
    for one in titles:
        rank = _rank(one)
        if not one.number and rank and rank < top:
            above = one
        elif one.number and above:
            holding.add(above.first)
            ranks.add(_rank(above))
    return len(ranks) if len(holding) > 1 or scarce else 0


def _rank(one: HeadingLine) -> int:
    """Rank how prominently a title is set: the smaller the number, the more prominent.

    It is the HTML level, or else minus the type size; 0, which is no rank, if neither is known.
    """
    return one.style[0] or -one.style[2]


def _is_prefixed(number: Number, titles: Sequence[HeadingLine]) -> bool:
    """Return whether a number continues that of a worded title: 3.1 after "Article 3"."""
    first = number.parts[0]
    return any(one.number and one.number.word and one.number.parts == (first,) for one in titles)
