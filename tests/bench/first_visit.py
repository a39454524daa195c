"""Measure a first visit from a slow phone: our site beside stock Material's.

Both sites have the same Markdown, in one run. The phone has 400 kbit/s, 400 ms latency, a processor four times slower
and an empty cache; our service worker runs. Each figure is the median of some rounds, alternating between the sites.
"""

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, ViewportSize

from scripts import pipeline
from scripts.site import service_worker
from tests.bench.figures_page import SLOWER, Ratio, measured, replace_between
from tests.bench.throttled_hosts import Line, build_stock, slow_host
from tests.browser.conftest import PHONE
from tests.conftest import project_copy
from tests.running_server import chromium, served

T = TypeVar("T")
BYTES_PER_SECOND = 400_000 / 8
LATENCY = 0.4  # seconds
ROUNDS = 3
QUERY = "mezzogiorno di fuoco"
ANSWER = "bang-1.1.mezzogiorno-di-fuoco"  # the section that the query asks for, in both sites
BOOK = "bang/"
RULE = "bang/3/"
PAUSE = 3500  # milliseconds that one looks at a page before the next tap
GOALS = (0.35, 0.24, 0.17)  # the first right answer on each of our sites, beside stock Material

PAINT = """() => new Promise((done) => {
  let largest = 0, shift = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) largest = e.startTime })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) shift += e.value })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done({ largest, shift, first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0 }), 300);
})"""


SHOWN = "(selector) => document.querySelector(selector)?.checkVisibility()"  # at every frame: a locator looks twice a second


@dataclass(frozen=True)
class Site:
    """Describe how a judge searches on a site.

    CSS selectors: `opener`, tapped first (nothing if ''); `field`, where to type; `result`; `text`, the matched words
    of its text. `game`: today's game, if one is set.
    """

    name: str
    address: str
    opener: str
    field: str
    result: str
    text: str = "mark"
    game: str = ""


@dataclass(frozen=True)
class Visit:
    """Hold the milliseconds and bytes of one visit."""

    paint: float
    readable: float
    shift: float
    home_bytes: int
    rule_bytes: int
    way_bytes: int
    answer: float
    answer_text: float
    answer_bytes: int


class Slow:
    """Open the page of a new phone behind the slow line."""

    def __init__(self, browser: Browser, line: Line, site: Site) -> None:
        size = ViewportSize(width=PHONE["width"], height=PHONE["height"])
        self.context: BrowserContext = browser.new_context(viewport=size, locale="it-IT", bypass_csp=True)
        if site.game:
            today = f'{{"version":1,"book":"{site.game}","name":"","event":""}}'
            self.context.add_init_script(f"localStorage.setItem('prontuario.oggi', '{today}')")
        self.page: Page = self.context.new_page()
        self.line = line
        line.reset()
        client: CDPSession = self.context.new_cdp_session(self.page)
        client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    @property
    def received(self) -> int:
        return self.line.received


def with_phone(browser: Browser, line: Line, site: Site, visit: Callable[[Slow, Site], T]) -> T:
    phone = Slow(browser, line, site)
    try:
        return visit(phone, site)
    finally:
        phone.context.close()


def visit_home(phone: Slow, site: Site) -> tuple[float, float, float, int]:
    phone.page.goto(f"{site.address}/", wait_until="load")
    received = phone.received
    paint = phone.page.evaluate(PAINT)
    return paint["first"], paint["largest"], paint["shift"], received


def visit_rule(phone: Slow, site: Site) -> int:
    """Open a linked rule; return the bytes received until it is readable."""
    phone.page.goto(f"{site.address}/{RULE}", wait_until="commit")
    phone.page.locator(".enunciato").first.wait_for()
    phone.page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
    return phone.received


def visit_chapter(phone: Slow, site: Site) -> int:
    """Go from the home to a rule; return the bytes received until it is readable."""
    phone.page.goto(f"{site.address}/", wait_until="load")
    phone.page.wait_for_timeout(PAUSE)
    phone.page.locator(f"article a[href='{BOOK}']").first.click()
    phone.page.wait_for_url(f"**/{BOOK}")
    phone.page.wait_for_timeout(PAUSE)
    phone.page.locator(f"article a[href='{RULE.removeprefix(BOOK)}']").first.click()
    phone.page.wait_for_url(f"**/{RULE}")
    phone.page.locator(".enunciato").first.wait_for()
    phone.page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
    return phone.received


