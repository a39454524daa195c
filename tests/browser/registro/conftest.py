"""`register`: the Registro open on an empty phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.registro import open_register


@pytest.fixture
def register(page: Page, server: str) -> Page:
    return open_register(page, server)
