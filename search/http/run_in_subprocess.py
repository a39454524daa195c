"""Run a function in a new Python process.

Unlike `multiprocessing`, it does not import the caller's main script.
"""

import gc
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")


@contextmanager
def start_in_subprocess(work: Callable[..., T], *arguments: object) -> Iterator[Callable[[], T]]:
    """Start `work` in a new process; yields a function that waits and returns its result, or raises its error.

    Function, arguments and result are pickled, the arguments at once. The function raises ChildProcessError if the
    process dies. A process that nobody has waited for is killed at the end.
    """
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "search.http.run_in_subprocess"]
    given = pickle.dumps((work, arguments))
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **paths}
    ) as process:

        def wait() -> T:
            said, _ = process.communicate()
            if process.returncode:
                raise ChildProcessError(f"il processo ausiliario si è fermato: {process.returncode}")
            value, error = pickle.loads(said)
            if error:
                raise error
            return value  # type: ignore[no-any-return]

        try:
            assert process.stdin
            with suppress(BrokenPipeError):  # it died: `wait` says so
                process.stdin.write(given)
                process.stdin.flush()
            yield wait
        finally:
            process.kill()


def run_in_subprocess(work: Callable[..., T], *arguments: object) -> T:
    """Run `work` in a new process and return its result, or raise its error; see `start_in_subprocess`."""
    with start_in_subprocess(work, *arguments) as wait:
        return wait()


def main() -> None:
    """Run in the new process: read function and arguments from stdin, print the result."""
    gc.disable()  # what is made here is kept to the end, and that is soon
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the process that began this, which stops it
    try:
        work, arguments = pickle.load(sys.stdin.buffer)
        result: tuple[Any, Exception | None] = work(*arguments), None
    except Exception as error:  # raised again in the process that began this
        result = None, error
    with suppress(BrokenPipeError):  # who began this was stopped meanwhile
        pickle.dump(result, sys.stdout.buffer)
        sys.stdout.flush()
    os._exit(0)  # taking down piece by piece what was made costs half a second for nothing


if __name__ == "__main__":
    main()
