"""Measure the bytes of a first visit before its first rule is readable."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from scripts.pipeline import SITE
from scripts.site.fingerprinted_assets import remove_stamps
from tests.bench.throttled_hosts import Line, slow_host
from tests.running_server import until

MOST = 100_000  # bytes, compressed, heads of the answers included
INDEX = "/assets/search/comune.json"


@pytest.fixture
def line() -> Line:
    return Line(rate=50_000, latency=0.3)


@pytest.fixture
def address(built: Path, line: Line) -> Iterator[str]:
    with slow_host(built / SITE, line) as address:
        yield address


@pytest.fixture
def visitor(phone: Callable[..., BrowserContext]) -> Page:
    """Return a first-time phone that may keep a copy."""
    return phone(service_workers="allow").new_page()


def read(page: Page) -> None:
    expect(page.locator(".enunciato").first).to_be_in_viewport()
    until(page, "performance.getEntriesByName('first-contentful-paint').length > 0")


def test_from_a_link_to_a_rule(visitor: Page, address: str, line: Line) -> None:
    visitor.goto(f"{address}/mtr/2/#mtr-2.1.a", wait_until="commit")
    read(visitor)
    assert 0 < line.received < MOST / 2


def test_from_the_home_to_a_chapter_without_haste(visitor: Page, address: str, line: Line) -> None:
    asked: list[str] = []
    visitor.on("request", lambda request: asked.append(request.url.removeprefix(address)))
    visitor.clock.install()
    visitor.goto(f"{address}/")
    visitor.clock.run_for(3500)  # reads the home; neither the index nor the copy of the site start meanwhile
    visitor.wait_for_load_state("networkidle")
    assert "/sw.js" not in asked
    visitor.locator("a[href='magic-mtr/']:visible").first.click()
    visitor.locator("article a[href='2/']").first.click()
    visitor.wait_for_url("**/magic-mtr/2/")
    expect(visitor.locator(".enunciato").first).to_be_in_viewport()
    assert INDEX not in asked
    assert 0 < line.received < MOST


def test_the_index_comes_when_one_is_about_to_search(visitor: Page, address: str) -> None:
    asked: list[str] = []
    visitor.on("request", lambda request: asked.append(request.url.removeprefix(address)))
    visitor.goto(f"{address}/")
    visitor.wait_for_load_state("networkidle")
    assert INDEX not in asked
    with visitor.expect_request(f"**{INDEX}"):
        visitor.locator("#q").focus()
    expect(visitor.locator(".filtri button").first).to_be_visible()
    assert not [
        path for path in asked if remove_stamps(path).startswith(("/assets/js/penalita/", "/assets/js/verdict/"))
    ]  # nothing has been told yet


def test_a_page_that_is_asked_something_fetches_it_at_once(visitor: Page, address: str) -> None:
    with visitor.expect_request(f"**{INDEX}"):
        visitor.goto(f"{address}/cerca/?q=asta", wait_until="commit")


def test_the_first_answer_does_not_wait_for_its_texts(visitor: Page, built: Path) -> None:
    def hold(route: Route) -> None:
        """Leave the request without an answer."""

    visitor.route("**/assets/frasi/*.json", hold)
    with slow_host(built / SITE, Line(rate=10_000_000, latency=0.0)) as address:
        visitor.goto(f"{address}/")
        with visitor.expect_request("**/assets/frasi/bang-1.1.mezzogiorno-di-fuoco.json"):
            visitor.locator("#q").fill("mezzogiorno di fuoco")
        first = visitor.locator(".trovato").first
        expect(first).to_contain_text("BANG 1.1 mezzogiorno di fuoco")
        box, link = first.bounding_box(), first.locator("a")
        expect(link).to_have_attribute("href", re.compile(r"/bang/1/#bang-1\.1\.mezzogiorno-di-fuoco"))
        expect(first.locator("mark")).to_have_count(0)
        visitor.unroute("**/assets/frasi/*.json", hold)  # lets those that are held go, and holds no other
        expect(first.locator("mark").first).to_be_visible()
        assert first.bounding_box() == box


SHIFTS = """new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted = (window.shifted ?? 0) + entry.value;
}).observe({ type: "layout-shift", buffered: true })"""
SHAKY = ("", "cerca/", "cerca/?q=mulligan", "penalita/", "tabelle/draft/", "tabelle/mtr/")  # what scripts complete


@pytest.mark.parametrize("path", SHAKY)
def test_nothing_shifts_while_a_page_comes(visitor: Page, built: Path, path: str) -> None:
    with slow_host(built / SITE, Line(rate=200_000, latency=0.1)) as address:
        visitor.add_init_script(SHIFTS)
        visitor.goto(f"{address}/{path}")
        visitor.wait_for_load_state("networkidle")
        assert visitor.evaluate("window.shifted ?? 0") < 0.02
