"""What a title of a document is, and a line that may be one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scripts.originals.cut.numbering import Number
from scripts.originals.text import fold

LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*(?P<page>\d{0,3})\s*\Z|\s*…+\s*(?P<other>\d{0,3})\s*\Z")


@dataclass(frozen=True)
class Title:
    """A title: the lines `first`…`end` (end excluded), the number printed there, and how deep it stands, from 1.

    `body`: where the number of its words that are the title's own end, in the words of its lines.
    """

    first: int
    end: int
    number: Number | None
    title: str
    level: int
    page: int | None = None


@dataclass(frozen=True)
class Titles:
    """What was found: the document's own title, its titles, and the lines that are its table of contents.

    `maybe`: lines that would be titles if another copy of the document did not have them.
    """

    document: str
    found: tuple[Title, ...]
    contents: frozenset[int]
    maybe: tuple[Title, ...] = ()


@dataclass(frozen=True)
class HeadingLine:
    """A line that may be a title. `style`: how it is set; `strong`: not as the text is."""

    first: int
    end: int
    number: Number | None
    title: str
    style: tuple[int, bool, int, bool]
    strong: bool
    score: float = 0.0


def fold_all(text: str) -> str:
    return "".join(map(fold, text.split()))


def looks_like_title(title: str, limit: int, strong: bool) -> bool:
    """Whether words may be a title: few, with a capital, without a sentence's end, and no scrap of a word."""
    words = title.split()
    if not words or len(words) > limit:
        return False
    first = title.lstrip("“\"«'’(")[:1]
    if not first or first.islower() or title[0] in "•●-–—*" or title[-1] in (",;" if strong else ".,;"):
        return False
    if LEADER.search(title) or (not strong and re.search(r"[a-zà-ù]{3}[.!?] [A-ZÀ-Ù]", title)):
        return False
    return any(len(fold(word)) > 1 and any(c.isalpha() for c in word) for word in words)
