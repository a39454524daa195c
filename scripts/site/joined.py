"""The search's worker in one file, as the site serves it: its modules would come in three waves, each a journey of the line.

Each module but the entry becomes a function that gives what it exports, in the order in which they need one another: names
that two of them have in common stay apart. A module that another page's script asks for stays in its place, too; the
others leave the site.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

ENTRY = "search/engine.js"
IMPORT = re.compile(r'\bimport ?\{([^}]*)\} ?from ?"(\.[^"]+)";')
EXPORT = re.compile(r"\bexport ((?:async )?function|class|const) (\w+)")
ASKED = re.compile(r'\b(?:from|import) ?\(?"(\.[^"]+)"')
LEFT = re.compile(r"\b(?:import|export)\b.{0,40}")


class NotJoined(ValueError):
    """Modules in which something stands that this does not read."""


def near(path: str, name: str) -> str:
    """'search/engine.js' and '../dom.js' → 'dom.js'."""
    return normpath(join(dirname(path), name))


def in_order(entry: str, scripts: Mapping[str, str], above: tuple[str, ...] = ()) -> dict[str, None]:
    """The modules that `entry` needs at once, each after those that it needs itself, `entry` last."""
    if entry in above:
        raise NotJoined(f"{' → '.join((*above, entry))}: moduli che si chiedono a vicenda")
    found: dict[str, None] = {}
    for match in IMPORT.finditer(scripts[entry]):
        found |= in_order(near(entry, match[2]), scripts, (*above, entry))
    return found | {entry: None}


def joined(entry: str, scripts: Mapping[str, str]) -> str:
    """The module `entry` with all that it needs; `scripts`: path → compact text.

    'import{a as b}from"./a.js";b();' → 'const $0=(()=>{const a=1;return{a}})();const{a:b}=$0;b();'
    """
    order = list(in_order(entry, scripts))
    given = {path: [match[2] for match in EXPORT.finditer(scripts[path])] for path in order}

    def part(path: str) -> str:
        def taken(match: re.Match[str]) -> str:
            module = near(path, match[2])
            names = [name.split() for name in match[1].split(",")]
            if missing := [first for first, *_ in names if first not in given[module]]:
                raise NotJoined(f"{path}: {module} non dà {', '.join(missing)} in un modo che si sappia unire")
            return f"const{{{','.join(':'.join(name[::2]) for name in names)}}}=${order.index(module)};"

        own = IMPORT.sub(taken, scripts[path])
        if path == entry:
            return own
        own = EXPORT.sub(r"\1 \2", own)
        if left := LEFT.search(own):
            raise NotJoined(f"{path}: «{left[0]}» non si sa unire a {entry}")
        return f"const ${order.index(path)}=(()=>{{{own}\nreturn{{{','.join(given[path])}}}}})();\n"

    return "".join(map(part, order))


def join_worker(scripts: Mapping[str, str]) -> dict[str, str]:
    """The scripts (path → compact text) with the whole worker in the place of its entry, without those that it alone asks for."""
    inside = in_order(ENTRY, scripts)
    asked = {near(path, name) for path in scripts.keys() - inside for name in ASKED.findall(scripts[path])}
    kept = {needed for path in inside if path in asked for needed in in_order(path, scripts)}
    gone = inside.keys() - kept
    return {path: text for path, text in scripts.items() if path not in gone} | {ENTRY: joined(ENTRY, scripts)}
