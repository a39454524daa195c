"""Write the page of figures, `docs/misure.md`.

Each bench writes its part; at the end `make bench` writes all ratios of the run in one table.
"""

import datetime
import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from scripts.model.italian_format import format_date
from tests.conftest import ROOT

PAGE = ROOT / "docs/misure.md"
SLOWER = 4  # times: a cheap phone against this machine


class Ratio(NamedTuple):
    """Hold a measurement, its comparison, their ratio and its limit."""

    what: str
    beside: str
    value: float
    most: float | None = None


def measured() -> str:
    """Return the date and machine of the measurement."""
    model = re.search(r"^model name\s*:\s*(.+)$", _proc("cpuinfo"), re.MULTILINE)
    memory = re.search(r"^MemTotal:\s*(\d+) kB$", _proc("meminfo"), re.MULTILINE)
    what = model[1] if model else platform.processor() or platform.machine()
    size = f", {int(memory[1]) / 1e6:.0f} GB di memoria" if memory else ""
    today = format_date(datetime.datetime.now(datetime.UTC).date())
    return f"Misurato il {today}: processori {os.cpu_count()} ({what}){size}, Python {platform.python_version()}"


def _proc(name: str) -> str:
    """Read a line of /proc; '' if the system lacks it."""
    path = Path("/proc") / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def replace_between(mark: str, text: str) -> None:
    """Replace the text between `<!-- mark -->` and `<!-- fine mark -->`."""
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(f"<!-- {mark} -->\n")
    tail = rest.partition(f"<!-- fine {mark} -->")[2]
    PAGE.write_text(f"{head}<!-- {mark} -->\n{text}\n\n<!-- fine {mark} -->{tail}", encoding="utf-8")


def write_ratios(ratios: Iterable[Ratio]) -> None:
    """Print and write the table, with exceeded limits in bold."""
    lines = ["| Misura | A confronto con | Rapporto | Al più |", "|---|---|---:|---:|"]
    for what, beside, value, most in ratios:
        shown = f"{value:.2f}" if most is None or value <= most else f"**{value:.2f}**"
        lines.append(f"| {what} | {beside} | {shown} | {'–' if most is None else f'{most:.2f}'} |".replace(".", ","))
    text = "\n".join(lines)
    print(f"\n{text}")
    said = "Ogni numero è il rapporto fra due misure della stessa esecuzione di `make bench`; in grassetto quelli oltre l’obiettivo."
    replace_between("rapporti", f"## In breve\n\n{measured()}. {said}\n\n{text}")
