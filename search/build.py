"""Builds the search index of checked sources into a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.anchors import Anchors
from scripts.model import Rulebook
from search.engine import surface_words
from search.postings import write_index
from search.units import headings, units


def build_index(folder: Path, rulebook: Rulebook, anchors: Anchors, topics: Mapping[str, Sequence[str]]) -> None:
    """Writes the Whoosh index and, beside it, headings, citations and surface words as JSON."""
    found = list(units(rulebook, anchors, topics))
    write_index(folder, found, headings(rulebook))
    shown = {anchor.id: (anchor.citation, anchor.url) for anchor in anchors.values()}
    for name, value in (("shown", shown), ("surfaces", surface_words([u.text for u in found]))):
        (folder / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
