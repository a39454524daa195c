"""The command line `prontuario`. Every command returns an exit status; sources that do not build give 1."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.originals.commands import add_commands, import_folder
from scripts.originals.errors import OriginalError
from scripts.problems import Report, SourceError

if TYPE_CHECKING:
    from search.engine import Engine

NO_ADDRESS = """Senza indirizzo: su un host statico mancano gli indirizzi canonici, la mappa del sito e l’immagine nelle anteprime delle chat.
Se sai dove starà il sito: make site ADDRESS=https://esempio.it/"""


def project_root() -> Path:
    """The project's root: the folder above this package, wherever the command is called from."""
    return Path(__file__).resolve().parent.parent


def check(arguments: argparse.Namespace) -> int:
    from scripts import pipeline, shelf

    report = Report()
    slugs = tuple(arguments.book or ())
    sources = pipeline.load(arguments.root, report, slugs)
    compared = 0 if report else pipeline.check_against_originals(arguments.root, sources, report)
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
    count = len(sources.rulebook.books)
    print(
        f"Tutto a posto: {'1 libro' if count == 1 else f'{count} libri'}, {statements} enunciati, {len(sources.anchors)} ancore."
    )
    print(
        f"Fedeltà: {compared} numeri degli originali confrontati con i nostri."
        if compared
        else "Fedeltà: non controllata, perché PRONTUARIO_ORIGINALS non indica gli originali."
    )
    return 0


def lock(arguments: argparse.Namespace) -> int:
    from scripts import pipeline, shelf

    sources = pipeline.load_checked(arguments.root)
    known = shelf.read_lock(arguments.root, Report())
    (arguments.root / shelf.LOCK).write_text(shelf.lock_text([*known, *sources.anchors]), encoding="utf-8")
    print(f"{len(set(sources.anchors) - set(known))} ancore nuove in {shelf.LOCK}.")
    return 0


def text_hash(arguments: argparse.Namespace) -> int:
    from scripts import pipeline
    from scripts.anchors import nearest
    from scripts.render.hashes import text_hashes

    sources = pipeline.load_checked(arguments.root)
    hashes = dict(text_hashes(sources.rulebook, sources.anchors))
    if arguments.anchor in hashes:
        print(hashes[arguments.anchor])
        return 0
    hint = ", ".join(nearest(arguments.anchor, hashes))
    print(f"Non c’è l’ancora {arguments.anchor}." + (f" Forse {hint}?" if hint else ""), file=sys.stderr)
    return 1


def build(arguments: argparse.Namespace) -> int:
    from scripts import pipeline

    if arguments.originals:
        import_folder(arguments.root, arguments.originals)
    sources = pipeline.build(arguments.root, tuple(arguments.book or ()))
    print(f"Sito costruito in {pipeline.SITE}/: {len(sources.rulebook.books)} libri, {len(sources.anchors)} ancore.")
    if not pipeline.address():
        print(NO_ADDRESS)
    return 0


def serve(arguments: argparse.Namespace) -> int:
    import uvicorn

    from scripts import pipeline
    from search.service import open_app

    root = arguments.root
    if arguments.originals:
        import_folder(root, arguments.originals)
    if not arguments.no_build:
        pipeline.build(root)
    engine = open_engine(root)
    if engine is None:
        return 1
    address = f"http://{arguments.host}:{arguments.port}"
    print(f"Prontuario è su {address} (Ctrl+C per fermarlo).", flush=True)
    app = open_app(root / pipeline.SITE, engine, root / pipeline.INDEX)
    try:
        uvicorn.run(app, host=arguments.host, port=arguments.port, log_level="warning")
    except SystemExit:
        print(
            f"La porta {arguments.port} è occupata: scegline un’altra, per esempio «make serve PORT=8001».",
            file=sys.stderr,
        )
        return 1
    return 0


def open_engine(root: Path) -> Engine | None:
    """The search engine over the built index, or None with a message where there is none."""
    from scripts import pipeline
    from search.engine import Engine

    if not (root / pipeline.INDEX).is_dir():
        print("Non c’è ancora un indice: costruiscilo con «prontuario build».", file=sys.stderr)
        return None
    try:
        return Engine.open(root / pipeline.INDEX)
    except (OSError, ValueError, KeyError) as error:  # written by another version, or cut short
        print(f"L’indice non si legge ({error}): rifallo con «prontuario build».", file=sys.stderr)
        return None


def search(arguments: argparse.Namespace) -> int:
    engine = open_engine(arguments.root)
    if engine is None:
        return 1
    if arguments.book and arguments.book not in engine.labels:
        print(f"Non c’è il libro «{arguments.book}»: si può scegliere fra {', '.join(engine.labels)}.", file=sys.stderr)
        return 1
    answer = engine.search(" ".join(arguments.words), book=arguments.book or "", limit=max(1, arguments.limit))
    if arguments.json:
        from search.service import answer_json

        print(json.dumps(answer_json(answer), ensure_ascii=False, indent=2))
        return 0
    if answer.suggestion:
        print(f"Forse cercavi: {answer.suggestion}\n")
    if not answer.results:
        tried = ", ".join(f"«{word}»" for word in answer.tried) or f"«{answer.query.strip()[:80]}»"
        print(f"Niente per {tried}. Quello che il regolamento non prevede lo decide il capo arbitro.")
        print("Le sezioni più vicine:\n" if answer.nearest else "Prova con meno parole, o con altre.")
    for result in answer.results or answer.nearest:
        print(f"{result.citation}  {' › '.join((*result.path, result.title))}")
        print("    " + "".join(piece.text for piece in result.excerpt) + f"\n    /r/{result.id}\n")
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

    one = commands.add_parser("impronta", help="l’impronta del testo di un’ancora, per modifiche.tsv")
    one.add_argument("anchor", metavar="ANCORA")
    one.set_defaults(run=text_hash)

    one = commands.add_parser("build", help="costruisce il sito e l’indice di ricerca")
    one.add_argument(
        "--book", action="append", metavar="SLUG", help="soltanto questo libro (per provare; si può ripetere)"
    )
    one.add_argument(
        "--originals", type=Path, metavar="CARTELLA", help="importa prima gli originali di questa cartella"
    )
    one.set_defaults(run=build)

    one = commands.add_parser("serve", help="costruisce tutto e serve sito e ricerca")
    one.add_argument(
        "--originals", type=Path, metavar="CARTELLA", help="importa prima gli originali di questa cartella"
    )
    one.add_argument("--host", default="127.0.0.1")
    one.add_argument("--port", type=int, default=8000)
    one.add_argument("--no-build", action="store_true", help="serve il sito già costruito")
    one.set_defaults(run=serve)

    one = commands.add_parser("search", help="cerca dalla riga di comando")
    one.add_argument("words", nargs="+", metavar="PAROLA")
    one.add_argument("--book", metavar="SLUG", help="soltanto questo libro")
    one.add_argument("--limit", type=int, default=5, help="quanti risultati (5)")
    one.add_argument("--json", action="store_true", help="come risponde il servizio")
    one.set_defaults(run=search)
    add_commands(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    parsed = parser().parse_args(arguments)
    try:
        status: int = parsed.run(parsed)
    except (SourceError, OriginalError) as error:
        print(error, file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
