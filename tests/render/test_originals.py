"""The imported originals on the pages: folded, with page and state; nothing of them without an import."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import pipeline
from scripts.originals.structured import DIFFERENT, MISSING, VERIFIED, Original
from scripts.pipeline import Sources
from scripts.problems import Report
from scripts.render.originals import with_originals
from tests.mending import book_with

PAGE = "<p>1</p>\n<!-- originale prova-1 -->\n<p>2</p>\n<!-- originale prova-1.1 -->\n<!-- originale prova-2 -->\n"


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    folder = tmp_path_factory.mktemp("libro")
    book_with("", folder)
    return pipeline.load(folder, Report())


def rendered(page: str, sources: Sources, originals: dict[str, Original]) -> str:
    books = {book.slug: book for book in sources.rulebook.books}
    return with_originals(page, books, {"prova": originals} if originals else {}, sources.anchors)


def test_marks_vanish_where_nothing_was_imported(made_up: Sources) -> None:
    assert rendered(PAGE, made_up, {}) == "<p>1</p>\n<p>2</p>\n"


def test_a_section_shows_text_page_and_state(made_up: Sources) -> None:
    html = rendered(PAGE, made_up, {"prova-1": Original("Prima <riga>.\nSeconda.", 3, VERIFIED)})
    assert "Testo originale, p.&nbsp;3" in html
    assert "testo verificato" in html
    assert "<p>Prima &lt;riga&gt;.</p><p>Seconda.</p>" in html
    assert "originale prova" not in html


def test_a_bare_heading_shows_nothing(made_up: Sources) -> None:
    assert "<details" not in rendered(PAGE, made_up, {"prova-1": Original("", 3, VERIFIED)})


def test_the_book_says_what_differs(made_up: Sources) -> None:
    originals = {
        "prova-1": Original("a", 3, VERIFIED),
        "prova-1.1": Original("b", 4, DIFFERENT),
        "prova-2": Original("", None, MISSING),
    }
    html = rendered("<!-- originale-libro prova -->", made_up, originals)
    assert "1 sezioni verificate su 4" in html
    assert 'Diverse dall’edizione: <a href="../prova/1/#prova-1.1">1.1</a>' in html
    assert 'Non trovate nella copia: <a href="../prova/2/#prova-2">2</a>' in html


def test_the_built_site_holds_no_mark(built: Path) -> None:
    for path in (built / "site").glob("*/**/index.html"):
        if path.relative_to(built / "site").parts[0] != "r":
            assert "<!-- originale" not in path.read_text(encoding="utf-8"), path
