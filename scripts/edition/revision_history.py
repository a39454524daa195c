"""Read recorded changes: `modifiche.tsv`, `edizioni/` and `rules_src/confronti/`."""

import datetime
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from scripts.edition import file_readers, source_syntax
from scripts.edition.stray_markup import check_marks
from scripts.model.book import Comparison, Edition, Pair, Revision
from scripts.model.italian_format import slugify
from scripts.model.problems import Place, Report, suggest

COMPARISONS = Path("rules_src/confronti")
EDITIONS = "edizioni"  # the folder, in a book's, with a file for each edition before today's
ABSENT = "-"  # the text of an id that an edition did not have
HASH = re.compile(r"[0-9a-f]{7}\Z")  # as `scripts.model.anchor_contents` makes them
HEADERS = ("edizione", "dal", "sostituita")  # of an edition's file
DIFFERS = {"sì": True, "no": False}


def read_revisions(root: Path, folder: Path, report: Report) -> tuple[Revision, ...]:
    """Return the changes of a book's texts, oldest first."""
    revisions = []
    columns = ("ancora", "data", "prima", "che cosa")
    for place, row in file_readers.read_rows(root, folder / "modifiche.tsv", columns, report, key=("ancora", "prima")):
        try:
            day = datetime.date.fromisoformat(row["data"])
        except ValueError:
            report.add(place, f"la data «{row['data']}»", "una data come 2026-11-21")
            continue
        if day > datetime.date.today() + datetime.timedelta(days=1):  # a day more: it may be tomorrow elsewhere
            report.add(place, f"la data {row['data']} è nel futuro", "il giorno in cui il testo è cambiato")
        if not HASH.match(row["prima"]):
            found = f"la sigla «{row['prima']}»"
            expected = "7 cifre esadecimali, quelle del testo di prima"
            report.add(place, found, expected, "«prontuario hash ANCORA» la scrive, prima di cambiare il testo")
            continue
        if not row["che cosa"]:
            report.add(place, "la riga non dice che cosa è cambiato", "una frase per chi segue un vecchio collegamento")
        check_marks(row["che cosa"].replace("'", "’"), place, report)
        revisions.append(Revision(row["ancora"], day, row["prima"], row["che cosa"], place))
    return tuple(sorted(revisions, key=lambda revision: revision.day))


def read_editions(root: Path, folder: Path, report: Report) -> tuple[Edition, ...]:
    """Return a book's past editions, oldest first, without one that is just being replaced."""
    found = (read_edition(root, path, report) for path in sorted((folder / EDITIONS).glob("*.tsv")))
    return tuple(sorted((one for one in found if one and one.until < datetime.date.max), key=lambda one: one.until))


def read_edition(root: Path, path: Path, report: Report) -> Edition | None:
    """Read `edizioni/<edition>.tsv`; None, reported, if it cannot be used.

    Columns: `ancora`, `testo`. Headers: `# edizione`, `# dal` if it has a date, and `# sostituita`, the day on which it
    was replaced (without it, date.max: the replacement is under way).
    """
    given = _read_headers((file_readers.read_text(root, path, report) or "").split("\n"))
    place = Place(path.relative_to(root).as_posix(), 1)
    if not given.get("edizione"):
        report.add(place, "il file non dice di quale edizione è", "«# edizione: …» nella prima riga")
        return None
    if unknown := next((key for key in given if key not in HEADERS), ""):
        expected = "# edizione: …, # dal: … o # sostituita: …"
        report.add(place, f"l’intestazione «{unknown}»", expected, suggest(unknown, HEADERS))
    if path.stem != slugify(given["edizione"]):
        expected = f"{slugify(given['edizione'])}.tsv, come nei collegamenti"
        report.add(place, f"il file dell’edizione «{given['edizione']}» si chiama {path.name}", expected)
    days = {}
    for key in ("dal", "sostituita"):
        try:
            days[key] = datetime.date.fromisoformat(given[key]) if key in given else None
        except ValueError:
            report.add(place, f"{key}: «{given[key]}»", f"una data, come «# {key}: 2026-11-21»")
            return None
    until = days["sostituita"] or datetime.date.max
    if days["dal"] and days["dal"] > until:
        report.add(
            place,
            f"l’edizione vale dal {days['dal']}, ma è sostituita dal {until}",
            "dal giorno più lontano a quello più vicino",
        )
    rows = file_readers.read_rows(root, path, ("ancora", "testo"), report, key=("ancora",))
    for at in (at for at, row in rows if not row["testo"]):
        report.add(at, "la riga non ha testo", f"il testo di quell’edizione, o {ABSENT} se non c’era")
    texts = {row["ancora"]: "" if row["testo"] == ABSENT else row["testo"].replace("\\n", "\n") for _, row in rows}
    return Edition(path.stem, given["edizione"], days["dal"], until, texts, place)


