"""Build three files, stopping before any step: see test_releases.py.

`python -m tests.site.interruptible_build ROOT NAME [FAULT STEP]` makes one build. With `every FAULT START` it stops one
build at every step, each in a child process, makes another build after each, and asserts what must hold.
"""

import errno
import os
import sys
import time
from pathlib import Path
from typing import Any

from scripts.site import releases

PLACES = {"os.rename", "os.symlink", "os.mkdir", "open"}  # what needs room on the disk
CHANGES = PLACES | {"os.remove", "os.rmdir", "os.chmod", "shutil.rmtree"}


def build(root: Path, name: str, fault: str = "", step: int = 0) -> None:
    count = 0

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal count
        of_disk = event in (PLACES if fault == "full" else CHANGES)
        if not of_disk or (event == "open" and not int(arguments[2]) & (os.O_WRONLY | os.O_RDWR)):
            return
        count += 1
        if fault == "stopped" and count == step:
            os._exit(9)
        if (fault == "full" and count >= step) or fault == "read-only":
            raise OSError(errno.ENOSPC if fault == "full" else errno.EROFS, fault)

    if fault:
        sys.addaudithook(watch)
    with releases.open_release(root) as new:
        releases.write_tree(new, {f"{part}/name": name for part in ("pages", "site", "index")})
        if fault == "waiting":
            print("in", flush=True)
            sys.stdin.readline()


def left(root: Path) -> list[Path]:
    """Return the releases that remain after the removal."""
    until = time.monotonic() + 60
    while list((root / releases.RELEASES).glob(".*")):
        assert time.monotonic() < until
        time.sleep(0.005)
    return list((root / releases.RELEASES).iterdir())


def in_child(root: Path, name: str, *fault: Any) -> bool:
    """Return whether a build in another process finished."""
    child = os.fork()
    if child == 0:
        try:
            build(root, name, *fault)
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def shown(root: Path) -> set[str]:
    """Return the names of builds with parts in place."""
    places = (releases.SITE, releases.PAGES, releases.CURRENT / "site", releases.CURRENT / "index")
    return {(root / place / "name").read_text() for place in places if (root / place / "name").exists()}


def every_step(folder: Path, fault: str, start: str) -> int:
    """Stop a build at each of its steps."""
    step, finished = 0, False
    while not finished:
        step += 1
        root = folder / str(step)
        root.mkdir()
        if start == "release":
            assert in_child(root, "prima")
        if start == "folders":
            releases.write_tree(root, {"site/name": "prima", "build/pages/name": "prima"})
        before = shown(root)
        finished = in_child(root, "nuovo", fault, step)
        if start == "folders":  # whoever reads the release reads it whole; the old folders go one by one
            assert not (root / releases.CURRENT).exists() or (root / releases.CURRENT / "index/name").exists(), step
        else:
            assert shown(root) in (before, {"nuovo"}), step
        assert in_child(root, "dopo"), step
        assert shown(root) == {"dopo"}, step
        assert len(left(root)) <= 2, step
    return step


if __name__ == "__main__":
    place, name, *rest = sys.argv[1:]
    if name == "every":
        print(every_step(Path(place), *rest))
    else:
        build(Path(place), name, "".join(rest))
