"""Serve the two compared sites, each behind a slow line; ours also with its own server.

The line is slow here and not in the browser, whose own throttling spares what workers download.
"""

import gzip
import mimetypes
import shutil
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from scripts.site.http_headers import SEARCHES

CHUNK = 1400  # bytes: about a packet
TEXT = ("text/", "application/json", "application/javascript", "image/svg", "application/manifest", "application/xml")


def build_stock(project: Path, out: Path) -> None:
    """Build stock Material over the same Markdown, without web fonts."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    docs = out.parent / "stock-docs"
    shutil.copytree(project / "docs", docs, ignore=shutil.ignore_patterns("overrides", "js", "css"))
    ours = load_config(str(project / "mkdocs.yml"))
    shutil.copytree(project / ours.extra["pages"], docs, dirs_exist_ok=True)
    file = out.parent / "stock.yml"
    file.write_text(f"site_name: {ours.site_name}\n", encoding="utf-8")
    config = load_config(
        str(file),
        docs_dir=str(docs),
        site_dir=str(out),
        theme={"name": "material", "language": "it", "font": False},
        plugins=[{"search": {"lang": "it"}}],
        markdown_extensions=[{name: ours.mdx_configs.get(name) or {}} for name in ours.markdown_extensions],
    )
    config.plugins.on_startup(command="build", dirty=False)
    build(config)


@dataclass
class Line:
    """Simulate a phone's slow line, shared by all connections.

    `rate`: bytes a second; `latency`: seconds for each exchange.
    """

    rate: float
    latency: float
    received: int = 0
    free: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def hang(self) -> None:
        time.sleep(self.latency)

    def carry(self, write: Callable[[bytes], object], data: bytes) -> None:
        """Write `data` at the line's speed."""
        for start in range(0, len(data), CHUNK):
            piece = data[start : start + CHUNK]
            with self.lock:
                self.free = max(self.free, time.monotonic()) + len(piece) / self.rate
                self.received += len(piece)
                wait = self.free - time.monotonic()
            time.sleep(max(0.0, wait))
            write(piece)

    def reset(self) -> None:
        with self.lock:
            self.received, self.free = 0, 0.0


class SlowHost(BaseHTTPRequestHandler):
    """Serve files like a static host: gzip, a day of cache, kept connections.

    `behind`: address of the server that answers the API, or ''.
    """

    protocol_version = "HTTP/1.1"
    root: Path
    line: Line
    behind: str

    def setup(self) -> None:
        super().setup()
        self.line.hang()  # the connection is made

    def do_GET(self) -> None:
        self.line.hang()
        status, kind, body = self.answer(self.path.partition("?")[0].lstrip("/"))
        packs = status == 200 and kind.startswith(TEXT)
        body = packed(body) if packs else body
        head = [
            f"HTTP/1.1 {status} -",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            "Cache-Control: max-age=86400",
            *(["Content-Encoding: gzip"] if packs else []),
            *([f"Server-Timing: {SEARCHES}"] if self.behind else []),
        ]
        self.line.carry(self.wfile.write, "\r\n".join([*head, "", ""]).encode() + body)

    def answer(self, path: str) -> tuple[int, str, bytes]:
        if self.behind and path.startswith("api/v1/search"):
            with urllib.request.urlopen(self.behind + self.path) as answer:
                return 200, "application/json", answer.read()
        file = self.root / path
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            return 404, "text/plain", b""
        return 200, mimetypes.guess_type(file.name)[0] or "application/octet-stream", file.read_bytes()

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        pass


@lru_cache(maxsize=512)
def packed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


@contextmanager
def slow_host(root: Path, line: Line, behind: str = "") -> Iterator[str]:
    """Serve `root` at the other end of `line`; yield the address."""
    handler = type("Handler", (SlowHost,), {"root": root, "line": line, "behind": behind})
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
