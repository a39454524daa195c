"""An index read by another process.

Reading takes seconds, and of a process's threads only one runs at a time: whoever asks meanwhile would wait.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

from search.index.store import Piece, read_index

BEHIND = 10  # how far the process stands behind those that answer


def read_apart(folder: Path) -> tuple[Piece, ...]:
    """What `read_index` gives. OSError where it cannot be read."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-m", "search.index.apart", str(folder)],
        env=environment, capture_output=True, check=False, start_new_session=True,
    )  # fmt: skip
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise OSError(said[-1] if said else f"status {done.returncode}")
    pieces: tuple[Piece, ...] = pickle.loads(done.stdout)
    return pieces


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    found = read_index(Path(sys.argv[1]))
    for piece in found:
        piece.count()
    pickle.dump(found, sys.stdout.buffer, pickle.HIGHEST_PROTOCOL)
