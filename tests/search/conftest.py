"""Provide both search engines, Python and JavaScript, over the built copy."""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from scripts.pipeline import INDEX, SITE
from scripts.site.fingerprinted_assets import add_stamp, find_stamp
from search.engine.answer import Engine
from search.index.browser_files import FOLDER
from tests.conftest import ROOT

HERE = Path(__file__).parent
SCRIPTS = str(ROOT / "docs/assets/js")

Twin = Callable[[Sequence[dict[str, Any]]], list[dict[str, Any]]]
"""Queries ({q, book, kind, limit, offset}) → what the browser's engine answers."""
Language = Callable[[str, Sequence[str]], list[Any]]
"""('terms' or 'quantities', texts) → what the browser reads in each."""


@pytest.fixture(scope="session")
def engine(built: Path) -> Engine:
    return Engine.open(built / INDEX)


def in_node(script: str, *arguments: str, given: Any) -> Any:
    """Run a script in Playwright's Node.js, with `given` as JSON input; return its output."""
    node, _ = compute_driver_executable()
    roomy = "--max-semi-space-size=64"  # MB: an index that is read again and again is a fifth of the time garbage
    command = [node, roomy, str(HERE / script), *arguments]
    run = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.fixture(scope="session")
def twin(built: Path) -> Twin:
    """Return the browser's engine over the built copy's files."""
    site = built / SITE
    return lambda queries: list(
        in_node(
            "js_engine.mjs", str(site / add_stamp("assets/js/", find_stamp(site))), str(site / FOLDER), given=queries
        )
    )


@pytest.fixture(scope="session")
def language() -> Language:
    data = str(ROOT / "search/language/italian.json")
    return lambda what, texts: list(in_node("js_language.mjs", SCRIPTS, data, given=[what, list(texts)]))
