"""Find the whole document's title, and what its cover holds."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from scripts.originals.cut.heading_types import HeadingLine, fold_all, looks_like_title
from scripts.originals.cut.numbering import parse_number
from scripts.originals.text_model import Line

CONTENTS = re.compile(r"(?:contents|table of contents|indice|sommario|contenuto|contenuti)\Z", re.I)
DATE = re.compile(
    r"(?:[A-Za-zàèéìòù]+ )?\d{1,2}(?:st|nd|rd|th|º|°)?,? (?:[A-Za-z]+,? )?\d{4}\Z|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\Z"
)
LONGEST, LONGEST_STRONG = 12, 18  # words of a title; of one that is set as a title
LARGER = 1.12  # sizes of the text's type, from which a line is set larger
ENDS = ".,;:!?"
MOST = 3  # lines of a title


def drop_cover(titles: Sequence[HeadingLine], contents: Collection[int]) -> list[HeadingLine]:
    """Drop lines at the beginning that are set smaller than the title below: an author, a date.

    `titles`: possible titles in order; `contents`: line numbers of the table of contents.
    """
    dropped = set()
    for one, two in pairwise(titles):
        if one.number or one.style[0] or not all(line in contents for line in range(one.end, two.first)):
            break
        if one.style[2] < two.style[2]:
            dropped.add(one.first)
    return [one for one in titles if one.first not in dropped]


def find_document_title(
    lines: Sequence[Line], size: float, titles: Sequence[HeadingLine], listed: Collection[str]
) -> str:
    """Return the title of the whole document, or ''.

    It is more prominent than any other title. `size`: type size of the text, in points; `listed`: titles in the table
    of contents, folded (see `fold_all`).
    """
    if len(titles) < 3:
        return ""
    first, rest = titles[0], titles[1:]
    numbered = next((one.first for one in titles if one.number), first.first)
    head = range(max(numbered, first.first + 1))
    place = max(head, key=lambda i: (lines[i].size * (not CONTENTS.match(lines[i].text)), -i))
    end = place + 1
    while end < min(place + MOST, len(lines)) and round(lines[end].size) == round(lines[place].size):
        end += 1  # a title on several lines
    text, largest = " ".join(line.text for line in lines[place:end]), lines[place].size
    above = (one.style[2] < round(largest) for one in titles if not place <= one.first < end)
    if largest > LARGER * size > 0 and all(above):
        return text if looks_like_title(text, LONGEST_STRONG, strong=True) and not parse_number(text) else ""
    if first.number or fold_all(first.title) in listed:
        return ""
    if first.style[0]:
        alone = all(one.style[0] > first.style[0] or not one.style[0] for one in rest)
        return first.title if alone and not CONTENTS.match(first.title) else ""
    if not first.style[2] and not first.strong and first.first == 0 and any(c.number for c in rest):
        return first.title
    return ""


def get_first_line(lines: Sequence[Line], titles: Sequence[HeadingLine]) -> str:
    """Return the first line if it looks like a title, else ''."""
    text = lines[0].text if lines and titles and titles[0].first > 0 else ""
    plain = text and text[-1] not in ENDS and not (DATE.match(text) or CONTENTS.match(text) or parse_number(text))
    return text if plain and looks_like_title(text, LONGEST, strong=False) else ""
