"""The edge to the disk: whole folders are made beside and then swapped in, so that a failure leaves what was there."""

from __future__ import annotations

import ctypes
import os
import shutil
from collections.abc import Mapping
from pathlib import Path


def write_tree(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Writes path → content below `folder`."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode("utf-8") if isinstance(content, str) else content
        target.write_bytes(data)


def write_changed(folder: Path, files: Mapping[str, str]) -> None:
    """Writes the files whose content differs, each by a rename, so that nothing is ever half-written."""
    for path, content in files.items():
        target = folder / path
        data = content.encode("utf-8")
        if target.exists() and target.read_bytes() == data:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name(f".{target.name}.nuovo")
        beside.write_bytes(data)
        os.replace(beside, target)


def swap(new: Path, place: Path) -> None:
    """Puts the folder `new` where `place` is; the old one is removed only afterwards.

    Where the system can (Linux), the two change places at once, so that who reads `place` always finds a whole one.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists() and _exchanged(new, place):
        shutil.rmtree(new, ignore_errors=True)
        return
    old = place.with_name(f".{place.name}.vecchio")
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        os.replace(place, old)
    os.replace(new, place)
    shutil.rmtree(old, ignore_errors=True)


def _exchanged(one: Path, other: Path) -> bool:
    """Lets two folders change places in one step; False where the system cannot."""
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(rename(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0)
