"""Write the service worker: `site/sw.js` with this version's files. It keeps the site on the phone."""

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
    """Return a file's digest for the worker, without stamps: 12 bytes of SHA-256, base64."""
    page = not place or place.endswith(("/", ".html"))
    return base64.b64encode(hashlib.sha256(NAMED.sub(rb"\1", data) if page else data).digest()[:12]).decode("ascii")


def make_address(path: str) -> str:
    """Return a file's address: 'bang/1/index.html' → 'bang/1/'. Stamps are removed from other paths."""
    return (
        path.removesuffix("index.html") if path == "index.html" or path.endswith("/index.html") else remove_stamps(path)
    )


def list_kept_files(site: Path) -> list[str]:
    """Return the paths below `site` in the phone's copy.

    Left out are permalinks, which the worker resolves itself, unused files of the theme, the scripts of the build before,
    and the API's files that are not in API_KEPT.
    """
    paths = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    kept = [p for p in paths if not LEFT_OUT.match(p) and (not p.startswith(API) or p in API_KEPT)]
    stamp = find_stamp(site)
    return [path for path in kept if not (named := STAMPED.match(path)) or named[2] == stamp]


def list_digests(site: Path) -> dict[str, str]:
    """Return address → digest of every file kept, sorted."""
    return {
        place: compute_digest(place, (site / path).read_bytes())
        for path in list_kept_files(site)
        for place in [make_address(path)]
    }


def name_version(files: Mapping[str, str]) -> str:
    """Return the version's name, a hash of its files."""
    return hashlib.sha256(json.dumps(sorted(files.items())).encode()).hexdigest()[:VERSION_LENGTH]


def fill_worker(source: str, stamp: str, files: Mapping[str, str]) -> str:
    """Return the worker with version, stamp and files filled in."""
    given = {"version": name_version(files), "stamp": stamp, "files": files}
    value = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
    text, count = EMPTY.subn(lambda _: value, source)
    if count != 1:
        raise ValueError(f"{WORKER}: the place for the edition must stand there once")
    return text


def write_worker(site: Path) -> None:
    """Write the list of files into a finished site's worker. After this none of them may change."""
    path = site / WORKER
    path.write_text(
        fill_worker(path.read_text(encoding="utf-8"), find_stamp(site), list_digests(site)), encoding="utf-8"
    )


def measure_compressed(site: Path, paths: Iterable[str]) -> int:
    """Return the files' compressed size in bytes, as servers send them."""
    return sum(len(gzip.compress((site / path).read_bytes(), 6, mtime=0)) for path in paths)
