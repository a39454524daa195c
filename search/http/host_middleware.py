"""Check the `Host` header, remove the path prefix, add response headers."""

import re
import socket
from collections.abc import Iterable, Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from search.http.release_watcher import Current

NAMED = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:/@]+))(?::[0-9]*)?")
WRONG_NAME = "Questo server non risponde al nome «{name}». Se è il suo, avvialo con --name {name}."


def list_own_names(given: Iterable[str] = ()) -> frozenset[str]:
    """Return the host names of this machine, in lower case, and those in `given`."""
    host = socket.gethostname().lower()
    return frozenset({"localhost", "127.0.0.1", "::1", host, f"{host}.local", *(name.lower() for name in given)})


def parse_host(host: str) -> str:
    """Return a Host header's name without port: '[::1]:8000' → '::1'; unchanged if malformed."""
    found = NAMED.fullmatch(host.lower())
    return found[1] or found[2] if found else host


def make_headers(current: Current, scheme: str, path: str = "") -> Sequence[tuple[str, str]]:
    """Return (name, value) headers to add to the response for `path`.

    `scheme`: 'https' adds those for TLS; `path`: '' for a response that must not be cached.
    """
    headers = current.loaded.headers
    always = [*headers.always, *(headers.secure if scheme == "https" else ())]
    return [*always, ("Cache-Control", next(value for place, value in headers.cache if place.match(path)))]


class HostMiddleware:
    """Refuse unknown hosts with 400, remove the path prefix, and add the release's headers.

    `names`: hosts to accept besides this machine's; `prefix`: path of the site behind a proxy,
    which may forward it or not.
    """

    def __init__(self, app: ASGIApp, current: Current, names: Iterable[str] = (), prefix: str = "") -> None:
        self.app, self.current = app, current
        self.names, self.prefix = list_own_names(names), prefix.rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        if self.prefix:
            inside = path == self.prefix or path.startswith(f"{self.prefix}/")
            scope = {**scope, "root_path": self.prefix, "path": path if inside else f"{self.prefix}{path}"}
            path = scope["path"].removeprefix(self.prefix)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in make_headers(self.current, scope["scheme"], path if message["status"] < 400 else ""):
                    headers.setdefault(name, value)
            await send(message)

        host = parse_host(", ".join(Headers(scope=scope).getlist("host")))  # of two nobody knows which is meant
        if host in self.names or host == (scope.get("server") or ("",))[0]:
            query = scope["query_string"].decode("latin-1")
            home = f"{self.prefix}/{query and f'?{query}'}"  # not by the name that a proxy has asked with
            await (self.app if path else RedirectResponse(home, 301))(scope, receive, with_headers)
            return
        error = {"code": "host_unknown", "message": WRONG_NAME.format(name=host[:80])}
        await JSONResponse({"error": error}, status_code=400)(scope, receive, with_headers)
