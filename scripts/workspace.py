"""Find the project's folder, or prepare one for an installed package.

In a clone of the repository, the project's folder is the clone. An installed package contains books and pages
(`scripts/shipped/`, put there by `setup.py`); the current folder then gets links to them, and holds whatever the user
adds beside them.
"""

import shutil
from pathlib import Path

from scripts.edition.published_anchors import LOCK, format_lock, read_lock
from scripts.model.problems import Report

HERE = Path(__file__).resolve().parent
SHIPPED = HERE / "shipped"
BOOKS = "rules_src"
LINKED = ("docs", "mkdocs.yml")
SHIPS = "shipped"  # the folder's name in the target of a link of ours, whichever environment it was made from

TAKEN = """In {folder} c’è già «{name}», che non è di Prontuario: qui non scrivo niente.
    che cosa fare: ripeti il comando in una cartella vuota, per esempio «mkdir regole && cd regole»."""
MADE = "Cartella di lavoro: {folder}. I libri di Prontuario sono collegati in rules_src/; i tuoi vanno accanto."
YOURS = "rules_src/{book}/ è ora una copia tua: una versione nuova di Prontuario non la cambierà."


class NotAWorkspace(Exception):
    """Report in Italian that the current folder holds other files, and what to do."""


def project_root() -> Path:
    """Return the project's root: the clone or, for an installed package, the current folder.

    The latter gets links to the package's books and pages (see `prepare`). Raises
    NotAWorkspace if it holds other files.
    """
    return HERE.parent if not SHIPPED.is_dir() else prepare(Path.cwd(), SHIPPED)


def prepare(root: Path, shipped: Path) -> Path:
    """Link the package's files into `root`, or raise NotAWorkspace if it holds others."""
    new = not (root / BOOKS).is_dir()
    if new and (taken := [name for name in (BOOKS, *LINKED, "site", "build") if (root / name).exists()]):
        raise NotAWorkspace(TAKEN.format(folder=root, name=taken[0]))
    (root / BOOKS).mkdir(exist_ok=True)
    for name in LINKED:
        _link(root / name, shipped / name)
    for place in sorted((root / BOOKS).iterdir()):
        if _is_ours(place) and not (shipped / BOOKS / place.name).exists():
            place.unlink()  # a book that this version no longer ships
    for source in sorted((shipped / BOOKS).iterdir()):
        if source.name != LOCK.name:
            _link(root / BOOKS / source.name, source)
    _join_locks(root, shipped)
    if new:
        print(MADE.format(folder=root), flush=True)
    return root


def copy_linked_book(root: Path, book: str) -> None:
    """Replace a linked book with a copy, for a writing command."""
    place = root / BOOKS / book
    if not _is_ours(place):
        return
    source = place.resolve()
    place.unlink()
    shutil.copytree(source, place)
    print(YOURS.format(book=book), flush=True)


def _is_ours(place: Path) -> bool:
    return place.is_symlink() and SHIPS in place.readlink().parts


def _link(place: Path, source: Path) -> None:
    if _is_ours(place) and place.readlink() != source:
        place.unlink()
    if not place.exists():
        place.symlink_to(source, target_is_directory=source.is_dir())


def _join_locks(root: Path, shipped: Path) -> None:
    """Add the package's published anchors to the user's file of them (the lock)."""
    ours, theirs = read_lock(root, Report()), read_lock(shipped, Report())
    if set(theirs) - set(ours):
        (root / LOCK).write_text(format_lock([*ours, *theirs]), encoding="utf-8")
