"""Run the commands as the command line does."""

from __future__ import annotations

from pathlib import Path

from scripts import cli


def prontuario(root: Path, *arguments: str) -> int:
    return cli.main(["--root", str(root), *arguments])
