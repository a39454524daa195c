"""Test that every format gives the same sections and text."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.originals import document_formats, made_up_books


def without_hyphenation(text: str) -> str:
    """Keep words whole, so that none is hyphenated."""
    return text.replace("ta-\nvoli", "tavoli")


@pytest.mark.parametrize("form", sorted(document_formats.FORMS))
@pytest.mark.parametrize("book", made_up_books.BOOKS)
def test_a_form_reads_as_the_text_does(project: Path, tmp_path: Path, book: str, form: str) -> None:
    text = without_hyphenation(made_up_books.original(book).read_text(encoding="utf-8"))
    made = made_up_books.imported(project, book, document_formats.FORMS[form](text, tmp_path / form))
    assert made_up_books.bare(made) == made_up_books.bare(made_up_books.imported(project, book))
    assert made.coverage == 1.0


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("book", made_up_books.BOOKS)
def test_a_printed_pdf_reads_as_the_text_does(
    project: Path, paper: Page, tmp_path: Path, book: str, columns: int
) -> None:
    text = without_hyphenation(made_up_books.original(book).read_text(encoding="utf-8"))
    made = made_up_books.imported(project, book, document_formats.pdf(paper, text, tmp_path / "stampa.pdf", columns))
    assert made_up_books.bare(made) == made_up_books.bare(made_up_books.imported(project, book))


def test_columns_are_read_one_after_the_other_on_many_pages(paper: Page, tmp_path: Path) -> None:
    from scripts.originals.read import read

    words = [f"parola{n}" for n in range(6000)]
    text = "\n".join(" ".join(words[i : i + 60]) for i in range(0, 6000, 60))
    source = read(document_formats.pdf(paper, text, tmp_path / "a.pdf", 2))
    assert " ".join(line.text for line in source.lines).split() == words
    assert max(line.page for line in source.lines) > 3
    assert all("Regolamento" in d.text or "file://" in d.text for d in source.discards)
    assert source.discards
