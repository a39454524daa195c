"""Reading source files as text: every unreadable file is a problem with its place, never an exception."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from scripts.problems import Place, Report


def read_text(root: Path, path: Path, report: Report) -> str | None:
    """The file's text; None, with a problem reported, if it is missing, empty or not UTF-8."""
    place = Place(path.relative_to(root).as_posix())
    try:
        raw = path.read_bytes()
    except OSError as error:
        report.add(place, f"il file non si può leggere ({error.strerror})", "un file di testo leggibile")
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        report.add(
            place._replace(line=line),
            f"il byte 0x{raw[error.start]:02x} non è UTF-8",
            "testo in UTF-8",
            "salva il file con codifica UTF-8",
        )
        return None
    if not text.strip():
        report.add(place, "il file è vuoto", "almeno una riga", "scrivi il contenuto o togli il file")
        return None
    return text.replace("\r\n", "\n")


def read_toml(root: Path, path: Path, report: Report) -> dict[str, Any] | None:
    """The file as TOML; None, with a problem reported, where it is not."""
    text = read_text(root, path, report)
    if text is None:
        return None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        place = Place(path.relative_to(root).as_posix(), int(found[1]) if found else 0)
        report.add(place, f"TOML non valido: {error}", "una riga «chiave = valore»")
        return None


def headed_rows(root: Path, path: Path, columns: tuple[str, ...], report: Report) -> list[tuple[Place, dict[str, str]]]:
    """Rows of a TSV file whose first line names its columns; `columns` must all be there. Cells are stripped."""
    text = read_text(root, path, report)
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
        )
        return []
    rows = []
    for number, line in lines[1:]:
        cells = [c.strip() for c in line.split("\t")]
        place = Place(file, number)
        if len(cells) > len(names):
            report.add(place, f"la riga ha {len(cells)} celle", f"{len(names)} celle separate da tabulazioni")
            continue
        rows.append((place, dict(zip(names, [*cells, *[""] * (len(names) - len(cells))], strict=True))))
    return rows
