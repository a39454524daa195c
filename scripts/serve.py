"""Run the command `serve`: a finished or a live site."""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import resource
import socket
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scripts.model.problems import Place, Problem, Report, SourceError
from scripts.originals.commands import import_folder
from scripts.originals.import_store import FOLDER, imported_books

if TYPE_CHECKING:
    from scripts.pipeline import Draft
    from search.http.live_reload import LiveReload

CONNECTIONS = 16_384  # at once, where the system lets them
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SERVED = "Prontuario è su http://{host}:{port}{prefix}/ (Ctrl+C per fermarlo)."
BUILDING = "Costruisco il sito e la ricerca: di solito ci vuole meno di un minuto."
UNREADABLE = "Il sito costruito è illeggibile ({error}): rifai il sito con «prontuario build»."
SHOWN = "Nelle pagine c’è il testo ufficiale che hai importato ({games}): non darle ad altri."
HIDDEN = """Il testo ufficiale che hai importato non si vede: a questo indirizzo possono collegarsi altri dispositivi.
Se usi il sito soltanto tu: prontuario serve --with-originals"""
LEFT_OUT = "Un libro con un problema resta fuori finché non è corretto; gli altri sono qui."
NOT_SERVED = """Il sito costruito è una copia privata: contiene il testo ufficiale di {games}, e a questo indirizzo possono collegarsi altri dispositivi.
    che cosa fare: rifai il sito con «prontuario build», che lascia fuori il testo ufficiale; se usi il sito soltanto tu, aggiungi --with-originals."""


def fail(message: object) -> int:
    """Print a message to stderr and return the exit status 1."""
    print(message, file=sys.stderr)
    return 1


def serve(arguments: argparse.Namespace) -> int:
    """Build and serve the site until stopped; return the exit status."""
    from scripts import pipeline

    root = arguments.root
    if not _is_free(arguments.host, arguments.port):
        return fail(
            f"La porta {arguments.port} è occupata, forse da un altro Prontuario: scegline un’altra, per esempio «--port {arguments.port + 1}», o «make serve PORT={arguments.port + 1}»."
        )
    if arguments.originals:
        import_folder(root, arguments.originals)
    slugs = tuple(arguments.book or ())
    watching = not (arguments.no_watch or arguments.no_build or arguments.workers > 1)
    gc.set_threshold(100_000)  # as for a build; a save too makes much that it keeps
    prefix = f"/{arguments.prefix.strip('/')}" if arguments.prefix.strip("/") else ""
    names = [*arguments.name, *filter(None, [urlsplit(pipeline.read_address()).hostname])]
    private = arguments.with_originals or (arguments.host in LOOPBACK and not names and not prefix)
    if not arguments.no_build:
        print(BUILDING, flush=True)
    if watching:
        draft = pipeline.Draft(root, root / pipeline.DRAFTS / str(arguments.port), slugs, private)
        if draft.originals:
            print(SHOWN.format(games=draft.originals))
        elif imported_books(root) and not private:
            print(HIDDEN)
        return _serve_draft(draft, names, prefix, arguments.host, arguments.port)
    if not arguments.no_build:
        pipeline.build_release(root, slugs, arguments.with_originals)
    listing = root / pipeline.CURRENT / "pages" / pipeline.ORIGINALS
    games = listing.read_text(encoding="utf-8") if listing.is_file() else ""
    if games and not private:
        return fail(NOT_SERVED.format(games=games))
    if games:
        print(SHOWN.format(games=games))
    return _serve_release(arguments, names, prefix, private)


def _serve_release(arguments: argparse.Namespace, names: Sequence[str], prefix: str, private: bool) -> int:
    """Serve the finished release, and newer ones that replace it; return the exit status.

    `names`: names of the server that requests may use; `prefix`: path under which a proxy shows the site; `private`:
    pages may contain imported originals.
    """
    import uvicorn

    from scripts import pipeline
    from search.http.hardened_server import GracefulServer, Workers
    from search.http.service import open_app

    root = arguments.root
    try:
        app = open_app(root / pipeline.CURRENT, names, prefix, private)
    except (OSError, ValueError, KeyError) as error:  # not there, written by another version, or cut short
        return fail(UNREADABLE.format(error=error))
    print(SERVED.format(host=arguments.host, port=arguments.port, prefix=prefix), flush=True)
    if arguments.workers == 1:
        with contextlib.suppress(KeyboardInterrupt):
            GracefulServer(uvicorn.Config(app, **_make_settings(arguments.host, arguments.port))).run()
        return 0
    settings = {"place": str(root / pipeline.CURRENT), "names": names, "prefix": prefix, "private": private}
    os.environ["PRONTUARIO_SERVE"] = json.dumps(settings)
    listening = _make_settings(arguments.host, arguments.port)
    config = uvicorn.Config(
        "search.http.service:open_from_environment", factory=True, workers=arguments.workers, **listening
    )
    Workers(config, [config.bind_socket()]).run()
    return 0


