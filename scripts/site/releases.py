"""The edge to the disk: a release is one folder of one build, and one step puts it where the one before was.

    build/releases/<id>/{site,index,pages}    made beside all others, by one build at a time
    build/current → releases/<id>             the one step: a symbolic link renamed over the other
    site → build/current/site                 the same for ever, and so is build/pages, unless only pages were made

Who stops anywhere finds one build whole: that of before, or after the one step the new one. What a stopped build leaves
is removed by the next. Needs a file system with symbolic links (all of Linux and macOS), nothing else of it.
"""

from __future__ import annotations

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
    """Writes path → content below `folder`."""
    made = set()
    for path, content in files.items():
        target = folder / path
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        data = content.encode("utf-8") if isinstance(content, str) else content
        target.write_bytes(data)


def move(folder: Path, into: Path) -> None:
    """What stands in a folder stands in another then, beside what is there."""
    for path in folder.iterdir():
        if path.is_dir() and (into / path.name).is_dir():
            move(path, into / path.name)
        else:
            os.replace(path, into / path.name)
    folder.rmdir()


def read_pages(site: Path) -> Iterator[tuple[str, str]]:
    """(path, HTML) of every page of a site."""
    return ((p.relative_to(site).as_posix(), p.read_text(encoding="utf-8")) for p in sorted(site.rglob("*.html")))


def read_tree(site: Path) -> dict[str, str | bytes]:
    """Path → content of every file of a site, pages as text; without what is made of all files together at the end."""
    top = len(f"{site}/")
    paths = (f"{folder}/{name}" for folder, _, names in os.walk(site) for name in names if not LAST.search(name))
    files = ((path[top:], Path(path)) for path in paths)
    return {p: file.read_text(encoding="utf-8") if file.suffix == ".html" else file.read_bytes() for p, file in files}


@contextlib.contextmanager
def release(root: Path) -> Iterator[Path]:
    """A new folder to build in; at the end it is the current release. The one before stays, for who still reads it."""
    with _alone(root):
        before = (root / CURRENT).resolve()
        try:
            new = _folder(root)
            yield new
            point(root, CURRENT, new.relative_to(root))
            point(root, SITE, CURRENT / "site")
            point(root, PAGES, CURRENT / "pages")
        finally:
            _tidy(root, before)


@contextlib.contextmanager
def pages_alone(root: Path) -> Iterator[Path]:
    """A new folder for pages only; at the end build/pages shows them, and the current release is as it was."""
    with _alone(root):
        try:
            pages = _folder(root) / "pages"
            yield pages
            point(root, PAGES, pages.relative_to(root))
        finally:
            _tidy(root)


def point(root: Path, link: Path, target: Path) -> None:
    """Makes `link` a symbolic link to `target` (both below `root`), in one step where a link or nothing is there."""
    place, value = root / link, os.path.relpath(target, link.parent)
    if place.is_symlink() and str(place.readlink()) == value:
        return
    if place.is_dir() and not place.is_symlink():  # a folder that was made before there were releases
        os.replace(place, _folder(root) / link.name)
    new = place.with_name(f".{link.name}.nuovo")
    new.unlink(missing_ok=True)
    new.symlink_to(value, target_is_directory=True)
    os.replace(new, place)


def _folder(root: Path) -> Path:
    """A new empty folder among the releases, which a server of another user can read too."""
    (root / RELEASES).mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=root / RELEASES, prefix=""))
    folder.chmod(0o755)
    return folder


def _tidy(root: Path, *read: Path) -> None:
    """Removes every release but the current one, that of build/pages and those still `read`; what stays is no harm.

    They are gone for who looks at once; their files are thousands, and nobody waits for them.
    """
    if gone := list(_set_aside(root, *read)):
        command = ["sh", "-c", 'rm -rf -- "$@" &', "sh", *map(str, gone)]
        quiet = subprocess.DEVNULL  # who waits for the end of what we print would wait for it too
        with contextlib.suppress(OSError):
            subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False)


def _set_aside(root: Path, *read: Path) -> Iterator[Path]:
    """Takes the releases that are to go from who reads, at once; gives the folders, to be removed file by file."""
    kept = {(root / CURRENT).resolve(), (root / PAGES).resolve().parent, *read}
    for folder in (root / RELEASES).iterdir() if (root / RELEASES).is_dir() else ():
        if folder.resolve() not in kept:
            with contextlib.suppress(OSError):
                os.replace(folder, gone := folder.with_name(f".{folder.name.lstrip('.')}"))
                yield gone


@contextlib.contextmanager
def _alone(root: Path) -> Iterator[None]:
    """One build at a time; the system lets go of the lock of one that died."""
    (root / BUILD).mkdir(parents=True, exist_ok=True)
    with (root / BUILD / ".costruzione").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(BUSY, file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
