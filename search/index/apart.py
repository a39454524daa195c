"""An index read by another process.

Reading takes seconds, and of a process's threads only one runs at a time: whoever asks meanwhile would wait.
"""

from __future__ import annotations

import os
from pathlib import Path

from search.index.beside import beside
from search.index.store import Piece, read_index

BEHIND = 10  # how far the process stands behind those that answer


def read_apart(folder: Path) -> tuple[Piece, ...]:
    """What `read_index` gives. OSError where it cannot be read."""
    try:
        with beside(counted, folder) as found:
            return found()
    except OSError:
        raise
    except Exception as error:  # what is damaged can fail anywhere
        raise OSError(f"{type(error).__name__}: {error}") from error


def counted(folder: Path) -> tuple[Piece, ...]:
    """The index, with what is else counted when it is first asked for; gives way to others."""
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    pieces = read_index(folder)
    for piece in pieces:
        piece.count()
    return pieces
