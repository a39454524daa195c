"""The Whoosh index over the units, and what the ranking reads out of it once at start: postings in memory.

Whoosh keeps the documents and their postings (written with our analysis); the ranking is ours, because the
browser must give the same order from the same numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoosh import fields, index
from whoosh.analysis import Token, Tokenizer

from search import analysis
from search.units import Field, Heading, Kind, Unit


class ItalianAnalyzer(Tokenizer):  # type: ignore[misc]
    """Our analysis as a Whoosh analyser."""

    def __call__(
        self,
        value: str,
        positions: bool = False,
        chars: bool = False,
        start_pos: int = 0,
        start_char: int = 0,
        **_: Any,
    ) -> Iterator[Token]:
        token = Token(positions, chars)
        position = start_pos
        for found in analysis.tokens(value):
            if not found.term:
                continue
            token.text = found.term
            token.boost = 1.0
            token.stopped = False
            if positions:
                token.pos = position
                position += 1
            if chars:
                token.startchar, token.endchar = start_char + found.start, start_char + found.end
            yield token


def schema() -> fields.Schema:
    return fields.Schema(
        anchor=fields.ID(stored=True),
        section=fields.ID(stored=True),
        field=fields.ID(stored=True),
        kind=fields.ID(stored=True),
        text=fields.TEXT(analyzer=ItalianAnalyzer(), stored=True, phrase=False),
    )


def write_index(folder: Path, units: Iterable[Unit], headings: Iterable[Heading]) -> None:
    """Writes the Whoosh index and, beside it, the headings that results show."""
    folder.mkdir(parents=True)
    writer = index.create_in(str(folder), schema()).writer()
    for unit in units:
        writer.add_document(
            anchor=unit.anchor, section=unit.section, field=unit.field.value, kind=unit.kind.value, text=unit.text
        )
    writer.commit()
    rows = [[h.id, h.book, h.title, h.number, h.path, h.kind.value] for h in headings]
    (folder / "headings.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


@dataclass(frozen=True)
class Postings:
    """Everything the ranking needs. Units are numbered in the document's order, and so are sections.

    `terms`: term → the units that have it (how often does not matter in one line of text); `lengths`: terms in each unit; `home`: unit → section number;
    `titles`: the distinct terms of each section's title, sorted.
    """

    headings: tuple[Heading, ...]
    units: tuple[Unit, ...]
    home: tuple[int, ...]
    lengths: tuple[int, ...]
    terms: dict[str, tuple[int, ...]]
    titles: tuple[tuple[str, ...], ...]


def read_index(folder: Path) -> Postings:
    """Reads the postings out of a Whoosh index written by `write_index`."""
    rows = json.loads((folder / "headings.json").read_text(encoding="utf-8"))
    headings = tuple(Heading(i, b, t, n, tuple(p), Kind(k)) for i, b, t, n, p, k in rows)
    place = {h.id: i for i, h in enumerate(headings)}
    with index.open_dir(str(folder)).reader() as reader:
        stored = [reader.stored_fields(n) for n in range(reader.doc_count_all())]
        units = tuple(Unit(s["anchor"], s["section"], Field(s["field"]), Kind(s["kind"]), s["text"]) for s in stored)
        terms: dict[str, tuple[int, ...]] = {}
        lengths = [0] * len(units)
        for raw in reader.lexicon("text"):
            term = raw.decode("utf-8") if isinstance(raw, bytes) else str(raw)
            matcher = reader.postings("text", term)
            found = []
            while matcher.is_active():
                found.append(matcher.id())
                lengths[matcher.id()] += 1
                matcher.next()
            terms[term] = tuple(found)
    titles = tuple(tuple(sorted(set(analysis.terms(h.title)))) for h in headings)
    return Postings(headings, units, tuple(place[u.section] for u in units), tuple(lengths), terms, titles)
