"""Whatever stands in the sources, in a citation or in a link ends in a report or an answer, never in a crash.

Seconds in the suite; `make fuzz` for minutes. What once failed stands in an `@example`.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scripts import pipeline
from scripts.model.problems import Report
from search.engine.answer import Engine
from search.engine.resolve import Resolver
from search.http.decision import Decisions
from tests.mending import book_with

EXAMPLES = int(os.environ.get("PRONTUARIO_FUZZ", "25"))
fuzzed = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

PIECES = ["# Titolo {#prova-1 n=1 p=3}", "## Altro {#prova-1.altro}", "a. ", "b. ", "aa. ", "[nota] ", "[esempio] ", "[[prova-1.a]]",
          "[[", "]]", "[[prova-1|parole]]", "{tabella prova-1.turni}", "{#", "}", "n=", "\n", "\n\n", "   ", "\t", "…", "sì", "10-14",
          "25+", "Giocatori:range", "# titolo: T", "# voci: A", ":int", "<script>", "&amp;", "\ufeff", "\u202e", "id = ", '"""', "[[row]]",
          "[[question]]", "answers = [", "penalty = ", "cites = [", "1.000", "’", "'", "\x00"]  # fmt: skip
sources = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=25).map("".join)
FILES = (
    "prova/01-regole.md",
    "prova/tabelle/prova-1.turni.tsv",
    "prova/infrazioni/ritardo.toml",
    "prova/penalita.toml",
    "prova/book.toml",
    "prova/glossario.tsv",
    "prova/edizioni/1-0.tsv",
    "prova/modifiche.tsv",
    "prova/rimandi.tsv",
    "prova/domande/01-regole.tsv",
    "anchors.lock",
    "redirects.tsv",
    "calcoli.tsv",
    "confronti/naruto.tsv",
)


@pytest.mark.parametrize("file", FILES)
@fuzzed
@given(text=sources, whole=st.booleans())
def test_any_source_ends_in_a_report(tmp_path: Path, file: str, text: str, whole: bool) -> None:
    """In place of a file, or after what it holds."""
    root = tmp_path / "edizione"
    shutil.rmtree(root, ignore_errors=True)
    book_with("", root)
    path = root / "rules_src" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_bytes() if path.exists() and not whole else b""
    path.write_bytes(before + text.encode("utf-8", "surrogatepass"))
    report = Report()
    found = pipeline.load(root, report)
    assert report or found.records is not None
    assert str(report) or not report


@pytest.fixture(scope="module")
def decisions(built: Path) -> Decisions:
    return Decisions.read(built / pipeline.SITE)


@pytest.fixture(scope="module")
def resolver(built: Path) -> Resolver:
    return Resolver(Engine.open(built / pipeline.INDEX), {})


@fuzzed
@given(text=st.one_of(st.text(max_size=300), st.from_regex(r"\A(mtr|bang|regola|§)? ?[0-9.]{0,12}[a-z]{0,3}\Z")))
@example(text="١.٢")
def test_any_citation_resolves_or_does_not(resolver: Resolver, text: str) -> None:
    found, known = resolver.resolve(text), resolver.engine.shown
    assert not found.id or found.id in known
    assert all(near in known for near in found.nearest)


LINK = st.lists(st.one_of(st.sampled_from(["bang-1.1", "v", "~", "_", ".", "H.", "E.", "bang", "bang-2.ritardo", "%3C", "a1b2c3d"]),
                          st.text(max_size=6)), max_size=20).map("".join)  # fmt: skip


@fuzzed
@given(given=LINK)
def test_any_link_of_a_decision_is_shown(decisions: Decisions, given: str) -> None:
    found = decisions.of(given)
    assert found is None or all(item.rule or item.verdict or item.lost for item in found.items)
