"""Measure how costs grow with the number of books.

One book is copied once, ten and fifty times; each project is built and served in one run.

`python -m tests.bench.growth_with_books [BOOKS…]`. Times are CPU seconds, since other work of the machine affects these
less.
"""

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise
from pathlib import Path

from scripts import pipeline
from scripts.site import service_worker
from search.engine.answer import Engine
from tests.bench.figures_page import Ratio, measured, replace_between
from tests.conftest import ROOT, project_copy
from tests.search.judged_queries import questions

BOOK = "wot"
SIZES = (1, 10, 50)
WITHIN = 1.2  # times the books: as much as they, and a fifth more
ROWS = (
    "Costruzione, s",
    "`mkdocs build` delle stesse pagine, s",
    "Memoria della costruzione, MB",
    "Costruzione finita, MB",
    "Avvio della ricerca, s",
    "Una domanda, p50, ms",
    "Una domanda, p95, ms",
    "Un gioco e ciò che è di tutti, compressi, kB",
)


@dataclass(frozen=True)
class Grown:
    """Hold the costs of a project of some books, in the order of ROWS."""

    build: float
    mkdocs: float
    memory: float
    size: float
    start: float
    median: float
    slow: float
    phone: float


def another(root: Path, number: int) -> str:
    """Add a copy of a book under another name to a project; return the new slug."""
    slug = f"{BOOK}{number}"
    folder = Path(shutil.copytree(root / "rules_src" / BOOK, root / "rules_src" / slug))
    own = re.compile(rf"\b{BOOK}(?=-)")
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        path.write_text(own.sub(slug, path.read_text(encoding="utf-8")), encoding="utf-8")
        path.rename(path.with_name(own.sub(slug, path.name)))
    info = folder / "book.toml"
    text = info.read_text(encoding="utf-8").replace(f'slug = "{BOOK}"', f'slug = "{slug}"')
    text = re.sub(r'^code = "(\w+)"', rf'code = "\g<1>{number}"', text, flags=re.MULTILINE)
    info.write_text(re.sub(r"^names = .*", f'names = ["{slug}"]', text, flags=re.MULTILINE), encoding="utf-8")
    return slug


MEASURED = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


def spent(*command: str) -> tuple[float, float]:
    """Run a module; return its CPU seconds and peak memory, MB."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *command], cwd=ROOT, check=True, capture_output=True, text=True
    )
    seconds, most = done.stdout.split()
    return float(seconds), float(most)


def grown(count: int) -> Grown:
    """Build, open and query a project of `count` books."""
    with tempfile.TemporaryDirectory() as folder:
        root = project_copy(Path(folder) / "progetto")
        books = [BOOK, *(another(root, n) for n in range(2, count + 1))]
        chosen = [option for book in books for option in ("--book", book)]
        build, most = spent("scripts.cli", "--root", str(root), "build", *chosen)
        mkdocs, _ = spent("mkdocs", "build", "--quiet", "-f", str(root / "mkdocs.yml"), "-d", f"{folder}/sito")
        release = (root / pipeline.CURRENT).resolve()
        size = sum(path.stat().st_size for path in release.rglob("*") if path.is_file())
        start = time.process_time()
        engine = Engine.open(root / pipeline.INDEX)
        opened = time.process_time() - start
        times = []
        for one in questions():
            start = time.process_time()
            engine.search(one.query)
            times.append(1000 * (time.process_time() - start))
        site = root / pipeline.SITE
        kept = [
            path
            for path in service_worker.list_kept_files(site)
            if not re.match(rf"(?:assets/search/)?{BOOK}\d+[./]", path)
        ]
        phone = service_worker.measure_compressed(site, kept)
        slow = statistics.quantiles(times, n=20)[-1]
        return Grown(build, mkdocs, most, size / 1e6, opened, statistics.median(times), slow, phone / 1000)


def table(sizes: Sequence[int], found: Sequence[Grown]) -> str:
    """Return a Markdown table: a line for each measure, a column for each number of books."""
    lines = [f"| Misura | {' | '.join(f'×{size}' for size in sizes)} |", f"|---|{'---:|' * len(sizes)}"]
    for row, values in zip(ROWS, zip(*map(astuple, found), strict=True), strict=True):
        cells = [f"{values[0]:.1f}", *(f"{value:.1f} (×{value / values[0]:.1f})" for value in values[1:])]
        lines.append(f"| {row} | {' | '.join(cells)} |".replace(".", ","))
    return "\n".join(lines)


def steps(sizes: Sequence[int], found: Sequence[Grown]) -> list[Ratio]:
    """Return how much each figure outgrew the books, worst first."""
    ratios = [
        Ratio(f"{row}, da ×{few} a ×{many}", f"{many / few:.0f} volte i libri", new / old * few / many, WITHIN)
        for (few, before), (many, after) in pairwise(zip(sizes, found, strict=True))
        for row, old, new in zip(ROWS, astuple(before), astuple(after), strict=True)
    ]
    return sorted(ratios, key=lambda one: -one.value)


def main(sizes: Sequence[int] = SIZES) -> list[Ratio]:
    """Measure, print, and write the dated page of figures."""
    found = [grown(n) for n in sizes]
    text, ratios = table(sizes, found), steps(sizes, found)
    over = [f"{what}, {value:.2f} volte quanto i libri" for what, _, value, _ in ratios if value > WITHIN]
    said = "; ".join(over).replace(".", ",") or "nessuna misura"
    text += f"\n\nCrescono più dei libri, oltre il 20% di tolleranza: {said}."
    print(f"\nLo stesso libro più volte («{BOOK}»), in secondi di CPU:\n\n{text}")
    replace_between("crescita", f"{measured()}.\n\n{text}")
    return ratios[:1]


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)
