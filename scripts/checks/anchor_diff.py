"""What a change does to the anchors that others have linked to: for who reads the change before it is published."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from scripts.model.anchors import follow
from scripts.model.record import Record, Records

ANOTHER = 0.5  # how alike two texts must be to look like one rule reworded; below it somebody should look


def anchor_changes(
    old: Records, new: Records, retired: Mapping[str, str], redirects: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """(what happened, id and what it says) of every anchor that the change touches, gravest first. `retired`: the
    redirects of before, of which no check knows any more.

    'ALTRO TESTO' is what no check can judge: the id is there, and says something that does not look like what it said.
    """
    gone, both = sorted(set(old) - set(new)), sorted(set(old) & set(new))
    successors = {anchor: follow(anchor, redirects) for anchor in gone}
    yield from (("SPARITA", f"{i}: {said(old[i])}") for i in gone if successors[i] not in new)
    yield from _led_elsewhere(old, new, retired, redirects)
    for anchor in both:
        if old[anchor].kind is not new[anchor].kind:
            yield "ALTRO GENERE", f"{anchor}: era {old[anchor].kind.value}, ora è {new[anchor].kind.value}"
        elif alike(old[anchor], new[anchor]) < ANOTHER:
            yield "ALTRO TESTO", f"{anchor}: {said(old[anchor])} → {said(new[anchor])}"
    for anchor, led in successors.items():
        if led in new:
            yield "ritirata", f"{anchor} → {led}: {said(old[anchor])} → {said(new[led])}"
    for anchor in both:
        if old[anchor].citation != new[anchor].citation:
            yield "citazione", f"{anchor}: {old[anchor].citation} → {new[anchor].citation}"
        if old[anchor].url != new[anchor].url:
            yield "indirizzo", f"{anchor}: {old[anchor].url} → {new[anchor].url}"
    yield from (("nuova", f"{i} ({new[i].citation}): {said(new[i])}") for i in sorted(set(new) - set(old)))


def _led_elsewhere(
    old: Records, new: Records, retired: Mapping[str, str], redirects: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """What becomes of the links to anchors that had been retired before."""
    for anchor in sorted(set(retired) - set(old)):
        led, leads = follow(anchor, retired), follow(anchor, redirects)
        if anchor in new:
            yield "RIUSATA", f"{anchor}: portava a {led}, ora è {said(new[anchor])}"
        elif leads not in new:
            yield "SPARITA", f"{anchor}: portava a {led}"
        elif leads != follow(led, redirects):
            yield "ALTRA META", f"{anchor}: portava a {led}, ora a {leads}"


def said(record: Record) -> str:
    text = " ".join((record.text or record.title).split())
    return f"«{text[:70]}…»" if len(text) > 70 else f"«{text}»"


def alike(one: Record, other: Record) -> float:
    """How alike two texts are, from 0 to 1; those of sections and tables, which are made of others, by their title."""
    if one.hash == other.hash:
        return 1.0
    a, b = ((r.title if r.rows or not r.rich else r.text).casefold() for r in (one, other))
    return difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()
