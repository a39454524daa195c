"""Provide what all tests share: root, checked sources, one built site."""

import fcntl
import gc
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from starlette.applications import Starlette

from scripts import cli, pipeline
from scripts.model.problems import Report
from scripts.pipeline import Sources
from search.http.service import open_app
from tests.source_faults import book_with

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
ADDRESS = "https://esempio.it/prontuario/"
KEPT = ROOT / ".pytest_cache/built"  # what tests that run alone have built
MEMORY, OURS = Path("/dev/shm"), "prontuario-prove-"  # where Linux lends memory as a folder
ROOM = 4 << 30  # bytes free there: a run takes a fifth


def pytest_xdist_auto_num_workers() -> int:
    """Return three workers for two processors, since tests often wait."""
    return (os.cpu_count() or 1) * 3 // 2


@pytest.hookimpl(tryfirst=True)  # whoever makes the folders reads the option next
def pytest_configure(config: pytest.Config) -> None:
    """Disable garbage collection, and keep temporary files in memory.

    A worker keeps most objects to its end, and each collection searched all of them; 140,000 files and folders on a
    disk took a thirtieth of a run. To look at what a run has left, use --basetemp.
    """
    gc.disable()
    if "PYTEST_XDIST_WORKER" in os.environ or config.option.basetemp or not MEMORY.is_dir():
        return
    for old in MEMORY.glob(f"{OURS}*"):  # of a run that was killed
        if not Path("/proc", old.name.removeprefix(OURS)).exists():
            shutil.rmtree(old, ignore_errors=True)
    if shutil.disk_usage(MEMORY).free >= ROOM:
        config.option.basetemp = MEMORY / f"{OURS}{os.getpid()}"
        config.add_cleanup(lambda: shutil.rmtree(config.option.basetemp, ignore_errors=True))


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Collect garbage at the end of a module only."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run first the modules that build, and let no worker wait for another's build.

    xdist gives each worker an equal stretch of the list. The first begins with what needs the site of all books, which
    takes longest to build; the others meanwhile run modules that need none.
    """
    modules: dict[Path, list[pytest.Item]] = {}
    for item in items:
        modules.setdefault(item.path, []).append(item)
    needing = {path for path, found in modules.items() if any("built" in one.fixturenames for one in found)}  # type: ignore[attr-defined]
    order = sorted(modules, key=lambda path: (path.parent != HERE, path.parent == HERE and path not in needing))
    heavy = [item for path in order if path in needing or path.parent == HERE for item in modules[path]]
    light = [item for path in order if path not in needing and path.parent != HERE for item in modules[path]]
    workers, left = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")), len(items)
    ends = [len(light) * n // (workers - 1) for n in range(1, workers)] if workers > 1 else [len(light)]
    items.clear()
    for n, (begin, end) in enumerate(pairwise([0, *([0] if workers > 1 else []), *ends])):
        rest = max(0, left // (workers - n) - (end - begin))
        items += light[begin:end] + heavy[:rest]
        left -= end - begin + rest
        del heavy[:rest]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def sources() -> Sources:
    """Return the project's own sources, read and checked."""
    return pipeline.load_checked(ROOT)


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """Return the made-up book of `tests/source_faults.py`, without faults."""
    folder = tmp_path_factory.mktemp("libro")
    book_with("", folder)
    return pipeline.load_sources(folder, Report())


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a read-only copy of the project with site and index built."""
    return shared(tmp_path_factory, worker_id, "progetto")


@pytest.fixture(scope="session")
def built_wot(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a copy of the project with only the book `wot` built, to save time."""
    return shared(tmp_path_factory, worker_id, "progetto-wot", "--book", "wot")


@pytest.fixture(scope="session")
def built_address(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a copy of the project with the book `bang`, built for a known site address."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRONTUARIO_ADDRESS", ADDRESS)
        return shared(tmp_path_factory, worker_id, "progetto-indirizzo", "--book", "bang")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return a Chromium, one for each worker."""
    from tests.running_server import QUICK, NoChromium, chromium  # it needs what stands here

    try:
        with chromium(*QUICK) as browser:
            yield browser
    except NoChromium as missing:
        pytest.fail(str(missing))


@pytest.fixture(scope="session")
def app(built: Path) -> Starlette:
    """Return the web application over the built copy."""
    return open_app(built / pipeline.CURRENT)


def shared(factory: pytest.TempPathFactory, worker_id: str, name: str, *options: str) -> Path:
    """Build a copy of the project once for all parallel workers; return its folder.

    `name`: of the folder; `options`: of the command `build`. Without workers the build is kept for later runs, until
    its input changes.
    """
    folder = (KEPT / input_digest() if worker_id == "master" else factory.getbasetemp().parent) / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "site").exists():
            shutil.rmtree(folder, ignore_errors=True)
            for old in sorted(KEPT.glob("*/"), key=os.path.getmtime)[:-3]:  # another run may be using the others
                shutil.rmtree(old, ignore_errors=True)
            assert cli.main(["--root", str(project_copy(folder)), "build", *options]) == 0
    return folder


def input_digest() -> str:
    """Return a digest of name, size and date of every file that a build reads or runs."""
    made_of = [
        ROOT / name for name in ("mkdocs.yml", "docs", "rules_src", "scripts", "search/index", "search/language")
    ]
    paths = sorted(path for top in made_of for path in (top, *top.rglob("*")) if path.suffix != ".pyc")
    stats = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in paths if path.is_file()]
    return hashlib.sha256(repr((sys.version, os.environ.get("PRONTUARIO_ADDRESS"), stats)).encode()).hexdigest()[:16]


def built_copy(built: Path, folder: Path) -> Path:
    """Return a copy of a built project, to rebuild or damage."""
    copied(built, folder)
    return folder


def project_copy(folder: Path) -> Path:
    """Copy the files that a build reads into `folder`, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    copied(ROOT / "docs", ROOT / "rules_src", ROOT / "mkdocs.yml", folder)
    shutil.copytree(ROOT / "scripts/site", folder / "scripts/site", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def copied(*paths: Path) -> None:
    """Copy files and folders into the folder that is the last argument."""
    subprocess.run(["cp", "-a", *paths], check=True)


def small_project(folder: Path, *books: str) -> Path:
    """Copy the files that a build reads, with only these books; return the folder.

    Lines of shared files that name another book are left out.
    """
    sources = project_copy(folder) / "rules_src"
    gone = [path.parent.name for path in sources.glob("*/book.toml") if path.parent.name not in books]
    for book in gone:
        shutil.rmtree(sources / book)
    shutil.rmtree(sources / "confronti")
    named = re.compile(rf"\b(?:{'|'.join(sorted(gone, key=len, reverse=True))})(?=[-,\t]|$)", re.MULTILINE)
    for name in ("anchors.lock", "redirects.tsv", "vocabolario/argomenti.tsv", "vocabolario/sinonimi.tsv"):
        lines = (sources / name).read_text(encoding="utf-8").splitlines(keepends=True)
        (sources / name).write_text("".join(line for line in lines if not named.search(line)), encoding="utf-8")
    return folder
