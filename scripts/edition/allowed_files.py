"""Check that `rules_src/` holds only known files: others are misspelt names or copies."""

import re
from collections.abc import Collection
from pathlib import Path

from scripts.edition.revision_history import COMPARISONS
from scripts.model.problems import Place, Report, suggest

FILES = (
    *(f"{name}.toml" for name in ["book", "penalita", "orologi", "recipe"]),
    *(
        f"{name}.tsv"
        for name in ["argomenti", "calcoli", "copertura", "fedelta", "fingerprints", "glossario", "modifiche"]
    ),
    *(f"{name}.tsv" for name in ["rimandi", "sinonimi", "stile", "tetti", "verifica"]),
)
SHARED = ("anchors.lock", "redirects.tsv")  # in `rules_src/`
VOCABULARY, SPOKEN_FILES = "vocabolario", ("sinonimi.tsv", "argomenti.tsv")
FOLDERS = dict.fromkeys(("tabelle", "racconti", "domande", "edizioni"), ".tsv")
FOLDERS |= dict.fromkeys(("infrazioni", "calcolatori"), ".toml")
COPY = re.compile(r"\.(?:bak|old|orig|rej)\Z|\((?:copia|copy|\d+)\)|[ _-](?:copia|copy)\b|\A(?:Copia|Copy) ", re.I)
OWN = re.compile(r"\A[.#]|~\Z|\.(?:swp|tmp)\Z")  # what an editor or the system keeps for itself, and git ignores
COPY_HINT = "è una copia lasciata da un programma: cancellala"
TEXTS = (".md", ".markdown", ".txt", ".tsv", ".csv", ".toml", "")


def check_places(root: Path, books: Collection[str], report: Report) -> None:
    """Report unknown files and folders directly in `rules_src/`.

    `books`: names of the book folders, whose content is not checked.
    """
    files = [*SHARED, *(f"{VOCABULARY}/{name}" for name in SPOKEN_FILES)]
    known = {*books, *files, VOCABULARY, COMPARISONS.name}
    for path in sorted([*(root / "rules_src").glob("*"), *(root / "rules_src" / VOCABULARY).glob("*")]):
        name = path.relative_to(root / "rules_src").as_posix()
        if OWN.search(path.name) or name in known:
            continue
        if path.is_file() or "/" in name:
            near = COPY_HINT if COPY.search(name) else suggest(f"{VOCABULARY}/{path.name}", files)
            expected = f"{', '.join(SHARED)}; in {VOCABULARY}/ {' e '.join(SPOKEN_FILES)}"
            report.add(Place(f"rules_src/{name}"), f"nessun comando legge il file {path.name}", expected, near)
        elif any(file.is_file() for file in path.rglob("*")):
            near = suggest(name, [*books, VOCABULARY, COMPARISONS.name])
            expected = "un libro (book.toml e i suoi capitoli), vocabolario o confronti"
            report.add(Place(f"rules_src/{name}"), f"la cartella {name} non è un libro", expected, near)


def check_files(root: Path, folder: Path, report: Report) -> None:
    """Report files of a book's folder that nothing reads; hidden files and backups are allowed."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or any(map(OWN.search, path.relative_to(folder).parts)):
            continue
        inside, _, last = name.rpartition("/")
        if (
            name in FILES
            or (inside in FOLDERS and last.endswith(FOLDERS[inside]))
            or (not inside and last.endswith(".md"))
        ):
            continue
        loses = inside.startswith("tabelle") or (not inside and path.suffix.lower() in (".md", ".txt", ".markdown"))
        if COPY.search(last):
            near, loses = COPY_HINT, False
        elif path.suffix.lower() not in TEXTS:
            near = "un libro è fatto di soli testi: toglilo; un documento ufficiale si importa («prontuario import»)"
        elif inside:
            near = f"forse {inside}/{path.stem}{FOLDERS[inside]}" if inside in FOLDERS else suggest(inside, FOLDERS)
        else:
            near = suggest(last, FILES) if last.endswith((".toml", ".tsv")) else f"forse {path.stem}.md"
        found = f"nessun comando legge il file {name}"
        expected = "uno dei file di un libro (FORMATO.md, «Il formato di un libro»)"
        report.add(Place(path.relative_to(root).as_posix()), found, expected, near, loses=loses)
