"""Test the HTTP service: contract, helpful errors, switched builds."""

import asyncio
import shutil
import threading
import urllib.parse
import weakref
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from lxml import html
from starlette.applications import Starlette
from starlette.types import ASGIApp

from scripts import pipeline
from scripts.site import releases
from search.http.prepare_release import read_apart
from search.http.release_watcher import Current, LoadedRelease, read_another
from search.http.response_cache import SearchRequest
from search.http.service import create_app, open_app
from search.http.static_files import Files
from tests.search.test_hostile_queries import ODD

Answer = TypeVar("Answer")


def run(asking: Coroutine[Any, Any, Answer]) -> Answer:
    """Run `asking` in its own thread, away from Playwright's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asking).result()


def client_of(app: ASGIApp, origin: str = "http://prontuario") -> httpx.AsyncClient:
    """Return a client of an application that no server runs, at `origin`."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app, raise_app_exceptions=False), base_url=origin)


def ask(app: ASGIApp, origin: str, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    """Return the raw response to a request at `origin`."""

    async def asking() -> httpx.Response:
        async with client_of(app, origin) as client:
            return await client.request(method, path, headers=headers)

    return run(asking())


def get(app: ASGIApp, path: str, **headers: str) -> httpx.Response:
    return ask(app, "http://prontuario", path, **headers)


def test_search_keeps_the_contract(app: Starlette) -> None:
    answer = get(app, "/api/v1/search?q=warning&book=naruto-it&limit=3").json()
    assert set(answer) == {"query", "total", "others", "suggestion", "unknown", "results"}
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


@pytest.mark.parametrize(  # test_engine.py has the others
    ("cite", "anchor"),
    [
        ("MTR 2014 2.5.c", "mtr-2.5.c"),
        ("regola 2.5 magic 2014", "mtr-2.5"),
        ("§ 2.5 mtr 2014", "mtr-2.5"),
        ("mtr-2.5.c", "mtr-2.5.c"),
        ("BANG 1.2 duello", "bang-1.2.duello"),
        ("nar-it ritardo", "naruto-it-infrazioni.ritardo"),
        ("naruto italiano ritardo b", "naruto-it-infrazioni.ritardo.b"),
        ("regola 4.ab bang", "bang-4.ab"),
        ("regola Terminologia.g nar it", "naruto-it-terminologia.g"),
        ("appendice C magic 2014", "mtr-app-c"),
        ("MTR 2014 6.5, Black Lotus", "mtr-6.5.limitate.black-lotus"),
    ],
)
def test_every_spelling_resolves(app: Starlette, cite: str, anchor: str) -> None:
    assert get(app, "/api/v1/resolve?cite=" + urllib.parse.quote(cite)).json()["id"] == anchor


@pytest.mark.parametrize("cite", ["1.1", "mtr 2.99", "xyzzy", "mtr 2.5.zz"])
def test_what_is_ambiguous_or_unknown_is_answered_with_the_nearest(app: Starlette, cite: str) -> None:
    answer = get(app, "/api/v1/resolve?cite=" + urllib.parse.quote(cite))
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "citation_unknown"


def test_hostile_requests_are_answered_or_refused(app: Starlette) -> None:
    for query in ODD:
        for path in ("/api/v1/search?q=", "/api/v1/resolve?cite=", "/cerca/?q=", "/r/"):
            answer = get(app, path + urllib.parse.quote(query))
            assert answer.status_code in (200, 308, 400, 404), path + query


@pytest.mark.parametrize(
    "path", ["/api/v1/search?q=mazzo&limit=30", "/api/v1/search?q=xyzzyq&limit=1", "/cerca/?q=mazzo"]
)
def test_an_answer_is_the_same_each_time_packed_or_not(app: Starlette, path: str) -> None:
    given = [get(app, path, **{"accept-encoding": accepted}) for accepted in ("gzip", "identity", "gzip", "identity")]
    assert len({answer.content for answer in given}) == 1
    assert len({answer.headers.get("etag") for answer in given}) == 1
    large = len(given[0].content) >= 800
    assert [answer.headers.get("content-encoding") for answer in given] == ["gzip" if large else None, None] * 2
    assert all(("Accept-Encoding" in answer.headers.get("vary", "")) == large for answer in given)


def test_without_javascript_the_page_has_the_answer(app: Starlette) -> None:
    page = get(app, "/cerca/?q=arriva+tardi&book=naruto-it").text
    assert 'value="arriva tardi"' in page
    assert "NAR-IT Ritardo" in page
    assert "<mark>" in page
    assert 'href="?q=arriva+tardi&amp;book=mtr"' in page


def test_without_javascript_every_answer_is_reached_once(app: Starlette) -> None:
    found: list[str] = []
    more = True
    while more:
        page = html.fromstring(get(app, f"/cerca/?q=mazzo&da={len(found)}").text)
        found += [str(one.get("href")) for one in page.iterfind(".//li[@class='trovato']/a")]
        more = any(one.get("href") == f"?q=mazzo&da={len(found)}" for one in page.iterfind(".//a"))
    answer = get(app, "/api/v1/search?q=mazzo").json()
    assert len(found) == answer["total"] + answer["others"]
    assert len(set(found)) == len(found) > 100


def test_what_was_typed_is_shown_as_text_and_for_nothing_found_who_decides(app: Starlette) -> None:
    assert "<script>alert(1)" not in get(app, "/cerca/?q=%3Cscript%3Ealert(1)%3C/script%3Eqzx").text
    assert "<img src=x>" not in get(app, '/cerca/?q="><img src=x>').text
    page = get(app, "/cerca/?q=xyzzyq").text
    assert "Nessun risultato per «xyzzyq»" in page
    assert "decide il capo arbitro" in page


def test_a_release_switched_loses_no_request(built_wot: Path, tmp_path: Path) -> None:
    app = open_app(another(built_wot, tmp_path))
    paths = ["/api/v1/search?q=mazzo", "/cerca/?q=mazzo", "/wot/turno/", "/assets/search/wot.json", "/r/wot-turno"]
    asked, done = threading.Event(), threading.Event()

    async def ask() -> list[int]:
        statuses = []
        async with client_of(app) as client:
            while not done.is_set():
                answers = await asyncio.gather(*(client.get(path) for path in paths))
                statuses += [answer.status_code for answer in answers]
                asked.set()
        return statuses

    def switch() -> None:
        for _ in range(4):
            another(built_wot, tmp_path)
            asked.wait()  # each change is met by questions
            asked.clear()
        done.set()

    async def both() -> list[int]:
        statuses, _ = await asyncio.gather(ask(), asyncio.to_thread(switch))
        return statuses

    statuses = run(both())
    assert set(statuses) == {200, 308}


def test_what_was_asked_is_answered_before_a_release_is_taken_up(
    built_wot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("search.http.release_watcher.freeze_memory", lambda: None)
    current = Current(another(built_wot, tmp_path))
    app = create_app(current)
    before = weakref.ref(current.loaded.engine)

    async def ask() -> bool:
        async with client_of(app) as client:
            found = (await client.get("/api/v1/search?q=mazzo")).content
            page = (await client.get("/cerca/?q=carte")).text
            another(built_wot, tmp_path)  # only now: on a slow machine the first who asks finds it
            for _ in range(600):  # a minute, on the slowest machine
                await asyncio.sleep(0.1)
                await client.get("/wot/turno/")
                if before() is None:
                    break
            asked = [(one.page, one.text) for one in current.loaded.answers.list_requests()]
            assert asked == [(False, "mazzo"), (True, "carte")]
            assert (await client.get("/api/v1/search?q=mazzo")).content == found
            assert (await client.get("/cerca/?q=carte")).text == page
        return before() is None

    assert run(ask())


def test_a_release_that_goes_while_it_is_read_gives_its_place_to_the_next(
    built_wot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = another(built_wot, tmp_path)
    current, first, read, go_on = Current(place), place.resolve(), read_another, threading.Event()

    def slowly(release: Path, asked: Sequence[SearchRequest]) -> LoadedRelease:
        if not go_on.is_set():
            another(built_wot, tmp_path)
            another(built_wot, tmp_path)
            assert not release.exists()
            assert go_on.wait(60)
        return read(release, asked)

    monkeypatch.setattr("search.http.release_watcher.read_another", slowly)
    monkeypatch.setattr("search.http.release_watcher.PAUSE", 0)

    async def ask() -> None:
        async with client_of(create_app(current)) as client:
            another(built_wot, tmp_path)
            await client.get("/healthz")
            while first.exists():
                await asyncio.sleep(0.01)
            page = asyncio.create_task(client.get("/wot/turno/"))
            for path in ("/api/v1/search?q=mazzo", "/cerca/?q=mazzo", "/r/wot-turno"):
                answer = await asyncio.wait_for(client.get(path), 60)
                assert answer.status_code in (200, 308), path
            assert not page.done()
            go_on.set()
            assert (await page).status_code == 200

    run(ask())
    assert current.loaded.site.parent == place.resolve()
    assert not caplog.records


def test_releases_that_are_made_faster_than_they_are_read_lose_no_request(
    built_wot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, read, left = open_app(another(built_wot, tmp_path)), read_another, iter(range(3))

    def late(release: Path, asked: Sequence[SearchRequest]) -> LoadedRelease:
        loaded = read(release, asked)
        if next(left, None) is not None:
            for _ in range(2):
                another(built_wot, tmp_path)
            assert not release.exists()
        return loaded

    monkeypatch.setattr("search.http.release_watcher.read_another", late)
    for _ in range(2):
        another(built_wot, tmp_path)
    assert get(app, "/wot/turno/").status_code == 200
    assert next(left, None) is None


def test_a_release_that_goes_while_its_files_are_listed_is_not_taken_up(
    built_wot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    current, left = Current(another(built_wot, tmp_path)), iter((2,))

    def listed(*given: Any) -> Files:
        for _ in range(next(left, 0)):
            another(built_wot, tmp_path)
        return Files(*given)

    another(built_wot, tmp_path)
    monkeypatch.setattr("search.http.release_watcher.Files", listed)
    monkeypatch.setattr("search.http.release_watcher.PAUSE", 0)

    async def look() -> None:
        before = await current.get()
        assert current._task
        await current._task
        assert current.loaded is not before

    run(look())
    assert current.loaded.files.paths >= {"wot/turno/index.html"}


def test_a_damaged_release_is_told_once_and_the_one_before_answers(
    built_wot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = another(built_wot, tmp_path)
    current = Current(place)
    monkeypatch.setattr("search.http.release_watcher.PAUSE", 0)
    before = current.loaded
    damaged = another(built_wot, tmp_path) / "site/api/v1/anchors.json"
    damaged.unlink()  # else that of `built_wot` would be
    damaged.write_text("[]", encoding="utf-8")

    async def look() -> None:
        for _ in range(2):
            assert await current.get() is before
            assert current._task
            await current._task

    run(look())
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "resta in uso quella di prima" in caplog.text


def test_a_release_without_a_book_that_was_asked_for_is_taken_up(built_wot: Path) -> None:
    asked = [SearchRequest(False, "mazzo", book, "", 20, 0) for book in ("", "wot", "mtr")]
    made = read_apart(built_wot / pipeline.INDEX, asked).answers
    assert [one.book for one, _ in made] == ["", "wot"]


def another(built: Path, root: Path) -> Path:
    """Copy the built release to a new one below `root`."""
    with releases.open_release(root) as new:
        shutil.copytree(built / pipeline.CURRENT, new, dirs_exist_ok=True)
    return root / pipeline.CURRENT


@pytest.mark.parametrize("missed", [1, 2], ids=["the next", "the next but one, when the one in use is gone"])
def test_another_release_is_taken_up_whole(built_wot: Path, tmp_path: Path, missed: int) -> None:
    app = open_app(another(built_wot, tmp_path))
    for _ in range(missed - 1):
        another(built_wot, tmp_path)
    with releases.open_release(tmp_path) as new:
        shutil.copytree(built_wot / pipeline.CURRENT, new, dirs_exist_ok=True)
        for file in (new / "index/more.json", new / "site/libri/index.html"):
            file.write_text(file.read_text(encoding="utf-8").replace("World of Tanks", "PUM!"), encoding="utf-8")
            for packed in file.parent.glob(f"{file.name}.*"):
                packed.unlink()

    async def ask() -> bool:
        async with client_of(app) as client:
            for _ in range(600):  # a minute, on the slowest machine
                before = (await client.get("/cerca/?q=mazzo")).text
                page = await client.get("/libri/")
                after = (await client.get("/cerca/?q=mazzo")).text
                assert page.status_code == 200
                if "PUM!" in before:
                    assert "PUM!" in page.text
                    return True
                assert "PUM!" not in page.text or "PUM!" in after
                await asyncio.sleep(0.1)
        return False

    assert run(ask())
