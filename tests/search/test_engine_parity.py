"""Test that both engines give the golden answers, in every field."""

import itertools
import json

import pytest

from search.engine.answer import Engine
from tests.search import golden_answers
from tests.search.conftest import Twin

SOON = {
    False: 0.75,
    True: 0.9,
}  # of the queries that are read: how many have the sentence of all books before one comes
AGAIN = "Se è voluto: make golden (python -m tests.search.golden_answers), e si guarda che cosa cambia per chi cerca."


@pytest.mark.parametrize("kind", golden_answers.QUERIES)
def test_both_engines_give_the_golden_answers(engine: Engine, twin: Twin, kind: str) -> None:
    queries = list(golden_answers.QUERIES[kind]())
    ours = [json.loads(json.dumps(golden_answers.answered(engine, query))) for query in queries]
    theirs = twin([query._asdict() for query in queries])
    apart, changed = [], []
    for query, server, phone, wanted in itertools.zip_longest(queries, ours, theirs, golden_answers.golden(kind)):
        if server != phone:
            apart.append(f"{query.name}, {query.where}: {', '.join(n for n in server if server[n] != phone.get(n))}")
        if (found := golden_answers.line(query, server)) != wanted:
            changed.append(f"- {wanted}\n+ {found}")
    assert not apart, "I due motori rispondono diversamente a:\n" + "\n".join(apart[:10])
    assert not changed, f"{len(changed)} risposte non sono quelle di {kind}.tsv. {AGAIN}\n" + "\n".join(changed[:10])


@pytest.mark.parametrize("chosen", [False, True])
def test_a_first_answer_says_the_sentence_before_the_books_come(engine: Engine, twin: Twin, chosen: bool) -> None:
    queries = [query for query in golden_answers.asked() if not query.place and bool(query.book) == chosen]
    queries = queries[:: 3 if chosen else 12]
    found = twin([query._asdict() | {"soon": True} for query in queries])
    right = 0
    empty = []
    for query, soon in zip(queries, found, strict=True):
        wanted = {one["id"]: one for one in golden_answers.answered(engine, query)["results"]}
        for one in soon["results"][:3] if soon else ():
            empty += [] if one["excerpt"] else [f"{query.name}: {one['id']}"]
            assert {**one, "excerpt": [], "score": 0} == {**wanted.get(one["id"], one), "excerpt": [], "score": 0}
        right += bool(soon) and soon["results"][0]["id"] == next(iter(wanted), "")
    assert not empty, "Senza la loro frase:\n" + "\n".join(empty[:10])
    assert right >= SOON[chosen] * len(queries), f"{right} di {len(queries)}"
