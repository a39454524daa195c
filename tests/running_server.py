"""Start the project's server, a Chromium or an nginx, for tests."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Error, Page, sync_playwright

from scripts.pipeline import CURRENT
from search.http.hardened_server import GracefulServer, LimitedProtocol
from search.http.service import open_app
from tests.browser.install_chromium import MISSING, find
from tests.conftest import ROOT

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
QUICK = (  # for tests alone: benchmarks measure a browser as people have it
    # A frame serves the next document too, as it did for years: of what a page costs a test, a new one is a sixth. Playwright
    # enables the other two, and the last such list is the one that counts.
    "--enable-features=RenderDocument:level/crashed-frame,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies",
    "--js-flags=--no-flush-bytecode",  # every page runs the same scripts: what is compiled of them stays
    "--renderer-process-limit=1",  # no process is made ready for a page that may come: a seventh of what a context costs
)
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # who asks another origin gets no answer


LATE = float(os.environ.get("PRONTUARIO_LATE", "0"))  # seconds


def late(app: Any) -> Any:
    """Return the application with delayed scripts, data and styles.

    With it, tests that act before a page is ready fail always, not only on a slow machine (`PRONTUARIO_LATE=0.5 pytest
    tests/browser`).
    """

    async def waiting(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"].endswith((".js", ".json", ".css")):
            await asyncio.sleep(LATE)
        await app(scope, receive, send)

    return waiting


def kept_assets(app: Any) -> Any:
    """Return the application with assets that the browser caches without asking again.

    A phone with the offline copy behaves so; asking takes a fifth of a page's time in a test.
    """

    async def keeping(scope: Any, receive: Any, send: Any) -> None:
        async def said(message: Any) -> None:
            if message["type"] == "http.response.start" and scope["path"].startswith("/assets/"):
                headers = [(name, value) for name, value in message["headers"] if name.lower() != b"cache-control"]
                message = {**message, "headers": [*headers, (b"cache-control", b"max-age=86400")]}
            await send(message)

        await app(scope, receive, said)

    return keeping


def source_scripts(app: Any) -> Any:
    """Return the application with each script also as written, at `/assets/js/…`.

    On the site several modules are one file; a test of a single module loads its source.
    """

    async def given(scope: Any, receive: Any, send: Any) -> None:
        source = ROOT / "docs" / scope.get("path", "")[1:]
        if not scope.get("path", "").startswith("/assets/js/") or not source.is_file():
            await app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/javascript")]})
        await send({"type": "http.response.body", "body": source.read_bytes()})

    return given


NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
NGINX_MAIN = """daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors warn;
events {{ worker_connections 4096; }}
http {{
  access_log off; client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
  uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
  {upstream}
  server {{ listen 127.0.0.1:{port}; root {release}/site; include {release}/nginx.conf; {search} }}
}}
"""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def answering(port: int, process: subprocess.Popen[Any]) -> None:
    """Wait until a process answers on a port."""
    while True:
        assert process.poll() is None, process.args
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)


@contextmanager
def serving(
    root: Path, *options: str, port: int = 0, said: int | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Yield (address, process) of a `prontuario serve`, once it answers."""
    port = port or free_port()
    command = [sys.executable, "-m", "scripts.cli", "--root", str(root), "serve", "--port", str(port), *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=said, text=True) as process:
        try:
            answering(port, process)
            yield f"http://127.0.0.1:{port}", process
        finally:
            process.kill()


@contextmanager
def nginx_before(release: Path, folder: Path, replicas: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (port, process) of an nginx that serves a release's site.

    `replicas`: ports of our servers, for searches; errors are written to `folder`/errors.
    """
    port = free_port()
    servers = " ".join(f"server 127.0.0.1:{replica};" for replica in replicas)
    upstream = f"upstream prontuario {{ {servers} keepalive 256; keepalive_timeout 4s; }}" if replicas else ""
    search = f"include {release}/nginx-ricerca.conf;" if replicas else ""
    conf = NGINX_MAIN.format(folder=folder, port=port, release=release, upstream=upstream, search=search)
    (folder / "nginx.conf").write_text(conf, encoding="utf-8")
    process = subprocess.Popen([str(NGINX), "-c", str(folder / "nginx.conf")])
    try:
        answering(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


class NoChromium(SystemExit):
    """Report that no Chromium is installed, and what to do."""


@contextmanager
def served(root: Path, wrapped: Callable[[Any], Any] = lambda app: app, *, private: bool = False) -> Iterator[str]:
    """Yield the address of our server over the site of `root`.

    `wrapped`: changes the application; `private`: accept a site with copyrighted originals.
    """
    port = free_port()
    app = wrapped(source_scripts(open_app(root / CURRENT, private=private)))
    if LATE:
        app = late(app)
    service = GracefulServer(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", http=LimitedProtocol))
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    while not service.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        service.should_exit = True
        thread.join(120)  # seconds: hundreds of times as long as it takes
        assert not thread.is_alive(), "the server does not stop"


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Yield a Chromium started with flags; NoChromium if none is installed."""
    executable = find()
    if executable is None:
        raise NoChromium(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=[*FLAGS, ALONE, *flags])
        try:
            yield browser
        finally:
            browser.close()


def until(page: Page, condition: str, given: Any = None) -> None:
    """Wait until a JavaScript condition holds in the page.

    Playwright's own waiting evaluates a string in the page, which the site's policy forbids. A page that leads on to
    another while it is asked is asked again there.
    """
    for _ in range(2400):  # two minutes: a whole copy of the site may be on its way, on a busy machine
        try:
            if page.evaluate(condition, given):
                return
        except Error as stopped:
            if "context was destroyed" not in stopped.message:
                raise
        page.wait_for_timeout(50)
    raise AssertionError(condition)
