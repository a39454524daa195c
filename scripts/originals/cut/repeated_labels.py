"""Find words that recur below many titles, such as "Note"."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from scripts.originals.cut.heading_types import HeadingLine, fold_all, stands_above

LABELS = 3  # times that the same words stand in a document without numbers, from which they are no title
MOST_LABELS = 0.6  # of the lines set in one way, that are labels where all of them are


def find_labels(
    others: Sequence[HeadingLine], chosen: Sequence[HeadingLine], listed: Collection[str]
) -> set[HeadingLine]:
    """Return lines of `others` that recur in several sections: "Examples".

    `others`: possible titles without number; `chosen`: the numbered titles; `listed`: titles in the table of contents.
    """
    starts = [c.first for c in chosen]
    sections: defaultdict[str, set[int]] = defaultdict(set)
    for one in others:
        sections[fold_all(one.title)].add(bisect_left(starts, one.first) if starts else one.first)
    least = LABELS if not chosen else 2
    labels = {o for o in others if len(sections[fold_all(o.title)]) >= least and fold_all(o.title) not in listed}
    if not chosen:
        labels -= _find_nested(labels, others)
    times = Counter(one.style for one in others)
    marked = Counter(one.style for one in labels)
    alike = {style for style, count in marked.items() if count >= MOST_LABELS * times[style] and chosen}
    first = min(starts, default=0)
    return labels | {o for o in others if o.style in alike and first < o.first and fold_all(o.title) not in listed}


def _find_nested(labels: Collection[HeadingLine], others: Sequence[HeadingLine]) -> set[HeadingLine]:
    """Return the repeated lines that each stand below a different title: "Note" below each game.

    `labels`: the repeated lines; `others`: all lines, in order.
    """
    parents: defaultdict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(others):
        if one in labels:
            above = (other.first for other in reversed(others[:place]) if other.strong and stands_above(other, one))
            parents[fold_all(one.title)].append(next(above, -1))
    nested = {key for key, places in parents.items() if -1 not in places and len(set(places)) == len(places)}
    return {one for one in labels if fold_all(one.title) in nested}
