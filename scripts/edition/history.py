"""What happened to a text, and what stands beside it in the other edition: `modifiche.tsv` and `confronti/naruto.tsv`."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from scripts.edition import reading
from scripts.model import Change, Pair
from scripts.problems import Report

PAIRS = Path("rules_src/confronti/naruto.tsv")
HASH = re.compile(r"[0-9a-f]{7}\Z")  # as `scripts.render.hashes` makes them
DIFFERS = {"sì": True, "no": False}


def read_changes(root: Path, folder: Path, report: Report) -> tuple[Change, ...]:
    """The changes of a book's texts, oldest first; none where the file is missing."""
    path = folder / "modifiche.tsv"
    if not path.exists():
        return ()
    changes = []
    for place, row in reading.headed_rows(root, path, ("ancora", "data", "prima", "che cosa"), report):
        try:
            day = datetime.date.fromisoformat(row["data"])
        except ValueError:
            report.add(place, f"la data «{row['data']}»", "una data come 2026-11-21")
            continue
        if not HASH.match(row["prima"]):
            report.add(
                place,
                f"l’impronta «{row['prima']}»",
                "7 cifre esadecimali, quelle del testo di prima",
                "«prontuario impronta ANCORA» la scrive, prima di cambiare il testo",
            )
            continue
        changes.append(Change(row["ancora"], day, row["prima"], row["che cosa"], place))
    return tuple(sorted(changes, key=lambda change: change.day))


def read_pairs(root: Path, report: Report) -> tuple[Pair, ...]:
    """The pairs of the two Naruto editions, in the order of the page; none where the file is missing."""
    if not (root / PAIRS).exists():
        return ()
    pairs = []
    for place, row in reading.headed_rows(root, root / PAIRS, ("it", "usa", "differenza", "tema"), report):
        if row["differenza"] not in DIFFERS:
            report.add(place, f"differenza = «{row['differenza']}»", "sì oppure no")
        elif not row["it"] and not row["usa"]:
            report.add(place, "la riga non ha ancore", "un’ancora in «it», in «usa» o in tutte e due")
        elif DIFFERS[row["differenza"]] and not row["tema"]:
            report.add(place, "la differenza non dice in che cosa consiste", "un tema")
        else:
            pairs.append(Pair(row["it"], row["usa"], DIFFERS[row["differenza"]], row["tema"], place))
    return tuple(pairs)
