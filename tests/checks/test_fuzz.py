"""Test that no input crashes: sources, originals, citations, links, memory.

All end in a report or an answer. In the suite the tests take seconds; `make fuzz` runs them for minutes. What fails is
tried first the next time; what once failed stands in an `@example`.
"""

import functools
import io
import json
import os
import shutil
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from scripts import pipeline
from scripts.edition import stray_markup
from scripts.model.problems import Report
from scripts.originals.clean import text_repairs
from scripts.originals.errors import OriginalError
from scripts.originals.import_stages import clean_words
from scripts.originals.read import read
from scripts.originals.recipe import Recipe
from scripts.originals.text_model import Line, to_text
from search.engine.answer import Engine
from search.engine.resolve_citation import Resolver
from search.http.decision_page import Decisions
from tests.search.conftest import SCRIPTS, in_node
from tests.source_faults import book_with

EXAMPLES = 25
SECONDS = float(os.environ.get("PRONTUARIO_FUZZ", "0"))  # that `make fuzz` gives each test
Test = Callable[..., None]


def fuzzed(test: Test, **more: Any) -> Test:
    """Run a test on the same few cases; in `make fuzz` on new ones until time is up."""
    once: Test = settings(
        deadline=None,
        derandomize=not SECONDS,
        suppress_health_check=list(HealthCheck) if SECONDS else [HealthCheck.function_scoped_fixture],
        **{"max_examples": EXAMPLES, **more},
    )(test)

    @functools.wraps(once)
    def again(*given: Any, **named: Any) -> None:
        end, rounds = time.monotonic() + SECONDS, 0
        while not rounds or time.monotonic() < end:
            once(*given, **named)
            rounds += 1
            print(f"\r{test.__name__}: {EXAMPLES * rounds} casi ", end="", file=sys.__stderr__, flush=True)

    return again if SECONDS else once


PIECES = ["# Titolo {#prova-1 n=1 p=3}", "## Altro {#prova-1.altro}", "a. ", "b. ", "aa. ", "[nota] ", "[esempio] ", "[[prova-1.a]]",
          "[[", "]]", "[[prova-1|parole]]", "{tabella prova-1.turni}", "{#", "}", "n=", "\n", "\n\n", "   ", "\t", "…", "sì", "10-14",
          "25+", "Giocatori:range", "# titolo: T", "# voci: A", ":int", "<script>", "&amp;", "\ufeff", "\u202e", "id = ", '"""', "[[row]]",
          "[[question]]", "answers = [", "penalty = ", "cites = [", "1.000", "’", "'", "\x00"]  # fmt: skip
sources = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=25).map("".join)
FILES = (
    "prova/01-regole.md", "prova/tabelle/prova-1.turni.tsv", "prova/infrazioni/ritardo.toml", "prova/penalita.toml",
    "prova/book.toml", "prova/glossario.tsv", "prova/edizioni/1-0.tsv", "prova/modifiche.tsv", "prova/rimandi.tsv",
    "prova/domande/01-regole.tsv", "anchors.lock", "redirects.tsv", "calcoli.tsv", "confronti/naruto.tsv",
)  # fmt: skip


@pytest.mark.parametrize("file", FILES)
@fuzzed
@given(text=sources, whole=st.booleans())
@example(text="# Titolo {#prova-1 n=1 p=3}# Titolo {#prova-1 n=1 p=3}## Altro {#prova-1.altro}", whole=True)
def test_any_source_ends_in_a_report(tmp_path: Path, file: str, text: str, whole: bool) -> None:
    """Replace a file, or extend it, with random text."""
    root = tmp_path / "edizione"
    shutil.rmtree(root, ignore_errors=True)
    book_with("", root)
    path = root / "rules_src" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_bytes() if path.exists() and not whole else b""
    path.write_bytes(before + text.encode("utf-8", "surrogatepass"))
    report = Report()
    found = pipeline.load_sources(root, report)
    assert found.records is not None, "«prontuario anchors» shows what does not pass the checks too"
    assert str(report) or not report


@fuzzed
@given(text=st.sampled_from([pattern for pattern, _ in stray_markup.FOREIGN]).flatmap(st.from_regex))
def test_no_foreign_mark_is_in_a_text_that_is_not_searched_for_them(text: str) -> None:
    assert stray_markup.is_suspect(text) or not any(pattern.search(text) for pattern, _ in stray_markup.FOREIGN)


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


