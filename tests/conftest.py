"""What all tests share: the project's root, its checked sources, and one built site a session."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scripts import pipeline
from scripts.pipeline import Sources

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def sources() -> Sources:
    """The project's own editions, checked."""
    return pipeline.load_checked(ROOT)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with its site and index built: tests never touch the working tree's own."""
    copy = project_copy(tmp_path_factory.mktemp("progetto"))
    pipeline.build(copy)
    return copy


def project_copy(folder: Path) -> Path:
    """Copies what a build reads (sources, hand-written pages, configuration) into `folder`."""
    generated = {
        line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split() if "docs/" in line
    }

    def left_out(directory: str, names: list[str]) -> set[str]:
        here = Path(directory).relative_to(ROOT)
        return {name for name in names if (here / name).as_posix() in generated}

    for name in ("docs", "rules_src"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    shutil.copy(ROOT / "mkdocs.yml", folder)
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running in the process that has used it."""
    items.sort(key=lambda item: "browser" in item.path.parts)
