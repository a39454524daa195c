"""Report what happened to published anchors (permanent ids of rules) between two versions."""

import difflib
from collections.abc import Iterator, Mapping

from scripts.model.anchor_contents import Record, Records
from scripts.model.anchor_index import follow_redirects

ANOTHER = 0.5  # how alike two texts must be to look like one rule reworded; below it somebody should look


def diff_anchors(
    old: Records, new: Records, retired: Mapping[str, str], redirects: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield (effect in Italian, anchor and texts) for affected anchors, worst first.

    `retired`: redirects (retired anchor → successor) of the old version; `redirects`: those of the new one. Effects in
    capitals may break a link; 'ALTRO TESTO' means that the anchor's new text is under 50 % alike.
    """
    gone, both = sorted(set(old) - set(new)), sorted(set(old) & set(new))
    successors = {anchor: follow_redirects(anchor, redirects) for anchor in gone}
    yield from (("SPARITA", f"{i}: {quote_record(old[i])}") for i in gone if successors[i] not in new)
    yield from _diff_retired(old, new, retired, redirects)
    for anchor in both:
        if old[anchor].kind is not new[anchor].kind:
            yield "ALTRO GENERE", f"{anchor}: era {old[anchor].kind.value}, ora è {new[anchor].kind.value}"
        elif compare_texts(old[anchor], new[anchor]) < ANOTHER:
            yield "ALTRO TESTO", f"{anchor}: {quote_record(old[anchor])} → {quote_record(new[anchor])}"
    for anchor, led in successors.items():
        if led in new:
            yield "ritirata", f"{anchor} → {led}: {quote_record(old[anchor])} → {quote_record(new[led])}"
    for anchor in both:
        if old[anchor].citation != new[anchor].citation:
            yield "citazione", f"{anchor}: {old[anchor].citation} → {new[anchor].citation}"
        if old[anchor].url != new[anchor].url:
            yield "indirizzo", f"{anchor}: {old[anchor].url} → {new[anchor].url}"
    for anchor in both:
        ours = old[anchor].rich and not old[anchor].rows  # of a section or a table its statements and rows are named
        if ours and old[anchor].hash != new[anchor].hash and compare_texts(old[anchor], new[anchor]) >= ANOTHER:
            before, now = quote_record(old[anchor]), quote_record(new[anchor])
            yield "riscritta", f"{anchor} (la sigla era {old[anchor].hash}): {before} → {now}"
    yield from (("nuova", f"{i} ({new[i].citation}): {quote_record(new[i])}") for i in sorted(set(new) - set(old)))


def _diff_retired(
    old: Records, new: Records, retired: Mapping[str, str], redirects: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield (effect, anchor and texts) for anchors that the old version had already retired."""
    for anchor in sorted(set(retired) - set(old)):
        led, leads = follow_redirects(anchor, retired), follow_redirects(anchor, redirects)
        if anchor in new:
            yield "RIUSATA", f"{anchor}: portava a {led}, ora è {quote_record(new[anchor])}"
        elif leads not in new:
            yield "SPARITA", f"{anchor}: portava a {led}"
        elif leads != follow_redirects(led, redirects):
            yield "ALTRA META", f"{anchor}: portava a {led}, ora a {leads}"


def quote_record(record: Record) -> str:
    """Return the first 70 characters of a record's text (or title, without text), in quotes «»."""
    text = " ".join((record.text or record.title).split())
    return f"«{text[:70]}…»" if len(text) > 70 else f"«{text}»"


def compare_texts(one: Record, other: Record) -> float:
    """Return how alike two records' texts are, 0 to 1; for sections and tables, their titles."""
    if one.hash == other.hash:
        return 1.0
    a, b = ((r.title if r.rows or not r.rich else r.text).casefold() for r in (one, other))
    return difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()
