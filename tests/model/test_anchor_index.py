"""Test anchors and citations: spellings, and what never changes."""

from pathlib import Path

import pytest

from scripts import pipeline
from scripts.model.anchor_index import find_nearest, follow_redirects
from scripts.model.problems import Report
from scripts.pipeline import Sources
from tests.source_faults import book_with


@pytest.mark.parametrize(
    ("anchor", "citation"),
    [
        ("magic-mtr-introduzione.k", "MTR Introduzione.k"),
        ("bang-1.2", "BANG 1.2"),
        ("bang-1.2.duello", "BANG 1.2 duello"),
        ("bang-1.2.modalita-duello", "BANG 1.2 modalità duello"),
        ("bang-3.penalita", "BANG 3 penalità"),
        ("bang-3.penalita.e", "BANG 3 penalità.e"),
        ("bang-introduzione", "BANG Introduzione"),
        ("naruto-it-infrazioni.ritardo.b", "NAR-IT Ritardo.b"),
        ("naruto-it-altre-regole.proprietario", "NAR-IT Altre regole, proprietario"),
        ("naruto-it-organizzazione", "NAR-IT Organizzazione"),
        ("wot-turno.abilita.a", "WOT Turno, abilità.a"),
        ("mtr-2.5.c", "MTR 2014 2.5.c"),
        ("mtr-app-b.draft-2hg", "MTR 2014 App. B draft 2hg"),
    ],
)
def test_citations_are_what_people_write(sources: Sources, anchor: str, citation: str) -> None:
    assert sources.anchors[anchor].citation == citation


def test_addresses_lead_to_the_chapter(sources: Sources) -> None:
    assert sources.anchors["bang-1.2.duello.a"].url == "/bang/1/#bang-1.2.duello.a"


def test_citations_of_sections_and_statements_are_unique(sources: Sources) -> None:
    citations = [a.citation.lower() for a in sources.anchors.values() if a.kind in ("section", "statement")]
    assert len(citations) == len(set(citations))


def test_a_section_is_cited_by_the_number_that_it_has_now(tmp_path: Path) -> None:
    book_with("", tmp_path)
    chapter = tmp_path / "rules_src/prova/03-altro.md"
    chapter.write_text(
        "# Altro {#prova-7 n=8}\n\n## Ieri {#prova-7.1 n=8.2}\n\na. Uno.\n\n"
        "## Oggi {#prova-7.oggi n=8.1}\n\na. Due.\n\n### Passo {#prova-7.oggi.passo n=1}\n\na. Tre.\n",
        encoding="utf-8",
    )
    anchors = pipeline.load_sources(tmp_path, Report()).anchors
    ids = ("prova-7", "prova-7.1.a", "prova-7.oggi.a", "prova-7.oggi.passo")
    assert [anchors[one].short for one in ids] == ["8", "8.2.a", "8.1.a", "8.1 passo"]


def test_redirects_are_followed_through_chains_and_stop_at_loops() -> None:
    assert follow_redirects("a", {"a": "b", "b": "c"}) == "c"
    assert follow_redirects("a", {"a": "b", "b": "a"}) in {"a", "b"}


def test_a_misspelt_anchor_is_answered_with_what_was_meant(sources: Sources) -> None:
    assert find_nearest("bang-3.penalta", sources.anchors)[0] == "bang-3.penalita"


def test_a_title_that_two_sections_share_is_told_apart_by_its_chapter(tmp_path: Path) -> None:
    book_with("", tmp_path)
    chapter = tmp_path / "rules_src/prova/03-altro.md"
    chapter.write_text("# Altro {#prova-altro}\n\n## Regole {#prova-altro.regole}\n\na. Uno.\n", encoding="utf-8")
    chapter = tmp_path / "rules_src/prova/04-ancora.md"
    chapter.write_text("# Ancora {#prova-ancora}\n\n## Regole {#prova-ancora.regole}\n\na. Due.\n", encoding="utf-8")
    report = Report()
    anchors = pipeline.load_sources(tmp_path, report).anchors
    assert not report, str(report)
    assert anchors["prova-altro.regole"].citation == "PROVA Regole"
    assert anchors["prova-ancora.regole.a"].citation == "PROVA Ancora, Regole.a"