def _make_settings(host: str, port: int) -> dict[str, Any]:
    """Return uvicorn's settings, after raising the limit on open files."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, min(most, CONNECTIONS)), most))
    loop = "asyncio"  # uvloop lets in one new connection a round: under load they wait for seconds behind those that are there
    http = "search.http.hardened_server:LimitedProtocol"
    return {"host": host, "port": port, "log_level": "error", "server_header": False, "loop": loop, "http": http}


def _serve_draft(draft: Draft, names: Sequence[str], prefix: str, host: str, port: int) -> int:
    """Serve a draft; each save updates open pages or shows problems in them.

    `names`, `prefix`: as for `_serve_release`. Returns the exit status.
    """
    import uvicorn

    from search.http.hardened_server import GracefulServer
    from search.http.live_reload import LiveReload
    from search.http.service import create_app

    desk = LiveReload(draft.folder, draft.engine, draft.paths, prefix)
    app = create_app(desk, names, prefix, desk.routes())
    server = GracefulServer(uvicorn.Config(app, **_make_settings(host, port)))
    print_left_out(draft, desk)
    desk.closing = lambda: server.should_exit  # an open page's stream ends, else the server would wait for it
    threading.Thread(target=_follow, args=(draft, desk), daemon=True).start()
    print(SERVED.format(host=host, port=port, prefix=prefix), flush=True)
    gc.collect()
    gc.freeze()  # what is kept between two saves stays: looking through it again would make each of them late
    print(
        "Tengo d’occhio rules_src/, docs/, .originals/ e mkdocs.yml: la pagina aperta cambia a ogni salvataggio.",
        flush=True,
    )
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    return 0


def _follow(draft: Draft, desk: LiveReload) -> None:
    from scripts.site.file_watcher import watch_saves

    originals = draft.root / FOLDER
    originals.mkdir(exist_ok=True)  # to be told of what is imported meanwhile
    read = draft.root / "rules_src", originals  # what else changes, MkDocs begins from
    for paths in watch_saves([*read, draft.root / "docs", draft.root / "mkdocs.yml"]):
        start = time.monotonic()
        try:
            parts = [path.relative_to(draft.root).parts for path in paths]
            saved = {part[1] for part in parts if part[0] == "rules_src" and len(part) > 2}
            changed = draft.refresh(any(not {*read} & {*path.parents} for path in paths), saved)
        except SourceError as error:
            print(f"{error}\nLe pagine restano quelle di prima.\n", file=sys.stderr, flush=True)
            desk.warn(error.report)
            continue
        except Exception as error:  # a mistake of ours must not leave who writes without an answer
            traceback.print_exc()
            place = Place(min(paths).relative_to(draft.root).as_posix())
            desk.warn(Report([Problem(place, f"Prontuario si è rotto: {type(error).__name__}: {error}")]))
            continue
        desk.show(draft.engine, draft.paths, changed)
        print_left_out(draft, desk)
        citations = ", ".join(record.citation for record in changed[:5]) + (" e altro" if changed[5:] else "")
        files = ", ".join(sorted(path.relative_to(draft.root).as_posix() for path in paths)[:3])
        print(f"Aggiornato in {time.monotonic() - start:.1f} s: {citations or files}.".replace(".", ",", 1), flush=True)


def print_left_out(draft: Draft, desk: LiveReload) -> None:
    """Print which books are left out because of problems, and show it in open pages."""
    if draft.wrong:
        print(f"{draft.wrong}\n{LEFT_OUT}\n", file=sys.stderr, flush=True)
        desk.warn(draft.wrong)


def _is_free(host: str, port: int) -> bool:
    """Return whether the port is free, asked before the build starts."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
