"""Read the folders of the books in `rules_src/`, file by file."""

import math
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from scripts.edition import file_readers, source_syntax
from scripts.edition.allowed_files import COPY, COPY_HINT, check_files, check_places
from scripts.edition.book_info import parse_book_info
from scripts.edition.chapters import parse_chapter
from scripts.edition.infractions import parse_decision_table, parse_stories
from scripts.edition.penalties import add_penalties
from scripts.edition.revision_history import read_comparisons, read_editions, read_revisions
from scripts.edition.stray_markup import check_marks
from scripts.edition.tables import parse_table
from scripts.edition.toml_fields import open_toml
from scripts.model.anchor_index import SITE
from scripts.model.book import Book, BookInfo, Clock, Edition, GlossaryTerm, Related, Rulebook, Section, Table
from scripts.model.incremental import memoise_reporting
from scripts.model.infraction import UNWRITTEN, DecisionTable, Exemption, Penalty, Uneventful
from scripts.model.italian_format import set_typography, slugify
from scripts.model.problems import Place, Report, suggest

T = TypeVar("T")
CHAPTER = re.compile(r"\d\d-[a-z0-9-]+\.md\Z")
STORY = ("risposte", "racconto")  # the columns of a file of stories
NOTHING = "nessuna"  # the file of those that tell of no infraction
UNWRITTEN_PENALTY = Penalty(UNWRITTEN, "Ancora da scrivere", 0, "", (), (), (), (), "", Place(""))


def list_book_folders(root: Path) -> list[Path]:
    """Return the books' folders by their `order`, then by name.

    Folders with chapters but without `book.toml` are included.
    """
    found = {path.parent for name in ("book.toml", "*.md") for path in (root / "rules_src").glob(f"*/{name}")}
    return sorted(found, key=lambda folder: (_read_place(folder)[0], folder.name))


