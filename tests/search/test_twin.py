"""The engine of the browser gives the server's answers: every field of every answer, excerpts and scores included."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from search.engine.answer import Engine
from search.http.answers import answer_json
from search.index.documents import Kind
from tests.search.conftest import Twin
from tests.search.judged import judged, questions
from tests.search.test_hostile import hostile, words_of

HOSTILE = 400
LETTERS = "abcdeilmnorst 29"

Query = dict[str, Any]


def asked() -> list[Query]:
    """Every judged query, with the game that its judge had set."""
    own = [{"q": one.query, "book": one.book, "limit": 5} for one in questions()]
    return own + [{"q": one.query, "limit": 5} for one in judged()]


def mutated() -> Iterator[Query]:
    """Judged queries with letters lost, swapped and added, cut short, narrowed and paged; the same ones every time."""
    chance = random.Random(2016)
    for query in asked()[::3]:
        letters = list(query["q"])
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(letters))
            match chance.randrange(4):
                case 0:
                    letters[place : place + 1] = []
                case 1:
                    letters[place : place + 2] = reversed(letters[place : place + 2])
                case 2:
                    letters.insert(place, chance.choice(LETTERS))
                case _:
                    letters[max(2, place) :] = []
            letters = letters or ["a"]
        yield query | {"q": "".join(letters)}
        yield query | {"kind": chance.choice(list(Kind)).value, "offset": chance.choice((0, 5))}


def strange(engine: Engine) -> Iterator[Query]:
    chance = random.Random(2017)
    books = ("", *engine.labels)
    for text in hostile(HOSTILE, words_of(engine)):
        yield {"q": text[:300], "book": chance.choice(books), "limit": 3}


CITED = ["mtr 2.5c", "4.2.ad", "bang 1.2 modalità duello, bart cassidy", "appendice c", "nar-it ritardo", "/r/bang-3.penalita.e?v=1a2b3c4",
         "/r/mtr-6.6.bandite.mind-twist/", "mtr 2.99", "xyzzyq wqwqwq", "bang", "naruto", "vuol dire", "2.000", "mezogiorno di fuco"]  # fmt: skip


@pytest.mark.parametrize("kind", ["judged", "mutated", "hostile", "cited"])
def test_both_engines_give_one_answer(engine: Engine, twin: Twin, kind: str) -> None:
    cited = [{"q": q, "book": book, "limit": 5} for q in CITED for book in ("", "bang")]
    queries = list({"judged": asked(), "mutated": mutated(), "hostile": strange(engine), "cited": cited}[kind])
    different = []
    for query, theirs in zip(queries, twin(queries), strict=True):
        q, book, kind_ = query["q"], query.get("book", ""), query.get("kind", "")
        ours = answer_json(engine.search(q, book, kind_, query["limit"], query.get("offset", 0)))
        if json.loads(json.dumps(ours)) != theirs:
            fields = [name for name in ours if json.loads(json.dumps(ours[name])) != theirs.get(name)]
            different.append(f"{query}: {', '.join(fields)}")
    assert not different, "\n".join(different[:10])
