"""Compare the older copy, the new document and our book."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scripts.originals import import_document
from scripts.originals.compare.fingerprint import find_changed, fingerprint, read_fingerprints
from scripts.originals.compare.sections import (
    ADDED,
    REMOVED,
    RETITLED,
    Difference,
    Passage,
    compare_passages,
    compare_with_prints,
    list_passages,
    split_at_own_titles,
)
from scripts.originals.cut.heading_types import fold_all
from scripts.originals.cut.translated_outline import get_quoted_title
from scripts.originals.import_stages import Imported
from scripts.originals.import_store import load_passages, read_state
from scripts.originals.read import Source


@dataclass(frozen=True)
class Compared:
    """Hold the new document, and how it differs from the older copy and from our book.

    `todo`: sections to review; `fresh`: those that our book lacks, or has under another title; `changes`: all that
    differs; `prints`: section → fingerprint as last reviewed; `before`: the older copy's sections; `passages`: the new
    one's, with those that our book lacks; `foreign`: the document is in another language than our titles.
    """

    new: Imported
    todo: tuple[Difference, ...]
    fresh: tuple[Difference, ...]
    changes: tuple[Difference, ...]
    prints: Mapping[str, str]
    before: Sequence[Passage]
    passages: Sequence[Passage]
    foreign: bool = False


def compare_copies(root: Path, book: str, source: Source, name: str) -> Compared:
    """Compare a new document with the imported copy and our book.

    `name`: of the document's file. Raises OriginalError if no copy was imported.
    """
    state = read_state(root, book)
    kept = load_passages(state)
    ours = import_document.read_book_source(root, book)
    new = import_document.import_after(root, ours, source, name, kept)
    prints = read_fingerprints(root, book) or {one: kept["fingerprint"] for one, kept in state["sections"].items()}
    words = {passage.id: passage.words for passage in kept}
    found = [replace(one, old=words.get(one.id, ())) for one in compare_with_prints(new, prints)]
    before, after = split_at_own_titles(kept, list_passages(new))
    heads = {passage.id: fingerprint(passage.words) for passage in after if passage.id}
    changed = find_changed({one.id: (prints.get(one.id, ""), heads.get(one.id, "")) for one in found})
    changes = compare_passages(before, after)
    whole = {one.id: one for one in changes if one.id and REMOVED not in one.kinds}
    todo = tuple(  # not where only what follows is new
        one if REMOVED in one.kinds else whole.get(one.id, one) for one in found if one.id in changed
    )
    titles = {heading.id: fold_all(get_quoted_title(heading.title) or heading.title) for heading in ours.outline}
    fresh = tuple(
        one
        for one in changes
        if (ADDED in one.kinds and not one.id)
        or (one.id and RETITLED in one.kinds and fold_all(one.title) != titles.get(one.id))
    )
    foreign = bool(new.language) and new.language != ours.language
    return Compared(new, todo, fresh, changes, prints, kept, after, foreign)
