"""Compare the made-up book's pages with `tests/golden/pages/`."""

import html
import json
import re
from dataclasses import replace
from pathlib import Path

import markdown
import pytest

from scripts.pipeline import SITE, Sources
from scripts.render import api, pages, permalinks
from scripts.render.jinja_environment import make_environment
from scripts.render.markdown_writer import escape_markdown
from tests.source_faults import GOLDEN


def rendered(sources: Sources) -> dict[str, str]:
    """Return the contents expected in the golden files."""
    markdown = pages.render_pages(sources.rulebook, sources.records, {}, ())
    files = {path: text for path, text in markdown.items() if path.startswith("prova/")}
    for path, text in api.make_api_files(
        sources.rulebook, sources.records, {"prova-0": "prova-1"}, {"prova-2": "Testo."}
    ).items():
        if path not in (
            "api/v1/schema.json",
            "api/v1/version.json",
        ):  # the same for every book, and tested by themselves
            files[path] = json.dumps(json.loads(text), ensure_ascii=False, indent=1) + "\n"
    links = permalinks.make_permalink_files(
        make_environment(), permalinks.make_permalinks(sources.records, {"prova-0": "prova-1"}, sources.rulebook)
    )
    return files | {path: links[path] for path in ("r/prova-1.b/index.html", "r/prova-0/index.html")}


def golden() -> list[Path]:
    return sorted(path for path in (GOLDEN / "pages").rglob("*") if path.is_file())


@pytest.mark.parametrize("path", golden(), ids=lambda p: p.relative_to(GOLDEN / "pages").as_posix())
def test_rendered_as_the_golden_file(path: Path, made_up: Sources) -> None:
    assert rendered(made_up)[path.relative_to(GOLDEN / "pages").as_posix()] == path.read_text(encoding="utf-8")


SIGNS = "D&D 1<2 a<b 2*3* [z] {y} \\~ #1 a|b _x_"


@pytest.mark.parametrize(
    "around", ["{}", "# {}", "<p>{}</p>", "<p markdown>{}</p>", "[{}](x)", "<p title='{}'></p>", "| {} |\n|---|\n| a |"]
)
def test_escaped_words_are_shown_as_they_stand(around: str) -> None:
    made = markdown.markdown(around.format(escape_markdown(SIGNS)), extensions=["attr_list", "md_in_html", "tables"])
    assert SIGNS in html.unescape(re.sub(r"<(?!p title)[^>]*>", "", made))


def test_what_a_book_calls_itself_is_shown_as_it_stands(made_up: Sources) -> None:
    (book,) = made_up.rulebook.books
    info = replace(book.info, title=SIGNS, game=SIGNS, edition=SIGNS)
    rulebook = replace(made_up.rulebook, books=(replace(book, info=info),))
    for path, text in pages.render_pages(rulebook, made_up.records, {}, ()).items():
        _, _, body = text.rpartition("\n---\n") if text.startswith("---") else ("", "", text)
        made = markdown.markdown(body, extensions=["attr_list", "md_in_html", "tables"])
        shown = re.sub(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", "", made, flags=re.DOTALL)
        assert html.unescape(shown).count("D&D") == html.unescape(shown).count(SIGNS), path


def test_no_golden_file_is_missing(made_up: Sources) -> None:
    assert {p.relative_to(GOLDEN / "pages").as_posix() for p in golden()} == set(rendered(made_up))


def test_every_anchor_of_the_editions_has_a_permalink_and_an_address(sources: Sources) -> None:
    links = permalinks.make_permalink_files(
        make_environment(), permalinks.make_permalinks(sources.records, sources.redirects, sources.rulebook)
    )
    addresses = api.make_anchors(sources.anchors, sources.redirects)
    assert {path.split("/")[1] for path in links} == set(addresses) == set(sources.anchors) | set(sources.redirects)


def test_statement_texts_keep_every_word(made_up: Sources) -> None:
    section = next(s for s in api.make_sections(made_up.rulebook, made_up.records, {}) if s["id"] == "prova-1")
    assert section["statements"][1]["text"] == "Il mazzo ha almeno 40 carte (vedi 1.1.a e le penalità)."
    assert "10–14" in section["text"]
    assert "2.000 $" in section["text"]


def test_an_example_is_marked_beside_the_other_edition_and_in_its_sections_preview(built: Path) -> None:
    comparison = (built / SITE / "confronto/naruto/index.html").read_text(encoding="utf-8")
    assert re.search(r'Costruzione del Mazzo\.e.*<span class="tipo">Esempio\.</span> Il Nome', comparison)
    assert "Esempio. " in (built / SITE / "r/naruto-it-infrazioni.ritardo/index.html").read_text(encoding="utf-8")
