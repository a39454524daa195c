"""The worker that keeps the site on the phone: `site/sw.js`, with the list of files that make an edition of the site."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from scripts.site.assets import STAMPED, plain, stamp_in

WORKER = "sw.js"
EMPTY = re.compile(r'\{\s*version: ?"",\s*stamp: ?"",\s*files: ?\{\},?\s*\}')
NAMED = re.compile(STAMPED.pattern.encode())
LEFT_OUT = re.compile(
    r"r/|_headers$|galleria/.*jpg$|assets/img/anteprima\.png$|robots\.txt$|sw\.js$|sitemap|objects\.inv$|CNAME$|\.|.*\.(?:map|br|gz)$"
    r"|assets/(?:javascripts|stylesheets|images)/"  # of the theme: our shell uses none of it
    r"|assets/frasi/|assets/search/[^/]+/sezioni"  # who has the copy has the books, which say as much
)
API = "api/v1/"
API_KEPT = {"api/v1/anchors.json", "api/v1/editions.json"}  # those of the API's files that our own scripts read
VERSION_LENGTH = 7


def digest(place: str, data: bytes) -> str:
    """What the worker compares of the file at an address: the first 12 bytes of SHA-256, in base64. A page is the same
    whatever stamp it names: the worker answers for every one with the scripts that it has."""
    page = not place or place.endswith(("/", ".html"))
    return base64.b64encode(hashlib.sha256(NAMED.sub(rb"\1", data) if page else data).digest()[:12]).decode("ascii")


def address(path: str) -> str:
    """'bang/1/index.html' → 'bang/1/', 'assets/js.1a2b3c4d/main.js' → 'assets/js/main.js'; other files by their own path."""
    return path.removesuffix("index.html") if path == "index.html" or path.endswith("/index.html") else plain(path)


def kept_files(site: Path) -> list[str]:
    """The paths below `site` that an edition on the phone holds: all but permalinks, which the worker resolves
    itself, what the theme brings and we do not use, the scripts of the build before, and the API's files that are not in
    API_KEPT."""
    paths = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    kept = [p for p in paths if not LEFT_OUT.match(p) and (not p.startswith(API) or p in API_KEPT)]
    stamp = stamp_in(site)
    return [path for path in kept if not (named := STAMPED.match(path)) or named[2] == stamp]


def edition(site: Path) -> dict[str, str]:
    """Address → digest of every file kept, sorted."""
    return {place: digest(place, (site / path).read_bytes()) for path in kept_files(site) for place in [address(path)]}


def version(files: Mapping[str, str]) -> str:
    """The edition's name: the same files have the same name."""
    return hashlib.sha256(json.dumps(sorted(files.items())).encode()).hexdigest()[:VERSION_LENGTH]


def worker_text(source: str, stamp: str, files: Mapping[str, str]) -> str:
    """The worker with its edition written in: where the scripts and styles are fetched, and what all files are."""
    given = {"version": version(files), "stamp": stamp, "files": files}
    value = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
    text, count = EMPTY.subn(lambda _: value, source)
    if count != 1:
        raise ValueError(f"{WORKER}: the place for the edition must stand there once")
    return text


def put_worker(site: Path) -> None:
    """Writes its edition into the worker of a finished site; after this no file that it keeps may change."""
    path = site / WORKER
    path.write_text(worker_text(path.read_text(encoding="utf-8"), stamp_in(site), edition(site)), encoding="utf-8")


def compressed(site: Path, paths: Iterable[str]) -> int:
    """Bytes that the files cost on the way, compressed as servers do."""
    return sum(len(gzip.compress((site / path).read_bytes(), 6, mtime=0)) for path in paths)