QUERY = st.lists(st.one_of(st.sampled_from(["mtr", "2.5", "§", "non", "entro", "10", "minuti", "mazzi", "mazo", "1.", "-", "×", "due", "39"]),
                           st.text(max_size=12)), max_size=30).map(" ".join)  # fmt: skip


@fuzzed
@given(text=st.one_of(st.text(max_size=400), QUERY), book=st.sampled_from(["", "bang"]))
def test_any_query_is_answered(resolver: Resolver, text: str, book: str) -> None:
    answer = resolver.engine.search(text, book)
    assert answer.total + answer.others >= len(answer.results)
    assert all(result.book == "bang" for result in answer.results if book)


LINK = st.lists(st.one_of(st.sampled_from(["bang-1.1", "v", "~", "_", ".", "H.", "E.", "bang", "bang-2.ritardo", "%3C", "a1b2c3d"]),
                          st.text(max_size=6)), max_size=20).map("".join)  # fmt: skip


@fuzzed
@given(given=LINK)
def test_any_link_of_a_decision_is_shown(decisions: Decisions, given: str) -> None:
    found = decisions.rebuild(given)
    assert found is None or all(item.rule or item.verdict or item.lost for item in found.items)


MARKUP = ["<p>", "</p>", "<table><tr><td>", "</td>", "<td colspan='-3' rowspan=9999>", "<br>", "<li>", "<script>", "</script>", "<!--",
          "<!DOCTYPE html>", "<html>", "<body>", "<pre>", "&", "&#0;", "&#xD800;", "&eacute;", "1.1 ", "• ", "-\n", "– ", "LLee  ", "\x00",
          "\x0c", "\u202e", "\ufeff", "<w:p><w:r><w:t>", "</w:t></w:r></w:p>", "<w:tbl><w:tr><w:tc>", "<w:numPr/>", "<w:sdt>"]  # fmt: skip
documents = st.lists(st.one_of(st.sampled_from(MARKUP), st.text(max_size=12)), min_size=1, max_size=40).map("".join)
WORD = '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{}</w:body></w:document>'
TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
RELATIONS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'


