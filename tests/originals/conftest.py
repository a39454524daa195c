"""Provide a made-up project, once a session, and a page for printing PDFs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.originals import made_up_books


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up_books.project(tmp_path_factory.mktemp("libri"))


@pytest.fixture(scope="session")
def paper(browser: Browser) -> Iterator[Page]:
    """Return a page with which a test prints any document as PDF."""
    with browser.new_context() as context:
        yield context.new_page()
