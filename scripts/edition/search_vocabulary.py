"""Read the search vocabulary: judges' words and the rules' words.

Files in `rules_src/vocabolario/` hold for all books, those in a book's folder only for that book. `sinonimi.tsv`:
`parole` (what is typed), `equivale` (words of the rules), both separated by `|`, `verso` (`andata`: typed → rules only;
`entrambi`: both ways), `peso` (0 to 1), `gioco` (books where it holds, empty for all). `argomenti.tsv`: `ancora` (one
section or more) and the `parole` by which judges ask for it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from scripts.edition import file_readers
from scripts.model.book import BookInfo
from scripts.model.problems import Place, Report
from scripts.model.search_vocabulary import BookName, SpokenWords, Synonym, Topic

SHARED = "vocabolario"
EDITION_NUMBER = re.compile(r"\b[0-9]+\.[0-9]+\b")
Row = tuple[Place, dict[str, str]]


def read_spoken_words(root: Path, books: Iterable[BookInfo], report: Report) -> SpokenWords:
    """Read vocabulary files and books' names; faulty lines are reported."""
    books = list(books)
    return SpokenWords(
        tuple(
            _parse_synonyms(
                _read_rows(root, "sinonimi", ("parole", "equivale", "verso", "peso", "gioco"), report), report
            )
        ),
        tuple(
            Topic(
                tuple(part.strip() for part in row["ancora"].split(",")), file_readers.split_cell(row["parole"]), place
            )
            for place, row in _read_rows(root, "argomenti", ("ancora", "parole"), report)
        ),
        tuple(_list_names({book.slug: book.names for book in books})),
        tuple(_list_names({book.slug: _editions(book) for book in books})),
    )


def _list_names(names: Mapping[str, Iterable[str]]) -> Iterator[BookName]:
    """Yield each name with the slugs of its books."""
    named: dict[str, list[str]] = {}
    for slug, own in names.items():
        for name in own:
            named.setdefault(name, []).append(slug)
    for name, slugs in named.items():
        yield BookName((name,), tuple(slugs), Place(f"rules_src/{slugs[0]}/book.toml"))


def _editions(book: BookInfo) -> Iterator[str]:
    """Yield a book's year and edition number: '2014', '1.3'."""
    if book.effective:
        yield str(book.effective.year)
    yield from EDITION_NUMBER.findall(book.edition)


def _read_rows(root: Path, name: str, columns: tuple[str, ...], report: Report) -> list[Row]:
    """Return the rows of all files `name`.tsv, the shared one and those of books.

    In a book's own file, an empty column `gioco` becomes the book's slug.
    """
    found: list[Row] = []
    for path in sorted((root / "rules_src").glob(f"*/{name}.tsv")):
        own = "" if path.parent.name == SHARED else path.parent.name
        rows = file_readers.read_rows(root, path, columns, report)
        found += [(place, {**row, "gioco": row.get("gioco") or own}) for place, row in rows]
    return found


def _parse_synonyms(rows: list[Row], report: Report) -> Iterator[Synonym]:
    first: dict[tuple[str, str, str], Place] = {}
    for place, row in rows:
        if (before := first.setdefault((row["parole"], row["equivale"], row["gioco"]), place)) != place:
            found = f"«{row['parole']}» equivale già a «{row['equivale']}» in {before}"
            report.add(place, found, "una riga sola, con un verso e un peso")
        if row["verso"] not in ("andata", "entrambi"):
            report.add(place, f"verso «{row['verso']}»", "andata o entrambi")
            continue
        try:
            weight = float(row["peso"].replace(",", ".") or "1")
        except ValueError:
            weight = -1.0
        if not 0 < weight <= 1:
            report.add(place, f"peso «{row['peso']}»", "un numero fra 0 e 1")
            continue
        typed, meant = file_readers.split_cell(row["parole"]), file_readers.split_cell(row["equivale"])
        if not typed or not meant:
            report.add(place, "una cella vuota", "parole ed equivale con almeno una parola")
        if sign := next((cell for cell in (row["parole"], row["equivale"]) if "," in cell or ";" in cell), ""):
            report.add(place, f"una virgola in «{sign[:60]}»", "più modi di dire separati da |")
        if typed == meant and len(typed) == 1:
            report.add(place, f"«{row['parole']}» equivale a sé stessa", "due modi diversi di dire la stessa cosa")
        yield Synonym(
            typed, meant, row["verso"] == "entrambi", weight, file_readers.split_cell(row["gioco"], ","), place
        )
