"""Run the commands on originals: `import`, `diff`, `update`, `new-book`….

Each `run_…` function takes the parsed arguments and returns the exit status.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.edition.atomic_write import write_changed
from scripts.edition.books import read_rulebook
from scripts.model.anchor_index import collect_anchors
from scripts.model.original_section import DIFFERENT, FOREIGN, VERIFIED
from scripts.model.problems import Problem, Report, suggest
from scripts.originals.compare.fingerprint import as_file, find_changed, fingerprints_path, read_fingerprints
from scripts.originals.cut.edition_outline import list_books
from scripts.originals.errors import OriginalError
from scripts.originals.import_store import FOLDER, compare_fingerprints, imported_books, read_state, save

if TYPE_CHECKING:  # the readers are slow to import: who builds reads no original
    from scripts.originals.compare.sections import Passage
    from scripts.originals.import_stages import Imported
    from scripts.originals.read import Progress, Source

SHOWN = 12  # lines of each kind that a report shows without --tutto


def add_commands(command: Callable[[str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]) -> None:
    """Add the commands on originals, with their options, to the command line.

    `command(name, function, help)`: adds a command and returns its parser.
    """
    one = command("import", run_import, "importa la tua copia di un documento ufficiale (PDF, DOCX, HTML, testo)")
    one.add_argument("book", metavar="LIBRO", help="lo slug del libro, per esempio mtr")
    one.add_argument("file", type=Path, metavar="FILE")
    one.add_argument("--tutto", action="store_true", help="mostra tutto quello che è stato scartato e riparato")
    one = command("fingerprint", run_fingerprint, "scrive le impronte delle sezioni importate in rules_src/")
    one.add_argument("books", nargs="*", metavar="LIBRO", help="quali libri (tutti quelli importati)")
    one = command("diff", run_diff, "mostra che cosa cambia fra due copie, o fra una copia e la nostra edizione")
    one.add_argument("book", metavar="LIBRO")
    one.add_argument("old", type=Path, metavar="VECCHIO", help="il documento vecchio (o l’unico)")
    one.add_argument(
        "new", type=Path, nargs="?", metavar="NUOVO", help="il documento nuovo; se manca, si usano le impronte"
    )
    one.add_argument("--pagina", type=Path, metavar="FILE", help="dove scrivere la pagina con le parole segnate")
    one = command(
        "update", run_update, "porta un libro a un’edizione nuova: mostra che cosa è cambiato e che cosa resta da fare"
    )
    one.add_argument("book", metavar="LIBRO")
    one.add_argument("new", type=Path, metavar="NUOVO", help="la tua copia dell’edizione nuova")
    only = "elenca soltanto che cosa resta da rileggere, senza scrivere niente"
    one.add_argument("--elenco", action="store_true", help=only)
    done = "quali sezioni hai riletto: numeri o ancore, o «tutte»"
    one.add_argument("--lette", nargs="+", default=(), metavar="SEZIONE", help=done)
    named = "il nome dell’edizione nuova, per finire l’aggiornamento"
    one.add_argument("--edizione", default="", metavar="NOME", help=named)
    one.add_argument("--dal", type=datetime.date.fromisoformat, metavar="DATA", help="da quando vale: 2026-05-31")
    one = command(
        "new-infraction", run_new_infraction, "prepara la tabella di decisione di un’infrazione, da completare"
    )
    one.add_argument("book", metavar="LIBRO")
    one.add_argument(
        "name",
        nargs="+",
        metavar="SEZIONE",
        help="il titolo o l’ancora della sezione (o dell’enunciato) che la definisce",
    )
    one = command("new-book", run_new_book, "prepara un libro nuovo dal suo documento: tutto, tranne le frasi")
    one.add_argument("slug", metavar="SLUG")
    one.add_argument("file", type=Path, metavar="FILE")
    own = "il documento è tuo: le sue frasi diventano gli enunciati, così come sono"
    one.add_argument("--own-text", action="store_true", help=own)


@contextmanager
def show_progress(name: str) -> Iterator[Progress]:
    """Show a progress bar on a terminal; yield a function of (pages done, pages in all)."""
    from tqdm import tqdm  # slow to import: who builds does not wait for it

    with tqdm(desc=name, unit="pag", leave=False, disable=not sys.stderr.isatty(), file=sys.stderr) as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield progress


def read_as(root: Path, book: str, path: Path, before: Sequence[Passage] = ()) -> Imported:
    """Import a file as the book's original, without saving it.

    `before`: sections of an older copy, to recognise changed titles.
    """
    from scripts.originals import import_document

    with show_progress(path.name) as progress:
        return import_document.import_file(root, book, path, progress, before)


def read_source(path: Path) -> Source:
    """Read a document's file, with a progress bar."""
    from scripts.originals.read import read

    with show_progress(path.name) as progress:
        return read(path, progress)


