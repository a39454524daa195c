"""Reader of `calcoli.tsv`: the numbers and tables that calculators read, each with the anchor that says it.

No calculator holds a number of a rulebook itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from scripts.edition import reading
from scripts.edition.calculators import CALCULATORS, read_calculators
from scripts.model import inline
from scripts.model.anchors import AnchorKind, Anchors, suggest_anchor
from scripts.model.book import Book, Rulebook
from scripts.model.calculations import Calculator, Datum
from scripts.model.incremental import memoise_reporting
from scripts.model.problems import Place, Report

FILE = "calcoli.tsv"
COLUMNS = ("nome", "valore", "ancora")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
NAME = re.compile(r"[\w-]+")


def find_numbers(text: str) -> set[str]:
    """Return the numbers of a text, without thousands separators: 'Da 2.000 $ a 0,33' → {'2000', '0,33'}."""
    return {re.sub(r"\.(?=\d{3}(?!\d))", "", match[0]) for match in NUMBER.finditer(text)}


def _read_book_calculators(root: Path, book: Book, anchors: Anchors, report: Report) -> tuple[Calculator, ...]:
    folder = root / "rules_src" / book.slug
    files = reading.read_folder(folder / CALCULATORS), (folder / FILE).read_bytes() if (folder / FILE).exists() else b""

    tables = (folder / "tabelle").relative_to(root).as_posix()
    broken = sorted({Path(p.place.file).stem for p in report.problems if p.place.file.startswith(f"{tables}/")})

    def read(inside: Report, anchors: Anchors) -> tuple[Calculator, ...]:
        data, wrong = read_data(root, book, anchors, inside)
        found = tuple(read_calculators(root, book, anchors, data, wrong, broken, inside))
        if not inside:  # else a name written wrong would be told twice
            _check_all_read(data.values(), "".join(text.decode() for text in files[0].values()), found, inside)
        return found

    return memoise_reporting(f"calculators {folder}", (book, files, broken), read, report, anchors)


def _check_all_read(data: Iterable[Datum], written: str, calculators: Iterable[Calculator], report: Report) -> None:
    """Report data that no calculator reads, and two calculators with one title.

    `written`: the text of all calculators' files.
    """
    names = set(NAME.findall(written))
    for datum in data:
        if datum.name not in names:
            report.add(
                datum.place, f"nessun calcolatore legge {datum.name}", "un nome che un file di calcolatori/ scrive"
            )
    titles: dict[str, Place] = {}
    for calculator in calculators:
        first = titles.setdefault(calculator.title, calculator.place)
        if first != calculator.place and not calculator.code:
            report.add(calculator.place, f"il titolo «{calculator.title}» è già di {first}", "un altro titolo")


def read_calculations(root: Path, rulebook: Rulebook, anchors: Anchors, report: Report) -> tuple[Calculator, ...]:
    """Return the calculators of all books with all their answers; two that share a page are reported."""
    found = [
        calculator for book in rulebook.books for calculator in _read_book_calculators(root, book, anchors, report)
    ]
    pages: dict[str, Place] = {book.slug: Place(f"rules_src/{book.slug}") for book in rulebook.books}
    for calculator in found:
        if calculator.code:
            first = pages.setdefault(calculator.page, calculator.place)
            if first != calculator.place:
                report.add(calculator.place, f"la pagina «{calculator.page}» è già di {first}", "un altro nome di file")
    return tuple(found)


def read_data(root: Path, book: Book, anchors: Anchors, report: Report) -> tuple[dict[str, Datum], frozenset[str]]:
    """Return the data by name, and the names that were not understood.

    A value that its statement does not say is reported.
    """
    path = root / "rules_src" / book.slug / FILE
    texts = {s.id: inline.render_plain(s.text, str) for section in book.sections for s in section.statements}
    found: dict[str, Datum] = {}
    wrong: set[str] = set()
    for place, row in reading.read_rows(root, path, COLUMNS, report):
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
    """Return what is wrong with a row (found, expected, and maybe a hint); None if nothing."""
    if not NAME.fullmatch(name):
        return f"il nome «{name}»", "lettere, cifre e trattini, senza spazi"
    if name in found:
        return f"il nome {name} c’è già", "un nome solo per ogni numero o tabella"
    if anchor_id not in anchors:
        return (
            f"l’ancora {anchor_id} non c’è",
            "un enunciato o una tabella di un libro",
            suggest_anchor(anchor_id, anchors),
        )
    kind = anchors[anchor_id].kind
    if kind not in (AnchorKind.STATEMENT, AnchorKind.TABLE):
        return f"{anchor_id} non è né un enunciato né una tabella", "un enunciato o una tabella"
    if value and (anchor_id not in texts or not _says_number(texts[anchor_id], value)):
        return f"{anchor_id} non dice «{value}»", "un numero scritto nell’enunciato che lo dà"
    return None


def _says_number(text: str, value: str) -> bool:
    return value in find_numbers(text)


def _parse_number(value: str) -> int | float | None:
    if not value:
        return None
    return float(value.replace(",", ".")) if "," in value else int(value)
