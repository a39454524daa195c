"""Read the calculators of the page «Tabelle»; compute all answers.

Their files are `calcolatori/NN-nome.toml` and `calcoli.tsv` in a book's folder.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from scripts.edition import file_readers
from scripts.edition.calculators.all_answers import Cases
from scripts.edition.calculators.calculator_file import FILE_NAME, Declaration
from scripts.edition.calculators.constants import FILE, NAME, read_constants
from scripts.model.anchor_index import Anchors
from scripts.model.book import Book, Rulebook
from scripts.model.calculators import Calculator, Datum
from scripts.model.incremental import memoise_reporting
from scripts.model.problems import Place, Report

FOLDER = "calcolatori"


def read_calculators(root: Path, rulebook: Rulebook, anchors: Anchors, report: Report) -> tuple[Calculator, ...]:
    """Read the calculators of all books, in book order; faults are added to `report`.

    A calculator answered by a script has a page named after its file; the others of a book share one page.
    """
    found = [calculator for book in rulebook.books for calculator in _of_book(root, book, anchors, report)]
    pages: dict[str, Place] = {book.slug: Place(f"rules_src/{book.slug}") for book in rulebook.books}
    for calculator in (one for one in found if one.code):
        first = pages.setdefault(calculator.page, calculator.place)
        if first != calculator.place:
            report.add(calculator.place, f"la pagina «{calculator.page}» è già di {first}", "un altro nome di file")
    return tuple(found)


def _of_book(root: Path, book: Book, anchors: Anchors, report: Report) -> tuple[Calculator, ...]:
    folder = root / "rules_src" / book.slug
    files = file_readers.read_folder(folder / FOLDER), (folder / FILE).read_bytes() if (folder / FILE).exists() else b""
    tables = (folder / "tabelle").relative_to(root).as_posix()
    broken = sorted({Path(p.place.file).stem for p in report.problems if p.place.file.startswith(f"{tables}/")})

    def read(inside: Report, anchors: Anchors) -> tuple[Calculator, ...]:
        data, wrong = read_constants(root, book, anchors, inside)
        found: list[Calculator] = []
        for path in sorted((folder / FOLDER).glob("*")):
            if FILE_NAME.match(path.name):
                declaration = Declaration(path, root, book, anchors, inside)
                found += _read_calculator(declaration, data, wrong, broken)
            else:
                place = Place(path.relative_to(root).as_posix())
                inside.add(place, f"il nome {path.name}", "NN-nome.toml, tutto in minuscolo")
        if not inside:  # else a name written wrong would be reported twice
            _check_all_read(data.values(), "".join(text.decode() for text in files[0].values()), found, inside)
        return tuple(found)

    return memoise_reporting(f"calculators {folder}", (book, files, broken), read, report, anchors)


def _read_calculator(
    declaration: Declaration, data: dict[str, Datum], wrong: Iterable[str], broken: Iterable[str]
) -> Iterator[Calculator]:
    """Yield the calculator that `declaration` describes, unless it has a problem.

    `data`: constants of `calcoli.tsv` by name; `wrong`: names of its faulty rows; `broken`: names of faulty tables. A
    calculator that reads one of these is left out and reported as a consequence of that fault.
    """
    if lost := next((name for name in broken if f'"{name}"' in declaration.source), ""):
        expected, folder = "una tabella senza problemi", f"rules_src/{declaration.book.slug}"
        declaration.report.add(declaration.locate(lost), f"la tabella «{lost}»", expected, follows=folder)
    elif declaration.values and (calculator := declaration.read(data, wrong)):
        yield replace(calculator, cases=tuple(Cases(declaration).all()) if declaration.results else ())


def _check_all_read(data: Iterable[Datum], written: str, calculators: Iterable[Calculator], report: Report) -> None:
    """Report constants that no calculator reads, and titles used twice.

    `data`: the constants of `calcoli.tsv`; `written`: the texts of all calculator files.
    """
    names = set(NAME.findall(written))
    for datum in (one for one in data if one.name not in names):
        report.add(datum.place, f"nessun calcolatore legge {datum.name}", "un nome che un file di calcolatori/ scrive")
    titles: dict[str, Place] = {}
    for calculator in calculators:
        first = titles.setdefault(calculator.title, calculator.place)
        if first != calculator.place and not calculator.code:
            report.add(calculator.place, f"il titolo «{calculator.title}» è già di {first}", "un altro titolo")
