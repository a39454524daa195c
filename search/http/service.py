"""Serve the site, search and permalinks from one address, read-only."""

import asyncio
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from search.http.decision_page import GLUED
from search.http.host_middleware import HostMiddleware, make_headers
from search.http.openapi import make_document
from search.http.release_watcher import Current, LoadedRelease
from search.http.response_cache import LEVEL, SMALLEST, CachedResponse
from search.http.sitemap import make_sitemap
from search.index.documents import Kind

LIMIT = 50
MAX_OFFSET = 1000
# Of what no build could pack beforehand.
PACKING = [Middleware(GZipMiddleware, minimum_size=SMALLEST, compresslevel=LEVEL)]
TURN = 0.0005  # seconds that who answers waits for who reads a new release meanwhile, at every turn; Python's own is ten times that
MAX_QUERY = 300
ROBOTS = "robots.txt"
MAX_STEPS = 50  # answers, or counts, that an address of «Penalità» may have
NOTHING = "A questo indirizzo non c’è niente."
FOUND = 5  # rules that the words of a wrong address find
PAGE = re.compile(r"(?:index)?\.html?\Z|/\Z")
CRASHED = (
    "Qualcosa si è rotto nel server. Riprova; se succede di nuovo, riavvia «make serve» e segnala che cosa hai cercato."
)
PREVIEWERS = ("whatsapp", "telegrambot", "facebookexternalhit", "twitterbot", "slackbot", "discordbot", "linkedinbot", "skypeuripreview", "signal")  # fmt: skip

Endpoint = Callable[[Request], Awaitable[Response]]


class Failure(Exception):
    """Refuse a request with an HTTP status, an error code and an Italian message.

    `more`: further keys of the JSON answer.
    """

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.more = status, code, message, more


