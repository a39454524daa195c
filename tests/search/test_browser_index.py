"""Test the in-browser index: small, complete, reproducible."""

import gzip
import itertools
import json
import math
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scripts.model.front_coding import decode_words
from scripts.pipeline import SITE, Sources
from search.engine.answer import Engine
from search.index.browser_files import FOLDER, INITIALS, LEVELS
from search.index.documents import Field
from search.index.inverted_index import list_first_rows
from search.index.number_encoding import BASE, DIGITS, compress_digits, encode_number
from search.language.analysis import ASKING

SHARED = 8_600  # bytes, compressed: what all books share
SECTIONS = 21_000  # bytes, compressed: the sections of all seven books, without their terms
PARTS = 5_700  # bytes, compressed: of the terms of sections, what is fetched at once
LARGEST = 106_000  # bytes, compressed: the book with the most; every stop word says how one asks for it


def unpacked(text: str) -> list[int]:
    numbers, number = [], 0
    for character in text:
        digit = DIGITS.index(character)
        number = number * BASE + digit % BASE
        if digit < BASE:
            numbers.append(number)
            number = 0
    return numbers


def unpaired(text: str) -> str:
    often, packed = text.split(" ")
    most = math.isqrt(len(DIGITS) - len(often))
    codes = [a + b for a, b in itertools.product(often[:most].ljust(most), repeat=2)] + list(often)
    return "".join(codes[DIGITS.index(character)] for character in packed)


@given(st.text(DIGITS[:64]))
def test_paired_digits_come_back(digits: str) -> None:
    assert unpaired(compress_digits(digits)) == digits


@given(st.lists(st.integers(0, 10**6)))
def test_packed_numbers_come_back(numbers: list[int]) -> None:
    assert unpacked("".join(encode_number(n) for n in numbers)) == numbers


def test_it_is_small(built: Path, engine: Engine) -> None:
    def size(name: str) -> int:
        return len(gzip.compress((built / SITE / FOLDER / f"{name}.json").read_bytes(), 9))

    assert size("lingua") + size("comune") < SHARED
    assert size("sezioni") < SECTIONS
    parts = [path.stem for path in (built / SITE / FOLDER / "sezioni").glob("*.json")]
    assert max(size(f"sezioni/{part}") for part in parts) < PARTS
    assert max(size(book) for book in engine.labels) < LARGEST


def test_all_postings_are_in_it(sources: Sources, built: Path) -> None:
    for book in sources.corpus.entries:
        data = json.loads((built / SITE / FOLDER / f"{book.book}.json").read_text(encoding="utf-8"))
        lists, (own, heads) = data["postings"].split(" "), (iter(unpaired(text)) for text in data["levels"])
        for text, scale, term in zip(lists, data["scales"], sorted(book.terms), strict=True):
            found = book.terms[term]
            assert tuple(itertools.accumulate(unpacked(text))) == found.documents
            assert DIGITS.index(scale) == book.scales[term]
            for n, level in zip(found.documents, found.levels, strict=True):
                head = book.documents[n].field is Field.HEAD
                assert (DIGITS.index(next(heads if head else own)) - 1) % LEVELS + 1 == level
        assert not [*own, *heads]


def test_the_terms_of_sections_in_parts_are_those_of_all_books(sources: Sources, built: Path) -> None:
    folder = built / SITE / FOLDER
    head = json.loads((folder / "sezioni.json").read_text(encoding="utf-8"))
    parts = [json.loads((folder / f"sezioni/{n}.json").read_text(encoding="utf-8")) for n in range(len(head["parts"]))]
    read = [decode_words(part["terms"]) for part in parts]
    assert [terms[0] for terms in read] == head["parts"]
    assert [*itertools.chain(*read)] == sorted({*itertools.chain(*read)})
    said = {term for book in sources.corpus.entries for term in book.terms if not term.startswith(ASKING)}
    assert said >= {*itertools.chain(*read)} >= {"mulligan", "ammonizion"}
    assert not {a[-1][:INITIALS] for a in read} & {b[0][:INITIALS] for b in read[1:]}


def test_what_is_searched_while_one_writes_is_what_was_built(engine: Engine, sources: Sources) -> None:
    made = Engine.over(sources.corpus)
    assert made.ranking.index == engine.ranking.index
    assert made.vocabulary == engine.vocabulary
    assert (made.shown, made.surfaces, made.cited) == (engine.shown, engine.surfaces, engine.cited)


def test_tables_and_rows_stand_in_the_order_of_their_page(sources: Sources) -> None:
    for piece, book in zip(sources.corpus.entries, sources.rulebook.books, strict=True):
        firsts = list_first_rows(piece.documents)
        tables = [table for _, table in book.tables]
        assert list(firsts.values()) == [table.title for table in tables]
        ends = [*list(firsts)[1:], len(piece.documents)]
        for (first, _), end, table in zip(firsts.items(), ends, tables, strict=True):
            rows = sum(1 for _ in itertools.takewhile(lambda d: d.field is Field.ENTRY, piece.documents[first:end]))
            assert rows in (1, len(table.rows)), table.id