def word(body: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        parts = {"[Content_Types].xml": TYPES, "_rels/.rels": RELATIONS, "word/document.xml": WORD.format(body)}
        for name, text in parts.items():
            archive.writestr(name, text.encode("utf-8", "surrogatepass"))
    return stream.getvalue()


@pytest.mark.parametrize("suffix", ["txt", "html", "docx", "pdf"])
@fuzzed
@given(text=documents, cut=st.integers(0, 60))
def test_any_original_is_read_or_refused(tmp_path: Path, suffix: str, text: str, cut: int) -> None:
    data = word(text) if suffix == "docx" else text.encode("utf-8", "surrogatepass")
    path = tmp_path / f"originale.{suffix}"
    path.write_bytes(b"%PDF-1.4\n" * (suffix == "pdf") + (data[: -len(data) * cut // 100] if cut > 50 else data))
    try:
        words = clean_words(read(path))
    except OriginalError:
        return
    assert len(words.words) == len(words.lines) == len(words.pages)


RECIPES = st.builds(
    Recipe,
    st.just("prova"),
    bold_twice=st.booleans(),
    bullets=st.lists(st.sampled_from(["o", "§", "*", "-", "("]), max_size=3).map(tuple),
)


@fuzzed
@given(text=documents, recipe=RECIPES)
@example(text="-\n/0", recipe=Recipe("prova"))
def test_any_words_are_repaired(text: str, recipe: Recipe) -> None:
    """Check that each repair keeps line and page of every word, and that a second run changes nothing.

    `undouble_words` may change more: of a word that stands three times it takes one, because where a book's bold print
    comes twice the third is the sentence's own.
    """
    now = to_text([Line(line) for line in text.splitlines()])
    for stage in (*text_repairs.ON_READING, *text_repairs.BEFORE_MENDING, *text_repairs.AFTER_MENDING):
        now, _ = stage(now, recipe)
        assert len(now.words) == len(now.lines) == len(now.pages)
        assert stage is text_repairs.undouble_words or stage(now, recipe)[0].flat == now.flat, stage.__name__


KEYS = ["v", "version", "event", "entries", "count", "prontuario", "id", "dev", "l", "at", "t", "entry", "player", "book", "penalty", "time",
        "undoes", "seen", "also", "from", "added", "with", "a", "b", "name", "number", "day", "recent", "bookmarks", "items", "line",
        "citation", "text", "clock", "minutes", "left", "side", "since"]  # fmt: skip
WORDS = ["registro", "given", "corrected", "withdrawn", "undone", "named", "player", "same", "merged", "joined", "parted", "closed", "other", "x", "y", "bang",
         "2026-01-10T10:00:00Z", "__proto__", "constructor", "v~bang~bang-2.o~H.a.1", "bang-1.1~0123456", "ammonizione"]  # fmt: skip
atoms = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.floats(allow_nan=False),
    st.sampled_from(WORDS),
    st.text(max_size=6),
)
values: st.SearchStrategy[Any] = st.recursive(
    atoms,
    lambda one: st.one_of(st.lists(one, max_size=4), st.dictionaries(st.sampled_from(KEYS), one, max_size=6)),
    max_leaves=12,
)
OPERATION: dict[str, Any] = {"id": "x", "dev": "d", "l": 1, "at": "2026-01-10T10:00:00Z", "event": "e", "t": "given", "entry": "x", "player": "p",
             "book": "bang", "penalty": "ammonizione", "time": "2026-01-10T10:00:00Z", "undoes": ["x"], "seen": ["x"], "a": "p", "b": "q",
             "name": "Ada", "number": "", "day": "2026-01-10", "with": "f", "from": ["d"], "added": 1}  # fmt: skip
ID = st.sampled_from(["x", "y", "z", "p", "q"])
operations = st.builds(
    lambda kind, ids, clock, change: {**OPERATION, "t": kind, "id": ids[0], "entry": ids[1], "undoes": ids, "player": ids[2], "l": clock} | change,
    st.sampled_from(WORDS[1:11]), st.lists(ID, min_size=3, max_size=3), st.integers(1, 4),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=1),
)  # fmt: skip
registers = st.lists(operations, max_size=6).map(
    lambda ops: "\n".join(
        json.dumps(one)
        for one in [{"prontuario": "registro", "v": 2, "event": "e", "name": "", "count": len(ops)}, *ops]
    )
)
HEAD = {"prontuario": "registro", "v": 2, "event": "e", "name": ""}
NESTED = f'{json.dumps(HEAD | {"count": 1})}\n{json.dumps(OPERATION | {"t": "new"})[:-1]}, "more": {"[" * 100_000}{"]" * 100_000}}}'
NAMESAKES = "\n".join(
    map(
        json.dumps,
        [HEAD | {"count": 400}, *(OPERATION | {"t": "player", "id": f"x{n}", "player": f"p{n}"} for n in range(400))],
    )
)
HALF = {
    "oggi": {"version": 1, "book": "bang", "name": "BANG!", "event": ""},
    "regole": {"version": 1, "recent": [], "bookmarks": [{"id": "bang-1.1", "citation": "BANG 1.1", "text": "prova", "at": 1}]},
    "decisione": {"version": 1, "items": ["bang-1.1"], "line": "", "name": ""},
    "orologio": {"version": 1, "clock": "x", "minutes": 50, "left": [1], "side": 0, "since": 0, "added": []},
}  # fmt: skip
remembered = st.sampled_from(sorted(HALF)).flatmap(
    lambda what: st.one_of(
        st.text(max_size=20), values.map(json.dumps), st.dictionaries(st.sampled_from(KEYS), values, max_size=2).map(lambda more: json.dumps(HALF[what] | more))
    ).map(lambda text: (what, text))
)  # fmt: skip
CODES = st.one_of(
    st.builds("{}.{}.{}.{}".format, st.sampled_from(["abc", "__proto__", "1"]), st.integers(0, 3), st.integers(0, 3), st.text("Aa_-9.", max_size=8)),
    st.text(max_size=20), values.map(json.dumps),
)  # fmt: skip
received = st.one_of(
    remembered, remembered, registers.map(lambda text: ("file", text)), st.text(max_size=30).map(lambda text: ("file", text)),
    CODES.map(lambda text: ("codice", text)), LINK.map(lambda text: ("collegamento", f"?r={text}")), st.text(max_size=60).map(lambda text: ("collegamento", text)),
)  # fmt: skip


# What broke names itself; each example is hundreds of cases in a process of its own.
@functools.partial(fuzzed, max_examples=10, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@example(given=[("regole", json.dumps({"version": 1, "recent": [], "bookmarks": [None]}))])
@example(given=[("file", NESTED), ("file", NAMESAKES), ("collegamento", f"?t={'a+' * 3000}")])
@given(given=st.lists(received, min_size=20, max_size=60))
def test_whatever_a_phone_remembers_or_receives_is_read_or_set_aside(given: list[tuple[str, str]]) -> None:
    assert in_node("../checks/fuzz_page_scripts.mjs", SCRIPTS, given=given) == []
