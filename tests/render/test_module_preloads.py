"""Test that a page preloads exactly what its script imports."""

import posixpath
import re
from pathlib import Path

IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];""", re.MULTILINE)


def imported(scripts: Path, entry: str) -> set[str]:
    """Return the static imports of `entry`, as paths below `scripts`."""
    found: set[str] = set()
    waiting = [entry]
    while waiting:
        here = waiting.pop()
        for target in IMPORT.findall((scripts / here).read_text(encoding="utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(here), target))
            if path not in found:
                found.add(path)
                waiting.append(path)
    return found - {entry}


def test_what_the_page_script_imports_is_asked_for_ahead(root: Path) -> None:
    scripts = root / "docs/assets/js"
    head = (root / "docs/overrides/partials/anticipo.html").read_text(encoding="utf-8")
    listed = re.search(r"for module in \[(.*?)\]", head)
    assert listed
    assert {f"{name}.js" for name in re.findall(r'"([^"]+)"', listed[1])} == imported(scripts, "main.js") | {"main.js"}
