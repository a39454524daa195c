"""The importer's commands, called as the command line calls them."""

from __future__ import annotations

import argparse
from pathlib import Path

from scripts.originals.commands import add_commands


def prontuario(root: Path, *arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="prontuario")
    parser.add_argument("--root", type=Path, default=root)
    add_commands(parser.add_subparsers(dest="command", required=True))
    parsed = parser.parse_args(list(arguments))
    status: int = parsed.run(parsed)
    return status
