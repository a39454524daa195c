"""Write source files whole or not at all, only if changed."""

import os
from collections.abc import Mapping
from pathlib import Path


def write_changed(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files that differ, each whole or not at all; `files`: path → content."""
    for path, content in files.items():
        target = folder / path
        data = content.encode("utf-8")
        if target.exists() and target.read_bytes() == data:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name(f".{target.name}.nuovo")
        beside.write_bytes(data)
        os.replace(beside, target)
