"""What the calculators may read: named tables and named numbers, each with the anchor that says so.

`rules_src/calcoli.tsv` names them, so that no number of a rulebook stands in the calculators' own code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts import inline
from scripts.anchors import AnchorKind, Anchors
from scripts.edition import reading
from scripts.model import Rulebook
from scripts.problems import Report

FILE = Path("rules_src/calcoli.tsv")
COLUMNS = ("nome", "valore", "ancora")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True)
class Source:
    """Something a calculator reads: the table or statement `anchor`; `value` is a number that stands in that statement."""

    name: str
    anchor: str
    value: int | float | None


Calculations = Mapping[str, Source]


def numbers_in(text: str) -> set[str]:
    """The numbers of a text, without thousands separators: 'Da 2.000 $ a 0,33' → {'2000', '0,33'}."""
    return {re.sub(r"\.(?=\d{3}(?!\d))", "", match[0]) for match in NUMBER.finditer(text)}


def read_calculations(root: Path, rulebook: Rulebook, anchors: Anchors, report: Report) -> Calculations:
    """The sources by name, those of the books at hand. Reports a value that its statement does not say."""
    if not (root / FILE).exists():
        return {}
    codes = {book.slug for book in rulebook.books}
    texts = {statement.id: inline.plain(statement.text, str) for _, statement in rulebook.statements}
    sources: dict[str, Source] = {}
    for place, row in reading.headed_rows(root, root / FILE, COLUMNS, report):
        name, value, anchor_id = (row[column] for column in COLUMNS)
        if not any(anchor_id.startswith(f"{slug}-") for slug in codes):
            continue  # a book that is not being built
        if problem := _problem(name, value, anchor_id, anchors, texts, sources):
            report.add(place, *problem)
            continue
        sources[name] = Source(name, anchor_id, _number(value))
    return sources


def _problem(
    name: str, value: str, anchor_id: str, anchors: Anchors, texts: Mapping[str, str], sources: Calculations
) -> tuple[str, str] | None:
    """What is wrong with a row: what was found and what was expected; None if nothing."""
    if name in sources:
        return f"il nome {name} c’è già", "un nome solo per ogni numero o tabella"
    if anchor_id not in anchors:
        return f"l’ancora {anchor_id} non c’è", "un enunciato o una tabella di un libro"
    kind = anchors[anchor_id].kind
    if kind not in (AnchorKind.STATEMENT, AnchorKind.TABLE):
        return f"{anchor_id} non è né un enunciato né una tabella", "un enunciato o una tabella"
    if value and (kind is not AnchorKind.STATEMENT or not _says(texts[anchor_id], value)):
        return f"{anchor_id} non dice «{value}»", "un numero scritto nell’enunciato che lo dà"
    return None


def _says(text: str, value: str) -> bool:
    return value in numbers_in(text)


def _number(value: str) -> int | float | None:
    if not value:
        return None
    return float(value.replace(",", ".")) if "," in value else int(value)
