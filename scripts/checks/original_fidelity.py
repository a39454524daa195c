"""Check that our sections keep every number, penalty and card name of the originals.

Only imported originals are compared. This finds omissions, not wrong meanings. `rules_src/<book>/fedelta.tsv` lists
what our text rightly omits, with a reason; a needless entry is a problem, too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.edition import file_readers
from scripts.model.anchor_contents import Records
from scripts.model.book import Book, ColumnType
from scripts.model.italian_format import fold_text
from scripts.model.numbers_in_text import find_numbers
from scripts.model.problems import Place, Report, suggest

KINDS = ("numero", "penalità", "nome")


@dataclass(frozen=True, order=True)
class Fact:
    """Hold a number, penalty or card name of a section.

    `kind`: one of KINDS; `item`: the number in normal form, or the name.
    """

    section: str
    kind: str
    item: str


def find_names(text: str, names: Iterable[str]) -> frozenset[str]:
    """Return which names a text contains as whole words, ignoring case and accents."""
    plain = f" {_flatten(text)} "
    return frozenset(name for name in names if f" {_flatten(name)} " in plain)


def _flatten(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold_text(text)))


def list_card_names(book: Book) -> frozenset[str]:
    """Return the card and character names in the book's tables."""
    return frozenset(
        str(cell)
        for _, table in book.tables
        for row in table.rows
        for cell, column in zip(row.cells, table.columns, strict=True)
        if column.type is ColumnType.CARD and cell
    )


def join_texts(book: Book, records: Records) -> dict[str, str]:
    """Map each section's id to its text, with titles and subsections."""
    own = {s.id: f"{s.number} {s.title}\n{records[s.id].text}" for s in book.sections}
    return {top: "\n".join(text for id, text in own.items() if id == top or id.startswith(f"{top}.")) for top in own}


def find_missing(book: Book, records: Records, originals: Mapping[str, str], language: str = "it") -> Iterator[Fact]:
    """Yield numbers, penalties and card names that only the original has.

    `originals`: section id → its text, in `language`; sections that our book lacks are skipped. Names of penalties and
    cards are compared only in Italian originals.
    """
    ours = join_texts(book, records)
    penalties = frozenset(p.title for p in book.penalties if p.section and language == "it")
    cards = list_card_names(book)
    for section, text in originals.items():
        if section not in ours:
            continue
        for number in sorted(find_numbers(text, language) - find_numbers(ours[section])):
            yield Fact(section, "numero", number)
        for kind, names in (("penalità", penalties), ("nome", cards)):
            for name in sorted(find_names(text, names) - find_names(ours[section], names)):
                yield Fact(section, kind, name)


def read_exceptions(root: Path, book: Book, report: Report) -> dict[Fact, Place]:
    """Return the differences that `fedelta.tsv` accepts, each with its line."""
    path = root / "rules_src" / book.slug / "fedelta.tsv"
    excused = {}
    known = {s.id for s in book.sections}
    for place, row in file_readers.read_rows(root, path, ("sezione", "tipo", "voce", "motivo"), report):
        if row["tipo"] not in KINDS:
            report.add(place, f"tipo «{row['tipo']}»", f"uno fra {', '.join(KINDS)}", suggest(row["tipo"], KINDS))
        if row["sezione"] not in known:
            near = suggest(row["sezione"], known)
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
    """Report numbers, penalties and card names (facts) of the originals that our text lacks.

    Accepted differences that do not exist are reported, too. `originals`: section id → text, in `language`; `excused`:
    accepted difference → its line in `fedelta.tsv`. Returns how many numbers the originals have.
    """
    places = {s.id: s.place for s in book.sections}
    lost = set(find_missing(book, records, originals, language))
    for fact in sorted(lost - set(excused)):
        found = f"{fact.section}: nell’originale c’è {fact.kind} «{fact.item}», nella nostra edizione no"
        report.add(
            places[fact.section], found, "lo stesso nella nostra edizione, o una riga con il motivo in fedelta.tsv"
        )
    for fact in sorted(set(excused) - lost):
        if fact.section in originals:
            report.add(
                excused[fact], f"{fact.section}: {fact.kind} «{fact.item}» non manca", "soltanto quello che manca"
            )
    return sum(len(find_numbers(text, language)) for text in originals.values())