class Service:
    """Answer HTTP requests from the release in use; `prefix`: path of the site behind a proxy."""

    def __init__(self, current: Current, prefix: str) -> None:
        self.current, self.prefix = current, prefix

    async def search(self, request: Request) -> Response:
        """Answer `GET /api/v1/search?q=&book=&game=&kind=&limit=&offset=` with JSON.

        400 for a missing or too long query and for unknown values; 304 if the client has the answer.
        """
        text = request.query_params.get("q", "")
        if len(text) > MAX_QUERY:
            message = f"La ricerca ha {len(text)} caratteri: bastano poche parole (al massimo {MAX_QUERY} caratteri)."
            raise Failure(400, "query_too_long", message)
        if not text.strip():
            raise Failure(400, "query_missing", "Scrivi che cosa cercare: ?q=parole.")
        loaded = await self.current.get()
        book = self._read_choice(request, "book", [*loaded.books, *set(loaded.engine.games).difference(loaded.books)])
        book = book or self._read_choice(request, "game", list(loaded.engine.games))
        kind = self._read_choice(request, "kind", list(Kind))
        limit = self._read_number(request, "limit", 10, 1, LIMIT)
        offset = self._read_number(request, "offset", 0, 0, MAX_OFFSET)
        return loaded.answers.json(text, book, kind, limit, offset).respond(request, "application/json")

    async def show_search(self, request: Request) -> Response:
        """Answer `GET /cerca/?q=&book=&da=` with the HTML page of results.

        Invalid parameters are ignored; `da`: number of results to skip. Without a query, the page as built.
        """
        loaded = await self.current.get()
        text = request.query_params.get("q", "")[:MAX_QUERY]
        book = request.query_params.get("book", "")
        book = book if book in loaded.books or book in loaded.engine.games else ""
        if not text.strip():
            return self._serve_built(request, loaded, "cerca/")
        offset = min(max(0, parse_count(request.query_params.get("da", ""))), MAX_OFFSET)
        return loaded.answers.get_page(text, book, offset).respond(request, "text/html")

    async def show_penalties(self, request: Request) -> Response:
        """Answer `GET /penalita/` with an HTML page.

        `?g=&i=&r=&s=` (book of the game, infraction, answers, counts) shows the verdict, `?g=&t=` the infractions that
        the story `t` may describe; otherwise the page as built.
        """
        loaded = await self.current.get()
        book, text = (request.query_params.get(name, "").strip()[:MAX_QUERY] for name in ("g", "t"))
        answers, counts = (request.query_params.getlist(name)[:MAX_STEPS] for name in ("r", "s"))
        found_verdict = loaded.decisions.rebuild_verdict(
            book, request.query_params.get("i", "")[:MAX_QUERY], answers, counts
        )
        if found_verdict:
            return HTMLResponse(loaded.pages.render_verdict(found_verdict), headers={"X-Robots-Tag": "noindex"})
        if book not in loaded.classifiers.files or not text:
            return self._serve_built(request, loaded, "penalita/")
        found = await asyncio.to_thread(lambda: loaded.classifiers[book].suggest(text))
        page = loaded.pages.render_penalties(text, book, loaded.engine.labels, found)
        return HTMLResponse(page, headers={"X-Robots-Tag": "noindex"})

    async def show_decision(self, request: Request) -> Response:
        """Answer `GET /decisione/?r=` with the page of a shared decision; it reports damaged parts."""
        loaded = await self.current.get()
        decision = loaded.decisions.rebuild("_".join(request.query_params.getlist("r")))
        if decision is None:
            return self._serve_built(request, loaded, "decisione/")
        return HTMLResponse(loaded.pages.render_decision(decision), headers={"X-Robots-Tag": "noindex"})

    async def resolve(self, request: Request) -> Response:
        """Answer `GET /api/v1/resolve?cite=` with the id, citation and url of a rule.

        400 for a missing or too long citation; 404 for an unknown one, with the nearest.
        """
        text = request.query_params.get("cite", "").strip()
        if len(text) > MAX_QUERY:
            message = f"La citazione ha {len(text)} caratteri, più di {MAX_QUERY}: scrivila per esempio così, ?cite=MTR 2.5.c."
            raise Failure(400, "cite_too_long", message)
        if not text:
            raise Failure(400, "cite_missing", "Scrivi la citazione da cercare, per esempio ?cite=MTR 2.5.c.")
        loaded = await self.current.get()
        found = loaded.resolver.resolve(text)
        if found.id:
            return respond_json(request, list_places(loaded, [found.id])[0])
        nearest = list_places(loaded, found.nearest)
        names = ", ".join(n["citation"] for n in nearest[:3])
        hint = f"Le più vicine: {names}." if names else "Cerca la regola con le parole che ricordi."
        raise Failure(404, "citation_unknown", f"«{text}» non è una citazione che conosco. {hint}", nearest=nearest)

    async def redirect_permalink(self, request: Request) -> Response:
        """Answer `GET /r/<anchor>` with a redirect to the rule (308).

        `?ed=` redirects to the text of an edition (307). Chat clients get a page for their preview. 404 for an unknown
        anchor or edition, with the nearest anchors.
        """
        anchor = request.path_params["anchor"].strip("/")
        loaded = await self.current.get()
        anchor = anchor if anchor in loaded.urls else anchor.rstrip(GLUED)
        url = loaded.urls.get(anchor)
        if url is None:
            anchor = anchor[:MAX_QUERY]
            found = loaded.resolver.resolve(anchor)
            nearest = list_places(loaded, [found.id] if found.id else found.nearest)
            advice = "Le più vicine sono queste." if nearest else "Cercala con le parole che ricordi."
            raise Failure(404, "anchor_unknown", f"Non c’è nessuna regola «{anchor}». {advice}", nearest=nearest)
        if edition := request.query_params.get("ed", ""):
            place, names = loaded.pages.locate_edition(anchor, edition)
            if place is None:
                message = f"Non c’è l’edizione «{edition[:40]}» di questo libro. Ci sono: {names}."
                raise Failure(404, "edition_unknown", message)
            return RedirectResponse(f"{request.scope.get('root_path', '')}{place or url}", status_code=307)
        agent = request.headers.get("user-agent", "").lower()
        if any(name in agent for name in PREVIEWERS):
            html = loaded.pages.render_permalink(anchor, str(request.base_url))
            return HTMLResponse(html, headers={"Vary": "User-Agent"})
        query = f"?{request.url.query}" if request.url.query else ""
        path, _, fragment = url.partition("#")
        place = f"{request.scope.get('root_path', '')}{path}{query}#{fragment}"
        return RedirectResponse(place, status_code=308, headers={"Vary": "User-Agent"})

    async def report_health(self, request: Request) -> Response:  # noqa: ARG002
        """Answer `GET /healthz` with status and number of sections, as JSON."""
        return JSONResponse({"status": "ok", "sections": len((await self.current.get()).engine.sections)})

    async def serve_sitemap(self, request: Request) -> Response:
        """Serve the sitemap, for the requested host if the build knew no address."""
        loaded = await self.current.get()
        text = make_sitemap(loaded.site, loaded.files.paths, str(request.base_url))
        return Response(text, media_type="application/xml")

    async def serve_robots(self, request: Request) -> Response:
        """Serve robots.txt with the sitemap's address, which the build may not have known."""
        loaded = await self.current.get()
        text = (loaded.site / ROBOTS).read_text(encoding="utf-8") if ROBOTS in loaded.files.paths else ""
        if "Sitemap:" not in text and "Allow: /" in text:  # a private copy is to be found by nobody
            text = f"{text.rstrip()}\nSitemap: {request.base_url}sitemap.xml\n"
        return PlainTextResponse(text)

    async def serve_file(self, request: Request) -> Response:
        """Serve a file of the site; 404 if there is none."""
        return self._serve_built(request, await self.current.get(), request.path_params["path"])

    def _serve_built(self, request: Request, loaded: LoadedRelease, path: str) -> Response:
        """Return a file of the build; raise Failure 404 if there is none."""
        found = loaded.files.respond(request, path)
        if found is None:
            raise Failure(404, "not_found", NOTHING)
        return found

    async def serve_openapi(self, request: Request) -> Response:
        """Answer `GET /api/v1/openapi.json` with the description of the API."""
        loaded = await self.current.get()
        return respond_json(request, make_document(loaded.books, list(loaded.engine.games)))

    async def answer_failure(self, request: Request, error: Exception) -> Response:
        """Answer a request that raised `Failure`, as JSON or HTML."""
        assert isinstance(error, Failure)
        return self._refuse(request, error.status, error.code, error.message, **error.more)

    async def answer_http_error(self, request: Request, error: Exception) -> Response:
        """Answer an error raised by the router: 405 for another method than GET, else 404."""
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            answer = self._refuse(request, 405, "method_not_allowed", "Qui si può solo leggere: usa GET.")
            answer.headers.update(error.headers or {})  # Allow
            return answer
        return self._refuse(request, 404, "not_found", NOTHING)

    async def answer_crash(self, request: Request, error: Exception) -> Response:  # noqa: ARG002
        """Answer 500 to an unexpected error, without the middleware, which may be what failed."""
        request.scope["root_path"] = self.prefix.rstrip("/")
        answer = self._refuse(request, 500, "internal", CRASHED)
        answer.headers.update(dict(make_headers(self.current, request.url.scheme)))
        return answer

    def _refuse(self, request: Request, status: int, code: str, message: str, **more: Any) -> Response:
        """Return an error as JSON or, for a browser, as a page with the rules that may be meant."""
        if wants_page(request):
            loaded, nearest = self.current.loaded, more.get("nearest", ())
            words = PAGE.sub("", "".join(request.path_params.values())) if status == 404 and not nearest else ""
            book, _, rest = words.partition("/")
            book, words = (book, rest) if rest and book in loaded.books else ("", words)
            found = loaded.engine.search(f"{words[:MAX_QUERY]} ", book, limit=FOUND).results if words else ()
            prefix = request.scope.get("root_path", "")
            page = loaded.pages.error(message, nearest, found, loaded.engine.labels, prefix)
            return HTMLResponse(page, status_code=status, headers={"Vary": "Accept"})
        error = {"error": {"code": code, "message": message}, **more}
        return JSONResponse(error, status_code=status, headers={"Vary": "Accept"})

    def retry_on_new_release(self, endpoint: Endpoint) -> Endpoint:
        """Wrap an endpoint so that it answers again if its release was deleted meanwhile.

        It then uses the newer release; OSError if there is none.
        """

        async def answered(request: Request) -> Response:
            while True:
                used = self.current.loaded
                try:
                    return await endpoint(request)
                except OSError:
                    await self.current.get(gone=True)
                    if self.current.loaded is used:  # nothing else to answer from
                        raise

        return answered

    def _read_choice(self, request: Request, name: str, known: Sequence[str]) -> str:
        value = request.query_params.get(name, "")
        if value and value not in known:
            raise Failure(400, f"{name}_unknown", f"{name}={value[:40]}: si può scegliere fra {', '.join(known)}.")
        return value

    def _read_number(self, request: Request, name: str, default: int, least: int, most: int) -> int:
        value = request.query_params.get(name, str(default))
        number = parse_count(value)
        if not least <= number <= most:
            raise Failure(400, f"{name}_invalid", f"{name}={value[:40]}: serve un numero da {least} a {most}.")
        return number


