"""Another process, for what takes seconds: the index is made beside MkDocs, and read beside those who ask meanwhile.

Not `multiprocessing`: it would run again the script that asked for the build.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")


@contextmanager
def beside(work: Callable[..., T], *given: object) -> Iterator[Callable[[], T]]:
    """Begins `work` of what it is given; gives a function that waits for what comes of it, or raises what stopped it.

    Who leaves without having asked for it stops it.
    """
    with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as made:
        pickle.dump((work, given), told)
        told.seek(0)
        paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "search.index.beside"]
        with subprocess.Popen(command, stdin=told, stdout=made, env={**os.environ, **paths}) as process:

            def waited() -> T:
                if status := process.wait():
                    raise ChildProcessError(f"il processo accanto si è fermato: {status}")
                made.seek(0)
                value, error = pickle.load(made)
                if error:
                    raise error
                return value  # type: ignore[no-any-return]

            try:
                yield waited
            finally:
                process.kill()


def main() -> None:
    gc.set_threshold(100_000)  # what is made here is kept to the end
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who began this, and stops it
    try:
        work, given = pickle.load(sys.stdin.buffer)
        found: tuple[Any, Exception | None] = work(*given), None
    except Exception as error:  # it is told to who began this
        found = None, error
    pickle.dump(found, sys.stdout.buffer)


if __name__ == "__main__":
    main()
