"""Collect texts of earlier editions, and what changed between editions."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scripts.model.anchor_contents import Record, Records, hash_text
from scripts.model.anchor_index import AnchorKind
from scripts.model.book import Book, Edition, Revision, Rulebook
from scripts.model.italian_format import slugify
from scripts.model.problems import Place


def find_section(anchor: str, records: Records) -> str:
    """Return the id of an anchor's section; for a retired anchor, the part before its last dot."""
    return records[anchor].section if anchor in records else anchor.rpartition(".")[0]


def find_first_edition(book: Book, anchor: str, records: Records) -> tuple[str, bool]:
    """Return (name of the first edition with today's text, whether it is known).

    If not, the name is that of the oldest edition that we have.
    """
    names = [*(edition.name for edition in book.editions), book.info.edition]
    section = find_section(anchor, records)
    for place in range(len(book.editions), 0, -1):
        texts = book.editions[place - 1].texts
        if anchor in texts or texts.get(section) == "":
            return names[place], True
    return names[0], False


def describe_first_edition(book: Book, anchor: str, records: Records) -> str:
    """Return 'dall’edizione 2.0', the first with today's text; '' if unknown."""
    name, known = find_first_edition(book, anchor, records)
    return f"dall’edizione {name}" if known else ""


def map_places(edition: Edition, records: Records) -> dict[str, str]:
    """Map anchors changed since an edition to the ids of old texts on the page of editions.

    A section is mapped to the first of its parts that changed.
    """
    found: dict[str, str] = {}
    for anchor in sorted(edition.texts):
        found.setdefault(find_section(anchor, records), anchor)
    return found | {anchor: anchor for anchor in edition.texts}


def make_editions(rulebook: Rulebook, records: Records) -> dict[str, list[dict[str, object]]]:
    """Return book → its editions as JSON objects, today's last.

    Each has `texts`: anchor → old text (null if that edition lacked it), and `places`: as from `map_places`.
    """
    found = {}
    for book in rulebook.books:
        info = book.info
        today = Edition(slugify(info.edition), info.edition, info.effective, datetime.date.max, {}, Place(""))
        found[book.slug] = [_make_edition(one, records) for one in (*book.editions, today)]
    return found


def _make_edition(edition: Edition, records: Records) -> dict[str, object]:
    return {
        "slug": edition.slug,
        "edition": edition.name,
        "effective": edition.effective.isoformat() if edition.effective else None,
        "until": edition.until.isoformat() if edition.until < datetime.date.max else None,
        "texts": {anchor: text or None for anchor, text in edition.texts.items()},
        "places": map_places(edition, records),
    }


@dataclass(frozen=True)
class Change:
    """Hold a text before and after a change of edition; '' if there was none.

    `now`: after the change; `record`: None for a retired anchor; `told`: the authors' notes on it.
    """

    id: str
    record: Record | None
    before: str
    now: str
    told: tuple[Revision, ...]


@dataclass(frozen=True)
class Transition:
    """Hold the changes from an edition to the next (`to`)."""

    edition: Edition
    to: str
    changes: Sequence[Change]


def list_transitions(book: Book, records: Records) -> list[Transition]:
    """Return a book's changes of edition and their texts, newest first."""
    order = {
        anchor: place
        for place, section in enumerate(book.sections)
        for anchor in (section.id, *(b.id for b in section.blocks))
    }
    found = []
    for place, edition in enumerate(book.editions):
        later = book.editions[place + 1 :]

        def now(anchor: str, later: Sequence[Edition] = later) -> str:
            later_text = next((one.texts[anchor] for one in later if anchor in one.texts), None)
            if later_text is not None or anchor not in records or records[anchor].kind is AnchorKind.SECTION:
                return later_text or ""  # a heading alone says nothing
            return records[anchor].text

        changes = [
            Change(anchor, records.get(anchor), text, now(anchor), find_revisions(book, anchor, text))
            for anchor, text in sorted(
                edition.texts.items(), key=lambda one: (order.get(find_section(one[0], records), len(order)), one[0])
            )
        ]
        to = later[0].name if later else book.info.edition
        found.append(Transition(edition, to, changes))
    return found[::-1]


def find_revisions(book: Book, anchor: str, before: str) -> tuple[Revision, ...]:
    """Return what the authors wrote about a change of text.

    `anchor`: id of the statement, table row or section; `before`: its whole text before the change.
    """
    mark = hash_text(before)
    return tuple(one for one in book.revisions if one.target == anchor and one.before == mark)


def locate_old_text(book: Book, revision: Revision) -> str:
    """Return the id that the text before a change has on the page of editions; '' for a correction."""
    anchor, before = revision.target, revision.before
    having = (one for one in book.editions if anchor in one.texts and hash_text(one.texts[anchor]) == before)
    return next((f"{edition.slug}.{anchor}" for edition in having), "")


def locate_cited(editions: Sequence[Mapping[str, object]], requested: str, anchor: str) -> str | None:
    """Return the id, on the page of editions, of an anchor's text in a requested edition.

    `editions`: a book's, as from `make_editions`; `requested`: slug or name. '' if the text is today's; None if the
    edition is unknown.
    """
    at = next((i for i, one in enumerate(editions) if requested in (one["slug"], one["edition"])), None)
    if at is None:
        return None
    for one in editions[at:]:
        found = one["places"]
        assert isinstance(found, Mapping)
        if anchor in found:
            return f"{one['slug']}.{found[anchor]}"
    return ""