def parse_count(text: str) -> int:
    """Return the number that a parameter says in digits; -1 if it says none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def respond_json(request: Request, value: Any) -> Response:
    """Return a value as a JSON response with ETag, or 304 if the client has it."""
    return CachedResponse.pack(bytes(JSONResponse(value).body)).respond(request, "application/json")


def list_places(loaded: LoadedRelease, anchors: Iterable[str]) -> list[dict[str, str]]:
    """Return the id, citation and url of anchors."""
    shown = ((anchor, *loaded.engine.shown[anchor]) for anchor in anchors)
    return [{"id": anchor, "citation": citation, "url": url} for anchor, citation, url in shown]


def wants_page(request: Request) -> bool:
    """Return whether a browser asks for an HTML page, rather than a program for JSON."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def create_app(
    current: Current, names: Iterable[str] = (), prefix: str = "", before: Iterable[Route] = ()
) -> Starlette:
    """Build the web application for a release.

    `names`: further host names to accept; `prefix`: path in front of all addresses; `before`: routes tried first.
    """
    service = Service(current, prefix)
    made = {
        "/api/v1/search": service.search,
        "/api/v1/resolve": service.resolve,
        "/api/v1/openapi.json": service.serve_openapi,
        "/healthz": service.report_health,
        "/r/{anchor:path}": service.redirect_permalink,
        "/cerca/": service.show_search,
        "/penalita/": service.show_penalties,
        "/decisione/": service.show_decision,
        "/sitemap.xml": service.serve_sitemap,
        "/robots.txt": service.serve_robots,
    }
    return Starlette(
        routes=[
            *before,
            *(
                Route(path, service.retry_on_new_release(endpoint), middleware=PACKING)
                for path, endpoint in made.items()
            ),
            Route("/{path:path}", service.retry_on_new_release(service.serve_file)),
        ],
        middleware=[Middleware(HostMiddleware, current=current, names=tuple(names), prefix=prefix)],
        exception_handlers={
            Failure: service.answer_failure,
            HTTPException: service.answer_http_error,
            Exception: service.answer_crash,
        },
    )


def open_app(place: Path, names: Iterable[str] = (), prefix: str = "", private: bool = False) -> Starlette:
    """Build the web application for a release, switching to newer ones.

    `place`: release folder, or a link to it; `names`: further host names to accept; `prefix`: path in front of all
    addresses; `private`: accept a release with copyrighted originals, which otherwise raises ValueError.
    """
    current = Current(place, private)
    sys.setswitchinterval(TURN)
    return create_app(current, names, prefix)


def open_from_environment() -> Starlette:
    """Build the application of one worker process, configured by PRONTUARIO_SERVE (JSON)."""
    settings = json.loads(os.environ["PRONTUARIO_SERVE"])
    return open_app(Path(settings["place"]), settings["names"], settings["prefix"], settings["private"])
