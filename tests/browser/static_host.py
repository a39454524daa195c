"""Serve a site in a sub-path, as static hosts do."""

from __future__ import annotations

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

FOLDER = "prontuario"


class Handler(SimpleHTTPRequestHandler):
    """Record requests; damage the answers of paths in `host.broken`.

    No answer is given during a publication, so that a site is never half of one edition and half of the next.
    """

    host: StaticHost

    def __init__(self, *arguments: Any, host: StaticHost, **options: Any) -> None:
        self.host = host
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        path = self.path.removeprefix(f"/{FOLDER}/").partition("?")[0]
        self.host.asked.append(path)
        del self.headers["If-Modified-Since"]  # told in seconds: two editions put there in one second would be the same
        if path in self.host.broken:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>")  # cut short
            return
        with self.host.still:
            super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


class QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:  # a browser that hangs up is not an error
        pass


class StaticHost:
    """Serve `root`, with the site in its folder `prontuario`."""

    def __init__(self, root: Path) -> None:
        self.root, self.site = root, root / FOLDER
        self.asked: list[str] = []
        self.broken: set[str] = set()
        self.still = threading.Lock()
        self.port = 0
        self.server: QuietServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{FOLDER}"

    def start(self) -> None:
        handler = functools.partial(Handler, directory=str(self.root), host=self)
        self.server = QuietServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None
