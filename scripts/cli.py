"""Run the command line `prontuario`.

Each command is a function that takes the parsed arguments and returns the exit status; sources with problems give 1.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from scripts.model.book import Book
from scripts.model.problems import Report, SourceError, suggest
from scripts.model.software_version import VERSION
from scripts.originals.commands import add_commands, import_folder
from scripts.originals.errors import OriginalError
from scripts.originals.import_store import imported_books
from scripts.serve import UNREADABLE, fail, serve
from scripts.workspace import NotAWorkspace, copy_linked_book, project_root

if TYPE_CHECKING:
    from scripts.pipeline import Sources
    from search.engine.answer import Engine

FIRST = "Per cominciare lancia «prontuario serve» e apri l’indirizzo che ti indica. Per gli argomenti di un comando lancia «prontuario check --help»."
NO_ADDRESS = """Manca l’indirizzo del sito: su un host statico non ci saranno gli indirizzi canonici, la mappa del sito e l’immagine nelle anteprime delle chat.
Se sai dove starà il sito: make site ADDRESS=https://esempio.it/ (o la variabile PRONTUARIO_ADDRESS)."""

LEFT_OUT = """Il testo ufficiale che hai importato ({games}) resta fuori da site/: un sito pubblicato non lo contiene.
Per una copia privata che lo contiene: prontuario build --with-originals"""
PRIVATE = """ATTENZIONE, copia privata: site/ contiene il testo ufficiale di {games}. Non pubblicarla e non darla ad altri.
Per il sito da pubblicare: make site"""
NONE_IMPORTED = """Nessun originale è stato importato: una copia privata non avrebbe niente in più.
    che cosa fare: prontuario import LIBRO FILE, oppure aggiungi --originals CARTELLA."""
STOPPED = """La costruzione si è fermata ({error}). Quella di prima, se c’era, è rimasta com’era.
    che cosa fare: ripeti il comando; se si ferma ancora, controlla che ci sia memoria libera."""
DISK = """Non riesco a leggere o a scrivere {file}: {what}. La costruzione di prima, se c’era, è rimasta com’era.
    che cosa fare: controlla spazio e permessi, poi ripeti il comando."""


def check(arguments: argparse.Namespace) -> int:
    """Check the sources; print what is wrong, or the numbers of statements and anchors."""
    from scripts import pipeline
    from scripts.edition.books import list_book_folders

    report = Report()
    slugs = tuple(arguments.book or ())
    sources = pipeline.load_sources(arguments.root, report)  # of one book too: what it breaks elsewhere is said of it
    known = [folder.name for folder in list_book_folders(arguments.root)]
    if unknown := [slug for slug in slugs if slug not in known]:
        near = suggest(unknown[0], known)
        return fail(f"Non c’è il libro «{unknown[0]}»{near and f': {near}'}.")
    compared = _check_further(arguments.root, sources, report)
    if slugs:
        report = Report([p for slug in slugs for p in report.of(f"rules_src/{slug}").problems])
    if report:
        return fail(report)
    books = [book for book in sources.rulebook.books if not slugs or book.slug in slugs]
    if unpublished := _find_unpublished(arguments.root, sources, books):
        names = ", ".join(sorted(unpublished)[:5])
        message = f"In rules_src/anchors.lock mancano {len(unpublished)} ancore ({names}…)"
        return fail(f"{message}: «prontuario lock» le aggiunge.")
    _say_all_is_well(books, sources, compared)
    _print_story_gaps(books, thorough=bool(slugs))
    return 0


def _check_further(root: Path, sources: Sources, report: Report) -> int:
    """Check fidelity and legibility; return how many numbers of the originals were compared."""
    from scripts.check_against_originals import check_against_originals
    from scripts.checks import legibility

    compared = 0 if report else check_against_originals(root, sources, report)
    if not report:
        found = legibility.find_in_rulebook(root, sources.rulebook, sources.anchors, report)
        for book in sources.rulebook.books:
            mine = [finding for finding in found if sources.anchors[finding.anchor].book == book.slug]
            legibility.check_ceilings(root, book.slug, mine, report)
    return compared


def _find_unpublished(root: Path, sources: Sources, books: Sequence[Book]) -> set[str]:
    """Return the anchors of finished books that are not in the list of published ones."""
    from scripts.edition.published_anchors import read_lock

    written = {book.slug for book in books if not count_unwritten(book)}
    new = set(sources.anchors) - set(read_lock(root, Report()))
    return {anchor for anchor in new if sources.anchors[anchor].book in written}


