"""What the tests of the search share: the engine over the built copy's index."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.pipeline import INDEX
from search.engine import Engine


@pytest.fixture(scope="session")
def engine(built: Path) -> Engine:
    return Engine.open(built / INDEX)
