"""Run the commands of README and manual."""

import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.running_server import serving


def recipe(target: str) -> str:
    """Return the commands that make would run for a target."""
    shown = subprocess.run(
        ["make", "--dry-run", "--always-make", *target.split()], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return shown.stdout


def prontuario(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scripts.cli", "--root", str(folder), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("target", "runs"),
    [
        ("serve", "prontuario serve --port 8000"),
        ("test", "-m pytest"),
        ("site", "prontuario build"),
        ("serve ORIGINALS=DIR", 'prontuario serve --port 8000 --originals "DIR"'),
    ],
)
def test_make_targets_prepare_and_run(target: str, runs: str) -> None:
    shown = recipe(target)
    assert runs in shown
    assert "pip install --quiet --require-hashes" in shown


def test_check_then_search(built_address: Path) -> None:
    """Check, then search; the fixture has run `prontuario build`."""
    assert prontuario(built_address, "check", "--book", "bang").returncode == 0
    found = prontuario(built_address, "search", "bang", "seconda", "ammonizione")
    assert found.returncode == 0
    assert "/r/bang-3.penalita" in found.stdout


def test_serve_answers_on_its_port(built: Path) -> None:
    with serving(built, "--no-build", said=subprocess.PIPE) as (address, server):
        assert server.stdout
        assert f"{address}/ " in server.stdout.readline()
        with urllib.request.urlopen(f"{address}/healthz", timeout=60) as answer:
            assert answer.status == 200


def test_every_subcommand_is_documented() -> None:
    help_text = prontuario(ROOT, "--help").stdout
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "manuale").glob("*.md")]
    documented = "".join(page.read_text(encoding="utf-8") for page in pages)
    for name in re.findall(r"^    ([a-z-]+) ", help_text, re.MULTILINE):
        assert f"prontuario {name}" in documented, name
