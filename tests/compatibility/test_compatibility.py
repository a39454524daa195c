"""Test that this version reads and answers as each published one."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scripts.edition.published_anchors import read_lock
from scripts.model.problems import Report
from scripts.pipeline import Sources
from tests.compatibility.query_version import GOLDEN, broken, load, served, static_api, versions
from tests.conftest import ROOT


def golden(version: str, name: str) -> Any:
    return json.loads((GOLDEN / version / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("version", versions())
def test_a_book_of_that_version_is_read_without_a_problem(version: str) -> None:
    sources, report = load(version)
    assert not report, report
    published = set(read_lock(GOLDEN / version / "libro", Report()))
    assert published <= set(sources.anchors) | set(sources.redirects)


def test_the_newest_books_use_every_kind_of_file_that_the_format_has() -> None:
    table = (ROOT / "FORMATO.md").read_text(encoding="utf-8").partition("|---|---|\n")[2].partition("\n\n")[0]
    kinds = [
        kind for row in table.splitlines() for kind in re.findall(r"`([\w/<>-]+\.(?:md|toml|tsv))`", row.split("|")[1])
    ]
    assert len(kinds) > 20
    books = GOLDEN / versions()[-1] / "libro/rules_src"
    missing = [kind for kind in kinds if not [*books.glob("*/" + re.sub(r"<\w+>|NN-nome|nome", "*", kind))]]
    assert missing == []
    assert [*books.glob("confronti/*.tsv")]


@pytest.mark.parametrize("version", versions())
def test_the_static_api_says_of_it_what_it_said(version: str) -> None:
    """Compare names, types and values; new names are allowed."""
    assert broken(golden(version, "api.json"), static_api(load(version)[0])) == []


@pytest.mark.parametrize("version", versions())
def test_the_service_answers_in_the_same_form_and_leads_to_the_same_places(version: str, tmp_path: Path) -> None:
    """Compare the answers' form and targets; their order may change."""
    before, now = golden(version, "servizio.json"), served(load(version)[0], tmp_path)
    for request, answer in before.items():
        assert (answer["status"], answer["location"]) == (now[request]["status"], now[request]["location"]), request
        assert broken(answer["body"], now[request]["body"], request, exact=False) == []


@pytest.mark.parametrize("version", versions())
def test_every_anchor_that_was_published_still_leads_somewhere(version: str, sources: Sources) -> None:
    lines = (GOLDEN / version / "ancore.txt").read_text(encoding="utf-8").splitlines()
    published = {line for line in lines if line and not line.startswith("#")}
    assert len(published) > 6000
    assert published <= set(read_lock(ROOT, Report()))
    assert published <= set(sources.anchors) | set(sources.redirects)


def test_what_is_gone_or_of_another_type_is_told() -> None:
    before = {"a": 1, "b": [{"c": "x"}]}
    assert broken(before, {"a": 1, "b": [{"c": "x", "d": None}], "e": 2}) == []
    assert broken(before, {"b": [{"c": "x"}]}) == ["/a: non c’è più"]
    assert broken(before, {"a": 1, "b": [{"c": "y"}]}) == ["/b/0/c: 'x' → 'y'"]
    assert broken(before, {"a": 2, "b": [{"c": "y"}, {"c": "z"}]}, exact=False) == []
    assert broken(before, {"a": "1", "b": []}, exact=False) == ["/a: 1 → '1'"]
