"""Manage releases on disk: one folder a build, switched by rename.

    build/releases/<id>/{site,index,pages}    made beside all others, by one build at a time
    build/current → releases/<id>             the switch: a symbolic link renamed over the other
    site → build/current/site                 always the same, as is build/pages, unless only pages were made

Wherever a build stops, one whole release is current: the one before or, after the rename, the new one. What a stopped
build leaves is removed by the next. Needs a file system with symbolic links.
"""

import contextlib
import fcntl
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

BUILD = Path("build")  # everything made; git-ignored
CURRENT = BUILD / "current"
RELEASES = BUILD / "releases"
PAGES = BUILD / "pages"
SITE = Path("site")
LAST = re.compile(r"^sw\.js$|^_headers$|\.(?:br|gz)$")
BUSY = "Un’altra costruzione è in corso: aspetto che finisca."


def write_tree(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files, given as path below `folder` → content."""
    made = set()
    for path, content in files.items():
        target = folder / path
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        data = content.encode("utf-8") if isinstance(content, str) else content
        target.write_bytes(data)


def read_pages(site: Path) -> Iterator[tuple[str, str]]:
    """Yield (path, HTML) of every page of a site."""
    return ((p.relative_to(site).as_posix(), p.read_text(encoding="utf-8")) for p in sorted(site.rglob("*.html")))


def read_tree(site: Path) -> dict[str, str | bytes]:
    """Return path → content of a site's files, pages as text and others as bytes.

    Compressed files, headers and service worker are left out, since they are made from the others.
    """
    top = len(f"{site}/")
    paths = (f"{folder}/{name}" for folder, _, names in os.walk(site) for name in names if not LAST.search(name))
    files = ((path[top:], Path(path)) for path in paths)
    return {p: file.read_text(encoding="utf-8") if file.suffix == ".html" else file.read_bytes() for p, file in files}


@contextlib.contextmanager
def open_release(root: Path) -> Iterator[Path]:
    """Yield a new folder to build in, then make it current.

    If the build fails, the current one stays. The release before is kept for servers that still read it.
    """
    with _hold_lock(root):
        before = (root / CURRENT).resolve()
        try:
            new = _make_folder(root)
            yield new
            point_link(root, CURRENT, new.relative_to(root))
            point_link(root, SITE, CURRENT / "site")
            point_link(root, PAGES, CURRENT / "pages")
        finally:
            _remove_old(root, before)


@contextlib.contextmanager
def open_pages(root: Path) -> Iterator[Path]:
    """Yield a new folder for the books' pages; afterwards point the link build/pages to it."""
    with _hold_lock(root):
        try:
            pages = _make_folder(root) / "pages"
            yield pages
            point_link(root, PAGES, pages.relative_to(root))
        finally:
            _remove_old(root)


def point_link(root: Path, link: Path, target: Path) -> None:
    """Make `link` a symbolic link to `target`, both below `root`, in one step.

    A folder in its place is moved away first.
    """
    place, value = root / link, os.path.relpath(target, link.parent)
    if place.is_symlink() and str(place.readlink()) == value:
        return
    if place.is_dir() and not place.is_symlink():  # a folder that was made before there were releases
        os.replace(place, _make_folder(root) / link.name)
    new = place.with_name(f".{link.name}.nuovo")
    new.unlink(missing_ok=True)
    new.symlink_to(value, target_is_directory=True)
    os.replace(new, place)


def _make_folder(root: Path) -> Path:
    """Make an empty release folder, readable by servers of other users."""
    (root / RELEASES).mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=root / RELEASES, prefix=""))
    folder.chmod(0o755)
    return folder


def _remove_old(root: Path, *read: Path) -> None:
    """Remove, in the background, all releases but the current, build/pages' and `read`."""
    if gone := list(_set_aside(root, *read)):
        command = ["sh", "-c", 'rm -rf -- "$@" &', "sh", *map(str, gone)]
        quiet = subprocess.DEVNULL  # who waits for the end of what we print would wait for it too
        with contextlib.suppress(OSError):
            subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False)


def _set_aside(root: Path, *read: Path) -> Iterator[Path]:
    """Rename the releases to be removed (see `_remove_old`), and yield their new paths."""
    kept = {(root / CURRENT).resolve(), (root / PAGES).resolve().parent, *read}
    for folder in (root / RELEASES).iterdir() if (root / RELEASES).is_dir() else ():
        if folder.resolve() not in kept:
            with contextlib.suppress(OSError):
                os.replace(folder, gone := folder.with_name(f".{folder.name.lstrip('.')}"))
                yield gone


@contextlib.contextmanager
def _hold_lock(root: Path) -> Iterator[None]:
    """Hold the build lock, waiting for another build; the system frees it if the process dies."""
    (root / BUILD).mkdir(parents=True, exist_ok=True)
    with (root / BUILD / ".costruzione").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(BUSY, file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
