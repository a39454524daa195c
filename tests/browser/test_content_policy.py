"""Test the content security policy: no page violates it, no text runs without it."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scripts import pipeline
from scripts.originals.import_store import FOLDER, VERSION
from scripts.pipeline import CURRENT, SITE
from tests.browser.conftest import watched
from tests.browser.registro import take_open
from tests.browser.static_host import StaticHost
from tests.conftest import small_project
from tests.running_server import served

REPORT = "document.addEventListener('securitypolicyviolation', e => (window.vietato ||= []).push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`))"
OPENED = "addEventListener('DOMContentLoaded', () => document.querySelectorAll('details').forEach(one => { one.open = true }))"
HTML = """<img src=x onerror="window.eseguito=1">"'><script>window.eseguito=1</script><svg onload=window.eseguito=1>"""


def kinds(site: Path) -> Iterator[str]:
    """Yield the paths of every top page, and of the first below each folder."""
    yield "/"
    yield "/404.html"
    for page in sorted(site.glob("*/index.html")):
        yield f"/{page.parent.name}/"
        below = sorted(page.parent.glob("*/index.html"))
        yield from (f"/{one.parent.relative_to(site).as_posix()}/" for one in below[:1])
    yield from (
        "/cerca/?q=mazzo",
        "/penalita/?g=bang&t=arriva%20tardi",
        "/decisione/?r=bang-1.1",
        "/?oggi=bang&evento=Coppa",
    )


def settled(tabs: list[Page], server: str, paths: Iterable[str]) -> Iterator[tuple[str, Page]]:
    """Yield (path, tab that shows it), when the page's requests have ended."""
    left = iter(paths)
    while batch := list(zip(islice(left, len(tabs)), tabs, strict=False)):
        for path, tab in batch:
            tab.goto(f"{server}{path}", wait_until="commit")
        for path, tab in batch:
            tab.wait_for_load_state("networkidle")
            yield path, tab


def tabs_of(context: BrowserContext) -> list[Page]:
    return [context.new_page() for _ in range(4)]


def test_no_page_does_what_the_policy_forbids(phone: Callable[..., BrowserContext], server: str, built: Path) -> None:
    context = phone()
    context.add_init_script(REPORT)
    paths = [path for path in kinds(built / SITE) if not path.startswith(("/r/", "/api/"))]
    with ExitStack() as watching:
        tabs = [watching.enter_context(watched(tab, server)) for tab in tabs_of(context)]
        for path, tab in settled(tabs, server, paths):
            assert tab.evaluate("window.vietato ?? []") == [], path


def test_a_permalink_page_forwards_under_the_policy(page: Page, server: str, built: Path) -> None:
    """Check the static page; our server answers with a redirection."""
    said = dict(json.loads((built / CURRENT / "headers.json").read_text(encoding="utf-8"))["always"])
    file = built / SITE / "r/bang-1.1/index.html"
    page.route("**/r/bang-1.1/*", lambda route: route.fulfill(path=file, content_type="text/html", headers=said))
    page.goto(f"{server}/r/bang-1.1/?v=1")
    expect(page).to_have_url(f"{server}/bang/1/?v=1#bang-1.1")


def test_a_wrong_address_below_a_folder_finds_the_site(page: Page, built: Path, tmp_path: Path) -> None:
    host = StaticHost(tmp_path)
    host.site.symlink_to(built / SITE)
    host.start()
    try:
        context = page.context.browser.new_context()  # type: ignore[union-attr]
        lost = context.new_page()
        lost.route("**/non/c-e", lambda route: route.fulfill(status=404, path=built / SITE / "404.html"))
        for path in ("/non/c-e", "/bang/non/c-e"):
            lost.goto(f"{host.url}{path}")
            expect(lost.get_by_role("link", name="all’inizio")).to_have_js_property("href", f"{host.url}/")
            assert lost.evaluate("[...document.styleSheets].some(sheet => sheet.cssRules.length > 50)")
            assert all(
                url.startswith(f"{host.url}/")
                for url in lost.locator("a[href]").evaluate_all("all => all.map(a => a.href)")
            )
        context.close()
    finally:
        host.stop()


PLACES = {
    "search": "/cerca/?q={}", "book": "/cerca/?q=mazzo&book={}", "event": "/?oggi=bang&evento={}",
    "told": "/penalita/?g=bang&t={}", "game": "/penalita/?g={}&t=mazzo", "decision": "/decisione/?r={}",
    "private": "/decisione/?r=bang-1.1#{}", "rule": "/r/{}", "wrong": "/{}", "poster": "/manifesto/?g=bang&evento={}",
    "fragment": "/bang/1/#{}", "clock": "/orologio/#{}", "register": "/registro/#{}", "tables": "/tabelle/bang/?n={}",
}  # fmt: skip


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without"])
def test_no_text_of_an_address_runs(phone: Callable[..., BrowserContext], server: str, scripts: bool) -> None:
    """Check that no text of an address runs as a script, even without the policy."""
    tabs = tabs_of(phone(bypass_csp=True, java_script_enabled=scripts))
    names = {place.format(quote(HTML, safe="")): name for name, place in PLACES.items()}
    for path, page in settled(tabs, server, names):
        assert page.locator("img[src=x], svg[onload]").count() == 0, names[path]
        if scripts:
            assert page.evaluate("window.eseguito") is None, names[path]