def _say_all_is_well(books: Sequence[Book], sources: Sources, compared: int) -> None:
    statements = sum(len(section.statements) for book in books for section in book.sections)
    anchors = sum(anchor.book in {book.slug for book in books} for anchor in sources.anchors.values())
    print(f"Tutto a posto: {count_books(books)}, {statements} enunciati, {anchors} ancore.")
    for book in books:
        if left := count_unwritten(book):
            print(f"{book.slug}: hai ancora {left} da scrivere; poi «prontuario lock» pubblica le ancore.")
        if keys := book.info.unwritten:
            print(f"{book.slug}: ancora da scrivere in rules_src/{book.slug}/book.toml: {' e '.join(keys)}.")
    if compared:
        print(f"Fedeltà: ho confrontato {compared} numeri degli originali con i nostri.")
    else:
        print("Non ho controllato la fedeltà, perché PRONTUARIO_ORIGINALS non indica gli originali.")


def _print_story_gaps(books: Sequence[Book], *, thorough: bool) -> None:
    """Print infractions with too few stories; if `thorough`, also those the classifier confuses."""
    from search.language.training_gaps import FEW, list_confused, list_sparse

    for book in books:
        if few := list_sparse(book):
            print(f"{book.slug}: hanno meno di {FEW} racconti {', '.join(few)}.")
        if thorough and (lines := list(list_confused(book))):
            print(f"{book.slug}: Penalità confonde questi racconti; non sono errori, servono a chi ne scrive altri:")
            print("\n".join(f"  {line}" for line in lines))


def count_books(books: Sequence[Book]) -> str:
    """Return the number of books in Italian: '7 libri'."""
    return "1 libro" if len(books) == 1 else f"{len(books)} libri"


def find_unwritten(sources: Sources) -> set[str]:
    """Return the anchors of sections still to be written, which need not be published."""
    sections = [section for book in sources.rulebook.books for section in book.unwritten]
    return {anchor for section in sections for anchor in (section.id, *(s.id for s in section.statements))}


def count_unwritten(book: Book) -> str:
    """Return what is unwritten: '12 sezioni e 1 infrazione', or ''."""
    counts = (
        (len(book.unwritten), "sezione", "sezioni"),
        (len(book.unwritten_infractions), "infrazione", "infrazioni"),
    )
    return " e ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts if n)


def style(arguments: argparse.Namespace) -> int:
    """Print the statements that are hard to read."""
    from scripts import pipeline
    from scripts.checks.legibility import FAULTS, find_in_rulebook

    sources = pipeline.load_checked(arguments.root)  # of one book too: its references may lead to another
    every = find_in_rulebook(arguments.root, sources.rulebook, sources.anchors, Report())
    found = [one for one in every if not arguments.book or sources.anchors[one.anchor].book in arguments.book]
    for kind, meaning in FAULTS.items():
        ones = [finding for finding in found if finding.kind == kind]
        print(f"{kind}: {len(ones)} ({meaning})")
        for finding in ones:
            print(f"  {finding.anchor} [{finding.measure}] {finding.text}")
    return 0


def lock(arguments: argparse.Namespace) -> int:
    """Add the new anchors to the list of published ones."""
    from scripts import pipeline
    from scripts.edition.published_anchors import LOCK, format_lock, read_lock

    sources = pipeline.load_checked(arguments.root)
    known = read_lock(arguments.root, Report())
    new = set(sources.anchors) - find_unwritten(sources) - set(known)
    (arguments.root / LOCK).write_text(format_lock([*known, *new]), encoding="utf-8")
    print(f"{LOCK}: {len(new)} {'ancora nuova' if len(new) == 1 else 'ancore nuove'}.")
    return 0


def anchors(arguments: argparse.Namespace) -> int:
    """Print what happened to anchors since a Git revision; return 1 if one is lost or altered."""
    from scripts import pipeline
    from scripts.checks.anchor_diff import diff_anchors

    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "-C", str(arguments.root), "archive", "--format=tar", arguments.since, "rules_src"],
            capture_output=True,
            check=False,
        )
        if archive.returncode:
            return fail(f"git non trova la revisione «{arguments.since}»: {archive.stderr.decode().strip()}")
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        before = pipeline.load_sources(Path(folder), Report())
    report = Report()
    now = pipeline.load_sources(arguments.root, report)  # what does not pass the checks is shown too
    changes = list(diff_anchors(before.records, now.records, before.redirects, now.redirects))
    for what, which in changes:
        print(f"{what}: {which}")
    counted = Counter(what for what, _ in changes)
    print(
        f"Rispetto a {arguments.since}: "
        + (", ".join(f"{count} {what}" for what, count in counted.items()) or "nessuna ancora cambia.")
    )
    return int(any(what.isupper() for what in counted))


