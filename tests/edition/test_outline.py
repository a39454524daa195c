"""Test that editions have their outline's sections, one for one."""

import csv
import os
from pathlib import Path

import pytest

from scripts.pipeline import Sources

ORIGINALS = os.environ.get("PRONTUARIO_ORIGINALS")
OUTLINES = Path(ORIGINALS).parent / "outline" if ORIGINALS else None
BOOKS = ["mtr", "naruto-it", "naruto-usa", "bang", "wot"]


@pytest.mark.skipif(OUTLINES is None or not OUTLINES.is_dir(), reason="PRONTUARIO_ORIGINALS non indica gli originali")
@pytest.mark.parametrize("slug", BOOKS)
def test_sections_are_the_outline(sources: Sources, slug: str) -> None:
    assert OUTLINES is not None
    with (OUTLINES / f"{slug}.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    given = [(r["id"], int(r["level"]), r["number"], r["title"], r["page"]) for r in rows]
    ids = {row[0] for row in given}
    ours = [
        (s.id, s.level, s.number, s.title, str(s.page or ""))
        for s in sources.rulebook.book(slug).sections
        if s.id in ids
    ]
    assert ours == given
