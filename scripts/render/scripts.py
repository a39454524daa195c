"""Our scripts as the site serves them: as written, without comments and indentation, which a phone need not fetch."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = "assets/js"
INLINE = re.compile(r"/\*\* @?[^*]*\*/ ?")  # a type written beside an expression


def compact(text: str) -> str:
    """'  // perché\\n  let a = /** @type {B} */ (b);\\n' → 'let a = (b);\\n'. Template literals stay as they are."""
    lines: list[str] = []
    template = comment = False
    for line in text.split("\n"):
        bare = line.strip()
        if not template:
            while comment or bare.startswith("/*"):
                opened = bare if comment else bare[2:]
                comment = "*/" not in opened
                bare = opened.partition("*/")[2].strip()
                if comment:
                    break
            if not bare or bare.startswith("//"):
                continue
            line = INLINE.sub("", bare)
        lines.append(line)
        if line.replace("\\`", "").count("`") % 2:
            template = not template
    return "\n".join(lines) + "\n"


def compact_scripts(site: Path) -> None:
    """Compacts every script of ours in a finished site."""
    for path in sorted((site / FOLDER).rglob("*.js")):
        path.write_text(compact(path.read_text(encoding="utf-8")), encoding="utf-8")
