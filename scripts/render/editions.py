"""What the texts said in earlier editions, and what changed from each to the next."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scripts.model.anchors import AnchorKind
from scripts.model.book import Book, Edition, Revision, Rulebook
from scripts.model.italian import slugify
from scripts.model.problems import Place
from scripts.model.record import Record, Records, text_hash


def section_of(anchor: str, records: Records) -> str:
    return records[anchor].section if anchor in records else anchor.rpartition(".")[0]


def since(book: Book, anchor: str, records: Records) -> tuple[str, bool]:
    """The name of the edition since which an id's text stands so, and whether that is known; the oldest of ours where it
    never changed. A section that an edition did not have takes its statements with it."""
    names = [*(edition.name for edition in book.editions), book.info.edition]
    section = section_of(anchor, records)
    for place in range(len(book.editions), 0, -1):
        texts = book.editions[place - 1].texts
        if anchor in texts or texts.get(section) == "":
            return names[place], True
    return names[0], False


def since_words(book: Book, anchor: str, records: Records) -> str:
    """'dall’edizione 2.0', where that is known."""
    name, known = since(book, anchor, records)
    return f"dall’edizione {name}" if known else ""


def places(edition: Edition, records: Records) -> dict[str, str]:
    """An id whose text the edition had otherwise, or whose section's → the id below which the page tells it."""
    found: dict[str, str] = {}
    for anchor in sorted(edition.texts):
        found.setdefault(section_of(anchor, records), anchor)
    return found | {anchor: anchor for anchor in edition.texts}


def editions_json(rulebook: Rulebook, records: Records) -> dict[str, list[dict[str, object]]]:
    """Each book's editions, today's last. `texts`: what an id said whose text the next one changed, null where it was
    not there; `places`: see `places`."""
    found = {}
    for book in rulebook.books:
        info = book.info
        today = Edition(slugify(info.edition), info.edition, info.effective, datetime.date.max, {}, Place(""))
        found[book.slug] = [_edition_json(one, records) for one in (*book.editions, today)]
    return found


def _edition_json(edition: Edition, records: Records) -> dict[str, object]:
    return {
        "slug": edition.slug,
        "edition": edition.name,
        "effective": edition.effective.isoformat() if edition.effective else None,
        "until": edition.until.isoformat() if edition.until < datetime.date.max else None,
        "texts": {anchor: text or None for anchor, text in edition.texts.items()},
        "places": places(edition, records),
    }


@dataclass(frozen=True)
class Change:
    """What an edition said of an id and what the next one says; '' where one did not have it. `now` is today's text where
    nothing changed since. `record` is None for an id that was retired."""

    id: str
    record: Record | None
    before: str
    now: str
    told: tuple[Revision, ...]


@dataclass(frozen=True)
class Transition:
    """From one edition to the next one, whose name is `to`."""

    edition: Edition
    to: str
    changes: Sequence[Change]


def steps(book: Book, records: Records) -> list[Transition]:
    """The newest first; the changes in the order of the book, what was retired with its section."""
    order = {
        anchor: place
        for place, section in enumerate(book.sections)
        for anchor in (section.id, *(b.id for b in section.blocks))
    }
    found = []
    for place, edition in enumerate(book.editions):
        later = book.editions[place + 1 :]

        def now(anchor: str, later: Sequence[Edition] = later) -> str:
            told = next((one.texts[anchor] for one in later if anchor in one.texts), None)
            if told is not None or anchor not in records or records[anchor].kind is AnchorKind.SECTION:
                return told or ""  # a heading alone says nothing
            return records[anchor].text

        changes = [
            Change(anchor, records.get(anchor), text, now(anchor), told(book, anchor, text))
            for anchor, text in sorted(
                edition.texts.items(), key=lambda one: (order.get(section_of(one[0], records), len(order)), one[0])
            )
        ]
        to = later[0].name if later else book.info.edition
        found.append(Transition(edition, to, changes))
    return found[::-1]


def told(book: Book, anchor: str, before: str) -> tuple[Revision, ...]:
    """The revisions of an id that began from that text."""
    mark = text_hash(before)
    return tuple(one for one in book.revisions if one.target == anchor and one.before == mark)


def address(book: Book, revision: Revision) -> str:
    """Where the page tells what the text said before a revision: '1-0.prova-1.a'; '' for a correction of ours."""
    edition = next(
        (
            e
            for e in book.editions
            if text_hash(e.texts.get(revision.target, "")) == revision.before and revision.target in e.texts
        ),
        None,
    )
    return f"{edition.slug}.{revision.target}" if edition else ""


def cited(editions: Sequence[Mapping[str, object]], asked: str, anchor: str) -> str | None:
    """Where a link to `anchor` that cites an edition leads on the page of editions: '' where the text is today's, None for
    an edition that is not there."""
    at = next((i for i, one in enumerate(editions) if asked in (one["slug"], one["edition"])), None)
    if at is None:
        return None
    for one in editions[at:]:
        found = one["places"]
        assert isinstance(found, Mapping)
        if anchor in found:
            return f"{one['slug']}.{found[anchor]}"
    return ""