def visit_search(phone: Slow, site: Site) -> tuple[float, float, int]:
    """Measure a search from opening the site to the right answer.

    Returns (milliseconds until a result is shown, milliseconds until its matched text is shown, bytes received).
    """
    started = time.perf_counter()
    phone.page.goto(f"{site.address}/", wait_until="commit")
    if site.opener:
        phone.page.locator(site.opener).first.click()
    field = phone.page.locator(site.field)
    field.click()
    field.fill(QUERY)
    phone.page.wait_for_function(SHOWN, arg=site.result, timeout=60_000)
    named = time.perf_counter()
    phone.page.wait_for_function(SHOWN, arg=f"{site.result} {site.text}", timeout=60_000)
    return (named - started) * 1000, (time.perf_counter() - started) * 1000, phone.received


def measure(browser: Browser, line: Line, site: Site) -> Visit:
    def visited(visit: Callable[[Slow, Site], T]) -> T:
        return with_phone(browser, line, site, visit)

    return Visit(*visited(visit_home), visited(visit_rule), visited(visit_chapter), *visited(visit_search))


def median(visits: Sequence[Visit]) -> Visit:
    return Visit(*(statistics.median(values) for values in zip(*(vars(v).values() for v in visits), strict=True)))


LINES: tuple[tuple[str, str, str], ...] = (
    ("Primo disegno della pagina d’ingresso", "paint", "s"),
    ("Pagina d’ingresso leggibile (LCP)", "readable", "s"),
    ("Spostamenti della pagina (CLS)", "shift", ""),
    ("Scaricato per la pagina d’ingresso", "home_bytes", "kB"),
    ("Scaricato quando si legge la prima regola, da un collegamento", "rule_bytes", "kB"),
    ("Scaricato quando si legge la prima regola, dall’ingresso e dal libro", "way_bytes", "kB"),
    (f"Prima risposta giusta a «{QUERY}»", "answer", "s"),
    ("La stessa, con il testo della regola", "answer_text", "s"),
    ("Scaricato fino a quella risposta", "answer_bytes", "kB"),
)


def shown(value: float, unit: str) -> str:
    digits = f"{value / 1000:.1f}" if unit in ("s", "kB") else f"{value:.3f}"
    return f"{digits} {unit}".strip().replace(".", ",")


def table(results: Mapping[str, Visit]) -> str:
    """Return the results as a Markdown table."""
    names = list(results)
    lines = [f"| Misura | {' | '.join(names)} |", f"|---|{'---:|' * len(names)}"]
    for label, field, unit in LINES:
        lines.append(f"| {label} | {' | '.join(shown(getattr(results[name], field), unit) for name in names)} |")
    return "\n".join(lines)


def weight(site: Path) -> str:
    kept = service_worker.list_kept_files(site)
    size = service_worker.measure_compressed(site, kept)
    return f"Tutto ciò che funziona senza rete: {len(kept)} file, {shown(size, 'kB')} compressi."


def run() -> tuple[dict[str, Visit], str]:
    """Return the medians by site, and the size of the phone's copy."""
    line = Line(BYTES_PER_SECOND, LATENCY)
    with tempfile.TemporaryDirectory() as folder:
        project = project_copy(Path(folder) / "progetto")
        pipeline.build_release(project)
        stock = Path(folder) / "stock"
        build_stock(project, stock)
        shutil.rmtree(project / pipeline.SITE / "r")  # the static host needs none of it here
        with (
            slow_host(project / pipeline.SITE, line) as ours,
            served(project) as engine,
            slow_host(project / pipeline.SITE, line, engine) as with_server,
            slow_host(stock, line) as theirs,
            chromium() as browser,
        ):
            sites = (
                Site("Prontuario, host statico", ours, "", "#q", f".trovato a[href*='{ANSWER}']"),
                Site("Host statico, con un gioco già scelto", ours, "", "#q", f".trovato a[href*='{ANSWER}']", game=BOOK.strip("/")),
                Site("Prontuario, con il server", with_server, "", "#q", f".trovato a[href*='{ANSWER}']"),
                Site("Material com’è", theirs, "label[for=__search]:visible", ".md-search__input", f".md-search-result__link[href*='{ANSWER}']"),
            )  # fmt: skip
            visits = [[measure(browser, line, site) for site in sites] for _ in range(ROUNDS)]
        medians = {site.name: median([row[i] for row in visits]) for i, site in enumerate(sites)}
        return medians, weight(project / pipeline.SITE)


def main() -> list[Ratio]:
    """Measure, print, and write the dated page of figures."""
    results, copy = run()
    text = table(results)
    print(
        f"Prima visita, 400 kbit/s, {LATENCY * 1000:.0f} ms, CPU {SLOWER} volte più lenta, mediana di {ROUNDS}:\n\n{text}\n\n{copy}"
    )
    replace_between("misure", f"{measured()}.\n\n{text}\n\n{copy}")
    *ours, theirs = results
    goals = zip(ours, GOALS, strict=True)
    return [
        Ratio(f"Prima risposta giusta: {name}", theirs, results[name].answer / results[theirs].answer, most)
        for name, most in goals
    ]


if __name__ == "__main__":
    main()
