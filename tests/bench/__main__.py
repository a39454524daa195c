"""Quality and speed of the search, ours and others', on the same documents and in one run.

Prints success@1, success@3, MRR and nDCG per book and type, then speeds as ratios: the machine does not matter.
"""

from __future__ import annotations

import gc
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts import pipeline
from search.engine import Engine
from tests.bench import phone
from tests.bench.documents import documents
from tests.bench.others import ASK_OURS, ASK_PAGEFIND, Fts5, Whoosh, browser_page, pagefind_site
from tests.conftest import project_copy
from tests.search.judged import Figures, judged, measured
from tests.search.test_hostile import hostile

HOSTILE = 10_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = project_copy(Path(folder))
        pipeline.build(root)
        index, site = root / pipeline.INDEX, root / pipeline.SITE
        engine = Engine.open(index)
        fts, whoosh = Fts5(documents(engine)), Whoosh(documents(engine), root / "whoosh")
        pagefind_site(documents(engine), site / "pagefind")
        browser, pagefind = in_browser(site)
        ours = [[r.id for r in engine.search(one.query).results] for one in judged()]
        answers: dict[str, Callable[[str], Sequence[str]]] = {
            "server": recorded(ours),
            "browser": recorded(browser["ids"]),
            fts.name: fts.ask,
            whoosh.name: whoosh.ask,
            "Pagefind": recorded(pagefind),
        }
        figures = {name: measured(ask, engine.sections) for name, ask in answers.items()}
        print_quality(figures)
        same = statistics.mean(a[:5] == b[:5] for a, b in zip(ours, browser["ids"], strict=True))
        print(f"\nStesso ordine dei primi cinque, server e browser: {same:.1%}")
        print_speed(index, fts, browser["times"])
        print_hostile(engine)
        shutil.rmtree(root / "whoosh")


def in_browser(site: Path) -> tuple[dict[str, Any], list[list[str]]]:
    """What our engine and Pagefind answer in Chromium, and in how many milliseconds ours does."""
    queries = [one.query for one in judged()]
    with browser_page(site) as page:
        return page.evaluate(ASK_OURS, queries), page.evaluate(ASK_PAGEFIND, queries)


def recorded(answers: Sequence[Sequence[str]]) -> Callable[[str], Sequence[str]]:
    by_query = dict(zip((one.query for one in judged()), answers, strict=True))
    return lambda query: by_query[query]


def print_quality(figures: Mapping[str, Mapping[str, Figures]]) -> None:
    for title, name in (("prima giusta", "first"), ("fra le prime tre", "three"), ("MRR", "mrr"), ("nDCG", "ndcg")):
        print(f"\n{title:24s}" + "".join(f"{engine:>10s}" for engine in figures))
        for key in figures["server"]:
            print(f"{key:24s}" + "".join(f"{getattr(found[key], name):10.3f}" for found in figures.values()))


def timed(ask: Callable[[str], object]) -> list[float]:
    """Seconds that each judged query takes."""
    times = []
    for one in judged():
        start = time.perf_counter()
        ask(one.query)
        times.append(time.perf_counter() - start)
    return times


def print_speed(index: Path, fts: Fts5, browser: Sequence[Sequence[float]]) -> None:
    engine = Engine.open(index)
    cold = statistics.median(timed(engine.search))
    warm = statistics.median(min(pair) for pair in zip(timed(engine.search), timed(engine.search), strict=True))
    theirs = statistics.median(min(pair) for pair in zip(timed(fts.ask), timed(fts.ask), strict=True))
    print(f"\nTempo mediano di una domanda, con l’estratto (FTS5 = 1, {1000 * theirs:.2f} ms qui)")
    print(f"  server, a caldo          {warm / theirs:5.2f}   (al più 1)")
    print(f"  server, prima volta      {cold / theirs:5.2f}   (al più 3)")
    for name, times in zip(("prima volta", "a caldo"), browser, strict=True):
        print(f"  browser, {name:14s}  {statistics.median(times) / 1000 / theirs:5.2f}")


def print_hostile(engine: Engine) -> None:
    gc.collect()
    gc.freeze()  # as the server does
    times = []
    for query in hostile(HOSTILE, list(engine.spelling.terms)):
        start = time.process_time()
        engine.search(query)
        times.append(1000 * (time.process_time() - start))
    times.sort()
    print(
        f"\n{HOSTILE} domande ostili: mediana {times[len(times) // 2]:.1f} ms, la più lenta {times[-1]:.1f} ms (al più 100)"
    )


if __name__ == "__main__":
    main()
    phone.main()