def _read_place(folder: Path) -> tuple[float, str]:
    """Return a book's `order`, infinity without one, and its game; faults are not reported."""
    try:
        values = tomllib.loads((folder / "book.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        values = {}
    order = values.get("order")
    return order if isinstance(order, int) else math.inf, str(values.get("game_id") or folder.name)


def read_rulebook(root: Path, report: Report, slugs: tuple[str, ...] = ()) -> Rulebook:
    """Read all books, or those in `slugs` with the other books of their games.

    `root`: the project's folder. Problems are added to `report`. Comparisons between books are
    read only with all books.
    """
    folders = list_book_folders(root)
    games = {_read_place(folder)[1] for folder in folders if folder.name in slugs}
    folders = [folder for folder in folders if not slugs or _read_place(folder)[1] in games]
    if not folders:
        report.add(Place("rules_src"), "nessun libro", "almeno una cartella con book.toml")
    check_places(root, [folder.name for folder in list_book_folders(root)], report)
    read = []
    for folder in folders:
        given = file_readers.read_folder(folder)
        read.append(memoise_reporting(f"book {folder}", given, partial(read_book, root, folder), report))
    books = tuple(book for book in read if book)
    known = [folder.name for folder in folders]
    return Rulebook(books, () if slugs else read_comparisons(root, known, report))


def read_book(root: Path, folder: Path, report: Report) -> Book | None:
    """Read one book's folder; None if its `book.toml` cannot be used."""
    before = len(report.problems)
    check_files(root, folder, report)
    toml = open_toml(root, folder / "book.toml", report)
    if toml is None:
        return None
    info = parse_book_info(toml, folder.name, report)
    if folder.name in SITE:
        report.add(Place(toml.file), f"la cartella si chiama {folder.name}, come una pagina del sito", "un altro nome")
    chapters = list(_read_chapters(root, folder, report))
    if any(f"{{#{toml.values.get('slug')}-" in text for text, _ in chapters):  # then it is the folder that was renamed
        info = replace(info, slug=toml.values["slug"])
    tables = _read_tables(root, folder, info.slug, report)
    sections = [
        section
        for text, file in chapters
        for section in parse_chapter(text, file, info.slug, tables, report, info.own_text)
    ]
    follows = f"rules_src/{info.slug}" if len(report.problems) > before else ""  # a line that was not understood
    _check_shown(sections, filter(None, tables.values()), follows, report)
    editions = read_editions(root, folder, report)
    _check_editions(info, editions, report)
    book = Book(
        info=info,
        sections=tuple(sections),
        infractions=_read_infractions(root, folder, report),
        uneventful=_read_uneventful(root, folder, report),
        exemptions=_read_exemptions(root, folder, report),
        glossary=_read_glossary(root, folder, report),
        related=_read_related(root, folder, report),
        revisions=read_revisions(root, folder, report),
        editions=editions,
        clocks=_read_clocks(root, folder, report),
    )
    path = folder / "penalita.toml"
    if path.exists() and (penalties := open_toml(root, path, report)):
        book = add_penalties(book, penalties, report)
    if book.unwritten_infractions:
        book = replace(book, penalties=(UNWRITTEN_PENALTY, *book.penalties))
    return book


def _read_chapters(root: Path, folder: Path, report: Report) -> Iterator[tuple[str, str]]:
    """Yield (text, path) of each chapter in order of file name; wrong names are reported."""
    numbers: dict[str, str] = {}
    for path in sorted(folder.glob("*.md")):
        file, name = path.relative_to(root).as_posix(), path.name
        if not CHAPTER.match(name):
            number, rest = re.match(r"0*(\d{0,2})[\s_-]*(.*)", path.stem).groups()  # type: ignore[union-attr]
            better = f"{int(number or 1):02}-{slugify(rest) or 'capitolo'}.md"
            hint = f"per esempio {better}: i capitoli si leggono nell’ordine dei nomi"
            hint = COPY_HINT if COPY.search(name) else hint
            report.add(Place(file), f"il nome {name}", "NN-nome.md, tutto in minuscolo", hint, loses=hint != COPY_HINT)
            continue
        if (first := numbers.setdefault(name[:2], name)) != name:
            expected = "un numero diverso per ogni capitolo, perché il numero dà l’ordine"
            report.add(Place(file), f"il numero {name[:2]} è anche di {first}", expected)
        if (text := file_readers.read_text(root, path, report)) is not None:
            yield text, file


def _check_shown(sections: Iterable[Section], tables: Iterable[Table], follows: str, report: Report) -> None:
    """Report tables that no section shows.

    `follows`: the book's folder if its other problems may be the cause, else ''.
    """
    shown = {table.id for section in sections for table in section.tables}
    for table in tables:
        if table.id not in shown:
            found = f"la tabella {table.id} non è mostrata in nessuna sezione"
            section = table.id.rpartition(".")[0]
            expected = f"una riga {{tabella {table.id}}} nel capitolo, nella sezione {section}"
            report.add(table.place, found, expected, follows=follows)


def _check_editions(info: BookInfo, editions: Iterable[Edition], report: Report) -> None:
    """Report a past edition that has the current edition's name."""
    for edition in editions:
        if edition.slug == slugify(info.edition):
            expected = "un’edizione precedente, perché quella di oggi sta in book.toml"
            report.add(edition.place, f"l’edizione «{edition.name}» è quella di oggi", expected)


def _read_tables(root: Path, folder: Path, slug: str, report: Report) -> dict[str, Table | None]:
    tables: dict[str, Table | None] = {}
    for path in sorted((folder / "tabelle").glob("*.tsv")):
        text = file_readers.read_text(root, path, report)
        name, place = path.name.removesuffix(".tsv"), Place(path.relative_to(root).as_posix())
        if not (source_syntax.anchor.match(name) and name.startswith(f"{slug}-")):
            near = ".".join(slugify(part) for part in name.split("."))
            near = near if near.startswith(f"{slug}-") else f"{slug}-1.{near.rpartition('.')[2]}"
            expected = (
                f"l’ancora della tabella, che comincia con {slug}- e ha soltanto minuscole, cifre, punti e trattini"
            )
            report.add(place, f"il nome {path.name}", expected, f"per esempio {near}.tsv", loses=True)
            continue
        tables[name] = (text and parse_table(text, path.relative_to(root).as_posix(), name, report)) or None
    return tables


def _read_uneventful(root: Path, folder: Path, report: Report) -> tuple[Uneventful, ...]:
    """Read a book's stories (situations told in words) without infraction.

    The optional column `regola` has the anchor of the rule that allows what happens.
    """
    rows = file_readers.read_rows(root, folder / f"racconti/{NOTHING}.tsv", STORY, report, optional=("regola",))
    for place, row in rows:
        if row["risposte"]:
            report.add(place, "risposte senza un’infrazione", "la prima cella vuota")
    return tuple(Uneventful(set_typography(row["racconto"]), row.get("regola", ""), place) for place, row in rows)


def _read_infractions(root: Path, folder: Path, report: Report) -> tuple[DecisionTable, ...]:
    tables = []
    stories = {path.stem: path for path in sorted((folder / "racconti").glob("*.tsv")) if path.stem != NOTHING}
    paths = sorted((folder / "infrazioni").glob("*.toml"))
    for path in paths:
        told = stories.pop(path.stem, None)
        given = path.read_bytes(), told and told.read_bytes()
        tables.append(
            memoise_reporting(f"infraction {path}", given, partial(_read_infraction, root, path, told), report)
        )
    for name, path in stories.items():
        place = Place(path.relative_to(root).as_posix())
        near = suggest(name, [path.stem for path in paths])
        report.add(place, f"l’infrazione «{name}» non c’è", f"infrazioni/{name}.toml, con lo stesso nome", near)
    return tuple(table for table in tables if table)


def _read_infraction(root: Path, path: Path, told: Path | None, report: Report) -> DecisionTable | None:
    toml = open_toml(root, path, report)
    if toml is None:
        return None
    table = parse_decision_table(toml, report)
    if told is None:
        return table
    rows = file_readers.read_rows(root, told, STORY, report)
    return replace(table, stories=parse_stories(rows, table.questions, report))


def _read_clocks(root: Path, folder: Path, report: Report) -> tuple[Clock, ...]:
    path = folder / "orologi.toml"
    toml = open_toml(root, path, report) if path.exists() else None
    if toml is None:
        return ()
    toml.read_head({"clock"}, report)
    blocks = toml.read_blocks("clock", {"says", "name", "rules", "end", "sides"}, report)
    return tuple(
        f.fill(Clock, ("name",), sides=(f.read_number("sides") or 1) if "sides" in f.values else 1) for f in blocks
    )


def _read_exemptions(root: Path, folder: Path, report: Report) -> tuple[Exemption, ...]:
    rows = file_readers.read_rows(root, folder / "copertura.tsv", ("enunciato", "motivo"), report, key=("enunciato",))
    return tuple(Exemption(row["enunciato"], row["motivo"].replace("'", "’"), place) for place, row in rows)


def _read_glossary(root: Path, folder: Path, report: Report) -> tuple[GlossaryTerm, ...]:
    rows = file_readers.read_rows(root, folder / "glossario.tsv", ("termine", "forme", "definito"), report)
    terms = []
    for place, row in rows:
        if not row["termine"]:
            report.add(place, "la riga non ha termine", "un termine")
            continue
        for sign in (";", ","):
            if sign in row["forme"] and sign not in row["termine"]:
                report.add(place, f"«{sign}» in «{row['forme'][:60]}»", "forme separate da |")
        if row["forme"] and not all(form.strip() for form in row["forme"].split("|")):
            report.add(place, f"una forma vuota in «{row['forme'][:60]}»", "una forma fra due |")
        check_marks(f"{row['termine']} | {row['forme']}".replace("'", "’"), place, report)
        given = [row["termine"], *row["forme"].split("|")]
        forms = tuple(dict.fromkeys(f.strip().replace("'", "’") for f in given if f.strip()))
        terms.append(GlossaryTerm(forms[0] if forms else "", forms, row["definito"], place))
    return tuple(terms)


def _read_related(root: Path, folder: Path, report: Report) -> tuple[Related, ...]:
    rows = file_readers.read_rows(root, folder / "rimandi.tsv", ("da", "a", "perché"), report)
    seen: dict[frozenset[str], Place] = {}
    for place, row in rows:
        if row["da"] and row["da"] == row["a"]:
            report.add(place, f"{row['da']} rimanda a sé stesso", "due ancore diverse")
        if not row["perché"]:
            report.add(place, "la riga non dice perché", "poche parole, che si leggono accanto al rimando")
        check_marks(row["perché"].replace("'", "’"), place, report)
        first = seen.setdefault(frozenset((row["da"], row["a"])), place)
        if first != place and row["da"] != row["a"]:
            found = f"il rimando fra {row['da']} e {row['a']} c’è già alla riga {first.line}"
            report.add(
                place,
                found,
                "una riga sola",
                "togli una delle due righe: il rimando si vede già da tutte e due le parti",
            )
    return tuple(Related(row["da"], row["a"], row["perché"], place) for place, row in rows)
