"""The made-up project, once a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.originals import made_up


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up.project(tmp_path_factory.mktemp("libri"))
