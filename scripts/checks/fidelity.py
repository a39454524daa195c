"""Does a section of ours hold every number, penalty name and card name that the original's section holds?

Finds omissions, not errors of sense: those are a reader's work. What ours rightly lacks is listed with its reason
in `rules_src/<book>/fedelta.tsv`; a reason for something that is not missing is a problem too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.checks.numbers import numbers
from scripts.edition import reading
from scripts.model.book import Book, ColumnType
from scripts.model.italian import folded
from scripts.model.problems import Place, Report, suggestion
from scripts.model.record import Records

KINDS = ("numero", "penalità", "nome")


@dataclass(frozen=True, order=True)
class Fact:
    """Something that must not get lost: `kind` is one of KINDS, `item` its normal form."""

    section: str
    kind: str
    item: str


def names_in(text: str, names: Iterable[str]) -> frozenset[str]:
    """Those of `names` that occur in a text as whole words, whatever the case, accents and apostrophes."""
    plain = f" {_flat(text)} "
    return frozenset(name for name in names if f" {_flat(name)} " in plain)


def _flat(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", folded(text)))


def card_names(book: Book) -> frozenset[str]:
    """The names in the book's lists of cards and characters."""
    return frozenset(
        str(cell)
        for _, table in book.tables
        for row in table.rows
        for cell, column in zip(row.cells, table.columns, strict=True)
        if column.type is ColumnType.CARD and cell
    )


def our_texts(book: Book, records: Records) -> dict[str, str]:
    """Section id → all that we say there and in the sections below it, titles included."""
    own = {s.id: f"{s.number} {s.title}\n{records[s.id].text}" for s in book.sections}
    return {top: "\n".join(text for id, text in own.items() if id == top or id.startswith(f"{top}.")) for top in own}


def missing(book: Book, records: Records, originals: Mapping[str, str], language: str = "it") -> Iterator[Fact]:
    """What the original's sections hold and ours lack. `originals`: section id → verbatim text, in that language.

    Names of penalties and cards are compared where the original is in ours.
    """
    ours = our_texts(book, records)
    penalties = frozenset(p.title for p in book.penalties if p.section and language == "it")
    cards = card_names(book)
    for section, text in originals.items():
        if section not in ours:
            continue
        for number in sorted(numbers(text, language) - numbers(ours[section])):
            yield Fact(section, "numero", number)
        for kind, names in (("penalità", penalties), ("nome", cards)):
            for name in sorted(names_in(text, names) - names_in(ours[section], names)):
                yield Fact(section, kind, name)


def read_exceptions(root: Path, book: Book, report: Report) -> dict[Fact, Place]:
    """The facts that `fedelta.tsv` excuses, with where it does."""
    path = root / "rules_src" / book.slug / "fedelta.tsv"
    excused = {}
    known = {s.id for s in book.sections}
    for place, row in reading.headed_rows(root, path, ("sezione", "tipo", "voce", "motivo"), report):
        if row["tipo"] not in KINDS:
            report.add(place, f"tipo «{row['tipo']}»", f"uno di {', '.join(KINDS)}", suggestion(row["tipo"], KINDS))
        if row["sezione"] not in known:
            near = suggestion(row["sezione"], known)
            report.add(place, f"la sezione «{row['sezione']}»", "una sezione del libro", near)
        if not row["motivo"]:
            report.add(place, "la riga non dice perché", "un motivo")
        excused[Fact(row["sezione"], row["tipo"], row["voce"])] = place
    return excused


def check_fidelity(
    book: Book,
    records: Records,
    originals: Mapping[str, str],
    excused: Mapping[Fact, Place],
    report: Report,
    language: str = "it",
) -> int:
    """Reports what is missing without a reason, and reasons without anything missing. Returns the facts compared."""
    places = {s.id: s.place for s in book.sections}
    lost = set(missing(book, records, originals, language))
    for fact in sorted(lost - set(excused)):
        report.add(
            places[fact.section],
            f"{fact.section}: nell’originale c’è {fact.kind} «{fact.item}», da noi no",
            "che ci sia, o una riga con il motivo in fedelta.tsv",
        )
    for fact in sorted(set(excused) - lost):
        if fact.section in originals:
            report.add(
                excused[fact], f"{fact.section}: {fact.kind} «{fact.item}» non manca", "soltanto quello che manca"
            )
    return sum(len(numbers(text, language)) for text in originals.values())
