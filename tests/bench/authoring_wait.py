"""Measure how long an author waits.

Three waits: a build, beside `mkdocs build` of the same pages; `serve` until it answers; from a saved statement of the
largest book until open pages are notified.

`python -m tests.bench.authoring_wait [TIMES]`. Times are wall seconds, each the best of a few: state with them how busy
the machine was.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures_page import Ratio
from tests.conftest import ROOT, project_copy
from tests.running_server import serving

TIMES = 3
CHAPTER = "rules_src/mtr/02-meccaniche.md"
FIRST = re.compile(r"^b\. .*$", re.MULTILINE)


def seconds(*command: str) -> float:
    """Return how many seconds a module runs."""
    start = time.monotonic()
    subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def originals() -> list[Path]:
    """Return the available copies of the largest book's original."""
    return sorted(Path(os.environ.get("PRONTUARIO_ORIGINALS", "/nowhere")).glob("mtr.*"))


def saves(address: str, path: Path, times: int) -> Iterator[float]:
    """Yield the seconds from each save until an open page is notified."""
    text = path.read_text(encoding="utf-8")
    with urllib.request.urlopen(f"{address}/scrittura/eventi", timeout=60) as told:
        events = (line for line in told if line.startswith(b"data:"))
        next(events)
        time.sleep(1)  # until the folders are watched
        for n in range(times):
            start = time.monotonic()
            path.write_text(FIRST.sub(rf"\g<0> Misura {n}.", text, count=1), encoding="utf-8")
            bar = json.loads(next(events).removeprefix(b"data:"))
            yield time.monotonic() - start
            assert not bar["wrong"], bar


def main(times: int = TIMES) -> list[Ratio]:
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    # MkDocs stands compiled where it is installed, whatever this machine says of what else is compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        root = project_copy(Path(folder) / "progetto")
        ours, theirs = [], []
        for _ in range(times):
            ours.append(seconds("scripts.cli", "--root", str(root), "build"))
            theirs.append(seconds("mkdocs", "build", "--quiet", "-f", str(root / "mkdocs.yml"), "-d", f"{folder}/sito"))
        begun = time.monotonic()
        with serving(root, said=subprocess.DEVNULL) as (address, _):
            start = time.monotonic() - begun
            waited = list(saves(address, root / CHAPTER, times))
        imported = [seconds("scripts.cli", "--root", str(root), "import", "mtr", str(path)) for path in originals()[:1]]
    build, mkdocs = min(ours), min(theirs)
    lines = (
        f"Costruzione: {build:.1f} s; mkdocs build delle stesse pagine: {mkdocs:.1f} s; rapporto {build / mkdocs:.2f}",
        f"prontuario serve, fino alla prima risposta: {start:.1f} s",
        f"Un enunciato salvato, fino alla scheda aperta: {min(waited):.2f} s (il peggiore {max(waited):.2f})",
        f"Il migliore di {times}; carico della macchina {os.getloadavg()[0]:.1f} su {os.cpu_count()} processori",
    )
    print("\n".join(lines).replace(".", ","))
    return [
        Ratio("Una costruzione", "`mkdocs build` delle stesse pagine", build / mkdocs, 1.6),
        *(Ratio("Un originale importato (Magic)", "`mkdocs build`", one / mkdocs) for one in imported),
    ]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
