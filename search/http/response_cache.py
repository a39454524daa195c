"""Answers as they are sent, kept packed: at an event the same things are asked again and again, by many at once."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from search.engine.answer import Engine, Result, ResultPage
from search.http.server_rendering import Pages
from search.http.static import accepted_encodings, tag_of

KEPT = 2048  # answers, a few KB each
SMALLEST, LEVEL = 800, 5  # bytes below which packing is not worth it, and how hard what no build could pack is packed
PAGE = 20  # answers on a page of «Cerca»


def answer_json(answer: ResultPage) -> dict[str, Any]:
    """An answer as the API gives it; `tried` and `nearest` only where nothing was found."""
    found: dict[str, Any] = {
        "query": answer.query,
        "total": answer.total,
        "others": answer.others,
        "suggestion": answer.suggestion or None,
        "unknown": list(answer.unknown),
        "results": [result_json(r) for r in answer.results],
    }
    if not answer.results and not answer.total:
        found["tried"] = list(answer.tried)
        found["nearest"] = [result_json(r) for r in answer.nearest]
    return found


def result_json(result: Result) -> dict[str, Any]:
    return {
        "id": result.id,
        "citation": result.citation,
        "title": result.title,
        "path": list(result.path),
        "book": result.book,
        "kind": result.kind.value,
        "url": result.url,
        "excerpt": [piece._asdict() for piece in result.excerpt],
        "score": result.score,
    }


class Made(NamedTuple):
    """An answer's bytes, packed where that is worth it, and what tells them from others."""

    body: bytes
    packed: bool
    tag: str

    @classmethod
    def of(cls, body: bytes) -> Made:
        packed = len(body) >= SMALLEST
        return cls(gzip.compress(body, LEVEL, mtime=0) if packed else body, packed, tag_of(body))

    def sent(self, request: Request, kind: str) -> Response:
        """Unpacked only for whom cannot do it."""
        if not self.packed or "gzip" not in accepted_encodings(request.headers.get("accept-encoding", "")):
            return Response(gzip.decompress(self.body) if self.packed else self.body, media_type=kind)
        headers = {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
        return Response(self.body, headers=headers, media_type=kind)


class Asked(NamedTuple):
    """What was asked: of the API, or with `page` of «Cerca»."""

    page: bool
    text: str
    book: str
    kind: str
    limit: int
    offset: int


class Answers:
    """What was searched of one release. `made`: what is known beforehand."""

    def __init__(self, engine: Engine, pages: Pages, made: Iterable[tuple[Asked, Made]] = ()) -> None:
        self._engine, self._pages = engine, pages
        self._kept = dict(made)  # what was asked last stands last

    def json(self, text: str, book: str, kind: str, limit: int, offset: int) -> Made:
        return self._of(Asked(False, text, book, kind, limit, offset))

    def page(self, text: str, book: str, offset: int) -> Made:
        return self._of(Asked(True, text, book, "", PAGE, offset))

    def asked(self) -> Sequence[Asked]:
        """What is kept, what was asked last at the end."""
        return tuple(self._kept)

    def make(self, asked: Asked) -> Made:
        found = self._engine.search(asked.text, asked.book, asked.kind, asked.limit, asked.offset)
        if asked.page:
            return Made.of(self._pages.search(found, asked.book, self._engine, asked.offset).encode("utf-8"))
        return Made.of(bytes(JSONResponse(answer_json(found)).body))

    def _of(self, asked: Asked) -> Made:
        made = self._kept.pop(asked, None) or self.make(asked)
        self._kept[asked] = made
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return made