def test_an_address_may_say_what_every_object_has(page: Page, server: str) -> None:
    for name in ("__proto__", "constructor"):
        page.goto(f"{server}/bang/1/?{name}#{name}")
        expect(page.locator(".cambiato")).to_contain_text(f"non c’è «{name}»")


def nothing_runs(page: Page, what: str) -> None:
    assert page.evaluate("window.eseguito") is None, what
    assert page.locator("img[src=x], svg[onload]").count() == 0, what


def test_no_text_of_another_phones_register_runs(phone: Callable[..., BrowserContext], server: str) -> None:
    page = phone(bypass_csp=True).new_page()
    when = "2026-01-10T10:00:00Z"
    texts = (
        "infraction", "infractionTitle", "penaltyTitle", "worked", "reason", "table", "round", "note", "number",
        "name", "day",
    )  # fmt: skip
    op = {"dev": HTML, "at": when, "event": HTML, "player": HTML, "book": "bang", "penalty": HTML, "time": when,
          **dict.fromkeys(texts, HTML), "also": [{"id": HTML, "title": HTML}], "led": [HTML]}  # fmt: skip
    ops = [
        {**op, "id": f"{HTML}{n}", "l": n, "t": kind, "entry": f"{HTML}{n}"}
        for n, kind in enumerate(("named", "player", "given"), 1)
    ]
    head = {"prontuario": "registro", "v": 2, "count": len(ops), "event": HTML, "name": HTML}
    page.goto(f"{server}/registro/")
    take_open(page, "\n".join(map(json.dumps, [head, *ops])))
    expect(page.locator("#giornale")).to_contain_text("onerror")
    page.wait_for_load_state("networkidle")
    nothing_runs(page, "registro")
    for path, tab in settled([page, page.context.new_page()], server, ("/registro/", "/penalita/?g=bang&i=bang-2.o")):
        nothing_runs(tab, path)


def test_no_text_of_an_original_runs(phone: Callable[..., BrowserContext], tmp_path: Path) -> None:
    root = small_project(tmp_path / "progetto", "wot")
    chapters = "".join(path.read_text(encoding="utf-8") for path in sorted((root / "rules_src/wot").glob("*.md")))
    texts = [
        HTML,
        f"</details></pre>{HTML}",
        f"[{HTML}](javascript:window.eseguito=1) `{HTML}` <{HTML}>",
        f"| {HTML} |\n|---|\n{{% raw %}}",
    ]
    sections = {
        anchor: {"fingerprint": "", "page": 1, "text": texts} for anchor in re.findall(r"\{#(wot-[^ }]+)", chapters)
    }
    (root / FOLDER).mkdir()
    state = {"version": VERSION, "sections": sections, "missing": []}
    (root / FOLDER / "wot.md").touch()
    (root / FOLDER / "wot.json").write_text(json.dumps(state), encoding="utf-8")
    pipeline.build_release(root, ("wot",), with_originals=True)
    seen = 0
    site = root / SITE
    paths = sorted(f"/{file.parent.relative_to(site).as_posix()}/" for file in (site / "wot").rglob("index.html"))
    context = phone(bypass_csp=True)
    context.add_init_script(OPENED)
    with served(root, private=True) as server:
        for path, page in settled(tabs_of(context), server, paths):
            nothing_runs(page, path)
            assert page.locator("a[href^='javascript']").count() == 0, path
            seen += page.locator("details.originale", has_text="onerror").count()
    assert seen > 5


def test_no_remembered_text_runs(phone: Callable[..., BrowserContext], server: str) -> None:
    context = phone(bypass_csp=True)
    rule = {"id": "bang-1.1", "citation": HTML, "text": HTML}
    memory = {
        "prontuario.regole": {"version": 1, "recent": [rule], "bookmarks": [rule]},
        "prontuario.oggi": {"version": 1, "book": "bang", "name": HTML, "event": HTML},
        "prontuario.decisione": {"version": 1, "items": [{"id": "bang-1.1", "note": HTML}], "note": HTML},
        "prontuario.ricerca.libro": HTML,
        "prontuario.schema": HTML,
    }
    context.add_init_script(
        f"for (const [key, value] of Object.entries({json.dumps(memory)})) localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))"
    )
    paths = ("/", "/bang/1/", "/cerca/", "/penalita/", "/decisione/", "/registro/", "/manifesto/", "/orologio/")
    for path, page in settled(tabs_of(context), server, paths):
        nothing_runs(page, path)
