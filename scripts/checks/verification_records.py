"""Check that the records of how a book was compared with its original are well formed and name known sections.

`verifica.tsv` (what proofreading found), `fedelta.tsv` (accepted differences from the original), `fingerprints.tsv`
(hashes of the original's sections). No page shows them.
"""

import re
from collections.abc import Collection
from pathlib import Path

from scripts.checks.original_fidelity import read_exceptions
from scripts.edition import file_readers
from scripts.edition.revision_history import COMPARISONS
from scripts.model.anchor_index import Anchors, suggest_anchor
from scripts.model.book import Rulebook
from scripts.model.problems import Report, suggest

PRINTS, PRINT = "fingerprints.tsv", re.compile(r"[0-9a-f]{16}(?:\.[0-9a-f]{8})?\Z|-\Z")
MAKE_PRINTS = "importa di nuovo la copia («prontuario import»): «prontuario fingerprint» riscrive le impronte"
REREAD = "verifica.tsv"
WHOLE = "tutto il libro"
KINDS = ("mancante", "aggiunto", "forza", "numero", "termine", "forma")


def check_verification_records(
    root: Path, rulebook: Rulebook, anchors: Anchors, published: Collection[str], report: Report
) -> None:
    """Report faults in the records of comparison of all books.

    Faults are unknown anchors or kinds and empty cells in `verifica.tsv`, unknown sections and malformed hashes in
    `fingerprints.tsv`, faulty lines in `fedelta.tsv`. `published`: anchors ever published, which records may name.
    """
    for book in rulebook.books:
        read_exceptions(root, book, report)
        path = root / "rules_src" / book.slug / PRINTS
        for place, row in file_readers.read_rows(root, path, ("sezione", "impronta"), report):
            if row["sezione"] not in anchors and row["sezione"] not in published:
                report.add(place, f"l’ancora «{row['sezione']}»", "una sezione del libro", MAKE_PRINTS)
            elif not PRINT.match(row["impronta"]):
                expected = "16 cifre esadecimali, un punto e altre 8, o -"
                report.add(place, f"l’impronta «{row['impronta']}»", expected, MAKE_PRINTS)
    folders = [Path("rules_src") / book.slug for book in rulebook.books]
    for path in (root / folder / REREAD for folder in (*folders, COMPARISONS)):
        for place, row in file_readers.read_rows(root, path, ("sezione", "tipo", "trovato", "esito"), report):
            kind = row["tipo"]
            named = [] if row["sezione"] == WHOLE else row["sezione"].split(" … ")
            for anchor in (anchor for anchor in named if anchor not in anchors and anchor not in published):
                expected = f"un’ancora che esiste o che è stata pubblicata, «ancora … ancora», «{WHOLE}»"
                report.add(place, f"l’ancora «{anchor}»", expected, suggest_anchor(anchor, anchors))
            if kind not in KINDS:
                report.add(place, f"tipo «{kind}»", f"uno fra {', '.join(KINDS)}", suggest(kind, KINDS))
            if empty := [name for name in ("trovato", "esito") if not row[name]]:
                report.add(
                    place, f"la cella «{empty[0]}» è vuota", "che cosa è stato trovato, e che cosa è stato deciso"
                )