def text_hash(arguments: argparse.Namespace) -> int:
    """Print the hash of an anchor's text."""
    from scripts import pipeline
    from scripts.model.anchor_index import find_nearest

    sources = pipeline.load_checked(arguments.root)
    if arguments.anchor in sources.records:
        print(sources.records[arguments.anchor].hash)
        return 0
    hint = ", ".join(find_nearest(arguments.anchor, sources.records))
    return fail(f"Non c’è l’ancora {arguments.anchor}." + (f" Forse {hint}?" if hint else ""))


def pages(arguments: argparse.Namespace) -> int:
    """Write the books' pages as Markdown."""
    from scripts import pipeline

    pipeline.build_pages(arguments.root, tuple(arguments.book or ()))
    print(f"Pagine in {pipeline.PAGES}/: «mkdocs serve» le mostra insieme a quelle di docs/.")
    return 0


def build(arguments: argparse.Namespace) -> int:
    """Build the site and the search index."""
    from scripts import pipeline

    gc.disable()  # almost all that a build makes it keeps to its end: looking through it costs a tenth of it
    if arguments.originals:
        import_folder(arguments.root, arguments.originals)
    if arguments.with_originals and not imported_books(arguments.root):
        return fail(NONE_IMPORTED)
    sources = pipeline.build_release(arguments.root, tuple(arguments.book or ()), arguments.with_originals)
    print(f"Sito costruito in {pipeline.SITE}/: {count_books(sources.rulebook.books)}, {len(sources.anchors)} ancore.")
    print_originals_note(arguments.root, sources, arguments.with_originals)
    if not pipeline.read_address():
        print(NO_ADDRESS)
    return 0


def print_originals_note(root: Path, sources: Sources, with_originals: bool) -> None:
    """Print whether the build contains copyrighted originals, if any were imported."""
    from scripts.render.imported_originals import name_included_games

    if games := name_included_games(sources.rulebook, imported_books(root)):
        print((PRIVATE if with_originals else LEFT_OUT).format(games=games))


def open_engine(root: Path) -> Engine | None:
    """Return the search engine of the built index; None, with a message, if it cannot be read."""
    from scripts import pipeline
    from search.engine.answer import Engine

    if not (root / pipeline.INDEX).is_dir():
        print("Non c’è ancora un indice: costruiscilo con «prontuario build».", file=sys.stderr)
        return None
    try:
        return Engine.open(root / pipeline.INDEX)
    except (OSError, ValueError, KeyError) as error:
        print(UNREADABLE.format(error=error), file=sys.stderr)
        return None