def run_import(arguments: argparse.Namespace) -> int:
    """Import a file as an original, save it, print a summary."""
    imported = read_as(arguments.root, arguments.book, arguments.file)
    save(arguments.root, imported)
    print(summarise(arguments.root, imported, arguments.tutto))
    return 0


def import_folder(root: Path, folder: Path) -> int:
    """Import every file in a folder that is recognised as a book's original; return how many.

    Such a file is named after the book, or as the book's `recipe.toml` (import settings) says. Failures are printed to
    stderr. Raises OriginalError if there is no such folder.
    """
    from scripts.originals.import_document import find_documents

    if not folder.is_dir():
        raise OriginalError(f"La cartella {folder} non c’è.", "controlla il percorso: make serve ORIGINALS=CARTELLA")
    books = list_books(root)
    done = 0
    found = {path: book for book, path in find_documents(root, books, [folder]).items()}
    for path in sorted(p for p in folder.iterdir() if p.is_file() and not p.name.startswith(".")):
        book = found.get(path)
        if book is None:
            print(
                f"{path.name}: il nome non è lo slug di un libro ({', '.join(books)}), file saltato.", file=sys.stderr
            )
            continue
        try:
            imported = read_as(root, book, path)
        except OriginalError as error:
            print(error, file=sys.stderr)
            continue
        save(root, imported)
        print(f"{path.name}: {describe_counts(root, imported)}")
        done += 1
    return done


def describe_counts(root: Path, imported: Imported) -> str:
    """Return in Italian how much of a file was imported, and how it compares with our edition."""
    expected = read_fingerprints(root, imported.book)
    found = [section for section in imported.sections if section.found]
    states = compare_fingerprints({s.heading.id: s.fingerprint for s in found}, expected, imported.language or "it")
    marks = Counter(states.values())
    compared = f"{marks[VERIFIED]} sezioni sono verificate, {marks[DIFFERENT]} diverse dall’edizione"
    if marks[FOREIGN]:
        compared = "il file è in una lingua diversa da quella dell’edizione tradotta: si confrontano soltanto i numeri"
    left_out = sum(len(discard.text.split()) for discard in imported.logs.discards)
    joined = sum(len(change.before.split()) - len(change.after.split()) for change in imported.logs.rewrites)
    told = min((imported.in_sections + left_out + joined) / max(imported.in_file, 1), 1)
    return (
        f"{len(found)} sezioni su {len(imported.sections)}, {f'{told:.2%}'.replace('.', ',')} delle parole del file: "
        f"{imported.in_sections} stanno in una sezione, {left_out} restano fuori; "
        f"{compared if expected else 'le impronte non ci sono ancora («prontuario fingerprint» le scrive)'}"
    )


