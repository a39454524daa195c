"""Compare our search with other engines, in quality and speed.

All engines search the same statements, in one run. The command prints answer@1, answer@3 and section@1, by book and
type, of the questions whose answering statement is known; then success@1 and @3 of the older queries, of which only the
section is known; then speeds as ratios to ours, so that the machine does not matter.
"""

import gc
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts import pipeline
from search.engine.answer import Engine
from tests.bench import authoring_wait, first_visit, growth_with_books, server_load
from tests.bench.engine_documents import statements
from tests.bench.figures_page import SLOWER, Ratio, replace_between, write_ratios
from tests.bench.figures_page import measured as when_and_where
from tests.bench.other_engines import (
    ASK_OURS,
    ASK_PAGEFIND,
    Fts5,
    Textbook,
    Whoosh,
    browser_page,
    expanded,
    pagefind_site,
    shown,
)
from tests.conftest import project_copy
from tests.running_server import chromium, served
from tests.search.judged_queries import HALVES as HALVES_OF_ANSWERS
from tests.search.judged_queries import KEPT, Figures, Show, Shown, answered, judged, measured, questions
from tests.search.test_hostile_queries import hostile, words_of
from tests.story_scenarios import HALVES, left_open, understood

HOSTILE = 10_000
TYPE = """async queries => {
  const { search, warm } = await import('/assets/js/search/worker-client.js');
  await warm();
  await search('mazzo');
  await new Promise(done => setTimeout(done, 1500));
  const times = [];
  for (const query of queries) for (let n = 2; n <= query.length; n++) {
    const start = performance.now();
    await search(query.slice(0, n), { limit: 20 });
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}"""


def main() -> list[Ratio]:
    """Measure the search and write its part of the figures page."""
    with tempfile.TemporaryDirectory() as folder:
        root = project_copy(Path(folder))
        pipeline.build_release(root)
        index, site = root / pipeline.INDEX, root / pipeline.SITE
        engine = Engine.open(index)
        records, expand = statements(pipeline.load_checked(root).corpus), expanded(engine)
        fts, whoosh = Fts5(records, expand), Whoosh(records, root / "whoosh", expand)
        textbooks = [Textbook(records, expand, likelihood=likelihood) for likelihood in (False, True)]
        pagefind_site(records, site / "pagefind")
        times, pagefind = in_browser(site)
        theirs = {asked: [shown(records[n]) for n in found] for asked, found in zip(queries(), pagefind, strict=True)}
        engines: dict[str, Show] = {
            "Prontuario": lambda query, book: ours(engine, query, book),
            fts.name: fts.ask,
            whoosh.name: whoosh.ask,
            **{model.name: model.ask for model in textbooks},
            "Pagefind": lambda query, book: theirs[query, book],
        }
        answers = {name: answered(ask, engine.sections) for name, ask in engines.items()}
        print_answers(answers)
        sections = print_sections(engines, engine)
        said, ratios = print_speed(index, fts, times)
        write_page(answers, sections, " ".join((said, print_hostile(engine), print_keys(root))))
        print_told(root)
        return ratios


def ours(engine: Engine, query: str, book: str) -> list[Shown]:
    return [Shown(r.id, "".join(part.text for part in r.excerpt)) for r in engine.search(query, book).results]


def queries() -> list[tuple[str, str]]:
    """Return (query, game or book chosen, '' for none) of every judged query."""
    return [(one.query, one.book) for one in questions()] + [(one.query, one.chosen) for one in judged()]


def in_browser(site: Path) -> tuple[Any, list[list[int]]]:
    """Return (our times in Chromium, in milliseconds; Pagefind's answers as record numbers)."""
    with browser_page(site) as page:
        return page.evaluate(ASK_OURS, queries()), page.evaluate(ASK_PAGEFIND, queries())


def print_answers(figures: Mapping[str, Mapping[str, tuple[float, ...]]]) -> None:
    for n, title in enumerate(("answer@1", "answer@3", "section@1"), 1):
        print(f"\n{title:24s}    " + "".join(f"{name:>12s}" for name in figures))
        for key, found in next(iter(figures.values())).items():
            print(f"{key:24s}{found[0]:4.0f}" + "".join(f"{of[key][n]:12.3f}" for of in figures.values()))


def print_sections(engines: Mapping[str, Show], engine: Engine) -> Mapping[str, Mapping[str, Figures]]:
    def asking(ask: Show) -> Callable[[str, str], Sequence[str]]:
        return lambda query, book: [result.id for result in ask(query, book)]

    figures = {name: measured(asking(ask), engine.sections) for name, ask in engines.items()}
    for title, name in (("sezione giusta", "first"), ("fra le prime tre", "three")):
        print(f"\n{title:24s}" + "".join(f"{of:>12s}" for of in figures))
        for key in next(iter(figures.values())):
            print(f"{key:24s}" + "".join(f"{getattr(found[key], name):12.3f}" for found in figures.values()))
    return figures


