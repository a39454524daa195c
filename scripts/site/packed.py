"""Files packed beforehand (`.br`, `.gz`), for servers that send them as they are."""

from __future__ import annotations

import gzip
from pathlib import Path

import brotli

ENDS = (".html", ".js", ".css", ".json", ".svg", ".xml", ".webmanifest", ".txt")
LEAST = 1024  # bytes: below it a packet goes anyway
QUALITY = 9  # of 11: the last two cost five times the time for two bytes in a hundred


def pack(site: Path) -> None:
    """Writes beside every text of a finished site what it is packed; permalinks, which a server forwards, are too small."""
    for path in sorted(site.rglob("*")):
        if path.suffix not in ENDS or path.relative_to(site).parts[0] == "r":
            continue
        data = path.read_bytes()
        if len(data) >= LEAST:
            path.with_name(f"{path.name}.br").write_bytes(brotli.compress(data, quality=QUALITY))
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