def summarise(root: Path, imported: Imported, everything: bool) -> str:
    """Return an import's summary in Italian: sections, discards, repairs, warnings.

    `everything`: do not shorten the lists.
    """
    logs = imported.logs
    limit = 10**9 if everything else SHOWN
    lines = [f"{imported.book}: {describe_counts(root, imported)}."]
    expected = read_fingerprints(root, imported.book)
    found = {s.heading.id: (expected.get(s.heading.id, ""), s.fingerprint) for s in imported.sections if s.found}
    marks = find_changed(found) if expected else set()
    changed = [s.heading for s in imported.sections if s.heading.id in marks]
    lines += [f"  diversa dall’edizione: {h.id} «{h.title}»" for h in changed[:limit]]
    lines += _say_rest(len(changed), limit)
    for miss in imported.misses:
        lines.append(f"  non trovata: {miss.heading.id} «{miss.heading.title}»")
        lines += [f"    le somiglia, alla riga {line}: «{words}»" for line, words in miss.near]
    for section in imported.sections:
        if section.moved:
            lines.append(f"  fuori ordine: {section.heading.id} «{section.heading.title}», alla riga {section.line}")
    lines += [f"  attenzione: {warning}" for warning in logs.warnings]
    for why, count in Counter(d.why for d in logs.discards).most_common():
        words = sum(len(d.text.split()) for d in logs.discards if d.why == why)
        lines.append(f"  pezzi scartati ({why}): {count}, con {words} parole")
        lines += [f"    riga {d.line}: {_shorten(d.text, everything)}" for d in logs.discards if d.why == why][:limit]
        lines += _say_rest(count, limit)
    for stage, count in Counter(c.stage for c in logs.rewrites).most_common():
        lines.append(f"  riparato, {stage}: {count}")
        lines += [f"    riga {c.line}: «{c.before}» → «{c.after}»" for c in logs.rewrites if c.stage == stage][:limit]
        lines += _say_rest(count, limit)
    lines.append(f"Il testo è in {FOLDER}/{imported.book}.md, fuori dal repository.")
    return "\n".join(lines)


def _say_rest(count: int, limit: int) -> list[str]:
    return [f"    … e altri {count - limit} (--tutto li mostra)"] if count > limit else []


def _shorten(text: str, everything: bool) -> str:
    return text if everything or len(text) <= 90 else f"{text[:60]} … {text[-24:]}"


def run_fingerprint(arguments: argparse.Namespace) -> int:
    """Write the fingerprints of the imported sections into `rules_src/`."""
    root: Path = arguments.root
    books = tuple(arguments.books) or imported_books(root)
    if not books:
        raise OriginalError("Non è stato importato nessun originale.", "importane uno: prontuario import LIBRO FILE.")
    files: dict[str, str] = {}
    for book in books:
        sections = read_state(root, book)["sections"]
        files[fingerprints_path(book)] = as_file({section: state["fingerprint"] for section, state in sections.items()})
    write_changed(root, files)
    for path, text in files.items():
        print(f"{path}: {text.count(chr(10)) - 1} impronte.")
    return 0


def run_diff(arguments: argparse.Namespace) -> int:
    """Print the differences between two copies of a document, or between a copy and our edition."""
    from scripts.originals.compare.change_report import page, report
    from scripts.originals.compare.sections import compare, compare_with_prints, list_passages

    root: Path = arguments.root
    old = read_as(root, arguments.book, arguments.old)
    if arguments.new is None:
        expected = read_fingerprints(root, arguments.book)
        if not expected:
            raise OriginalError(
                f"Per il libro «{arguments.book}» non ci sono impronte salvate con cui confrontare.",
                f"indica due documenti: prontuario diff {arguments.book} VECCHIO NUOVO.",
            )
        print(report(arguments.book, compare_with_prints(old, expected), root))
        return 0
    new = read_as(root, arguments.book, arguments.new, list_passages(old))
    differences = compare(old, new)
    print(report(arguments.book, differences, root))
    text = page(arguments.book, arguments.old.name, arguments.new.name, differences, root)
    target = write_page(root, arguments.book, arguments.pagina, text)
    print(f"Le parole cambiate sono segnate in {target}.")
    return 0


def run_update(arguments: argparse.Namespace) -> int:
    """Start, continue or finish a book's update to a new edition."""
    from scripts.originals.update.edition_update import Update

    root: Path = arguments.root
    if arguments.book not in list_books(root):
        raise refuse_unknown(root, arguments.book)
    update = Update(root, arguments.book, read_source(arguments.new), arguments.new.name)
    if arguments.elenco:
        print(update.listing())
        return 0
    for line in update.start():
        print(line)
    if arguments.lette:
        update.mark_read(arguments.lette)
    if arguments.edizione:
        print(update.finish(arguments.edizione, arguments.dal))
        return 0
    print(update.listing())
    if update.left():
        target = write_page(root, arguments.book, None, update.page())
        again = f"prontuario update {arguments.book} {arguments.new}"
        print(f"Apri {target}: mostra che cosa è cambiato, accanto ai nostri enunciati. Poi correggi i capitoli.")
        print(f"Quando hai riletto una sezione lancia «{again} --lette 1.2 3.4» (o --lette tutte).")
    elif update.ours.before is not None:
        print(f"Per finire: prontuario update {arguments.book} {arguments.new} --edizione NOME [--dal DATA]")
    return 0


