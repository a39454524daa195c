"""Write the service worker `site/sw.js`, which keeps a copy of the site for use offline."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from scripts.site.fingerprinted_assets import STAMPED, find_stamp, remove_stamps

WORKER = "sw.js"
EMPTY = re.compile(r'\{\s*version: ?"",\s*stamp: ?"",\s*files: ?\{\},?\s*\}')
NAMED = re.compile(STAMPED.pattern.encode())
LEFT_OUT = re.compile(
    r"r/|_headers$|galleria/.*jpg$|assets/img/(?:anteprima|schermata)\.png$|robots\.txt$|sw\.js$|sitemap|objects\.inv$|CNAME$|\.|.*\.(?:map|br|gz)$"
    r"|assets/(?:javascripts|stylesheets|images)/"  # of the theme: our shell uses none of it
    r"|assets/frasi/|assets/search/[^/]+/sezioni"  # who has the copy has the books, which say as much
)
API = "api/v1/"
API_KEPT = {"api/v1/anchors.json", "api/v1/editions.json"}  # those of the API's files that our own scripts read
VERSION_LENGTH = 7


def compute_digest(place: str, data: bytes) -> str:
    """Return a file's digest: 12 bytes of SHA-256 in base64.

    `place`: its address in the offline copy. A page's stamps (fingerprints in asset addresses) do not count, so that
    its digest stays the same if only scripts change.
    """
    page = not place or place.endswith(("/", ".html"))
    return base64.b64encode(hashlib.sha256(NAMED.sub(rb"\1", data) if page else data).digest()[:12]).decode("ascii")


def make_address(path: str) -> str:
    """Return a file's address in the offline copy: 'bang/1/index.html' → 'bang/1/'.

    Stamps (fingerprints in asset addresses) are removed from other paths.
    """
    return (
        path.removesuffix("index.html") if path == "index.html" or path.endswith("/index.html") else remove_stamps(path)
    )


def list_kept_files(site: Path) -> list[str]:
    """Return the paths of the files that the offline copy contains.

    Left out are permalinks, which the worker resolves itself, unused files of the theme, scripts of the previous build,
    and most API files.
    """
    paths = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    kept = [p for p in paths if not LEFT_OUT.match(p) and (not p.startswith(API) or p in API_KEPT)]
    stamp = find_stamp(site)
    return [path for path in kept if not (named := STAMPED.match(path)) or named[2] == stamp]


def list_digests(site: Path) -> dict[str, str]:
    """Return address → digest of every file in the offline copy, sorted by path."""
    return {
        place: compute_digest(place, (site / path).read_bytes())
        for path in list_kept_files(site)
        for place in [make_address(path)]
    }


def name_version(files: Mapping[str, str]) -> str:
    """Return the offline copy's version: a hash of its files."""
    return hashlib.sha256(json.dumps(sorted(files.items())).encode()).hexdigest()[:VERSION_LENGTH]


def fill_worker(source: str, stamp: str, files: Mapping[str, str]) -> str:
    """Return the worker's source with version, stamp and files filled in.

    Raises ValueError if the source has not exactly one place for them.
    """
    given = {"version": name_version(files), "stamp": stamp, "files": files}
    value = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
    text, count = EMPTY.subn(lambda _: value, source)
    if count != 1:
        raise ValueError(f"{WORKER}: the place for the edition must stand there once")
    return text


def write_worker(site: Path) -> None:
    """Write the list of files into a finished site's worker; no file may change afterwards."""
    path = site / WORKER
    path.write_text(
        fill_worker(path.read_text(encoding="utf-8"), find_stamp(site), list_digests(site)), encoding="utf-8"
    )


def measure_compressed(site: Path, paths: Iterable[str]) -> int:
    """Return the total size of gzip-compressed files, in bytes."""
    return sum(len(gzip.compress((site / path).read_bytes(), 6, mtime=0)) for path in paths)
