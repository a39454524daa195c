"""List violations of the code's layout: wrong imports, disk access, long functions.

A room is a package (`render`, `search/engine`) or a folder of scripts; a table says which rooms each may import.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

# Room → the rooms that it may import; one that stands for the whole may import all above it.
MAY_IMPORT: dict[str, frozenset[str]] = {
    "model": frozenset(),
    "edition": frozenset({"model"}),
    "penalties": frozenset({"model"}),
    "checks": frozenset({"model", "edition", "penalties"}),
    "originals": frozenset({"model", "edition"}),
    "render": frozenset({"model", "penalties"}),
    "site": frozenset({"model"}),
    "search/language": frozenset({"model"}),
    "search/index": frozenset({"model", "search/language"}),
    "search/engine": frozenset({"model", "search/language", "search/index"}),
    "search/http": frozenset({"model", "penalties", "render", "search/language", "search/index", "search/engine"}),
}
MAY_IMPORT["pipeline"] = frozenset(MAY_IMPORT)
MAY_IMPORT["serve"] = frozenset(MAY_IMPORT)
MAY_IMPORT["check_against_originals"] = frozenset(MAY_IMPORT) - {"serve"}
MAY_IMPORT["workspace"] = frozenset({"model", "edition"})
MAY_IMPORT["cli"] = frozenset(MAY_IMPORT)

# The same of the browser's scripts: a room is a folder of SCRIPTS; what serves all of them stands at its root, but
# for the entries of every page and of the copy on the phone.
SCRIPTS = "docs/assets/js"
SCRIPTS_MAY_IMPORT: dict[str, frozenset[str]] = {
    "base": frozenset(),
    "language": frozenset({"base"}),
    "clock": frozenset({"base"}),
    "today": frozenset({"base", "language"}),
    "verdict": frozenset({"base", "language"}),
    "search": frozenset({"base", "language"}),
    "registro": frozenset({"base", "language", "today", "verdict"}),
    "decision": frozenset({"base", "verdict", "search"}),
    "tables": frozenset({"base", "language", "search"}),
    "rule": frozenset({"base", "language", "search", "decision"}),
    "penalita": frozenset({"base", "language", "verdict", "registro", "decision"}),
}
SCRIPTS_MAY_IMPORT["main"] = frozenset(SCRIPTS_MAY_IMPORT)
ENTRIES = {"main.js", "offline.js", "sw.js"}
# Where a script asks for another, at once, later or for its types alone: `from "…"`, `import "…"`, `import("…")`.
ASKED = re.compile(r'\b(?:from|import)\b\s*\(?\s*["\'`](\.{1,2}/[^"\'`]+)["\'`]')


PURE = ("scripts/model", "scripts/penalties", "scripts/render", "scripts/originals/clean")
DISK = {
    "exists", "glob", "is_dir", "is_file", "iterdir", "mkdir", "open", "read_bytes", "read_text", "rglob", "stat", "touch",
    "unlink", "walk", "write_bytes", "write_text",
}  # fmt: skip


class Import(NamedTuple):
    """Hold a line that imports from another room (package or script folder)."""

    file: str
    line: int
    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.source} imports {self.target}"


def room_of(module: str) -> str:
    """Return the package that a module counts as: 'scripts.render.api' → 'render'.

    'search.engine.answer' → 'search/engine', 'scripts.pipeline' → 'pipeline', others → ''.
    """
    top, _, rest = module.partition(".")
    room = rest.split(".")[0] if top in ("scripts", "search") else ""
    return f"search/{room}" if room and top == "search" else room


def modules() -> Iterator[tuple[Path, str]]:
    """Yield (path, dotted name) of every module."""
    for top in ("scripts", "search"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield path, ".".join(parts).removesuffix(".__init__")


def imports() -> Iterator[Import]:
    """Yield every import between rooms of the Python code, also lazy ones and those for types."""
    for path, module in modules():
        source = room_of(module)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{name.name}" for name in node.names]
            for target in dict.fromkeys(room_of(name) for name in names):
                if target and target != source and source:
                    line = getattr(node, "lineno", 0)
                    yield Import(path.relative_to(ROOT).as_posix(), line, source, target)


def room_of_script(path: str) -> str:
    """Return a script's room: 'search/engine.js' → 'search', 'dom.js' → 'base', 'main.js' → 'main'."""
    folder = path.partition("/")[0]
    return folder if folder != path else "main" if path in ENTRIES else "base"


def script_imports() -> Iterator[Import]:
    """Yield every import between rooms of the browser's scripts."""
    for path in sorted((ROOT / SCRIPTS).rglob("*.js")):
        own = path.relative_to(ROOT / SCRIPTS).as_posix()
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in ASKED.findall(text):
                source, target = room_of_script(own), room_of_script(normpath(join(dirname(own), name)))
                if source != target:
                    yield Import(f"{SCRIPTS}/{own}", line, source, target)


def forbidden() -> list[Import]:
    """Return the imports that the tables of allowed rooms do not list."""
    ways = ((imports(), MAY_IMPORT), (script_imports(), SCRIPTS_MAY_IMPORT))
    return [one for found, may in ways for one in found if one.target not in may.get(one.source, frozenset())]


def at_the_disk() -> Iterator[str]:
    """Yield the lines that access files, in packages that must not."""
    for path in sorted(path for folder in PURE for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in DISK:
                    yield f"{path.relative_to(ROOT).as_posix()}:{node.lineno}: {name}"


def made_elsewhere() -> Iterator[str]:
    """Yield the scripts' lines that make elements outside `dom.js`, or use storage outside `local-storage.js`."""
    for path in sorted((ROOT / SCRIPTS).rglob("*.js")):
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for where, what in ONLY_IN.items():
                if (
                    path.name != where
                    and (match := what.search(text))
                    and not text.lstrip().startswith(("//", "*", "/*"))
                ):
                    yield f"{path.relative_to(ROOT).as_posix()}:{line}: {match[0]}"


ONLY_IN = {
    "create-element.js": re.compile(
        r"createElement|\b(?:inner|outer)HTML = |insertAdjacentHTML|createContextualFragment"
    ),
    "local-storage.js": re.compile(r"(?:local|session)Storage\b"),
}


LONGEST = 70  # lines of a function, of a browser's script as of Python
OPENED = re.compile(r"^( *)(?!(?:if|for|while|switch|catch)\b)(?:(?:async )?#?\w+\(.*\)|.*(?:\bfunction\b.*\)|=>)) \{$")


def too_long() -> Iterator[str]:
    """Yield the scripts' functions of 70 lines or more."""
    for path in sorted((ROOT / SCRIPTS).rglob("*.js")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for start, line in enumerate(lines):
            if opened := OPENED.match(line):
                end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith(f"{opened[1]}}}")), start)
                if end - start >= LONGEST:
                    yield f"{path.relative_to(ROOT).as_posix()}:{start + 1}: {end - start + 1} lines"
