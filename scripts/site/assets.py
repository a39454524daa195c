"""Our scripts and styles as they go out: finished, in folders named after the bytes of all of them (`assets/js.1a2b3c4d`),
so that a browser may keep them for ever.

Whoever must know a file from one build to the next knows it without the stamp, as it is written: `assets/js/main.js`.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from scripts.site.joined import join_worker
from scripts.site.minify import compact_script, compact_style

SCRIPTS, STYLES, STYLE = "assets/js", "assets/css", "assets/css/prontuario.css"
WORKER = f"{SCRIPTS}/sw.js"  # as written; it stands in the root of the site, since its scope is its folder
FOLDER = re.compile(r"^assets/(?:js|css)(?=/)")
STAMPED = re.compile(r"(assets/(?:js|css))(\.[0-9a-f]{8})(?=/)")
STAMP_LENGTH = 8
DRAFT = ".00000000"  # while one writes: nothing is kept then, and a changed script changes no page


def finished(docs: Path, colours: str) -> dict[str, str]:
    """Path ('assets/js/main.js') → text of every script and style of `docs`: compact, the search's worker whole, the
    site's style with the books' `colours` at its end."""
    paths = [*(docs / SCRIPTS).rglob("[!.]*.js"), *(docs / STYLES).rglob("[!.]*.css")]  # a dot: an editor's own
    texts = {path.relative_to(docs).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}
    texts[STYLE] += colours
    scripts = {
        path.removeprefix(f"{SCRIPTS}/"): compact_script(text) for path, text in texts.items() if path.endswith(".js")
    }
    styles = {path: compact_style(text) for path, text in texts.items() if path.endswith(".css")}
    return {f"{SCRIPTS}/{path}": text for path, text in join_worker(scripts).items()} | styles


def stamp_of(files: Mapping[str, str]) -> str:
    """'.1a2b3c4d': the same files have the same stamp. The worker has an address of its own, and none."""
    named = sorted((path, text) for path, text in files.items() if path != WORKER)
    return f".{hashlib.sha256(json.dumps(named).encode()).hexdigest()[:STAMP_LENGTH]}"


def stamped(path: str, stamp: str) -> str:
    """Where a file stands in the site: 'assets/js/main.js' → 'assets/js.1a2b3c4d/main.js'."""
    return "sw.js" if path == WORKER else FOLDER.sub(lambda folder: folder[0] + stamp, path)


def plain(text: str) -> str:
    """'assets/js.1a2b3c4d/main.js' → 'assets/js/main.js', wherever it stands in a text."""
    return STAMPED.sub(r"\1", text)


def stamp_in(site: Path) -> str:
    """The stamp that the pages of a finished site name; '' for one that `mkdocs build` made."""
    found = STAMPED.search((site / "404.html").read_text(encoding="utf-8"))
    return found[2] if found else ""


def carry(before: Path, site: Path) -> None:
    """Takes along what a page of the site before, still open, may ask for where no server knows better: its scripts and
    styles; where they have not changed since, those that it had taken along itself."""
    if not (before / "404.html").is_file():
        return
    last, now = stamp_in(before), stamp_in(site)
    for folder in sorted((before / "assets").iterdir()):
        stamp = folder.suffix
        if STAMPED.match(f"assets/{folder.name}/") and stamp != now and last in (stamp, now):
            shutil.copytree(folder, site / "assets" / folder.name)
