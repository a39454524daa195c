"""The index is a Whoosh index: Whoosh alone, without our engine, opens it and finds a rule in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from whoosh import index
from whoosh.qparser import QueryParser

from scripts.pipeline import INDEX, Sources
from search.engine.answer import Engine
from search.http.preload import read_apart


def test_plain_whoosh_finds_a_rule(built: Path) -> None:
    opened = index.open_dir(str(built / INDEX))
    with opened.searcher() as searcher:
        query = QueryParser("text", opened.schema).parse("seconda ammonizione espulso")
        found = [hit["anchor"] for hit in searcher.search(query, limit=5)]
    assert "bang-3.penalita.e" in found


def test_what_is_searched_while_one_writes_is_what_whoosh_would_give(built: Path, sources: Sources) -> None:
    opened, made = Engine.open(built / INDEX), Engine.over(sources.searched)
    assert made.books == opened.books
    assert made.vocabulary == opened.vocabulary
    assert (made.shown, made.surfaces, made.labels) == (opened.shown, opened.surfaces, opened.labels)


def test_an_index_read_by_another_process_is_the_same(built: Path, tmp_path: Path) -> None:
    apart = read_apart(built / INDEX).books
    assert apart == tuple(Engine.open(built / INDEX).books)
    assert "called" in vars(apart[0]), "counted before it is used"
    with pytest.raises(OSError, match="headings"):
        read_apart(tmp_path)
