"""The command line `prontuario`. Every command returns an exit status; sources that do not build give 1."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.problems import Report, SourceError


def project_root() -> Path:
    """The project's root: the folder above this package, wherever the command is called from."""
    return Path(__file__).resolve().parent.parent


def check(arguments: argparse.Namespace) -> int:
    from scripts import pipeline, shelf

    report = Report()
    slugs = tuple(arguments.book or ())
    sources = pipeline.load(arguments.root, report, slugs)
    if report:
        print(report, file=sys.stderr)
        return 1
    unpublished = set(sources.anchors) - set(shelf.read_lock(arguments.root, report))
    if unpublished and not slugs:
        names = ", ".join(sorted(unpublished)[:5])
        print(
            f"{len(unpublished)} ancore non sono ancora in rules_src/anchors.lock ({names}…): «prontuario lock» le aggiunge.",
            file=sys.stderr,
        )
        return 1
    statements = sum(1 for _ in sources.rulebook.statements)
    print(f"Tutto a posto: {len(sources.rulebook.books)} libri, {statements} enunciati, {len(sources.anchors)} ancore.")
    return 0


def lock(arguments: argparse.Namespace) -> int:
    from scripts import pipeline, shelf

    sources = pipeline.load_checked(arguments.root)
    known = shelf.read_lock(arguments.root, Report())
    (arguments.root / shelf.LOCK).write_text(shelf.lock_text([*known, *sources.anchors]), encoding="utf-8")
    print(f"{len(set(sources.anchors) - set(known))} ancore nuove in {shelf.LOCK}.")
    return 0


def build(arguments: argparse.Namespace) -> int:
    from scripts import pipeline

    sources = pipeline.build(arguments.root)
    print(f"Sito costruito in {pipeline.SITE}/: {len(sources.rulebook.books)} libri, {len(sources.anchors)} ancore.")
    return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="prontuario", description="Regole, penalità e ricerca per gli arbitri.")
    top.add_argument("--root", type=Path, default=project_root(), help=argparse.SUPPRESS)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMANDO")

    one = commands.add_parser("check", help="controlla le fonti: ancore, rimandi, tabelle, glossario")
    one.add_argument("--book", action="append", metavar="SLUG", help="soltanto questo libro (si può ripetere)")
    one.set_defaults(run=check)

    one = commands.add_parser("lock", help="pubblica le ancore nuove in rules_src/anchors.lock")
    one.set_defaults(run=lock)

    one = commands.add_parser("build", help="costruisce il sito e l’indice di ricerca")
    one.set_defaults(run=build)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    parsed = parser().parse_args(arguments)
    try:
        status: int = parsed.run(parsed)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
