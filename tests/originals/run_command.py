"""Run the commands as the command line does."""

from pathlib import Path

from scripts import cli


def prontuario(root: Path, *arguments: str) -> int:
    return cli.main(["--root", str(root), *arguments])
