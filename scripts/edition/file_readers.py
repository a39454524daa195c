"""Read text, TOML and TSV files; what cannot be read is reported with its line."""

import re
import tomllib
from pathlib import Path
from typing import Any

from scripts.model.problems import Place, Report, suggest

CONFLICT = re.compile(r"^(?:<{7}|>{7}|\|{7})(?: .*)?$|^={7}$", re.MULTILINE)  # what a merge leaves in a file


def read_folder(folder: Path) -> dict[Path, bytes]:
    """Return path → bytes of every file below a folder."""
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def read_text(root: Path, path: Path, report: Report) -> str | None:
    """Return a file's text; None, reported, if missing, empty, not UTF-8 or in a merge conflict."""
    place, loses = Place(path.relative_to(root).as_posix()), path.suffix == ".md"
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        report.add(place, "il file non c’è", "un file di testo leggibile", loses=loses)
        return None
    except OSError as error:
        report.add(place, f"il file non si può leggere ({error.strerror})", "un file di testo leggibile", loses=loses)
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        found = f"il byte 0x{raw[error.start]:02x} non è UTF-8"
        report.add(place._replace(line=line), found, "testo in UTF-8", "salva il file con codifica UTF-8", loses=loses)
        return None
    if not text.strip():
        report.add(place, "il file è vuoto", "almeno una riga", "scrivi il contenuto o togli il file", loses=loses)
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if conflict := CONFLICT.search(text):
        line = text.count("\n", 0, conflict.start()) + 1
        found = f"i segni di due versioni ancora da unire: «{conflict[0].strip()}»"
        hint = "scegli che cosa resta e togli le righe <<<<<<<, ======= e >>>>>>>"
        report.add(place._replace(line=line), found, "un testo solo", hint, loses=loses)
        return None
    return text


def suggest_tabs(line: str) -> str:
    """Return an Italian hint if a row has spaces where tabs should be, else ''."""
    return "fra le celle ci sono spazi: al loro posto va una tabulazione" if re.search(r"\S {2,}\S", line) else ""


def split_cell(cell: str, separator: str = "|") -> tuple[str, ...]:
    """Return the parts of a cell without empty ones: 'due mazzi | doppio mazzo' → ('due mazzi', 'doppio mazzo')."""
    return tuple(part.strip() for part in cell.split(separator) if part.strip())


# What tomllib says, a bar and the line → what is wrong and what was expected, for whoever writes a file by hand.
TOML_ERRORS = (
    (r".*\| [\w-]+\s*=\s*\d{1,2}[/.]\d{1,2}[/.]\d{2,4}", ("la data non si capisce", "anno-mese-giorno, come 2016-01-27")),
    (r".*\| [\w-]+\s*=\s*[“”«‘’]", ("le virgolette non sono diritte", "un testo fra virgolette diritte (\"…\")")),
    (r"Cannot overwrite .*\| \[\[", ("il blocco è scritto anche fra parentesi semplici", "[[…]] sempre fra doppie parentesi quadre, se ce n’è più d’uno")),
    (r".*\| (?://|--|/\*)", ("un commento comincia con #", "# in cima alla riga, o la riga cancellata")),
    (r"Expected '=' after a key", ("dopo la chiave manca il segno =", "una riga «chiave = valore»")),
    (r"Invalid initial character for a key", ("la riga non comincia con una chiave", "chiave = valore, senza accenti nella chiave")),
    (r"Cannot overwrite a value", ("la chiave è scritta due volte", "una volta sola in ogni blocco")),
    (r"Cannot declare .* twice", ("il blocco è scritto due volte", "[[…]] fra doppie parentesi quadre, se ce n’è più d’uno")),
    (r"Unclosed array", ("l’elenco non si chiude: manca una virgola fra due voci, o la parentesi quadra", "[\"…\", \"…\"]")),
    (r"Unclosed inline table", ("manca la parentesi graffa che chiude", "{ id = \"…\", text = \"…\" }")),
    (r"Unterminated string", ("mancano le virgolette che chiudono", "un testo fra virgolette diritte (\"…\")")),
    (r"Illegal character '\\n'", ("mancano le virgolette che chiudono", "un testo fra virgolette diritte, su una riga")),
    (r"Expected newline or end of document", ("dopo il valore c’è dell’altro", "una chiave per riga; le virgolette dentro un testo sono “ ”")),
    (r"Expected .*\]", ("manca la parentesi quadra che chiude il blocco", "[[row]] oppure [[question]]")),
    (r"Invalid value|Invalid date|Illegal|Unescaped", ("il valore non si capisce", "un testo fra virgolette \"…\", un numero, una data come 2016-01-27 o un elenco [ ]")),
)  # fmt: skip


