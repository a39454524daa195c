"""Test that any query ends in an answer, with bounded work."""

import random
import string
from collections.abc import Iterator

import pytest

from search.engine import query
from search.engine.answer import Engine
from search.language.spelling import Spelling

COUNT = 150

ODD = [
    "*" * 300, "(((((((" * 40, "a*b?c~2^9 AND OR NOT NEAR/3", "'; DROP TABLE regole; --", "<script>alert(1)</script>",
    "\x00\x01\x02\x1b[31m", "🎴🃏" * 100, "‮‏abc", "a" * 10_000, "1." * 150, "1.1.1.1.1.1", "%00%ff../../etc/passwd",
    "{{7*7}}${7*7}", '"" " "', "mtr " * 80, "é" * 300, "ﬀﬃ①②", "İıſß", "e " * 150, "-" * 300, "\n\t\r", "ａｂｃ",
]  # fmt: skip


def hostile(count: int, terms: list[str]) -> Iterator[str]:
    """Yield `count` hostile queries made of `terms`, the same every time."""
    chance = random.Random(2016)
    letters = string.ascii_lowercase
    for n in range(count):
        match n % 5:
            case 0:
                yield chance.choice(ODD) + chance.choice(ODD)
            case 1:
                yield " ".join("".join(chance.choices(letters, k=chance.randint(4, 14))) for _ in range(30))
            case 2:
                yield " ".join(chance.choice(terms) + chance.choice(letters) for _ in range(40))
            case 3:
                yield " ".join(chance.choices(terms, k=60))
            case _:
                yield "".join(
                    chr(chance.choice((chance.randint(1, 127), chance.randint(128, 0x2FFF)))) for _ in range(200)
                )


def words_of(engine: Engine) -> list[str]:
    """Return every term of the books, sorted."""
    return sorted(term for term in engine.ranking.index.terms if term[0].isalnum())


def test_hostile_queries_end_with_bounded_work(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    read: list[query.Query] = []
    nearest, parse = Spelling.find_nearest, Engine.parse

    def counted(spelling: Spelling, word: str) -> list[tuple[str, int]]:
        looked.append(word)
        return nearest(spelling, word)

    def kept(engine: Engine, text: str, book: str = "") -> query.Query:
        read.append(parse(engine, text, book))
        return read[-1]

    monkeypatch.setattr(Spelling, "find_nearest", counted)
    monkeypatch.setattr(Engine, "parse", kept)
    for text in hostile(COUNT, words_of(engine)):
        looked.clear()
        assert len(engine.search(text).results) <= 10
        parsed = read.pop()
        assert not read
        assert len(looked) <= 2 * query.MAX_TERMS
        assert len(parsed.groups) <= query.MAX_TERMS
        assert max((len(group.alternatives) for group in parsed.groups), default=0) <= 60


def test_every_misspelt_word_is_looked_at(engine: Engine) -> None:
    wrong = [
        "arbitrro", "mazzzo", "penalitta", "torneeo", "giocattore", "squadraa", "punteggoi", "avversarrio",
        "tecniica", "carttta",
    ]  # fmt: skip
    mended = engine.parse(" ".join(wrong) + " ").corrected.split()
    assert all(was != now for was, now in zip(wrong, mended, strict=True))
