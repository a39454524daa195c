"""Read the published anchors, and the redirects of retired ones.

A published anchor must never disappear, since links contain it.
"""

from collections.abc import Iterable
from pathlib import Path

from scripts.edition import file_readers, source_syntax
from scripts.model.problems import Place, Report

LOCK = Path("rules_src/anchors.lock")
REDIRECTS = Path("rules_src/redirects.tsv")
LOCK_HEAD = (
    "# Tutte le ancore pubblicate finora, una per riga. Si aggiorna con «prontuario lock»; non si toglie niente.\n"
)


def read_lock(root: Path, report: Report) -> tuple[str, ...]:
    """Return every anchor ever published; () without the lock file."""
    if not (root / LOCK).exists():
        return ()
    text = file_readers.read_text(root, root / LOCK, report) or ""
    ids = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if source_syntax.anchor.match(line.strip()):
            ids.append(line.strip())
        else:
            report.add(Place(LOCK.as_posix(), number), f"«{line[:60]}»", "un’ancora per riga")
    return tuple(ids)


def format_lock(ids: Iterable[str]) -> str:
    """Return the lock file's content: all published anchors, sorted."""
    return LOCK_HEAD + "".join(f"{anchor_id}\n" for anchor_id in sorted(set(ids)))


def read_redirects(root: Path, report: Report) -> dict[str, tuple[str, Place]]:
    """Return retired anchor → (its successor, place in the file)."""
    rows = file_readers.read_rows(root, root / REDIRECTS, ("vecchia", "nuova"), report, key=("vecchia",))
    return {row["vecchia"]: (row["nuova"], place) for place, row in rows}