def read_toml(root: Path, path: Path, report: Report) -> dict[str, Any] | None:
    """Return the values of a TOML file; None if it is faulty, which is reported."""
    text = read_text(root, path, report)
    if text is None:
        return None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        lines = text.split("\n")
        line = int(found[1]) if found else len(lines) - text.endswith("\n")
        written = lines[line - 1].strip()[:60]
        wrong, expected = next(
            (said for pattern, said in TOML_ERRORS if re.match(pattern, f"{error} | {written}")),
            ("TOML non valido", "una riga «chiave = valore»"),
        )
        place = Place(path.relative_to(root).as_posix(), line)
        report.add(place, f"{wrong}: «{written}»" if written else wrong, expected)
        return None


def read_rows(
    root: Path,
    path: Path,
    columns: tuple[str, ...],
    report: Report,
    key: tuple[str, ...] = (),
    optional: tuple[str, ...] = (),
) -> list[tuple[Place, dict[str, str]]]:
    """Return the rows of a TSV file, as (place, {column: cell}); [] without a file.

    The first line names the columns: all of `columns`, in any order, and maybe those of `optional`. Cells are stripped.
    Reported are faulty rows, which are left out, and rows with the same cells in the columns of `key`.
    """
    text = read_text(root, path, report) if path.exists() or path.is_symlink() else None
    if text is None:
        return []
    file = path.relative_to(root).as_posix()
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip() and not line.startswith("# ")]
    names = tuple(name.strip() for name in lines[0][1].split("\t")) if lines else ()
    if missing := [c for c in columns if c not in names]:
        report.add(
            Place(file, lines[0][0] if lines else 0),
            f"mancano le colonne {', '.join(missing)}",
            f"una prima riga con le colonne {', '.join(columns)} separate da tabulazioni",
            suggest(missing[0], names).replace("forse", "forse è scritta"),
        )
        return []
    known = (*columns, *optional)
    wrong = next((name for name in names if name not in known or names.count(name) > 1), None)
    if wrong is not None:
        found = f"la colonna «{wrong}»" if wrong not in known else f"la colonna «{wrong}» è scritta due volte"
        report.add(Place(file, lines[0][0]), found, f"le colonne {', '.join(known)}")
        return []
    rows = []
    first: dict[tuple[str, ...], int] = {}
    for number, line in lines[1:]:
        cells = [c.strip() for c in line.split("\t")]
        place = Place(file, number)
        if len(cells) != len(names):
            count = "1 cella" if len(cells) == 1 else f"{len(cells)} celle"
            expected = f"{len(names)} celle separate da tabulazioni ({', '.join(names)})"
            report.add(place, f"la riga ha {count}", expected, suggest_tabs(line))
            continue
        row = dict(zip(names, cells, strict=True))
        key_values = tuple(row[column] for column in key)
        if key and (before := first.setdefault(key_values, number)) != number:
            report.add(place, f"«{', '.join(filter(None, key_values))}» c’è già alla riga {before}", "una riga sola")
        rows.append((place, row))
    return rows
