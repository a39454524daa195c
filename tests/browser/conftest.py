"""A real Chromium against the real server: `server` (its address), `page` (390×844), `phone` (to make contexts)."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from scripts.cli import open_engine
from scripts.pipeline import SITE
from search.service import open_app
from tests.browser.setup import MISSING, find

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def server(built: Path) -> Iterator[str]:
    """The address of a server over the built copy of the project."""
    engine = open_engine(built)
    assert engine is not None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(open_app(built / SITE, engine), host="127.0.0.1", port=port, log_level="error")
    service = uvicorn.Server(config)
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    while not service.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    service.should_exit = True
    thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = find()
    if executable is None:
        pytest.fail(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts like a phone's; options are Playwright's (`color_scheme`, `java_script_enabled`, …).

    Without a service worker unless asked for (`service_workers="allow"`): see test_offline.py.
    """
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": PHONE, "locale": "it-IT", "service_workers": "block", **options})
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(phone: Callable[..., BrowserContext], server: str) -> Iterator[Page]:
    """A phone's page. The test fails if a script fails or anything asks another origin."""
    page = phone().new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url.startswith((server, "data:", "blob:")) else errors.append(request.url),
    )
    yield page
    assert errors == []
