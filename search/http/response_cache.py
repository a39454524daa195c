"""Cache compressed search responses, since many ask the same."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scripts.render.api import pick
from search.engine.answer import Engine, Result, ResultPage
from search.http.page_rendering import Pages
from search.http.static_files import make_etag, matches_etag, parse_encodings

KEPT = 2048  # answers, a few KB each
SMALLEST, LEVEL = 800, 5  # bytes below which packing is not worth it, and how hard what no build could pack is packed
PAGE = 20  # answers on a page of «Cerca»


def make_answer(answer: ResultPage) -> dict[str, Any]:
    """Return a page of results as the API's JSON.

    The keys are `ResultPage`'s fields; `tried` and `nearest` are there only if nothing was found.
    """
    found: dict[str, Any] = {
        **pick(answer, "query", "total", "others"),
        "suggestion": answer.suggestion or None,
        "unknown": list(answer.unknown),
        "results": [make_result(r) for r in answer.results],
    }
    if not answer.results and not answer.total:
        found["tried"] = list(answer.tried)
        found["nearest"] = [make_result(r) for r in answer.nearest]
    return found


def make_result(result: Result) -> dict[str, Any]:
    """Return a search result as JSON: `Result`'s fields, the excerpt as [{text, match}]."""
    return {
        **pick(result, "id", "citation", "title"),
        "path": list(result.path),
        **pick(result, "book", "kind", "url"),
        "excerpt": [piece._asdict() for piece in result.excerpt],
        "score": result.score,
    }


class CachedResponse(NamedTuple):
    """Hold a response's bytes (gzip if `packed`) and ETag."""

    body: bytes
    packed: bool
    tag: str

    @classmethod
    def pack(cls, body: bytes) -> CachedResponse:
        """Compress a body of at least 800 bytes; compute its ETag."""
        packed = len(body) >= SMALLEST
        return cls(gzip.compress(body, LEVEL, mtime=0) if packed else body, packed, make_etag(body))

    def respond(self, request: Request, kind: str) -> Response:
        """Return the response (`kind`: media type), uncompressed if the client wants no gzip; 304 if the client has it."""
        tag = {"ETag": f"W/{self.tag}"}  # weak: the same answer packed and not packed
        if matches_etag(request.headers.get("if-none-match", ""), self.tag):
            return Response(status_code=304, headers={"Vary": "Accept-Encoding"} | tag)
        if not self.packed or "gzip" not in parse_encodings(request.headers.get("accept-encoding", "")):
            return Response(gzip.decompress(self.body) if self.packed else self.body, headers=tag, media_type=kind)
        headers = {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
        return Response(self.body, headers=headers | tag, media_type=kind)


class SearchRequest(NamedTuple):
    """Identify a search: of the HTML page «Cerca» if `page`, else of the API."""

    page: bool
    text: str
    book: str
    kind: str
    limit: int
    offset: int


class ResponseCache:
    """Cache the responses to searches of one release, dropping the least recently used.

    `made`: (search, response) pairs to start with, least recent first.
    """

    def __init__(self, engine: Engine, pages: Pages, made: Iterable[tuple[SearchRequest, CachedResponse]] = ()) -> None:
        self._engine, self._pages = engine, pages
        self._kept = dict(made)  # what was asked last stands last

    def json(self, text: str, book: str, kind: str, limit: int, offset: int) -> CachedResponse:
        """Return the API's response to a search."""
        return self._get(SearchRequest(False, text, book, kind, limit, offset))

    def get_page(self, text: str, book: str, offset: int) -> CachedResponse:
        """Return the HTML page «Cerca» with 20 results from `offset` on."""
        return self._get(SearchRequest(True, text, book, "", PAGE, offset))

    def list_requests(self) -> Sequence[SearchRequest]:
        """Return the searches in the cache, most recent last."""
        return tuple(self._kept)

    def make(self, key: SearchRequest) -> CachedResponse:
        """Make the response to a search without using the cache."""
        found = self._engine.search(key.text, key.book, key.kind, key.limit, key.offset)
        if key.page:
            return CachedResponse.pack(
                self._pages.render_search(found, key.book, self._engine, key.offset).encode("utf-8")
            )
        return CachedResponse.pack(bytes(JSONResponse(make_answer(found)).body))

    def _get(self, key: SearchRequest) -> CachedResponse:
        made = self._kept.pop(key, None) or self.make(key)
        self._kept[key] = made
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return made
