"""Test an installed Prontuario: a wheel, a fresh environment, an empty folder."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
import zipfile
from pathlib import Path

import pytest

from scripts.edition.published_anchors import LOCK, format_lock, read_lock
from scripts.model.problems import Report
from scripts.model.software_version import VERSION
from scripts.workspace import NotAWorkspace, copy_linked_book, prepare
from tests.conftest import ROOT
from tests.running_server import answering, free_port

ORIGINAL = ROOT / "tests/golden/dama/originale.txt"
SOURCES = ("scripts", "search", "docs", "rules_src", "mkdocs.yml", "pyproject.toml", "setup.py", "MANIFEST.in",
           "requirements.in", "README.md", "LICENSE")  # fmt: skip


def build_wheel(folder: Path) -> Path:
    """Build the wheel from a copy of the sources."""
    sources = folder / "sources"
    sources.mkdir()
    subprocess.run(["cp", "-a", *(ROOT / name for name in SOURCES), sources], check=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(sources)], check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command `prontuario` of a fresh environment.

    It has the wheel, and finds its dependencies where ours are: installing them again needs a network and a minute, and
    `make release` does it, for each Python.
    """
    folder = tmp_path_factory.mktemp("installato")
    wheel, environment = build_wheel(folder), folder / "ambiente"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(environment), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True)
    packages = next(environment.glob("lib/python*/site-packages"))
    (packages / "dipendenze.pth").write_text(sysconfig.get_path("purelib"))  # its own .pth files are not followed
    return environment / "bin/prontuario"


def run(command: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PRONTUARIO"))}
    return subprocess.run(
        [command, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_an_empty_folder_becomes_a_place_for_ones_own_books(command: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        assert run(command, folder, "--version").stdout == f"Prontuario {VERSION}\n"
        assert not any(folder.iterdir())
        drafted = run(command, folder, "new-book", "collaudo", str(ORIGINAL))
        assert drafted.returncode == 0, drafted.stderr
        assert (folder / "rules_src/collaudo/book.toml").is_file()
        assert not (folder / "rules_src/collaudo").is_symlink()
        assert (folder / "rules_src/wot").is_symlink()
        checked = run(command, folder, "check")
        assert checked.returncode == 0, checked.stdout + checked.stderr
        _serves(command, folder)


def _serves(command: Path, folder: Path) -> None:
    port = free_port()
    arguments = ["serve", "--book", "collaudo", "--book", "wot", "--no-watch", "--port", str(port)]
    with subprocess.Popen([command, *arguments], cwd=folder, stdout=subprocess.DEVNULL) as process:
        try:
            answering(port, process)
            address = f"http://127.0.0.1:{port}"
            with urllib.request.urlopen(f"{address}/api/v1/version.json") as answer:
                assert json.load(answer) == {"version": VERSION, "api": 1}
            with urllib.request.urlopen(f"{address}/collaudo/") as answer:
                assert "Dama Alpina" in answer.read().decode()
            with urllib.request.urlopen(f"{address}/api/v1/search?q=pareggio&book=wot") as answer:
                assert "results" in json.load(answer)
        finally:
            process.kill()


def test_the_wheel_holds_what_git_has_and_nothing_of_an_original(command: Path) -> None:
    shipped = next(command.parent.parent.glob("lib/python*/site-packages/scripts/shipped"))
    with zipfile.ZipFile(next(command.parent.parent.parent.glob("*.whl"))) as wheel:
        names = {name.removeprefix("scripts/shipped/") for name in wheel.namelist() if "/shipped/" in name}
    tracked = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "rules_src", "docs", "mkdocs.yml"],
        capture_output=True, text=True, check=False,
    ).stdout.split()  # fmt: skip
    if tracked:
        assert set(tracked) <= names
    assert (shipped / "mkdocs.yml").read_bytes() == (ROOT / "mkdocs.yml").read_bytes()
    assert not [name for name in names if ".originals" in name]


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """Return a version's contents: a book, shared files, two published anchors."""
    folder = tmp_path / "uno" / "shipped"
    for path in ("docs/index.md", "mkdocs.yml", "rules_src/wot/book.toml", "rules_src/redirects.tsv"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("uno", encoding="utf-8")
    (folder / LOCK).write_text(format_lock(["wot-1", "wot-2"]), encoding="utf-8")
    return folder


def test_a_newer_version_takes_the_place_of_the_links_alone(shipped: Path, tmp_path: Path) -> None:
    root = tmp_path / "regole"
    root.mkdir()
    prepare(root, shipped)
    (root / "rules_src/circolo").mkdir()
    (root / "rules_src/circolo/book.toml").write_text("nostro", encoding="utf-8")
    (root / LOCK).write_text(format_lock([*read_lock(root, Report()), "circolo-1"]), encoding="utf-8")
    newer = tmp_path / "due" / "shipped"
    shutil.copytree(shipped, newer)
    (newer / "rules_src/wot/book.toml").write_text("due", encoding="utf-8")
    (newer / LOCK).write_text(format_lock(["wot-1", "wot-2", "wot-3"]), encoding="utf-8")
    shutil.rmtree(shipped)  # the environment of before is gone
    prepare(root, newer)
    assert (root / "rules_src/wot/book.toml").read_text(encoding="utf-8") == "due"
    assert (root / "rules_src/circolo/book.toml").read_text(encoding="utf-8") == "nostro"
    assert read_lock(root, Report()) == ("circolo-1", "wot-1", "wot-2", "wot-3")


def test_a_book_in_which_one_writes_becomes_ones_own(shipped: Path, tmp_path: Path) -> None:
    root = tmp_path / "regole"
    root.mkdir()
    prepare(root, shipped)
    copy_linked_book(root, "wot")
    (root / "rules_src/wot/book.toml").write_text("mio", encoding="utf-8")
    prepare(root, shipped)
    assert (root / "rules_src/wot/book.toml").read_text(encoding="utf-8") == "mio"
    assert (shipped / "rules_src/wot/book.toml").read_text(encoding="utf-8") == "uno"


def test_a_folder_of_somebody_else_is_left_alone(shipped: Path, tmp_path: Path) -> None:
    root = tmp_path / "altro"
    (root / "docs").mkdir(parents=True)
    with pytest.raises(NotAWorkspace, match="cartella vuota"):
        prepare(root, shipped)
    assert [path.name for path in root.iterdir()] == ["docs"]
