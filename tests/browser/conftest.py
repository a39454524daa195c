"""Provide a real Chromium against the real server.

`server`: its address; `page`: a phone's page (390×844); `phone`: makes browser contexts. A new context costs Chromium
twice what a page does, so `page` is used again by the next test, emptied of all that it remembers. Cases that write
nothing share an open page (`asked`), which costs a tenth. What cannot be undone (an `add_init_script`, a clock) needs a
context of its own: `fresh`, or `phone()`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, Request, expect

from tests.running_server import LATE, kept_assets, served, until

PHONE = {"width": 390, "height": 844}
OPTIONS: dict[str, Any] = {"viewport": PHONE, "locale": "it-IT", "service_workers": "block"}
AS_ARRIVED = "for (const form of document.forms) { form.reset(); form.dispatchEvent(new Event('input')); }"
CLOCK = "__pwClock"  # of a page whose clock a test has stopped, for good
# What a test must not meet half done, since it may read a text, a box or a count at once.
SHEET_CLOSED = """() => !history.state?.foglio || !!document.querySelector("dialog.foglio[open]")"""
DRAWN = """() => {
  const drawn = {
    passi: () => / – Penalità – /.test(document.title),
    giornale: (place) => !place.hidden,
    manifesto: (place) => !place.hidden,
    decisione: (place) => place.querySelector("ol.decisione"),
    orologio: (place) => place.childElementCount,
  };
  return Object.entries(drawn).every(([id, done]) => {
    const place = document.getElementById(id);
    return !place || done(place);
  });
}"""
expect.set_options(timeout=30_000)  # milliseconds: on a machine busy with something else, a condition takes its time

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Retry each failed browser test once; the summary names those retried (RERUN).

    Of hundreds of tests that wait for another process, one in a few runs fails by bad timing. With PRONTUARIO_LATE,
    which looks for such moments, nothing is tried again.
    """
    for item in items:
        if HERE in item.path.parents and not LATE:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def server(built: Path) -> Iterator[str]:
    """Return the address of a server over the built copy."""
    with served(built, kept_assets) as address:
        yield address


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that makes browser contexts like a phone's, with Playwright's options."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{**OPTIONS, **options})
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


# What a test changes of its page, and how that is taken back: each costs a twentieth of a page, needed or not.
UNDONE: dict[str, Callable[[Page], Any]] = {
    "route": lambda page: page.unroute_all(),
    "set_offline": lambda page: page.context.set_offline(False),
    "grant_permissions": lambda page: page.context.clear_permissions(),
    "set_viewport_size": lambda page: page.set_viewport_size(PHONE),  # type: ignore[arg-type]
    "emulate_media": lambda page: page.emulate_media(media="null", color_scheme="null"),
}


class Used:
    """Hold a page that tests use one after the other."""

    def __init__(self, browser: Browser, server: str, script: str = "") -> None:
        self.browser, self.server, self.script = browser, server, script
        self.page: Page | None = None
        self.session: CDPSession | None = None
        self.path = ""  # of the page that is open for whoever asks it
        self.changed: set[str] = set()  # which of UNDONE

    def asked(self, path: str) -> Page:
        """Return the page at a path, with its form fields reset; loads it only if it is elsewhere."""
        if self.path != path or self.page is None or self.page.is_closed():
            self.emptied().goto(self.server + path)
            self.path = path
        assert self.page
        self.page.evaluate(AS_ARRIVED)
        return self.page

    def emptied(self) -> Page:
        """Return the page with an empty storage, as on a phone new to the site."""
        if self.page is None or self.page.is_closed() or self._evaluated(f"'{CLOCK}' in globalThis"):
            self._new()
        assert self.page
        assert self.session
        self.path = ""
        page, context = self.page, self.page.context
        for other in context.pages:
            if other is not page:
                other.close()
        for name in tuple(self.changed):  # each is noted again while it is taken back
            UNDONE[name](page)
        self.changed.clear()
        self._leave(page)
        self._evaluated("sessionStorage.clear(), window.name = ''")
        self.session.send("Storage.clearDataForOrigin", {"origin": self.server, "storageTypes": "all"})
        return page

    def _leave(self, page: Page) -> None:
        """Go to a script-free page of the same origin.

        A sheet closed by the last test may still be going back in the history, which aborts the navigation; it is then
        tried once more.
        """
        address = f"{self.server}/robots.txt"
        try:
            page.goto(address)
        except Error as stopped:
            if "ERR_ABORTED" not in stopped.message:
                raise
            page.goto(address)

    def _evaluated(self, expression: str) -> Any:
        """Evaluate in the page, without Playwright's own script."""
        assert self.session
        return self.session.send("Runtime.evaluate", {"expression": expression})["result"]["value"]

    def _noted(self, name: str, change: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any, **named: Any) -> Any:
            self.changed.add(name)
            return change(*given, **named)

        return noted

    def _new(self) -> None:
        if self.page:
            self.page.context.close()
        context = self.browser.new_context(**OPTIONS)
        if self.script:
            context.add_init_script(self.script)
        self.page = patient(context.new_page())
        self.session = context.new_cdp_session(self.page)
        self.page.on("dialog", lambda dialog: dialog.accept())
        for owner in (self.page, context):
            for name in UNDONE.keys() & set(dir(owner)):
                setattr(owner, name, self._noted(name, getattr(owner, name)))
        self.page.add_init_script = self.page.context.add_init_script = unforgettable  # type: ignore[method-assign, assignment]


