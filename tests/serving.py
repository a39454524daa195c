"""What the browser tests, the gallery and the benchmarks share: the project's server, and a Chromium."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from scripts.pipeline import CURRENT
from search.http.service import open_app
from tests.browser.setup import MISSING, find

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


LATE = float(os.environ.get("PRONTUARIO_LATE", "0"))  # seconds


def late(app: Any) -> Any:
    """The application, whose scripts, data and styles come late: whoever taps before a page listens, or counts on a
    style that hides (before it comes everything is visible to Playwright, though nothing is drawn), is found out by
    `PRONTUARIO_LATE=0.5 pytest tests/browser`, and not by a machine that happens to be slow.
    """

    async def waiting(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"].endswith((".js", ".json", ".css")):
            await asyncio.sleep(LATE)
        await app(scope, receive, send)

    return waiting


class NoChromium(SystemExit):
    """Its message says what to do; a command that does not catch it ends with it."""


@contextmanager
def served(root: Path) -> Iterator[str]:
    """The address of the project's own server over the built site of `root`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = open_app(root / CURRENT)
    if LATE:
        app = late(app)
    service = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    while not service.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        service.should_exit = True
        thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium. Raises `NoChromium` without any."""
    executable = find()
    if executable is None:
        raise NoChromium(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def until(page: Page, condition: str, given: Any = None) -> None:
    """Waits until the page's `condition` holds. Playwright's own waiting evaluates a text in the page at every look
    after the first, which the site's policy forbids.
    """
    for _ in range(2400):  # two minutes: a whole copy of the site may be on its way, on a busy machine
        if page.evaluate(condition, given):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)
