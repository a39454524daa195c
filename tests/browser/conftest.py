"""A real Chromium against the real server: `server` (its address), `page` (390×844), `phone` (to make contexts)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.serving import NoChromium, chromium, served

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def server(built: Path) -> Iterator[str]:
    """The address of a server over the built copy of the project."""
    with served(built) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        with chromium() as browser:
            yield browser
    except NoChromium as missing:
        pytest.fail(str(missing))


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
