"""Compare this version with an earlier one in one run.

`python -m tests.bench.earlier_version [COMMIT]` (0.1.0 by default).

Each version is built by its own code with the same packages; builds alternate, and CPU seconds include the processes
that they start. First visits are measured as in `tests.bench.first_visit`, of both sites behind the same slow line.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.pipeline import SITE
from scripts.site import service_worker
from tests.bench.first_visit import BOOK, BYTES_PER_SECOND, LATENCY, ROUNDS, Site, measure, median, table
from tests.bench.throttled_hosts import Line, slow_host
from tests.conftest import ROOT
from tests.running_server import chromium

FIRST = "acd46d8"  # 0.1.0
SAME = ("naruto-it", "naruto-usa", "bang", "wot")  # built alone by both; today's `mtr` brings Magic's other documents
BUILDS = 3
# 0.1.0 calls the module of the budgets `test_budgets`, later versions `test_size_budgets`
JOURNEYS = """import importlib, json
from pathlib import Path
(file,) = Path("tests/site").glob("test_*budgets.py")
budgets = importlib.import_module(f"tests.site.{file.stem}")
site = Path(budgets.SITE).resolve()
print(json.dumps({name: sorted(files) for name, files in budgets.journeys(site).items()}))
"""
SEARCHED = ".trovato a[href*='bang-1.1.mezzogiorno-di-fuoco']"


def checked_out(commit: str, place: Path) -> Path:
    """Check out a commit into a folder."""
    place.mkdir(parents=True)
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", commit], capture_output=True, check=True).stdout
    subprocess.run(["tar", "--extract", "--directory", str(place)], input=archive, check=True)
    return place


def built_in(root: Path, *books: str) -> float:
    """Build a checked-out version with its own code; return the CPU seconds."""
    chosen = [part for book in books for part in ("--book", book)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PRONTUARIO"))}
    command = [sys.executable, "-m", "scripts.cli", "--root", str(root), "build", *chosen]
    subprocess.run(command, cwd=root, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare_builds(old: Path, new: Path) -> list[str]:
    """Return lines on both versions' build times.

    Both build the same books, and all that each has.
    """
    lines = []
    for name, books in (("i quattro libri che tutte e due fanno da soli", SAME), ("tutto", ())):
        times = [(built_in(old, *books), built_in(new, *books)) for _ in range(BUILDS)]
        before, now = (min(column) for column in zip(*times, strict=True))
        said = f"{now:.1f} s contro {before:.1f} s di CPU, {now / before:.2f}".replace(".", ",")
        lines.append(f"| costruzione, {name} | {said} |")
    return lines


def compare_journeys(old: Path, new: Path) -> list[str]:
    """Return lines on the compressed bytes of each journey that both versions know.

    A journey is the list of files that a visit loads; each version's own tests name them.
    """
    was, now = (read_journeys(root) for root in (old, new))
    lines = []
    for name in filter(was.__contains__, now):
        sizes = [service_worker.measure_compressed(root / SITE, made[name]) for root, made in ((new, now), (old, was))]
        lines.append(f"| {name} | {sizes[0]} B contro {sizes[1]}, {sizes[0] / sizes[1]:.3f} |".replace(".", ","))
    return lines


def read_journeys(root: Path) -> dict[str, list[str]]:
    """Ask a built version's own tests for each journey's files."""
    said = subprocess.run([sys.executable, "-c", JOURNEYS], cwd=root, capture_output=True, text=True, check=True).stdout
    return {name: list(files) for name, files in json.loads(said).items()}


def compare_visits(old: Path, new: Path) -> str:
    """Return a table of first visits from a slow phone.

    The visits are made with a game set and without.
    """
    line = Line(BYTES_PER_SECOND, LATENCY)
    with slow_host(old, line) as before, slow_host(new, line) as now, chromium() as browser:
        sites = [
            Site(f"{name}{' con il gioco' if game else ''}", address, "", "#q", SEARCHED, game=game)
            for name, address in (("questa", now), ("quella di prima", before))
            for game in ("", BOOK.strip("/"))
        ]
        visits = [[measure(browser, line, site) for site in sites] for _ in range(ROUNDS)]
    return table({site.name: median([row[i] for row in visits]) for i, site in enumerate(sites)})


def main(commit: str = FIRST) -> None:
    with tempfile.TemporaryDirectory() as folder:
        old, new = (checked_out(one, Path(folder) / name) for one, name in ((commit, "prima"), ("HEAD", "adesso")))
        print(f"HEAD contro {commit}: questa / quella, e il rapporto.\n\n| che cosa | quanto |\n|---|---|")
        print("\n".join(compare_builds(old, new)), flush=True)
        print("\n".join(compare_journeys(old, new)), flush=True)
        print(f"\n{compare_visits((old / SITE).resolve(), (new / SITE).resolve())}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
