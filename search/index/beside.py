"""Another process, for what takes seconds: most of a build is made beside MkDocs, an index read beside those who ask.

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
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


@contextmanager
def beside(work: Callable[..., T], *modules: str) -> Iterator[Callable[..., AbstractContextManager[Callable[[], T]]]]:
    """A process that imports `work`, and the `modules` that it will need, while what it is given is made ready.

    Gives a function that begins the work of that; within it another one waits for what comes of it, or raises what
    stopped it. Who leaves without having asked for it stops it.
    """
    with tempfile.TemporaryFile() as made:
        paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "search.index.beside", work.__module__, *modules]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=made, env={**os.environ, **paths}) as process:

            def waited() -> T:
                if status := process.wait():
                    raise ChildProcessError(f"il processo accanto si è fermato: {status}")
                made.seek(0)
                value, error = pickle.load(made)
                if error:
                    raise error
                return value  # type: ignore[no-any-return]

            @contextmanager
            def begin(*given: object) -> Iterator[Callable[[], T]]:
                assert process.stdin
                try:
                    with suppress(BrokenPipeError):  # it is gone, and `waited` says so
                        pickle.dump((work, given), process.stdin)
                        process.stdin.flush()
                    yield waited
                finally:
                    process.kill()
                    process.wait()

            try:
                yield begin
            finally:
                process.kill()


def main() -> None:
    gc.set_threshold(100_000)  # what is made here is kept to the end
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who began this, and stops it
    try:
        for module in sys.argv[1:]:
            import_module(module)
        work, given = pickle.load(sys.stdin.buffer)
        found: tuple[Any, Exception | None] = work(*given), None
    except Exception as error:  # it is told to who began this
        found = None, error
    pickle.dump(found, sys.stdout.buffer)


if __name__ == "__main__":
    main()
