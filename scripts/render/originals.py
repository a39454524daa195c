"""The imported originals on the pages: put into the built HTML, so that no verbatim text ever stands in docs/.

Chapter pages hold a mark `<!-- originale ID -->` at the end of each section and a book's page holds
`<!-- originale-libro SLUG -->`; both vanish where nothing was imported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from scripts.anchors import Anchors
from scripts.model import Book
from scripts.originals.structured import DIFFERENT, MISSING, VERIFIED, Original

MARK = re.compile(r"<!-- originale(?P<book>-libro)? (?P<id>[a-z0-9.-]+) -->\n?")
STATES = {VERIFIED: "testo verificato", DIFFERENT: "diverso dall’edizione", MISSING: "non trovato nella copia"}


def folded_section(original: Original) -> str:
    """'Testo originale, p. 3 · testo verificato', closed; nothing where the section has no words of its own."""
    if not original.text and original.status != MISSING:
        return ""
    page = f", p.&nbsp;{original.page}" if original.page else ""
    state = f'<span class="stato stato--{original.status}">{STATES[original.status]}</span>'
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in original.text.split("\n") if line.strip())
    return (
        f'<details class="originale"><summary>Testo originale{page} · {state}</summary>'
        f'<div class="originale__testo" lang="it">{paragraphs}</div></details>\n'
    )


def book_summary(book: Book, originals: Mapping[str, Original], anchors: Anchors) -> str:
    """How the imported copy compares with the edition that ours restates, with links to what differs."""
    kept = {s.id: originals[s.id] for s in book.sections if s.id in originals}
    if not kept:
        return ""
    counts = {state: sum(o.status == state for o in kept.values()) for state in STATES}
    lines = [f"La copia importata ha {counts[VERIFIED]} sezioni verificate su {len(book.sections)}."]
    for state, words in ((DIFFERENT, "Diverse dall’edizione"), (MISSING, "Non trovate nella copia")):
        ids = [section for section, original in kept.items() if original.status == state]
        if ids:
            links = ", ".join(f'<a href="../{anchors[i].url.lstrip("/")}">{escape(anchors[i].short)}</a>' for i in ids)
            lines.append(f"{words}: {links}.")
    return '<div class="copia"><h2>La tua copia</h2>' + "".join(f"<p>{line}</p>" for line in lines) + "</div>\n"


def with_originals(
    html: str, books: Mapping[str, Book], originals: Mapping[str, Mapping[str, Original]], anchors: Anchors
) -> str:
    """A page with its marks replaced. `originals`: book → section → Original."""
    by_section = {section: original for sections in originals.values() for section, original in sections.items()}

    def put(mark: re.Match[str]) -> str:
        if mark["book"]:
            return book_summary(books[mark["id"]], originals.get(mark["id"], {}), anchors)
        return folded_section(by_section[mark["id"]]) if mark["id"] in by_section else ""

    return MARK.sub(put, html)
