"""The HTTP service: the site, the search and the permalinks from one origin. Read-only."""

from __future__ import annotations

import gc
from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from search.current import Current, load
from search.engine import Answer, Engine, Result
from search.openapi import document
from search.pages import search_page
from search.sitemap import sitemap
from search.units import Kind

LIMIT = 50
MAX_OFFSET = 1000
MAX_QUERY = 300
PREVIEWERS = ("whatsapp", "telegrambot", "facebookexternalhit", "twitterbot", "slackbot", "discordbot", "linkedinbot", "skypeuripreview", "signal")  # fmt: skip


class Failure(Exception):
    """A request that cannot be answered, with what to do about it."""

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.more = status, code, message, more


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer as the API gives it; `tried` and `nearest` only where nothing was found."""
    found: dict[str, Any] = {
        "query": answer.query,
        "total": answer.total,
        "suggestion": answer.suggestion or None,
        "results": [result_json(r) for r in answer.results],
    }
    if not answer.total:
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


class Service:
    """The endpoints, over the build in use."""

    def __init__(self, current: Current) -> None:
        self.current = current

    async def search(self, request: Request) -> Response:
        """`GET /api/v1/search?q=&book=&kind=&limit=&offset=`"""
        text = request.query_params.get("q", "")
        if len(text) > MAX_QUERY:
            raise Failure(
                400,
                "query_too_long",
                f"La ricerca ha {len(text)} caratteri: bastano poche parole (al più {MAX_QUERY}).",
            )
        if not text.strip():
            raise Failure(400, "query_missing", "Scrivi che cosa cercare: ?q=parole.")
        loaded = self.current.get()
        book = self._choice(request, "book", loaded.books)
        kind = self._choice(request, "kind", list(Kind))
        limit = self._number(request, "limit", 10, 1, LIMIT)
        offset = self._number(request, "offset", 0, 0, MAX_OFFSET)
        return JSONResponse(answer_json(loaded.engine.search(text, book, kind, limit, offset)))

    async def page(self, request: Request) -> Response:
        """`GET /cerca/?q=&book=`: the page with its answer in it; what cannot be answered is left out, not refused."""
        loaded = self.current.get()
        page = loaded.page
        text = request.query_params.get("q", "")[:MAX_QUERY]
        book = request.query_params.get("book", "")
        book = book if book in loaded.books else ""
        if text.strip():
            page = search_page(page, loaded.engine.search(text, book, limit=20), book, loaded.engine.labels)
        return HTMLResponse(page)

    async def resolve(self, request: Request) -> Response:
        """`GET /api/v1/resolve?cite=`"""
        text = request.query_params.get("cite", "").strip()
        if not text or len(text) > MAX_QUERY:
            raise Failure(400, "cite_missing", "Scrivi la citazione da risolvere, per esempio ?cite=MTR 2.5.c.")
        loaded = self.current.get()
        found = loaded.resolver.resolve(text)
        shown = loaded.engine.shown
        if found.id:
            citation, url = shown[found.id]
            return JSONResponse({"id": found.id, "citation": citation, "url": url})
        nearest = [{"id": i, "citation": shown[i][0], "url": shown[i][1]} for i in found.nearest]
        names = ", ".join(n["citation"] for n in nearest[:3])
        hint = f"Le più vicine: {names}." if names else "Cerca con le parole della regola."
        raise Failure(404, "citation_unknown", f"«{text}» non è una citazione che conosco. {hint}", nearest=nearest)

    async def permalink(self, request: Request) -> Response:
        """`GET /r/<id>`: 308 to page and anchor; a chat client gets the page that previews well."""
        anchor = request.path_params["anchor"].strip("/")
        loaded = self.current.get()
        url = loaded.urls.get(anchor)
        if url is None:
            found, shown = loaded.resolver.resolve(anchor), loaded.engine.shown
            ids = [*above(anchor, shown), *filter(None, [found.id]), *found.nearest]
            nearest = [{"id": i, "citation": shown[i][0], "url": shown[i][1]} for i in list(dict.fromkeys(ids))[:5]]
            advice = "Le più vicine sono queste." if nearest else "Cercala con le sue parole."
            raise Failure(404, "anchor_unknown", f"Non c’è nessuna regola «{anchor}». {advice}", nearest=nearest)
        agent = request.headers.get("user-agent", "").lower()
        if any(name in agent for name in PREVIEWERS):
            page = self.current.site / "r" / anchor / "index.html"
            return HTMLResponse(with_picture(page.read_text(encoding="utf-8"), anchor, str(request.base_url)))
        query = f"?{request.url.query}" if request.url.query else ""
        path, _, fragment = url.partition("#")
        return RedirectResponse(f"{path}{query}#{fragment}", status_code=308)

    async def health(self, request: Request) -> Response:  # noqa: ARG002
        return JSONResponse({"status": "ok", "sections": len(self.current.get().engine.postings.headings)})

    async def sitemap(self, request: Request) -> Response:
        """The built sitemap; where the site was built without its address, one with the address that was asked."""
        return Response(sitemap(self.current.site, str(request.base_url)), media_type="application/xml")

    async def robots(self, request: Request) -> Response:
        """The built robots.txt, which names the sitemap even where the site was built without its address."""
        built = self.current.site / "robots.txt"
        text = built.read_text(encoding="utf-8") if built.is_file() else ""
        if "Sitemap:" not in text:
            text = f"{text.rstrip()}\nSitemap: {request.base_url}sitemap.xml\n"
        return PlainTextResponse(text)

    async def openapi(self, request: Request) -> Response:  # noqa: ARG002
        return JSONResponse(document(list(self.current.get().books)))

    def _choice(self, request: Request, name: str, known: Sequence[str]) -> str:
        value = request.query_params.get(name, "")
        if value and value not in known:
            raise Failure(400, f"{name}_unknown", f"{name}={value[:40]}: si può scegliere fra {', '.join(known)}.")
        return value

    def _number(self, request: Request, name: str, default: int, least: int, most: int) -> int:
        value = request.query_params.get(name, str(default))
        number = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else -1
        if not least <= number <= most:
            raise Failure(400, f"{name}_invalid", f"{name}={value[:40]}: ci vuole un numero da {least} a {most}.")
        return number


def with_picture(page: str, anchor: str, address: str) -> str:
    """A permalink's page with the address and the picture that a chat shows, where it was built without the address."""
    if "og:image" in page:
        return page
    image = f'<meta property="og:image" content="{escape(address)}assets/img/anteprima.png">'
    return page.replace(
        "</head>", f'<meta property="og:url" content="{escape(address)}r/{escape(anchor)}">\n{image}\n</head>'
    )


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def above(anchor: str, known: Container[str]) -> list[str]:
    """The known anchors that a wrong one continues: 'bang-3.penalita.zz' → 'bang-3.penalita', 'bang-3'."""
    parts = anchor[:MAX_QUERY].split(".")
    heads = (".".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
    return [head for head in heads if head in known]


def nearest_links(nearest: Iterable[Mapping[str, str]]) -> str:
    """What was probably meant, as rows to tap; '' where there is nothing."""
    rows = (f'<li><a href="{escape(n["url"])}">{escape(n["citation"])}</a></li>' for n in nearest)
    listed = "".join(rows)
    return f'<ul class="luoghi vicine-sul-server">{listed}</ul>' if listed else ""


def error_response(
    request: Request, status: int, code: str, message: str, more: Mapping[str, Any], site: Path
) -> Response:
    """JSON, or the site's own page for a person's browser."""
    if not wants_page(request):
        return JSONResponse({"error": {"code": code, "message": message}, **more}, status_code=status)
    page = site / "404.html"
    note = f'<p class="errore" role="alert">{escape(message)}</p>{nearest_links(more.get("nearest", ()))}'
    if page.is_file():
        html = page.read_text(encoding="utf-8").replace("<!-- errore -->", note)
        return HTMLResponse(html, status_code=status)
    return HTMLResponse(
        f"<!doctype html><html lang=it><title>Prontuario</title>{note}<p><a href=/>Torna all’inizio</a>", status
    )


def create_app(current: Current) -> Starlette:
    """The application over a built site and its index."""
    service, site = Service(current), current.site

    async def failed(request: Request, error: Exception) -> Response:
        assert isinstance(error, Failure)
        return error_response(request, error.status, error.code, error.message, error.more, site)

    async def http_failed(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404:
            message = "Questa pagina non c’è. Cerca la regola con le sue parole o torna all’inizio."
            return error_response(request, 404, "not_found", message, {}, site)
        if error.status_code == 405:
            return error_response(request, 405, "method_not_allowed", "Qui si può solo leggere: usa GET.", {}, site)
        return error_response(request, error.status_code, "http_error", str(error.detail), {}, site)

    async def crashed(request: Request, error: Exception) -> Response:  # noqa: ARG001
        message = (
            "Qualcosa si è rotto nel server. Riprova; se continua, riavvia «make serve» e segnala la ricerca fatta."
        )
        return error_response(request, 500, "internal", message, {}, site)

    app = Starlette(
        routes=[
            Route("/api/v1/search", service.search),
            Route("/api/v1/resolve", service.resolve),
            Route("/api/v1/openapi.json", service.openapi),
            Route("/healthz", service.health),
            Route("/r/{anchor:path}", service.permalink),
            Route("/cerca/", service.page),
            Route("/sitemap.xml", service.sitemap),
            Route("/robots.txt", service.robots),
            Mount("/", StaticFiles(directory=site, html=True)),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=800)],
        exception_handlers={Failure: failed, HTTPException: http_failed, Exception: crashed},
    )
    return app


def open_app(site: Path, engine: Engine, index: Path | None = None) -> Starlette:
    """The application over folders on disk; with `index` it takes up by itself what a later build puts there."""
    current = Current(site, load(site, engine), index)
    gc.collect()
    gc.freeze()  # what was read stays: looking through it again and again would make single answers late
    return create_app(current)
