"""Run the commands of README and manual."""

import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT


def recipe(target: str) -> str:
    """Return the commands that make would run for a target."""
    shown = subprocess.run(
        ["make", "--dry-run", "--always-make", *target.split()], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return shown.stdout


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


def test_every_subcommand_is_documented() -> None:
    command = [sys.executable, "-m", "scripts.cli", "--help"]
    help_text = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "manuale").glob("*.md")]
    documented = "".join(page.read_text(encoding="utf-8") for page in pages)
    for name in re.findall(r"^    ([a-z-]+) ", help_text, re.MULTILINE):
        assert f"prontuario {name}" in documented, name