def write_page(root: Path, book: str, path: Path | None, text: str) -> Path:
    """Write the HTML page of differences (`path` None: beside the copies); return its path."""
    target = path or root / FOLDER / f"{book}-differenze.html"  # never in the repository
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    return target


def refuse_unknown(root: Path, book: str) -> OriginalError:
    """Return the error for an unknown book, with similar names."""
    known = list_books(root)
    return OriginalError(f"Non c’è il libro «{book}».", suggest(book, known) or f"i libri sono: {', '.join(known)}.")


def run_new_book(arguments: argparse.Namespace) -> int:
    """Draft a new book's folder from its document."""
    from scripts.originals.new_book import draft_book

    root: Path = arguments.root
    folder = root / "rules_src" / arguments.slug
    if folder.exists():
        raise OriginalError(
            f"Il libro «{arguments.slug}» c’è già.",
            f"scegli un altro slug, o importa: prontuario import {arguments.slug} FILE; se è un tentativo non "
            f"pubblicato, cancella la cartella rules_src/{arguments.slug}/.",
        )
    source = read_source(arguments.file)
    books = [book.info for book in read_rulebook(root, Report()).books]
    draft = draft_book(arguments.slug, source, books, arguments.own_text)
    write_changed(folder, draft.files)
    place = f"rules_src/{arguments.slug}/"
    chapters = sum(heading.level == 1 for heading in draft.headings)
    written = "con le frasi del documento" if arguments.own_text else "con un enunciato da scrivere per sezione"
    tables = f" e {draft.tables} tabelle" if draft.tables != 1 else " e una tabella"
    print(f"{place}: {len(draft.headings)} titoli in {chapters} capitoli{tables}, {written}.")
    if labels := [f"«{label}» ({times})" for label, times in draft.labels.items() if times > 1]:
        print(f"  non sono sezioni, perché si ripetono sotto molti titoli: {', '.join(labels[:SHOWN])}")
    for doubt in draft.doubts:
        print(f"  da decidere in {arguments.file.name}, {doubt}")
    for problem in find_faults(root, arguments.slug):
        print(f"  da decidere: {problem}")
    print(
        f"Controlla book.toml, i titoli, i tipi e le voci delle tabelle; «prontuario check --book {arguments.slug}» dice quanto resta da scrivere."
    )
    print(
        f"Per vedere il testo del documento accanto a ogni sezione: prontuario import {arguments.slug} {arguments.file}"
    )
    return 0


def find_faults(root: Path, book: str) -> list[Problem]:
    """Return the problems that are found in reading a book and collecting its anchors."""
    report = Report()
    collect_anchors(read_rulebook(root, report), report)
    return [problem for problem in report.problems if problem.place.file.startswith(f"rules_src/{book}/")]


def run_new_infraction(arguments: argparse.Namespace) -> int:
    """Draft the files of a new infraction."""
    from scripts.edition.new_infraction import draft_infraction

    root: Path = arguments.root
    book = next((book for book in read_rulebook(root, Report()).books if book.slug == arguments.book), None)
    if book is None:
        raise refuse_unknown(root, arguments.book)
    made = draft_infraction(book, " ".join(arguments.name))
    if isinstance(made, str):
        raise OriginalError(f"«{' '.join(arguments.name)}» non è né una sezione né un enunciato di {book.slug}.", made)
    path, files = made
    if (root / path).exists():
        raise OriginalError(f"{path} c’è già.", "completa lì l’infrazione.")
    write_changed(root, {name: text for name, text in files.items() if not (root / name).exists()})
    print(
        f"{', '.join(files)}: adesso scrivi domande, righe, racconti e penalità; finché mancano, il sito dice «Ancora da scrivere»."
    )
    return 0
