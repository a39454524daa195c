"""Another process, for what takes seconds: most of a build is made beside MkDocs, an index read beside those who ask.

Not `multiprocessing`: it would run again the script that asked for the build.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")


def _nothing() -> Iterator[None]:
    return iter(())


@contextmanager
def beside(
    work: Callable[..., T], ahead: Callable[..., Iterator[object]] = _nothing, *told: object
) -> Iterator[Callable[..., AbstractContextManager[Callable[[], T]]]]:
    """A process that goes through `ahead` of what it is told, until what it is given for its `work` is ready.

    Gives a function that begins the work of that; within it another one waits for what comes of it, or raises what
    stopped it. Who leaves without having asked for it stops it.
    """
    with tempfile.TemporaryFile() as made:
        paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "search.index.subprocess_worker"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=made, env={**os.environ, **paths}) as process:
            assert process.stdin
            to = process.stdin

            def say(what: Callable[..., object], of: Sequence[object]) -> None:
                with suppress(BrokenPipeError):  # it is gone, and `waited` says so
                    pickle.dump((what, of), to)
                    to.flush()

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
                try:
                    say(work, given)
                    yield waited
                finally:
                    process.kill()
                    process.wait()

            try:
                say(ahead, told)
                yield begin
            finally:
                process.kill()


def main() -> None:
    gc.disable()  # what is made here is kept to the end, and that is soon
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who began this, and stops it
    try:
        ahead, told = pickle.load(sys.stdin.buffer)
        for _ in ahead(*told):
            if select.select([sys.stdin], [], [], 0)[0]:
                break
        work, given = pickle.load(sys.stdin.buffer)
        found: tuple[Any, Exception | None] = work(*given), None
    except Exception as error:  # it is told to who began this
        found = None, error
    pickle.dump(found, sys.stdout.buffer)
    sys.stdout.flush()
    os._exit(0)  # to take down what was made, piece by piece, costs half a second for nothing


if __name__ == "__main__":
    main()