def search(arguments: argparse.Namespace) -> int:
    """Print the results of a search in the built index."""
    engine = open_engine(arguments.root)
    if engine is None:
        return 1
    known = [*engine.games, *(book for book in engine.labels if book not in engine.games)]
    if arguments.book and arguments.book not in known:
        return fail(f"Non c’è il libro «{arguments.book}»: si può scegliere fra {', '.join(known)}.")
    answer = engine.search(" ".join(arguments.words), book=arguments.book or "", limit=max(1, arguments.limit))
    if arguments.json:
        from search.http.response_cache import make_answer

        print(json.dumps(make_answer(answer), ensure_ascii=False, indent=2))
        return 0
    if answer.suggestion:
        print(f"Forse cercavi: {answer.suggestion}\n")
    if not answer.results:
        tried = ", ".join(f"«{word}»" for word in answer.tried) or f"«{answer.query.strip()[:80]}»"
        print(
            f"Nessun risultato per {tried}. Prova con altre parole; se il regolamento non lo prevede, decide il capo arbitro."
        )
        print("Le sezioni più vicine:\n" if answer.nearest else "Prova con meno parole, o con altre.")
    for result in answer.results or answer.nearest:
        print(f"{result.citation}  {' › '.join((*result.path, result.title))}")
        print("    " + "".join(piece.text for piece in result.excerpt) + f"\n    /r/{result.id}\n")
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="prontuario", description="Regole, penalità e ricerca per gli arbitri.", epilog=FIRST
    )
    top.add_argument("--root", type=Path, help=argparse.SUPPRESS)
    top.add_argument("--version", action="version", version=f"Prontuario {VERSION}", help="dice la versione ed esce")
    commands = top.add_subparsers(dest="command", metavar="COMANDO")

    def command(name: str, run: Callable[[argparse.Namespace], int], summary: str) -> argparse.ArgumentParser:
        one: argparse.ArgumentParser = commands.add_parser(name, help=summary)
        one.set_defaults(run=run)
        if run in (check, style, pages, build, serve):
            one.add_argument("--book", action="append", metavar="SLUG", help="soltanto questo libro (si può ripetere)")
        if run in (build, serve):
            originals = "importa prima gli originali di questa cartella"
            one.add_argument("--originals", type=Path, metavar="CARTELLA", help=originals)
            private = "mette nelle pagine il testo ufficiale importato: per una copia privata, da non pubblicare"
            one.add_argument("--with-originals", action="store_true", help=private)
        return one

    command("check", check, "controlla le fonti: ancore, rimandi, tabelle, glossario")
    command(
        "style", style, "elenca gli enunciati difficili da leggere in fretta: lunghi, annidati o con doppie negazioni"
    )
    command("lock", lock, "pubblica le ancore nuove in rules_src/anchors.lock")
    one = command(
        "anchors", anchors, "mostra che cosa cambia nelle ancore già pubblicate, per chi rilegge una modifica"
    )
    one.add_argument("since", nargs="?", default="HEAD", metavar="REVISIONE", help="da quale revisione di git (HEAD)")
    one = command("hash", text_hash, "dà la sigla del testo di un’ancora, per modifiche.tsv")
    one.add_argument("anchor", metavar="ANCORA")
    command("pages", pages, "scrive soltanto le pagine dei libri in Markdown, per mkdocs")
    command("build", build, "costruisce il sito e l’indice di ricerca")
    _add_serving(command("serve", serve, "costruisce tutto, serve sito e ricerca e li aggiorna a ogni salvataggio"))
    one = command("search", search, "cerca dalla riga di comando")
    one.add_argument("words", nargs="+", metavar="PAROLA")
    one.add_argument("--book", metavar="SLUG", help="soltanto questo libro o questo gioco")
    one.add_argument("--limit", type=int, default=5, help="quanti risultati (5)")
    one.add_argument("--json", action="store_true", help="stampa la risposta del servizio, in JSON")
    add_commands(command)
    return top


def _add_serving(one: argparse.ArgumentParser) -> None:
    one.add_argument("--host", default="127.0.0.1")
    one.add_argument("--port", type=int, default=8000)
    many = "quanti processi rispondono (1); se sono più di uno, le modifiche alle fonti non si vedono subito"
    one.add_argument("--workers", type=int, default=1, metavar="N", help=many)
    name = "un nome a cui il server risponde, per esempio 192.168.1.10 (si può ripetere)"
    one.add_argument("--name", action="append", default=[], metavar="NOME", help=name)
    prefix = "il percorso del sito dietro un proxy, per esempio /regole"
    one.add_argument("--prefix", default="", metavar="PERCORSO", help=prefix)
    no_watch = "non aggiorna il sito quando salvi in rules_src/ e docs/"
    one.add_argument("--no-watch", action="store_true", help=no_watch)
    one.add_argument("--no-build", action="store_true", help="serve il sito già costruito, senza guardare le fonti")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status; known errors are printed in Italian."""
    parser = make_parser()
    parsed = parser.parse_args(arguments)
    if not parsed.command:
        parser.print_help()
        return 2
    try:
        parsed.root = parsed.root or project_root()
        for book in written_books(parsed):
            copy_linked_book(parsed.root, book)
        status: int = parsed.run(parsed)
        sys.stdout.flush()  # here, where a closed output is still answered
    except (NotAWorkspace, SourceError) as error:
        return fail(error)
    except OriginalError as error:
        return fail(f"{error}\nNon è stato scritto niente.")
    except BrokenPipeError:  # what reads our output, like «head», has closed it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        return 1
    except OSError as error:
        what = (
            DISK.format(file=error.filename or "un file", what=error.strerror)
            if error.errno
            else STOPPED.format(error=error)
        )
        return fail(what)
    return status


def written_books(arguments: argparse.Namespace) -> Sequence[str]:
    """Return the slugs of the books that the command writes to."""
    if arguments.command == "fingerprint":
        return arguments.books or imported_books(arguments.root)
    return [arguments.book] if arguments.command in ("update", "new-infraction") else []


def run() -> NoReturn:
    """Run the command and exit without the slow release of memory."""
    status = main()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


if __name__ == "__main__":
    run()
