"""The HTTP service: the contract, errors that say what to do, and a build swapped in while it answers."""

from __future__ import annotations

import asyncio
import shutil
import time
import urllib.parse
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from scripts import files, pipeline
from search.engine import Engine
from search.service import open_app
from tests.search.test_hostile import ODD


@pytest.fixture(scope="session")
def app(built: Path, engine: Engine) -> Starlette:
    return open_app(built / pipeline.SITE, engine)


def get(app: Starlette, path: str, **headers: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://prontuario") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(ask())


def test_search_keeps_the_contract(app: Starlette) -> None:
    answer = get(app, "/api/v1/search?q=warning&book=naruto-it&limit=3").json()
    assert set(answer) == {"query", "total", "suggestion", "results"}
    assert len(answer["results"]) == 3
    for result in answer["results"]:
        assert set(result) == {"id", "citation", "title", "path", "book", "kind", "url", "excerpt", "score"}
        assert result["url"].endswith(f"#{result['id']}")
        assert all(set(piece) == {"text", "match"} for piece in result["excerpt"])


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "query_missing"),
        ("q=%20", "query_missing"),
        (f"q={'a' * 301}", "query_too_long"),
        ("q=mazzo&book=tombola", "book_unknown"),
        ("q=mazzo&kind=frase", "kind_unknown"),
        ("q=mazzo&limit=0", "limit_invalid"),
        ("q=mazzo&limit=9999", "limit_invalid"),
        ("q=mazzo&offset=-1", "offset_invalid"),
        ("q=mazzo&limit=%D9%A3", "limit_invalid"),
    ],
)
def test_a_bad_request_says_what_to_do(app: Starlette, query: str, code: str) -> None:
    answer = get(app, f"/api/v1/search?{query}")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("cite", "anchor"),
    [
        ("MTR 2.5.c", "mtr-2.5.c"),
        ("mtr 2.5c", "mtr-2.5.c"),
        ("mtr2.5", "mtr-2.5"),
        ("magic 2.5 c", "mtr-2.5.c"),
        ("regola 2.5 magic", "mtr-2.5"),
        ("§ 2.5 mtr", "mtr-2.5"),
        ("mtr-2.5.c", "mtr-2.5.c"),
        ("mtr 1.10", "mtr-1.10"),
        ("mtr 1.1", "mtr-1.1"),
        ("BANG 1.2 duello", "bang-1.2.duello"),
        ("nar-it ritardo", "naruto-it-infrazioni.ritardo"),
        ("NAR-IT Ritardo.b", "naruto-it-infrazioni.ritardo.b"),
        ("naruto italiano ritardo b", "naruto-it-infrazioni.ritardo.b"),
        ("BANG 4d", "bang-4.d"),
        ("regola 4.ab bang", "bang-4.ab"),
        ("mtr 8.3 lettera b", "mtr-8.3.b"),
        ("regola Terminologia.g nar it", "naruto-it-terminologia.g"),
        ("appendice C magic", "mtr-app-c"),
        ("MTR 6.5, Black Lotus", "mtr-6.5.limitate.black-lotus"),
    ],
)
def test_every_spelling_resolves(app: Starlette, cite: str, anchor: str) -> None:
    assert get(app, "/api/v1/resolve?cite=" + urllib.parse.quote(cite)).json()["id"] == anchor


@pytest.mark.parametrize("cite", ["1.1", "mtr 2.99", "xyzzy", "mtr 2.5.zz"])
def test_what_is_ambiguous_or_unknown_is_answered_with_the_nearest(app: Starlette, cite: str) -> None:
    answer = get(app, "/api/v1/resolve?cite=" + urllib.parse.quote(cite))
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "citation_unknown"


@pytest.mark.parametrize("query", ODD)
def test_hostile_requests_are_answered_or_refused(app: Starlette, query: str) -> None:
    for path in ("/api/v1/search?q=", "/api/v1/resolve?cite=", "/cerca/?q=", "/r/"):
        answer = get(app, path + urllib.parse.quote(query))
        assert answer.status_code in (200, 308, 400, 404), path


def test_without_javascript_the_page_has_the_answer(app: Starlette) -> None:
    page = get(app, "/cerca/?q=arriva+tardi&book=naruto-it").text
    assert 'value="arriva tardi"' in page
    assert "NAR-IT Ritardo" in page
    assert "<mark>" in page
    assert 'href="?q=arriva+tardi&amp;book=mtr"' in page


def test_what_was_typed_is_shown_as_text(app: Starlette) -> None:
    page = get(app, "/cerca/?q=%3Cscript%3Ealert(1)%3C/script%3Eqzx").text
    assert "<script>alert(1)" not in page
    page = get(app, '/cerca/?q="><img src=x>').text
    assert "<img src=x>" not in page


def test_the_page_for_nothing_found_says_who_decides(app: Starlette) -> None:
    page = get(app, "/cerca/?q=xyzzyq").text
    assert "Niente per «xyzzyq»" in page
    assert "lo decide il capo arbitro" in page


def test_a_build_swapped_in_loses_no_request(built: Path, tmp_path: Path) -> None:
    """Two builds change places again and again while every address is asked for; every answer is whole."""
    site, index = tmp_path / "site", tmp_path / "build/index"
    shutil.copytree(built / "site", site)
    shutil.copytree(built / "build/index", index)
    app = open_app(site, Engine.open(index), index)
    paths = ["/api/v1/search?q=mazzo", "/cerca/?q=mazzo", "/bang/1/", "/assets/search/index.json", "/r/bang-1.1"]

    async def ask() -> list[int]:
        statuses = []
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://prontuario") as client:
            end = time.monotonic() + 3
            while time.monotonic() < end:
                answers = await asyncio.gather(*(client.get(path) for path in paths))
                statuses += [answer.status_code for answer in answers]
        return statuses

    def swap() -> None:
        for _ in range(4):
            for place in (index, site):
                new = place.with_name(f"{place.name}.nuovo")
                shutil.copytree(built / ("site" if place is site else "build/index"), new)
                files.swap(new, place)
            time.sleep(0.2)

    async def both() -> list[int]:
        statuses, _ = await asyncio.gather(ask(), asyncio.to_thread(swap))
        return statuses

    statuses = asyncio.run(both())
    assert set(statuses) == {200, 308}


def test_another_build_is_taken_up(built: Path, tmp_path: Path) -> None:
    site, index = tmp_path / "site", tmp_path / "index"
    shutil.copytree(built / "site", site)
    shutil.copytree(built / "build/index", index)
    app = open_app(site, Engine.open(index), index)
    new = tmp_path / "index.nuovo"
    shutil.copytree(built / "build/index", new)
    labels = new / "labels.json"
    labels.write_text(labels.read_text(encoding="utf-8").replace("BANG!", "PUM!"), encoding="utf-8")
    files.swap(new, index)

    async def ask() -> bool:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://prontuario") as client:
            for _ in range(100):
                if "PUM!" in (await client.get("/cerca/?q=mazzo")).text:
                    return True
                await asyncio.sleep(0.1)
        return False

    assert asyncio.run(ask())
