"""Define a title of a document, and a line that may be a title."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from scripts.originals.cut.numbering import Number
from scripts.originals.text_model import fold

LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*(?P<page>\d{0,3})\s*\Z|\s*(?:…\s*\d{1,3}|…{2,}\s*\d{0,3})\s*\Z")


@dataclass(frozen=True)
class Title:
    """Hold a title: lines `first` to `end` (excluded), number, words, level (from 1) and page.

    `sure`: False for a title only if another copy lacks it.
    """

    first: int
    end: int
    number: Number | None
    title: str
    level: int
    page: int | None = None
    sure: bool = True


@dataclass(frozen=True)
class Titles:
    """Hold the titles found in a document.

    `document`: the document's own title; `contents`: line numbers of the table of contents; `maybe`: titles only if
    another copy lacks them; `misnumbered`: headings whose number is out of order; `labels`: words set as titles that
    recur below many, with their counts.
    """

    document: str
    found: tuple[Title, ...]
    contents: frozenset[int]
    maybe: tuple[Title, ...] = ()
    misnumbered: tuple[Title, ...] = ()
    labels: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class HeadingLine:
    """Hold a line that may be a title.

    It is lines `first` to `end` (excluded). `style`: (HTML level, bold, size in points, all capitals); `strong`: it is
    set as a title (a heading, larger, or bold); `score`: how much it looks like a title.
    """

    first: int
    end: int
    number: Number | None
    title: str
    style: tuple[int, bool, int, bool]
    strong: bool
    score: float = 0.0


def stands_above(one: HeadingLine, other: HeadingLine) -> bool:
    """Return whether a line has a higher HTML level, or a larger or bolder type, than another."""
    if one.style[0] or other.style[0]:
        return 0 < one.style[0] < other.style[0]
    return (one.style[2], one.style[1]) > (other.style[2], other.style[1])


def fold_all(text: str) -> str:
    """Fold a text: lower case, without accents, spaces and punctuation."""
    return "".join(map(fold, text.split()))


def looks_like_title(title: str, limit: int, strong: bool) -> bool:
    """Return whether words may be a title: at most `limit`, with a capital, no sentence.

    `strong`: the words are set as a title, so that the test is milder.
    """
    words = title.split()
    if not words or len(words) > limit:
        return False
    first = title.lstrip("“\"«'’(")[:1]
    if (
        not first
        or first.islower()
        or (first.isdigit() and not strong)
        or title[0] in "•●-–—*"
        or title[-1] in (",;" if strong else ".,;")
    ):
        return False
    if LEADER.search(title) or (not strong and re.search(r"[a-zà-ù]{3}[.!?] [A-ZÀ-Ù]", title)):
        return False
    return any(len(fold(word)) > 1 and any(c.isalpha() for c in word) for word in words)
