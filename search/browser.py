"""The in-browser index: what `docs/assets/js/search/` reads, made from the same index as the server's.

`index.json` holds all that finds, orders and names (analysis, vocabulary, terms, postings, titles, citations);
`<book>.json` the texts that results show, fetched when first shown: a result is shown and can be followed before its
text has come. Read by `index.js`, which is the description's other half.

Numbers are written in characters (`packed`): one digit of base 44 a character, the last from the first half of
`DIGITS`, those before it from the second; postings of a term are the units' differences.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from search import analysis, scoring
from search.engine import Engine
from search.units import Field, Heading, Unit
from search.vocabulary import Alternative

FOLDER = "assets/search"
DIGITS = "".join(chr(c) for c in range(35, 127) if chr(c) not in "\\<&'")  # printable, never escaped in JSON
BASE = 44


def packed(number: int) -> str:
    """0 → '#', 43 → 'P' and so on: most numbers of a posting list take one character."""
    digits = DIGITS[number % BASE]
    while number := number // BASE:
        digits = DIGITS[BASE + number % BASE] + digits
    return digits


def packed_postings(found: Sequence[int]) -> str:
    """(3, 10) → the packed numbers 3, 7."""
    return "".join(packed(unit - before) for before, unit in zip((0, *found), found, strict=False))


def browser_files(engine: Engine) -> dict[str, str]:
    """Path from the site's root → content. The same engine gives the same bytes."""
    books = list(dict.fromkeys(h.book for h in engine.postings.headings))
    files = {f"{FOLDER}/index.json": _json(_index(engine, books))}
    for book in books:
        files[f"{FOLDER}/{book}.json"] = _json(_texts(engine, book))
    return files


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _index(engine: Engine, books: Sequence[str]) -> dict[str, Any]:
    postings = engine.postings
    kinds = sorted({(u.field.value, u.kind.value) for u in postings.units})
    number = {h.id: n for n, h in enumerate(postings.headings)}
    sizes = [0] * len(postings.headings)
    for unit in postings.units:
        sizes[number[unit.section]] += 1
    terms = sorted(postings.terms)
    slugs = {slug: n for n, slug in enumerate(books)}
    codes = {h.book: engine.shown[h.id][0].partition(" ")[0] for h in postings.headings}
    return {
        "analysis": analysis.DATA,
        "scoring": scoring.DATA,
        "books": books,
        "labels": engine.labels,
        "sections": [
            [
                _tail(h),
                slugs[h.book],
                h.title,
                h.number,
                _parent(h, number),
                h.kind.value,
                sizes[n],
                _citation(h, engine),
            ]
            for n, h in enumerate(postings.headings)
        ],
        "codes": [codes[book] for book in books],
        "pages": _pages(engine),
        "kinds": kinds,
        "units": "".join(DIGITS[kinds.index((u.field.value, u.kind.value))] for u in postings.units),
        "terms": _front_coded(terms),
        "postings": " ".join(packed_postings(postings.terms[term]) for term in terms),
        "surfaces": _surfaces(terms, engine.surfaces),
        "synonyms": [[" ".join(typed), _meant(meant, slugs)] for typed, meant in engine.vocabulary.synonyms.items()],
        "names": [
            [" ".join(words), [slugs[s] for s in found if s in slugs]]
            for words, found in engine.vocabulary.books.items()
        ],
    }


def _meant(meant: Iterable[Alternative], slugs: dict[str, int]) -> list[Any]:
    """[terms, weight, books] of each alternative that holds in a book there is."""
    return [
        [" ".join(a.terms), a.weight, [slugs[b] for b in a.books if b in slugs]]
        for a in meant
        if not a.books or any(b in slugs for b in a.books)
    ]


def _tail(heading: Heading) -> str:
    return heading.id.removeprefix(f"{heading.book}-")


def _citation(heading: Heading, engine: Engine) -> str | int:
    """What follows the book's code in a section's citation; 0 where it is its number, 1 where it is its title."""
    words = engine.shown[heading.id][0].partition(" ")[2]
    return 0 if words == heading.number else 1 if words == heading.title else words


def _pages(engine: Engine) -> list[list[Any]]:
    """[a section's number, its page] where a page begins: '/mtr/1/'. A section's address is its page, '#' and its id."""
    found: list[list[Any]] = []
    for n, heading in enumerate(engine.postings.headings):
        page, _, anchor = engine.shown[heading.id][1].partition("#")
        assert anchor == heading.id
        if not found or found[-1][1] != page:
            found.append([n, page])
    return found


def _parent(heading: Heading, number: dict[str, int]) -> int:
    return number[heading.id.rpartition(".")[0]] if heading.path else -1


def _front_coded(words: Iterable[str]) -> str:
    """Sorted words: each the length of what it shares with the one before, packed, and the rest."""
    parts, before = [], ""
    for word in words:
        shared = 0
        while shared < min(len(before), len(word), BASE - 1) and before[shared] == word[shared]:
            shared += 1
        parts.append(packed(shared) + word[shared:])
        before = word
    return " ".join(parts)


def _surfaces(terms: Sequence[str], surfaces: dict[str, str]) -> str:
    """For each term the word that stands for it: '' for the same, '-ending' after the term, else the word."""
    parts = []
    for term in terms:
        word = surfaces.get(term, term)
        parts.append("" if word == term else f"-{word.removeprefix(term)}" if word.startswith(term) else word)
    return " ".join(parts)


def _texts(engine: Engine, book: str) -> dict[str, Any]:
    """Of each section its texts: [what follows the section's id, text, citation, address]."""
    sections: dict[str, list[list[str]]] = {h.id: [] for h in engine.postings.headings if h.book == book}
    for unit in engine.postings.units:
        if unit.section in sections and unit.field in (Field.TEXT, Field.ENTRY, Field.NOTE):
            sections[unit.section].append(_text(unit, engine))
    return {"sections": list(sections.values())}


def _text(unit: Unit, engine: Engine) -> list[str]:
    """A text with its citation and address left out where they follow from the section's."""
    citation, url = engine.shown[unit.anchor]
    section_citation, section_url = engine.shown[unit.section]
    tail = unit.anchor.removeprefix(unit.section).removeprefix(".")
    parts = [tail, unit.text]
    page = section_url.partition("#")[0]
    if citation != f"{section_citation}.{tail}" or url != f"{page}#{unit.anchor}":
        parts += [citation, url]
    return parts
