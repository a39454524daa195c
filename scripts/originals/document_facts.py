"""Read what a document says about itself: edition, date, language, publisher."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass

from scripts.originals.language_detection import recognise
from scripts.originals.read import Source
from scripts.originals.text_model import Line

MONTHS = {
    name: number
    for names in (
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "january february march april may june july august september october november december",
    )
    for number, name in enumerate(names.split(), 1)
}
MONTH = "|".join(MONTHS)
DAY = rf"(?:(?P<day>\d{{1,2}})[°º]?\s+(?P<month>{MONTH})\s+(?P<year>\d{{4}})|(?P<month2>{MONTH})\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year2>\d{{4}})|(?P<iso>\d{{4}}-\d{{2}}-\d{{2}}))"
FROM = r"(?:effective(?:\s+(?:as of|from|date))?:?|in vigore (?:dal|da)(?:l’|l'|\s)|valid[oae] (?:dal|da)(?:l’|l'|\s)|valid from|in force (?:from|since)|as of)"
EFFECTIVE = re.compile(rf"{FROM}\s*{DAY}", re.I)
EDITION = re.compile(
    rf"\b(?:edizione|versione|edition|version|ver\.|v\.)\s*:?\s*(?P<name>\d+(?:\.\d+)*|{DAY}|(?:{MONTH})\s+\d{{4}})",
    re.I,
)
BESIDE = re.compile(rf"\s*(?:[-–—,;(]|del\b|dated\b)\s*{DAY}", re.I)  # the day beside an edition's name
PUBLISHED = re.compile(
    r"(?:pubblicato da|a cura d(?:i|ella|ello|el|ell’)|editore:|organizzato da(?:l|lla|ll’)?|published by|publisher:|"
    r"©|\(c\)|copyright)\s*(?:\d{4}(?:[-–]\d{4})?)?,?\s*(?P<name>[A-Z][^.,;:|–—\n]{2,60})",
    re.I,
)
BODY = re.compile(
    r"(?P<name>(?:associazione|a\.?\s?s\.?\s?d\.?|a\.?p\.?s\.?|circolo|club|comitato|federazione|gruppo|lega|ludoteca|"
    r"polisportiva|società|unione|federation|association|league)\s[^.,;:|–—]{2,60})(?=\s*(?:[.,;|–—(]|\Z))",
    re.I,
)  # who publishes, by its first word
COVER = 15  # lines on which a document says who publishes it
LONGEST_NAME = 9  # words
FIRST = 60  # lines of a document that say what it is


@dataclass(frozen=True)
class Facts:
    """Hold what a document says about itself; '' or None if it does not say.

    `effective`: day from which it applies.
    """

    edition: str = ""
    effective: datetime.date | None = None
    language: str = ""
    publisher: str = ""


NO_FACTS = Facts()


def read_facts(source: Source, lines: Sequence[Line]) -> Facts:
    """Return the facts from the first lines of a document.

    The language is recognised from all words, else taken from the file.
    """
    head = " ".join(line.text for line in lines[:FIRST])
    effective = EFFECTIVE.search(head)
    edition = EDITION.search(head)
    beside = BESIDE.match(head, edition.end()) if edition else None
    day = next((_date(found) for found in (effective, beside) if found), None)
    name = " ".join(edition["name"].split()).lower() if edition else ""
    declared = source.language.lower().partition("-")[0]
    language = recognise(word for line in lines for word in line.text.split())
    language = language or (declared if re.fullmatch("[a-z]{2}", declared) else "")
    named = f"{day.day} {list(MONTHS)[day.month - 1]} {day.year}" if day else ""
    return Facts(name or named, day, language, _read_publisher([line.text for line in lines[:COVER]]))


def _read_publisher(lines: Sequence[str]) -> str:
    """Return the publisher: the words after "a cura di", or a line that begins like a club name."""
    said = (PUBLISHED.search(line) for line in lines)
    bodies = (BODY.match(line) for line in lines if len(line.split()) <= 2 * LONGEST_NAME)
    names = (" ".join(found["name"].split()).rstrip(" -(") for found in (*said, *bodies) if found)
    return next((name for name in names if len(name.split()) <= LONGEST_NAME), "")


def _date(match: re.Match[str]) -> datetime.date | None:
    try:
        if match["iso"]:
            return datetime.date.fromisoformat(match["iso"])
        month = MONTHS[(match["month"] or match["month2"]).lower()]
        return datetime.date(int(match["year"] or match["year2"]), month, int(match["day"] or match["day2"]))
    except ValueError:
        return None
