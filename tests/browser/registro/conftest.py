"""Provide `register`: the Registro open on an empty phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.registro import open_register


@pytest.fixture
def register(page: Page, server: str) -> Page:
    return open_register(page, server)


@pytest.fixture
def second(used: Callable[[str], Page], server: str) -> Page:
    """Return the Registro open on a second, empty phone."""
    return open_register(used("globalThis.second = true"), server)
