"""Test the generated nginx files with a real nginx."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from scripts.pipeline import CURRENT, SITE
from scripts.site.fingerprinted_assets import add_stamp, find_stamp
from scripts.site.http_headers import FOR_EVER, SEARCHES
from tests.running_server import NGINX, nginx_before
from tests.search.test_rude_clients import Server, request, said_to

pytestmark = pytest.mark.skipif(NGINX is None, reason="manca nginx: è fra i pacchetti del sistema (apt install nginx)")


@pytest.fixture
def nginx(built: Path, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Start nginx over the built site and replicas; return its address."""
    with ExitStack() as stack:
        yield (
            lambda *replicas: (
                f"http://127.0.0.1:{stack.enter_context(nginx_before(built / CURRENT, tmp_path, replicas))[0]}"
            )
        )
    assert not {"[emerg]", "[crit]", "[alert]"} & set((tmp_path / "errors").read_text().split())


def test_the_site_alone_says_what_our_server_says(nginx: Callable[..., str], built: Path) -> None:
    address = nginx()
    page = httpx.get(f"{address}/bang/1/", headers={"accept-encoding": "gzip"})
    assert page.status_code == 200
    assert page.headers["content-encoding"] == "gzip"
    assert page.content == (built / CURRENT / "site/bang/1/index.html").read_bytes()
    with_headers = (built / CURRENT / "headers.json").read_text(encoding="utf-8")
    script = "/" + add_stamp("assets/js/main.js", find_stamp(built / SITE))
    kept = {script: FOR_EVER, "/assets/img/icona-192.png": "public, max-age=86400"}
    for path, kind in (("/", "text/html"), (script, "javascript"), ("/assets/js.01234567/main.js", "javascript"), ("/api/v1/books.json", "application/json"),
                       ("/manifest.webmanifest", "application/manifest+json"), ("/assets/img/icona-192.png", "image/png")):  # fmt: skip
        answer = httpx.get(address + path)
        assert kind in answer.headers["content-type"], path
        assert answer.headers["content-security-policy"] in with_headers
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == kept.get(path, "no-cache")
        again = httpx.get(address + path, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304, path
    assert "server-timing" not in httpx.get(f"{address}/").headers  # no server that would answer a search
    packed = {"accept-encoding": "gzip"}
    now, before = (httpx.get(address + path, headers=packed) for path in (script, "/assets/js.01234567/main.js"))
    assert now.content == before.content == (built / CURRENT / f"site{script}").read_bytes()
    assert now.headers["content-encoding"] == before.headers["content-encoding"] == "gzip"
    assert httpx.get(f"{address}/assets/js.01234567/niente.js").status_code == 404
    lost = httpx.get(f"{address}/zzz/zzz")
    assert lost.status_code == 404
    assert "Pagina non trovata" in lost.text
    assert lost.headers["content-security-policy"]
    assert lost.headers["cache-control"] == "no-cache", "what is not there today may be there tomorrow"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (b"NONSENSE\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),  # to no host
        (request("/" + "a" * 40_000), 414),
        (request("/", "X-Many: " + "a" * 40_000), 431),
        (request("/bang/1/", "Range: bytes=99999999-"), 416),
        (request("/bang/1/", method="POST"), 405),
        (request("/bang/1/", "Transfer-Encoding: nonsense"), 501),
    ],
)
def test_what_nginx_refuses_by_itself_says_what_we_say(nginx: Callable[..., str], text: bytes, status: int) -> None:
    answer = said_to(int(nginx().rpartition(":")[2]), text)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split(b" ", 2)[1] == str(status).encode(), answer[:200]
    assert json.loads(body)["error"]["message"].startswith("Non c’è risposta a questa richiesta")
    lines = {name.lower(): value for name, _, value in (line.partition(b": ") for line in head.splitlines())}
    assert lines[b"content-type"].startswith(b"application/json")
    assert lines[b"cache-control"] == b"no-cache"
    assert {b"content-security-policy", b"x-content-type-options", b"referrer-policy"} <= lines.keys()


def test_the_search_through_two_replicas_survives_one(nginx: Callable[..., str], built: Path) -> None:
    one, two = Server(built), Server(built)
    try:
        address = nginx(one.port, two.port)
        for path, status in (("/api/v1/search?q=mazzo", 200), ("/cerca/?q=mazzo", 200), ("/r/bang-1.1", 308), ("/decisione/?r=bang-1.1", 200), ("/bang/1/", 200)):  # fmt: skip
            assert httpx.get(address + path).status_code == status, path
        assert len(httpx.get(f"{address}/cerca/?q=mazzo").headers.get_list("content-security-policy")) == 1
        assert httpx.get(f"{address}/").headers["server-timing"] == httpx.get(f"http://127.0.0.1:{one.port}/").headers["server-timing"] == SEARCHES  # fmt: skip
        told = httpx.get(f"{address}/penalita/?g=bang&t=arriva%20tardi", headers={"accept": "text/html"}).text
        assert "arriva tardi" in told, "what the server fills in, nginx leaves to it"
        assert f"<loc>{address}/bang/1/</loc>" in httpx.get(f"{address}/sitemap.xml").text
        one.stop()
        statuses = {httpx.get(f"{address}/api/v1/search?q=mazzo").status_code for _ in range(20)}
        assert statuses == {200}
        two.stop()
        page, found = httpx.get(f"{address}/cerca/?q=mazzo"), httpx.get(f"{address}/api/v1/search?q=mazzo")
        assert page.text == (built / SITE / "cerca/index.html").read_text(encoding="utf-8"), (
            "the page that searches by itself"
        )
        assert "server-timing" not in page.headers
        assert found.json()["error"]["code"] == "http_502"
        assert {page.status_code, found.status_code} == {502}
        for answer in (page, found):
            assert len(answer.headers.get_list("content-security-policy")) == 1
    finally:
        for server in (one, two):
            server.stop() if server.process.poll() is None else None