def write_page(
    answers: Mapping[str, Mapping[str, tuple[float, ...]]], sections: Mapping[str, Mapping[str, Figures]], speeds: str
) -> None:
    """Write the search's part of the figures page; sets of queries that nobody read are in bold."""
    ours, *others = answers
    lines = [f"| Domande | Quante | {ours} | {' | '.join(others)} |", f"|---|---:|{'---:|' * len(answers)}"]
    counts = Counter(one.origin for one in judged())
    for key in HALVES_OF_ANSWERS:
        found = [" / ".join(f"{100 * value:.0f}" for value in of[key][1:]) for of in answers.values()]
        lines.append(f"| {named(key)} | {answers[ours][key][0]:.0f} | {' | '.join(found)} |")
    for key, count in counts.items():
        found = [f"{100 * of[key].first:.0f} / {100 * of[key].three:.0f}" for of in sections.values()]
        lines.append(f"| {named(key)} | {count} | {' | '.join(found)} |")
    replace_between("ricerca", f"{when_and_where()}.\n\n" + "\n".join(lines) + f"\n\n{speeds}")


def named(key: str) -> str:
    return f"**{key}**" if key in KEPT else key


def timed(ask: Callable[[str, str], object]) -> list[float]:
    """Return the CPU seconds that `ask` takes for each judged query."""
    times = []
    for query, book in queries():
        start = time.process_time()
        ask(query, book)
        times.append(time.process_time() - start)
    return times


def print_speed(index: Path, fts: Fts5, browser: Sequence[Sequence[float]]) -> tuple[str, list[Ratio]]:
    engine = Engine.open(index)
    cold = statistics.median(timed(engine.search))
    warm = statistics.median(min(pair) for pair in zip(timed(engine.search), timed(engine.search), strict=True))
    theirs = statistics.median(min(pair) for pair in zip(timed(fts.ask), timed(fts.ask), strict=True))
    print(f"\nTempo mediano di una domanda, con l’estratto (FTS5 = 1, {1000 * theirs:.2f} ms qui)")
    print(f"  server, a caldo          {warm / theirs:5.2f}   (al più 1)")
    print(f"  server, prima volta      {cold / theirs:5.2f}   (al più 2)")
    for name, times in zip(("prima volta", "a caldo"), browser, strict=True):
        print(f"  browser, {name:14s}  {statistics.median(times) / 1000 / theirs:5.2f}")
    said = f"{warm / theirs:.2f} a caldo, {cold / theirs:.2f} la prima volta".replace(".", ",")
    ratios = [
        Ratio("Una domanda al server, a caldo", "FTS5 di SQLite", warm / theirs, 1),
        Ratio("Una domanda al server, la prima volta", "FTS5 di SQLite", cold / theirs, 2),
    ]
    return f"Tempo mediano di CPU di una domanda con l’estratto, posto uguale a 1 quello di FTS5: {said}.", ratios


def print_hostile(engine: Engine) -> str:
    gc.collect()
    gc.freeze()  # as the server does
    times = []
    for query in hostile(HOSTILE, words_of(engine)):
        start = time.process_time()
        engine.search(query)
        times.append(1000 * (time.process_time() - start))
    times.sort()
    print(
        f"\n{HOSTILE} domande ostili: mediana {times[len(times) // 2]:.1f} ms, la più lenta {times[-1]:.1f} ms (al più 100)"
    )
    return f"Diecimila domande ostili: la più lenta {times[-1]:.0f} ms."


def print_keys(root: Path) -> str:
    """Print the milliseconds from a key press to results, on a slow phone."""
    with served(root) as address, chromium() as browser:
        page = browser.new_page(service_workers="block")
        page.goto(f"{address}/informazioni/")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        times = page.evaluate(TYPE, [one.query for one in list(judged())[::9]])
    print(f"\nDal tasto ai risultati, {SLOWER} volte più lento: {times[int(len(times) * 0.95)]:.0f} ms (al più 16)")
    return f"Da un tasto ai risultati, con il processore quattro volte più lento: {times[int(len(times) * 0.95)]:.0f} ms al 95° percentile."


GOALS = {
    "first": 0.965, "three": 0.995, "sure": 0.9, "sure and right": 0.985, "right": 0.985, "heard": 0.88, "verdict": 0.99,
    "outside": 0.95,
}  # fmt: skip
BLIND = "blind"


def print_told(root: Path) -> None:
    """Print how many stories (situations told in words) the page Penalità understands."""
    with served(root) as address, chromium() as browser:
        page = browser.new_page(service_workers="block")
        found = {half: understood(page, address, half) for half in HALVES}
        games = {book: understood(page, address, BLIND, book) for book in ("mtr", "naruto-it", "bang")}
        outside = left_open(page, address)
    blind = found[BLIND].shares | {"outside": outside}
    print(f"\n{'Racconti':24s}" + "".join(f"{half:>12s}" for half in (*HALVES, *games)) + f"{'da avere':>12s}  95%")
    for name, goal in GOALS.items():
        values = [of.values().get(name) for of in (*found.values(), *games.values())]
        cells = "".join(f"{value:12.3f}" if value is not None else f"{'':12s}" for value in values)
        low, high = blind[name].interval()
        print(f"{name:24s}{cells}{goal:12.3f}  {blind[name].value:.3f} ({low:.3f}–{high:.3f})")


if __name__ == "__main__":
    write_ratios([*main(), *first_visit.main(), *authoring_wait.main(), *growth_with_books.main(), *server_load.main()])