def _read_headers(lines: Iterable[str]) -> dict[str, str]:
    """Return key → value of the lines '# key: value'."""
    return {match["key"]: match["value"] for line in lines if (match := source_syntax.header.match(line))}


def format_edition(
    name: str, effective: datetime.date | None, until: datetime.date | None, texts: Mapping[str, str]
) -> str:
    """Return an edition as text in the form that `read_edition` reads.

    `effective`: its first day; `until`: the day on which it was replaced; `texts`: anchor → text, ''
    if the edition lacked it.
    """
    head = [f"# edizione: {name}"]
    head += [f"# dal: {effective}"] if effective else []
    head += [f"# sostituita: {until}"] if until else []
    rows = [f"{anchor}\t{text.replace(chr(10), chr(92) + 'n') or ABSENT}" for anchor, text in sorted(texts.items())]
    return "\n".join([*head, "ancora\ttesto", *rows]) + "\n"


def read_comparisons(root: Path, books: Collection[str], report: Report) -> tuple[Comparison, ...]:
    """Read all comparisons of two editions, `rules_src/confronti/<name>.tsv`.

    Columns: the two books' slugs, `differenza`, `tema`. Headers: `# titolo`, `# nomi`. `books`: slugs of all books.
    """
    paths = sorted((root / COMPARISONS).glob("*.tsv"))
    found = (_read_comparison(root, path, books, report) for path in paths if path.stem != "verifica")
    return tuple(comparison for comparison in found if comparison)


def _read_comparison(root: Path, path: Path, books: Collection[str], report: Report) -> Comparison | None:
    lines = (file_readers.read_text(root, path, report) or "").split("\n")
    given = _read_headers(lines)
    names = tuple(name.strip() for name in given.get("nomi", "").split(","))
    first = next((n for n, line in enumerate(lines, 1) if line and not line.startswith("#")), 0)
    place = Place(path.relative_to(root).as_posix(), first)
    slugs = tuple(lines[first - 1].split("\t")[:2])
    if unknown := [slug for slug in slugs if slug not in books]:
        report.add(place, f"la colonna «{unknown[0]}»", "lo slug di un libro", suggest(unknown[0], books))
        return None
    if not given.get("titolo") or len(names) != 2 or len(slugs) != 2:
        report.add(place._replace(line=1), "nel confronto mancano il titolo o i nomi", "«# titolo: …» e «# nomi: …, …»")
        return None
    pairs = []
    for at, row in file_readers.read_rows(root, path, (*slugs, "differenza", "tema"), report):
        one, other = row[slugs[0]], row[slugs[1]]
        if row["differenza"] not in DIFFERS:
            report.add(at, f"differenza = «{row['differenza']}»", "sì oppure no")
        elif not one and not other:
            report.add(at, "la riga non ha ancore", f"un’ancora in «{slugs[0]}», in «{slugs[1]}» o in tutte e due")
        elif DIFFERS[row["differenza"]] and not row["tema"]:
            report.add(at, "la differenza non dice in che cosa consiste", "un tema")
        else:
            pairs.append(Pair(one, other, DIFFERS[row["differenza"]], row["tema"], at))
    return Comparison(path.stem, given["titolo"], (slugs[0], slugs[1]), (names[0], names[1]), tuple(pairs))
