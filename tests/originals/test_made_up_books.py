"""Compare each made-up rulebook with its expected sections."""

import os
from itertools import pairwise
from pathlib import Path

import pytest

from scripts.originals.import_store import make_files
from tests.originals import made_up_books


def register(root: Path, book: str) -> str:
    """Return discarded, rewritten and suspect words, a line each."""
    logs = made_up_books.imported(root, book).logs
    lines = [f"scartato ({d.why}), riga {d.line}: {d.text}" for d in logs.discards]
    lines += [f"riparato ({c.stage}), riga {c.line}: {c.before} → {c.after}" for c in logs.rewrites]
    return "\n".join([*lines, *(f"attenzione: {w}" for w in logs.warnings)]) + "\n"


@pytest.mark.parametrize("book", made_up_books.BOOKS)
def test_a_book_becomes_what_was_expected(project: Path, book: str) -> None:
    files = make_files(made_up_books.imported(project, book))
    outcome = {"atteso.md": files[f"{book}.md"], "registro.txt": register(project, book)}
    outcome |= {f"attese/{Path(p).name}": text for p, text in files.items() if p.startswith("tabelle/")}
    for name, text in outcome.items():
        expected = made_up_books.GOLDEN / book / name
        if os.environ.get("PRONTUARIO_GOLDEN") == "scrivi":
            expected.parent.mkdir(exist_ok=True)
            expected.write_text(text, encoding="utf-8")
        assert text == expected.read_text(encoding="utf-8"), f"{book}/{name}"


@pytest.mark.parametrize("book", made_up_books.BOOKS)
def test_every_title_is_found_in_order_and_every_word_is_in_one_section(project: Path, book: str) -> None:
    one = made_up_books.imported(project, book)
    assert one.found == len(one.sections)
    assert not one.misses
    assert one.coverage == 1.0
    ends = sorted((part.at.first, part.start, part.end) for part in one.parts if part.at)
    assert all(first <= start <= end for first, start, end in ends)
    assert all(a[2] == b[0] for a, b in pairwise(ends))
