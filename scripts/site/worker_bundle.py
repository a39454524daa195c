"""Bundle the search's worker: one file instead of three request rounds.

Each module but the entry becomes a function that returns its exports, dependencies first, so that equal names of two
modules stay apart. A module that another page's script imports also stays in its place; the others leave the site.
"""

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

ENTRY = "search/engine.js"
IMPORT = re.compile(r'\bimport ?\{([^}]*)\} ?from ?"(\.[^"]+)";')
EXPORT = re.compile(r"\bexport ((?:async )?function|class|const) (\w+)")
ASKED = re.compile(r'\b(?:from|import) ?\(?"(\.[^"]+)"')
LEFT = re.compile(r"\b(?:import|export)\b.{0,40}")


class NotJoined(ValueError):
    """Report a module whose syntax this bundler does not support."""


def resolve_path(path: str, name: str) -> str:
    """Return the path of an import: 'search/engine.js' and '../dom.js' → 'dom.js'."""
    return normpath(join(dirname(path), name))


def order_modules(entry: str, scripts: Mapping[str, str], above: tuple[str, ...] = ()) -> dict[str, None]:
    """Return the modules `entry` imports, dependencies first, `entry` last. Raises NotJoined on a circular import."""
    if entry in above:
        raise NotJoined(f"{' → '.join((*above, entry))}: moduli che si chiedono a vicenda")
    found: dict[str, None] = {}
    for match in IMPORT.finditer(scripts[entry]):
        found |= order_modules(resolve_path(entry, match[2]), scripts, (*above, entry))
    return found | {entry: None}


def join_modules(entry: str, scripts: Mapping[str, str]) -> str:
    """Return the module `entry` with all its imports inlined, each as a function `$n` of its exports."""
    order = list(order_modules(entry, scripts))
    given = {path: [match[2] for match in EXPORT.finditer(scripts[path])] for path in order}

    def part(path: str) -> str:
        def taken(match: re.Match[str]) -> str:
            module = resolve_path(path, match[2])
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
    """Return the scripts with the worker bundled into its entry. Modules that only it imports are left out."""
    inside = order_modules(ENTRY, scripts)
    imported = {resolve_path(path, name) for path in scripts.keys() - inside for name in ASKED.findall(scripts[path])}
    kept = {needed for path in inside if path in imported for needed in order_modules(path, scripts)}
    gone = inside.keys() - kept
    return {path: text for path, text in scripts.items() if path not in gone} | {ENTRY: join_modules(ENTRY, scripts)}