def patient(page: Page) -> Page:
    """Make `goto` and `reload` wait until a page is drawn.

    Penalità, the Registro and others are drawn by a script that comes after the page's load. A sheet that is being
    closed first goes back in the history: who leaves before would be called back from the next page.
    """

    def waiting(move: Callable[..., Any]) -> Callable[..., Any]:
        def moved(*given: Any, **named: Any) -> Any:
            until(page, SHEET_CLOSED)
            answer = move(*given, **named)
            until(page, DRAWN)
            return answer

        return moved

    page.goto, page.reload = waiting(page.goto), waiting(page.reload)  # type: ignore[method-assign]
    return page


def unforgettable(*_: object, **__: object) -> None:
    raise AssertionError("the next test uses this page again, and the script would stay: ask for `fresh`")


@pytest.fixture(scope="session")
def kept(browser: Browser, server: str) -> Callable[[str], Used]:
    """Return a function that gives a page with an initial script, the same page to later tests."""
    pages: dict[str, Used] = {}
    return lambda script: pages.setdefault(script, Used(browser, server, script))


@pytest.fixture(scope="session")
def used(kept: Callable[[str], Used]) -> Callable[[str], Page]:
    return lambda script: kept(script).emptied()


@contextmanager
def watched(page: Page, server: str) -> Iterator[Page]:
    """Fail if a script of the page fails, or anything is requested from another origin."""
    errors: list[str] = []

    def failed(error: Error) -> None:
        errors.append(str(error))

    def refused(request: Request) -> None:
        if not request.url.startswith((server, "data:", "blob:")):
            errors.append(request.url)

    page.on("pageerror", failed)
    page.on("requestfailed", refused)
    yield page
    page.remove_listener("pageerror", failed)
    page.remove_listener("requestfailed", refused)
    assert errors == []


@pytest.fixture
def page(used: Callable[[str], Page], server: str) -> Iterator[Page]:
    """Return a phone's page without anything stored."""
    with watched(used(""), server) as page:
        yield page


@pytest.fixture
def asked(request: pytest.FixtureRequest, kept: Callable[[str], Used], server: str) -> Iterator[Callable[[str], Page]]:
    """Return a function that opens a path in a shared page, for cases that only read it."""
    one = kept("")
    if getattr(request.node, "execution_count", 1) > 1 or one.page is None:
        one.emptied()
    assert one.page
    with watched(one.page, server):
        yield one.asked


@pytest.fixture
def desk(page: Page) -> Page:
    """Return the page at the width of a desktop."""
    page.set_viewport_size({"width": 1440, "height": 900})
    return page


@pytest.fixture
def fresh(phone: Callable[..., BrowserContext], server: str) -> Iterator[Page]:
    """Return a page in its own context, for irreversible actions."""
    with watched(patient(phone().new_page()), server) as page:
        yield page
