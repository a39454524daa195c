"""The in-browser index: small, whole, the same every time."""

from __future__ import annotations

import gzip
import itertools
import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from search.browser import BASE, DIGITS, FOLDER, browser_files, packed
from search.engine import Engine

MOST = 120_000  # bytes, compressed, for the five books


def unpacked(text: str) -> list[int]:
    numbers, number = [], 0
    for character in text:
        digit = DIGITS.index(character)
        number = number * BASE + digit % BASE
        if digit < BASE:
            numbers.append(number)
            number = 0
    return numbers


@given(st.lists(st.integers(0, 10**6)))
def test_packed_numbers_come_back(numbers: list[int]) -> None:
    assert unpacked("".join(packed(n) for n in numbers)) == numbers


def test_it_is_small(built: Path) -> None:
    data = (built / "site" / FOLDER / "index.json").read_bytes()
    assert len(gzip.compress(data, 9)) < MOST


def test_all_postings_are_in_it(engine: Engine) -> None:
    data = json.loads(browser_files(engine)[f"{FOLDER}/index.json"])
    lists = data["postings"].split(" ")
    assert len(lists) == len(engine.postings.terms)
    for text, term in zip(lists, sorted(engine.postings.terms), strict=True):
        assert tuple(itertools.accumulate(unpacked(text))) == engine.postings.terms[term]


def test_the_built_site_holds_it(engine: Engine, built: Path) -> None:
    for path, content in browser_files(engine).items():
        assert (built / "site" / path).read_text(encoding="utf-8") == content


def test_it_names_and_places_every_section(engine: Engine) -> None:
    data = json.loads(browser_files(engine)[f"{FOLDER}/index.json"])
    pages, page = dict(data["pages"]), ""
    for n, (tail, book, title, number, *_, named) in enumerate(data["sections"]):
        page = pages.get(n, page)
        heading = engine.postings.headings[n]
        words = number if named == 0 else title if named == 1 else named
        assert heading.id == f"{data['books'][book]}-{tail}"
        assert (f"{data['codes'][book]} {words}", f"{page}#{heading.id}") == engine.shown[heading.id]
