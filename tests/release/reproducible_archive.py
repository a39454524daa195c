"""Write a release's files, byte for byte reproducible, and their checksums."""

import gzip
import hashlib
import re
import subprocess
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path

SUMS = "SHA256SUMS"
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def archive(place: Path, top: str, folders: Mapping[str, Path], epoch: int) -> None:
    """Write a reproducible .tar.gz with all files below `top`/.

    Files are sorted, without owners and all of one date. `folders`: name below `top` → folder or file to put there;
    `epoch`: the date, in seconds since 1970.
    """
    with (
        place.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        for name, path in sorted(_files(folders)):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime, entry.mode = path.stat().st_size, epoch, 0o644
            with path.open("rb") as file:
                tar.addfile(entry, file)


def _files(folders: Mapping[str, Path]) -> Iterable[tuple[str, Path]]:
    for name, folder in folders.items():
        if folder.is_file():
            yield name, folder
            continue
        for path in folder.rglob("*"):
            if path.is_file():
                yield f"{name}/{path.relative_to(folder).as_posix()}", path


def checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_sums(folder: Path) -> Path:
    """Write the list that `sha256sum --check SHA256SUMS` reads."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != SUMS)
    (folder / SUMS).write_text("".join(f"{checksum(path)}  {path.name}\n" for path in files), encoding="utf-8")
    return folder / SUMS


def differences(one: Path, other: Path) -> list[str]:
    """Return the names of files that differ between two folders."""
    names = {path.name for folder in (one, other) for path in folder.iterdir()}
    return sorted(
        name
        for name in names
        if not ((one / name).is_file() and (other / name).is_file() and checksum(one / name) == checksum(other / name))
    )


def changelog_section(text: str, version: str) -> str:
    """Return a version's section of the changelog; '' if missing."""
    parts = HEADING.split(text)
    for heading, body in zip(parts[1::2], parts[2::2], strict=True):
        if heading.split()[0] == version:
            return body.strip() + "\n"
    return ""


def committed_version(root: Path, commit: str) -> str:
    """Return the version in a commit's sources."""
    shown = subprocess.run(
        ["git", "-C", str(root), "show", f"{commit}:scripts/model/software_version.py"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = re.search(r'^VERSION: Final = "(.+)"$', shown, re.MULTILINE)
    return found[1] if found else ""
