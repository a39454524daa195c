"""Compress files at build time (`.br`, `.gz`), for servers that send such files."""

import gzip
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

ENDS = (".html", ".js", ".css", ".json", ".svg", ".xml", ".webmanifest", ".txt")
LEAST = 1024  # bytes: below it a packet goes anyway
# of 11: the eighth costs a fifth more time for a byte in a thousand, the ninth five times as much for three
QUALITY = 7
BEST, LARGE = 11, "racconti"  # a phone waits for these to hear a story: a second more of the build, 4% less to fetch
WIDEST = 22  # a window of 4 MB, as a power of two: for less text less is made ready
LEVEL = 7  # of 9: the last two cost half as much again for four bytes in a thousand


def pack_files(paths: Iterable[Path]) -> None:
    """Write compressed forms of text files of 1 kB or more."""
    texts = [path for path in paths if path.suffix in ENDS]
    with ThreadPoolExecutor() as several:  # both libraries let other threads run meanwhile
        list(several.map(_pack, texts))


def _pack(path: Path) -> None:
    data = path.read_bytes()
    if len(data) >= LEAST:
        quality = BEST if path.parent.name == LARGE else QUALITY
        packed = brotli.compress(data, quality=quality, lgwin=min(WIDEST, len(data).bit_length()))
        path.with_name(f"{path.name}.br").write_bytes(packed)
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(data, LEVEL, mtime=0))
