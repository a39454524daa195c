"""Run a function in a new Python process.

Unlike `multiprocessing`, it does not import the caller's main script.
"""

import gc
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


def run_in_subprocess(work: Callable[..., T], *arguments: object) -> T:
    """Run `work` in a new process and return its result, or raise its error.

    Function, arguments and result are pickled. Raises ChildProcessError if the process dies.
    """
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-m", "search.http.run_in_subprocess"],
        input=pickle.dumps((work, arguments)),
        stdout=subprocess.PIPE,
        env={**os.environ, **paths},
        check=False,
    )
    if done.returncode:
        raise ChildProcessError(f"il processo ausiliario si è fermato: {done.returncode}")
    value, error = pickle.loads(done.stdout)
    if error:
        raise error
    return value  # type: ignore[no-any-return]


def main() -> None:
    """Run in the new process: read function and arguments from stdin, write the result to stdout."""
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
