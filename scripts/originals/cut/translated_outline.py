"""Match our outline with an original in another language, by numbers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scripts.originals.cut.edition_outline import Heading
from scripts.originals.cut.heading_types import Title
from scripts.originals.cut.numbering import APPENDICES, parse_number

THEIRS = re.compile(r".*\((?P<title>[^()]+)\)\Z")  # "Tipi di torneo (Tournament Types)"


def translate_outline(outline: Sequence[Heading], titles: Iterable[Title]) -> tuple[Heading, ...]:
    """Return our headings with the numbers and titles of an original in another language.

    Headings are matched by number: "Tipi di torneo" → "Tournament Types".
    """
    theirs = {(t.number.is_appendix, t.number.index): t for t in titles if t.number}
    return tuple(_translate(heading, theirs.get(_key(heading.number))) for heading in outline)


def translate_number(number: str, outline: Sequence[Heading]) -> str:
    """Return the document's number as our outline writes it: "Appendix G" → "Appendice G"."""
    word, _, index = number.rpartition(" ")
    appendices = [heading.number.rpartition(" ")[0] for heading in outline if " " in heading.number]
    return f"{appendices[0]} {index}" if word.lower() in APPENDICES and appendices else number


def get_quoted_title(title: str) -> str:
    """Return the title that ours gives in parentheses: "Tipi (Types)" → "Types"; '' if none."""
    match = THEIRS.match(title)
    return match["title"] if match else ""


def _key(number: str) -> tuple[bool, str]:
    parsed = parse_number(number)
    return (parsed[0].is_appendix, parsed[0].index) if parsed else (False, number)


def _translate(heading: Heading, title: Title | None) -> Heading:
    if title and heading.number:
        assert title.number is not None
        number = str(title.number) if title.number.is_appendix else title.number.index
        return replace(heading, number=number, title=title.title)
    return replace(heading, title=get_quoted_title(heading.title) or heading.title)
