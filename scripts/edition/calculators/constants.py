"""Read `calcoli.tsv`: names for the numbers and tables that calculators use.

Each name comes with the anchor of the statement or table where the rulebook has it.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from scripts.edition import file_readers
from scripts.model import references
from scripts.model.anchor_index import AnchorKind, Anchors, suggest_anchor
from scripts.model.book import Book
from scripts.model.calculators import Datum
from scripts.model.problems import Report

FILE = "calcoli.tsv"
COLUMNS = ("nome", "valore", "ancora")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
NAME = re.compile(r"[\w-]+")


def find_numbers(text: str) -> set[str]:
    """Return the numbers in a text: 'Da 2.000 $ a 0,33' → {'2000', '0,33'}."""
    return {re.sub(r"\.(?=\d{3}(?!\d))", "", match[0]) for match in NUMBER.finditer(text)}


def read_constants(root: Path, book: Book, anchors: Anchors, report: Report) -> tuple[dict[str, Datum], frozenset[str]]:
    """Return (data by name, names of faulty rows) of `calcoli.tsv`.

    Faults are added to `report`, as is a value that its statement does not contain.
    """
    path = root / "rules_src" / book.slug / FILE
    texts = {s.id: references.render_plain(s.text, str) for section in book.sections for s in section.statements}
    found: dict[str, Datum] = {}
    wrong: set[str] = set()
    for place, row in file_readers.read_rows(root, path, COLUMNS, report):
        name, value, anchor_id = (row[column] for column in COLUMNS)
        if problem := _find_fault(name, value, anchor_id, anchors, texts, found):
            report.add(place, *problem)
            wrong.add(name)
            continue
        found[name] = Datum(name, anchor_id, _parse_number(value), place)
    return found, frozenset(wrong - set(found))


def _find_fault(
    name: str, value: str, anchor_id: str, anchors: Anchors, texts: Mapping[str, str], found: Mapping[str, Datum]
) -> tuple[str, str] | tuple[str, str, str] | None:
    """Return what is wrong with a row of `calcoli.tsv`; None if it is correct.

    The result is (found, expected) or (found, expected, hint), in Italian. `texts`: anchor → text, which must contain
    `value`; `found`: rows read before, whose names are taken.
    """
    if not NAME.fullmatch(name):
        return f"il nome «{name}»", "lettere, cifre e trattini, senza spazi"
    if name in found:
        return f"il nome {name} c’è già", "un nome solo per ogni numero o tabella"
    if anchor_id not in anchors:
        expected = "un enunciato o una tabella di un libro"
        return f"l’ancora {anchor_id} non c’è", expected, suggest_anchor(anchor_id, anchors)
    kind = anchors[anchor_id].kind
    if kind not in (AnchorKind.STATEMENT, AnchorKind.TABLE):
        return f"{anchor_id} non è né un enunciato né una tabella", "un enunciato o una tabella"
    if value and value not in find_numbers(texts.get(anchor_id, "")):
        return f"{anchor_id} non dice «{value}»", "un numero scritto nell’enunciato che lo dà"
    return None


def _parse_number(value: str) -> int | float | None:
    if not value:
        return None
    return float(value.replace(",", ".")) if "," in value else int(value)
