"""Reload open pages while an author writes, or show problems.

Serves the files of a build and adds to them a script with its style, a stream of server-sent events, and a service
worker without cache, so that no old page is shown.
"""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scripts.model.anchor_contents import Record
from scripts.model.problems import Report
from search.engine.answer import Engine
from search.http.page_rendering import TEMPLATES
from search.http.release_watcher import Current, LoadedRelease, load_release
from search.http.static_files import MEDIA_TYPES

FOLDER = Path(__file__).parent / "live_reload_assets"
LOOK = 0.05  # seconds between two looks at what is to be told
ALIVE = 15  # seconds after which a stream says that it is there, and so learns that nobody listens any more
MOST = 5  # problems, or changed rules, that the bar names
OWN = {"/scrittura/pagina.js": "page.js", "/scrittura/pagina.css": "page.css", "/sw.js": "service-worker.js"}
ENTRY = "assets/js{stamp}/main.js"  # what every page loads
NEVER_KEPT = ((re.compile(""), "no-store"),)


class LiveReload(Current):
    """Hold the last draft without problems, and notify open pages.

    A draft is the site after an author's save. `told`: what the pages were last sent: version, bar with problems or
    changed rules as HTML, '1' if there are problems.
    """

    def __init__(self, place: Path, engine: Engine, paths: Iterable[str], prefix: str = "") -> None:
        self.place, self.prefix = place, prefix
        self.closing: Callable[[], bool] = lambda: False
        self._templates = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True)
        self._count, self._start = 0, int(time.time())  # a server that starts again has other versions
        self.show(engine, paths, ())

    async def get(self, gone: bool = False) -> LoadedRelease:  # noqa: ARG002
        """Return the last draft without problems."""
        return self.loaded

    def show(self, engine: Engine, paths: Iterable[str], changed: Sequence[Record]) -> None:
        """Serve a new draft with files `paths`, and tell open pages which rules have `changed`."""
        self._count += 1
        version, loaded = f"{self._start}.{self._count}", load_release(self.place, engine, paths)
        always = dict(loaded.headers.always)
        always["Server-Timing"] += f', scrittura;desc="{version}"'  # a page's script reads there which version it is
        headers = loaded.headers._replace(always=tuple(always.items()), cache=NEVER_KEPT)
        self.loaded = replace(loaded, headers=headers)
        self._announce(version, changed=changed)

    def warn(self, report: Report) -> None:
        """Show the report's problems in open pages, which keep their content."""
        self._announce(self.told["version"], problems=report.list_causes())

    def _announce(self, version: str, **found: Sequence[object]) -> None:
        bar = self._templates.get_template("bar.html.j2").render(found, most=MOST, prefix=self.prefix)
        self.told = {"version": version, "bar": bar, "wrong": "1" if found.get("problems") else ""}

    def routes(self) -> Iterable[Route]:
        """Yield the routes for live reload, which precede the site's."""
        yield from (Route(path, self._serve_own_file) for path in OWN)
        yield Route(f"/{ENTRY}", self._serve_entry)
        yield Route("/scrittura/eventi", self._serve_events)

    async def _serve_own_file(self, request: Request) -> Response:
        path = FOLDER / OWN[request.url.path.removeprefix(self.prefix)]
        return Response(path.read_bytes(), media_type=MEDIA_TYPES[path.suffix])

    async def _serve_entry(self, request: Request) -> Response:  # noqa: ARG002
        text = (self.loaded.site / ENTRY.format(stamp=self.loaded.headers.stamp)).read_text(encoding="utf-8")
        return Response(f'{text}\nimport "../../scrittura/pagina.js";\n', media_type=MEDIA_TYPES[".js"])

    async def _serve_events(self, request: Request) -> Response:  # noqa: ARG002
        return StreamingResponse(self._stream_events(), media_type="text/event-stream")

    async def _stream_events(self) -> AsyncIterator[str]:
        yield "retry: 500\n\n"
        sent: dict[str, str] = {}
        silent = 0.0
        while not self.closing():
            if sent is not self.told:
                sent, silent = self.told, 0
                yield f"data: {json.dumps(sent)}\n\n"
            elif silent > ALIVE:
                silent = 0
                yield ":\n\n"
            await asyncio.sleep(LOOK)
            silent += LOOK
