"""Compare and write the golden answers (`tests/golden/answers/`).

Each line is a query with its answer, the same from both engines. `make golden` writes them again, after a change of an
edition, its questions, the vocabulary or the ranking: the difference shows what changes for users. Of queries that must
stay unread only their place and a digest are written.
"""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scripts.pipeline import load_checked
from search.engine.answer import Engine
from search.http.response_cache import make_answer
from search.index.documents import Kind
from search.language import analysis
from tests.conftest import ROOT
from tests.search.judged_queries import KEPT, judged, questions
from tests.search.test_hostile_queries import hostile

FOLDER = ROOT / "tests/golden/answers"
COLUMNS = ("domanda", "dove", "risposte", "altre", "forse", "trovate", "estratti")
HOSTILE = 400
LETTERS = "abcdeilmnorst 29"
CITED = ["mtr 2.5c", "4.2.ad", "bang 1.2 modalità duello, bart cassidy", "appendice c", "nar-it ritardo", "/r/bang-3.penalita.e?v=1a2b3c4",
         "/r/mtr-6.6.bandite.mind-twist/", "mtr 2.99", "xyzzyq wqwqwq", "bang", "naruto", "vuol dire", "2.000", "mezogiorno di fuco"]  # fmt: skip

Json = dict[str, Any]


class Query(NamedTuple):
    """Hold a query and its filters.

    `place`: its name in the golden file if its words must not be read, else ''.
    """

    q: str
    book: str = ""
    kind: str = ""
    limit: int = 5
    offset: int = 0
    place: str = ""

    @property
    def name(self) -> str:
        return self.place or self.q

    @property
    def where(self) -> str:
        return " ".join(filter(None, (self.book, self.kind, f"+{self.offset}" if self.offset else "")))


def asked() -> list[Query]:
    """Return every judged query, with the game that was set."""
    found, numbers = [], Counter[str]()
    own = [(one.query, one.book, one.half, one.file) for one in questions()]
    for query, book, half, file in [*own, *((one.query, "", one.origin, one.book) for one in judged())]:
        numbers[f"{half}/{file}"] += 1
        found.append(Query(query, book, place=f"{half}/{file} {numbers[f'{half}/{file}']}" if half in KEPT else ""))
    return found


def mutated() -> Iterator[Query]:
    """Yield judged queries with typing errors, cuts, filters and paging."""
    chance = random.Random(2016)
    for query in asked()[::3]:
        letters = list(query.q)
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
        yield query._replace(q="".join(letters))
        yield query._replace(kind=chance.choice(list(Kind)).value, offset=chance.choice((0, 5)))


def strange() -> Iterator[Query]:
    """Yield hostile queries, made of special words."""
    chance = random.Random(2017)
    books = ("", *sorted({one.book for one in questions()} - {""}))
    words = sorted({term for query in asked() if not query.place for term in analysis.terms(query.q)})
    for n, text in enumerate(hostile(HOSTILE, words), 1):
        yield Query(text[:300], chance.choice(books), limit=3, place=f"ostile {n}")


def cited() -> Iterator[Query]:
    return (Query(q, book) for q in CITED for book in ("", "bang"))


QUERIES = {"judged": asked, "mutated": mutated, "hostile": strange, "cited": cited}


def line(query: Query, answer: Json) -> str:
    """Return an answer as its golden line: totals, suggestion, ids, and a digest of excerpts."""
    results = answer["results"] or answer.get("nearest", [])
    said = answer["total"], answer["others"], answer["suggestion"] or "", " ".join(result["id"] for result in results)
    excerpts = [[[piece["text"], piece["match"]] for piece in result["excerpt"]] for result in results]
    if query.place:
        return "\t".join((query.place, query.where, "", "", "", "", digest([said, excerpts])))
    return "\t".join((query.q, query.where, *map(str, said), digest(excerpts)))


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:10]


def answered(engine: Engine, query: Query) -> Json:
    return make_answer(engine.search(query.q, query.book, query.kind, query.limit, query.offset))


def golden(kind: str) -> list[str]:
    return (FOLDER / f"{kind}.tsv").read_text(encoding="utf-8").splitlines()[1:]


def text(lines: Sequence[str]) -> str:
    return "\n".join(("\t".join(COLUMNS), *lines)) + "\n"


def main() -> None:
    engine = Engine.over(load_checked(ROOT).corpus)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kind, queries in QUERIES.items():
        lines = [line(query, answered(engine, query)) for query in queries()]
        (FOLDER / f"{kind}.tsv").write_text(text(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
