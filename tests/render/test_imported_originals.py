"""Test imported originals on the pages: folded, with page and state."""

from scripts.model.original_section import DIFFERENT, MISSING, VERIFIED, Original
from scripts.pipeline import Sources
from scripts.render import pages


def rendered(page: str, sources: Sources, originals: dict[str, Original]) -> str:
    return pages.render_pages(sources.rulebook, sources.records, {"prova": originals}, ())[f"prova/{page}.md"]


def test_nothing_is_said_where_nothing_was_imported(made_up: Sources) -> None:
    made = pages.render_pages(made_up.rulebook, made_up.records, {}, ())
    assert "originale" not in "".join(made[f"prova/{page}.md"] for page in ("index", "1", "2"))


def test_a_section_shows_text_page_and_state(made_up: Sources) -> None:
    page = rendered("1", made_up, {"prova-1": Original("Prima <riga>.\nSeconda.", 3, VERIFIED)})
    assert "Testo ufficiale, p.&nbsp;3" in page
    assert '· <span class="stato stato--verificato">verificato' in page
    assert "<p>Prima &lt;riga&gt;.</p><p>Seconda.</p>" in page
    assert page.index("{: #prova-1.a") < page.index("Testo ufficiale") < page.index("{ #prova-1.1 ")


def test_a_bare_heading_shows_nothing(made_up: Sources) -> None:
    assert "Testo ufficiale" not in rendered("1", made_up, {"prova-1": Original("", 3, VERIFIED)})


def test_the_book_says_what_differs(made_up: Sources) -> None:
    originals = {
        "prova-1": Original("a", 3, VERIFIED),
        "prova-1.1": Original("b", 4, DIFFERENT),
        "prova-2": Original("", None, MISSING),
    }
    page = rendered("index", made_up, originals)
    assert "1 sezioni verificate su 4" in page
    assert 'Diverse dall’edizione: <a href="../prova/1/#prova-1.1">1.1</a>' in page
    assert 'Non trovate nella copia: <a href="../prova/2/#prova-2">2</a>' in page
