"""Test names, prefix and headers of every response."""

import gzip
from pathlib import Path
from typing import NoReturn

import brotli
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from scripts import pipeline
from scripts.site.fingerprinted_assets import add_stamp, find_stamp
from scripts.site.http_headers import FOR_EVER
from search.http.service import open_app
from search.http.static_files import Files
from tests.search.test_service import ask, get

KINDS = ["/", "/bang/1/", "/r/bang-1.1", "/r/zzz", "/cerca/?q=mazzo", "/decisione/?r=bang-1.1", "/cerca/", "/penalita/", "/decisione/", "/api/v1/search?q=mazzo",
         "/api/v1/zzz", "/assets/css/prontuario.css", "/assets/img/icona-192.png", "/sw.js", "/healthz", "/bang"]  # fmt: skip


@pytest.mark.parametrize("path", KINDS)
def test_every_answer_says_what_may_run(app: Starlette, path: str) -> None:
    headers = get(app, path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "geolocation=()" in headers["permissions-policy"]
    assert headers["cache-control"] == ("public, max-age=86400" if path.endswith("192.png") else "no-cache")
    assert "strict-transport-security" not in headers


def test_a_script_that_the_pages_name_is_kept_for_ever_and_one_of_another_build_is_that_of_now(
    app: Starlette, built: Path
) -> None:
    now, headers = find_stamp(built / pipeline.SITE), {"accept-encoding": "br"}
    for path in ("assets/js/main.js", "assets/css/prontuario.css"):
        given = get(app, f"/{add_stamp(path, now)}", **headers)
        assert given.headers["cache-control"] == FOR_EVER
        assert given.content == (built / pipeline.SITE / add_stamp(path, now)).read_bytes()
        for before in (".01234567", ""):
            again = get(app, f"/{add_stamp(path, before)}", **headers)
            assert (again.content, again.headers["content-encoding"]) == (given.content, "br")
            assert again.headers["cache-control"] == "no-cache"
    for lost in (add_stamp("assets/js/niente.js", now), "assets/js.01234567/niente.js", "assets/img.01234567/x.png"):
        answer = get(app, f"/{lost}")
        assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-cache")


def test_what_goes_by_a_name_that_it_has_not_is_never_kept(built: Path) -> None:
    """Cache nothing under an asset name that the build lacks."""
    site = built / pipeline.SITE
    now, request = find_stamp(site), Request({"type": "http", "headers": []})
    given = Files(site, stamp=now).respond(request, add_stamp("assets/js/main.js", ".01234567"))
    assert given
    assert given.headers["cache-control"] == "no-cache"
    own = Files(site, stamp=now).respond(request, add_stamp("assets/js/main.js", now))
    assert own
    assert "cache-control" not in own.headers


def broken(*_: object) -> NoReturn:
    raise ValueError("rotto")


def test_what_breaks_in_the_server_says_it_too(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer a crash in our words, with the usual headers."""
    monkeypatch.setattr("search.http.service.make_document", broken)
    monkeypatch.setattr("search.http.static_files.matches_etag", broken)
    app = open_app(built / pipeline.CURRENT, prefix="/regole")

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        with pytest.raises(ValueError, match="rotto"):  # which the server writes down for who keeps it
            await app(scope, receive, send)

    for path, accept in (("/api/v1/openapi.json", "application/json"), ("/regole/bang/1/", "text/html")):
        answer = ask(answered, "https://prontuario", path, Accept=accept)
        assert answer.status_code == 500
        assert "rotto" not in answer.text.replace("si è rotto", "")
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert {"x-content-type-options", "strict-transport-security", "permissions-policy"} <= set(answer.headers)
        assert answer.headers["cache-control"] == "no-cache"
        assert accept == "application/json" or '<base href="/regole/">' in answer.text


def test_over_tls_it_says_to_stay_there(app: Starlette) -> None:
    secured = ask(app, "https://prontuario", "/")
    assert "max-age=" in secured.headers["strict-transport-security"]


@pytest.mark.parametrize("path", [path for path in KINDS if path not in ("/bang", "/r/zzz", "/r/bang-1.1", "/api/v1/zzz", "/healthz")])  # fmt: skip
def test_what_is_had_already_is_not_sent_again(app: Starlette, path: str) -> None:
    first = get(app, path)
    if "etag" not in first.headers:
        assert path.startswith(("/cerca/?", "/decisione/?"))  # made for who asks
        return
    again = get(app, path, **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert first.headers.get("vary", "") in again.headers.get("vary", "")
    assert get(app, path, **{"if-none-match": '"another"'}).status_code == 200


def test_files_go_packed_as_the_build_packed_them(app: Starlette, built: Path) -> None:
    plain = (built / pipeline.SITE / "bang/1/index.html").read_bytes()
    for accepted, encoding in (
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("identity", ""),
        ("br;q=0, gzip", "gzip"),
    ):
        answer = get(app, "/bang/1/", **{"accept-encoding": accepted})
        assert answer.headers.get("content-encoding", "") == encoding
        assert "accept-encoding" in answer.headers["vary"].lower()
        assert answer.content == plain
    folder = built / pipeline.SITE / "bang/1"
    assert brotli.decompress((folder / "index.html.br").read_bytes()) == plain
    assert gzip.decompress((folder / "index.html.gz").read_bytes()) == plain


def test_a_name_that_is_not_its_own_is_refused_and_never_repeated(built: Path) -> None:
    app = open_app(built / pipeline.CURRENT, ["Esempio.it"])
    for path in ("/sitemap.xml", "/robots.txt", "/r/bang-1.1", "/"):
        answer = ask(app, "http://prontuario", path, Host="cattivo.example", **{"user-agent": "WhatsApp"})
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "host_unknown"
        assert "cattivo.example/" not in answer.text
    for host in (
        "esempio.it:80@cattivo.example",
        "esempio.it:/cattivo.example",
        "[::1]cattivo.example",
        "[::1",
        "esempio.it.",
    ):
        assert ask(app, "http://prontuario", "/robots.txt", Host=host).status_code == 400, host
    for host in ("esempio.it", "ESEMPIO.IT:8000", "localhost:8000", "[::1]:80", "127.0.0.1"):
        assert ask(app, "http://prontuario", "/sitemap.xml", Host=host).status_code == 200
    assert "http://esempio.it/bang/1/" in ask(app, "http://prontuario", "/sitemap.xml", Host="esempio.it").text


@pytest.mark.parametrize("handed", ["", "/regole"], ids=["the proxy takes the prefix off", "the proxy leaves it"])
def test_behind_a_proxy_below_a_prefix(built: Path, handed: str) -> None:
    app = open_app(built / pipeline.CURRENT, prefix="/regole")
    assert ask(app, "http://prontuario", f"{handed}/bang/1/").status_code == 200
    assert ask(app, "http://prontuario", f"{handed}/bang").headers["location"] == "/regole/bang/"
    assert ask(app, "http://prontuario", f"{handed}/r/bang-1.1").headers["location"] == "/regole/bang/1/#bang-1.1"
    assert "http://prontuario/regole/bang/1/" in ask(app, "http://prontuario", f"{handed}/sitemap.xml").text
    assert ask(app, "http://prontuario", "/regole?oggi=bang").headers["location"] == "/regole/?oggi=bang"
    lost = ask(app, "http://prontuario", f"{handed}/bang/9/8", Accept="text/html")
    assert lost.status_code == 404
    assert '<base href="/regole/">' in lost.text
    assert 'href="/' not in lost.text.replace('<base href="/regole/">', "")


def test_methods_that_do_not_read_are_refused_with_those_that_do(app: Starlette) -> None:
    for path in ("/api/v1/search?q=mazzo", "/bang/1/", "/r/bang-1.1"):
        answer = ask(app, "http://prontuario", path, "POST")
        assert answer.status_code == 405
        assert {"GET", "HEAD"} <= {one.strip() for one in answer.headers["allow"].split(",")}


def test_what_is_not_in_the_api_is_said_in_json(app: Starlette) -> None:
    answer = get(app, "/api/v1/zzz", accept="text/html")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


def test_a_part_is_answered_with_the_whole(app: Starlette) -> None:
    answer = get(app, "/bang/1/", range="bytes=0-9")
    assert (answer.status_code, answer.content) == (200, get(app, "/bang/1/").content)


@pytest.mark.parametrize("path", ["/../requirements.in", "/%2e%2e/%2e%2e/etc/passwd", "/..%2fheaders.json", "//etc/passwd", "/site/../../index", "/assets/%00", "/bang/1/index.html/"])  # fmt: skip
def test_only_what_stands_in_the_site_can_be_asked_for(app: Starlette, path: str) -> None:
    assert get(app, path).status_code == 404


def test_a_citation_too_long_is_said_to_be(app: Starlette) -> None:
    answer = get(app, f"/api/v1/resolve?cite={'a' * 301}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "cite_too_long")
