"""Test that Whoosh alone opens the index and finds a rule."""

import signal
from collections import Counter
from pathlib import Path

import pytest
from whoosh import index
from whoosh.qparser import QueryParser
from whoosh.query import Or, Term

from scripts.pipeline import INDEX
from search.engine.answer import Engine
from search.http.prepare_release import read_apart
from search.index.whoosh_index import Impacts
from tests.search.judged_queries import questions


def test_plain_whoosh_finds_a_rule(built: Path) -> None:
    opened = index.open_dir(str(built / INDEX))
    with opened.searcher() as searcher:
        query = QueryParser("text", opened.schema).parse("seconda ammonizione espulso")
        found = [hit["anchor"] for hit in searcher.search(query, limit=5)]
    assert "bang-3.penalita.e" in found


def test_an_index_read_by_another_process_is_the_same(built: Path, engine: Engine, tmp_path: Path) -> None:
    assert read_apart(built / INDEX).inverted == engine.ranking.index
    with pytest.raises(OSError, match="EmptyIndexError"):
        read_apart(tmp_path)


def stopped(*_: object) -> None:
    signal.raise_signal(signal.SIGKILL)


def test_a_process_that_is_stopped_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.http.prepare_release._prepare", stopped)
    with pytest.raises(OSError, match="BrokenProcessPool"):
        read_apart(tmp_path)


def test_plain_whoosh_orders_as_the_server_does(built: Path, engine: Engine) -> None:
    ranking = engine.ranking
    same = 0
    with index.open_dir(str(built / INDEX)).searcher(weighting=Impacts()) as searcher:
        for question in list(questions(("risposte/viste",)))[::3]:
            parsed = engine.parse(f"{question.query} ")
            groups = [
                g.alternatives[0].terms[0]
                for g in parsed.groups
                if g.alternatives and len(g.alternatives[0].terms) == 1
            ]
            terms = [*dict.fromkeys(term for term in groups if term[0] != "#"), *parsed.asks]
            found = searcher.search(Or([Term("text", term) for term in terms]), limit=20)
            sums: Counter[int] = Counter()
            for term in terms:
                sums.update(ranking.impacts(term, engine.all))
            ours = sorted(((said + engine.documents[n].bias, -n) for n, said in sums.items()), reverse=True)[:20]
            assert [hit.docnum for hit in found] == [-n for _, n in ours], question.query
            assert [round(hit.score) for hit in found] == [score for score, _ in ours]
            same += bool(ours)
    assert same > 40
