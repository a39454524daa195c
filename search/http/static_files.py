"""Serve the static files of one release with caching headers, compressed by the build."""

import hashlib
import mimetypes
import os
import re
from collections.abc import Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

PACKED = {"br": ".br", "gzip": ".gz"}  # the encodings that a build makes, best first, and how their files end
MEDIA_TYPES = {".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".json": "application/json", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}  # fmt: skip
OURS = re.compile(r"^(assets/(?:js|css))(?:\.[0-9a-f]{8})?(?=/)")  # scripts and styles, as any build named them
HELD = 1024  # files kept in memory: all that is asked for often, a few MB


class FileContent(NamedTuple):
    """Hold a file's bytes, compressed or not, and ETag."""

    body: bytes
    tag: str


class Files:
    """Serve the files that a folder had at this object's creation.

    `paths`: relative paths of the files, else found by walking the folder; `stamp`: fingerprint in the names of script
    and style folders: a request with an older one gets the file with this one.
    """

    def __init__(self, site: Path, paths: Iterable[str] = (), stamp: str = "") -> None:
        self._stamp = stamp
        places = ((folder[len(str(site)) :].replace(os.sep, "/"), names) for folder, _, names in os.walk(site))
        self.paths = frozenset(paths or (f"{place}/{name}"[1:] for place, names in places for name in names))
        self._sent = lru_cache(HELD)(partial(_read_file, site))

    def respond(self, request: Request, path: str) -> Response | None:
        """Return the file at a path ('bang/1/'), or a redirect if the final '/' is missing.

        Compressed if the client accepts it; 304 if the client has it. None if there is no such file.
        """
        name = f"{path}index.html" if not path or path.endswith("/") else path
        requested, name = name, name if name in self.paths else OURS.sub(rf"\g<1>{self._stamp}", name)
        if name not in self.paths:
            if f"{name}/index.html" not in self.paths:
                return None
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"{request.scope.get('root_path', '')}/{name}/{query}", status_code=301)
        accepted = parse_encodings(request.headers.get("accept-encoding", ""))
        encoding = next((e for e, end in PACKED.items() if e in accepted and name + end in self.paths), "")
        sent = self._sent(name, encoding)
        kind = MEDIA_TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {"ETag": sent.tag}
        if requested != name:
            headers["Cache-Control"] = "no-cache"  # nothing else for ever
        if any(name + end in self.paths for end in PACKED.values()):
            headers["Vary"] = "Accept-Encoding"
        if matches_etag(request.headers.get("if-none-match", ""), sent.tag):
            return Response(status_code=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(sent.body, headers=headers | {"Content-Type": kind})


def _read_file(site: Path, name: str, encoding: str) -> FileContent:
    body = (site / (name + PACKED.get(encoding, ""))).read_bytes()
    return FileContent(body, make_etag(body))


def make_etag(body: bytes) -> str:
    """Return the strong ETag of a response body."""
    return f'"{hashlib.blake2b(body, digest_size=9).hexdigest()}"'


def matches_etag(given: str, tag: str) -> bool:
    """Return whether an If-None-Match header names the tag, strong or weak."""
    return given.strip() == "*" or tag in (one.strip().removeprefix("W/") for one in given.split(","))


@lru_cache(maxsize=256)
def parse_encodings(header: str) -> frozenset[str]:
    """Return the encodings that a client accepts: 'gzip, br;q=0.9, zstd;q=0' → {'gzip', 'br'}.

    '*' stands for all encodings of the build.
    """
    found = set()
    for part in header.lower().split(","):
        name, _, quality = part.partition(";")
        if quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            found.add(name.strip())
    return frozenset(PACKED) if "*" in found else frozenset(found)
