"""Publish scripts and styles in folders named after their content, to be cached for ever.

'assets/js.1a2b3c4d/'; the fingerprint '.1a2b3c4d' is called stamp. What must recognise a file in the next build uses
its path without stamp, as in the source: 'assets/js/main.js'.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from scripts.site.minify import compact_script, compact_style
from scripts.site.script_bundle import bundle_scripts

SCRIPTS, STYLES, STYLE = "assets/js", "assets/css", "assets/css/prontuario.css"
WORKER = f"{SCRIPTS}/sw.js"  # as written; it stands in the root of the site, since its scope is its folder
FOLDER = re.compile(r"^assets/(?:js|css)(?=/)")
STAMPED = re.compile(r"(assets/(?:js|css))(\.[0-9a-f]{8})(?=/)")
STAMP_LENGTH = 8
DRAFT = ".00000000"  # while one writes: nothing is kept then, and a changed script changes no page


def finish_assets(docs: Path, colours: str) -> dict[str, str]:
    """Return source path → minified text of scripts (bundled) and styles.

    `colours`: CSS of the books' colours, appended to the site's stylesheet.
    """
    paths = [*(docs / SCRIPTS).rglob("[!.]*.js"), *(docs / STYLES).rglob("[!.]*.css")]  # a dot: an editor's own
    texts = {path.relative_to(docs).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}
    texts[STYLE] += colours
    scripts = {
        path.removeprefix(f"{SCRIPTS}/"): compact_script(text) for path, text in texts.items() if path.endswith(".js")
    }
    styles = {path: compact_style(text) for path, text in texts.items() if path.endswith(".css")}
    return {f"{SCRIPTS}/{path}": text for path, text in bundle_scripts(scripts).items()} | styles


def compute_stamp(files: Mapping[str, str]) -> str:
    """Return the stamp of some files, '.1a2b3c4d'; the service worker is left out."""
    named = sorted((path, text) for path, text in files.items() if path != WORKER)
    return f".{hashlib.sha256(json.dumps(named).encode()).hexdigest()[:STAMP_LENGTH]}"


def add_stamp(path: str, stamp: str) -> str:
    """Return a file's path on the site: 'assets/js/main.js' → 'assets/js.1a2b3c4d/main.js'."""
    return "sw.js" if path == WORKER else FOLDER.sub(lambda folder: folder[0] + stamp, path)


def remove_stamps(text: str) -> str:
    """Remove all stamps in a text: 'assets/js.1a2b3c4d/main.js' → 'assets/js/main.js'."""
    return STAMPED.sub(r"\1", text)


def find_stamp(site: Path) -> str:
    """Return the stamp in a finished site's pages, or ''."""
    found = STAMPED.search((site / "404.html").read_text(encoding="utf-8"))
    return found[2] if found else ""


def carry_over(before: Path, site: Path) -> None:
    """Copy the previous site's scripts and styles, which open pages and old servers need."""
    if not (before / "404.html").is_file():
        return
    last, now = find_stamp(before), find_stamp(site)
    for folder in sorted((before / "assets").iterdir()):
        stamp = folder.suffix
        if STAMPED.match(f"assets/{folder.name}/") and stamp != now and last in (stamp, now):
            shutil.copytree(folder, site / "assets" / folder.name)
