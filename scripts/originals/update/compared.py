"""The copy that was imported and the new document → what is still to be read, section by section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scripts.originals import importing
from scripts.originals.compare.fingerprint import fingerprint, read_fingerprints
from scripts.originals.compare.sections import (
    REMOVED,
    RETITLED,
    Difference,
    Passage,
    compare_passages,
    compare_with_prints,
    parted,
    passages,
)
from scripts.originals.imported import kept_passages, read_state
from scripts.originals.read import Source
from scripts.originals.stages import Imported
from scripts.originals.text import fold


@dataclass(frozen=True)
class Compared:
    """The copy that was imported and the new one, with our book. `todo`: the sections still to be read; `fresh`: those
    that ours has not, or under another title; `changes`: all that differs; `prints`: of the sections as they were read; `passages`: the new
    copy's, with those that ours has not."""

    new: Imported
    todo: tuple[Difference, ...]
    fresh: tuple[Difference, ...]
    changes: tuple[Difference, ...]
    prints: Mapping[str, str]
    passages: Sequence[Passage]


def compared(root: Path, book: str, source: Source, name: str) -> Compared:
    """Raises OriginalError where no copy was imported, or the new document is another one."""
    state = read_state(root, book)
    kept = kept_passages(state, book)
    ours = importing.read_book_source(root, book)
    new = importing.import_after(root, ours, source, name, kept)
    prints = read_fingerprints(root, book) or {one: kept["fingerprint"] for one, kept in state["sections"].items()}
    words = {passage.id: passage.words for passage in kept}
    found = (replace(one, old=words.get(one.id, ())) for one in compare_with_prints(new, prints))
    after = parted(passages(new), kept)
    heads = {passage.id: fingerprint(passage.words) for passage in after if passage.id}
    todo = tuple(one for one in found if prints.get(one.id) != heads.get(one.id))  # not where only what follows is new
    changes = compare_passages(parted(kept), after)
    whole = {one.id: one for one in changes if one.id and REMOVED not in one.kinds}
    todo = tuple(one if REMOVED in one.kinds else whole.get(one.id, one) for one in todo)
    titles = {heading.id: fold(heading.title) for heading in ours.outline}
    fresh = tuple(
        one for one in changes if not one.id or (RETITLED in one.kinds and fold(one.title) != titles.get(one.id))
    )
    return Compared(new, todo, tuple(one for one in fresh if REMOVED not in one.kinds), changes, prints, after)
