"""Bundle scripts: modules always needed together become one file.

So a page asks for a few files instead of forty. Modules are put together if the same entry scripts need them; an entry
is a page's script, or one that is fetched later (`import(…)`). What `main.js` needs, which every page has, is in
`main.js`. A file is named after its entry or else one of its modules. Every other module becomes a function that
returns its exports, so that equal names stay apart. The search's web worker is one file with all that it imports.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from posixpath import dirname, join, normpath, relpath

WORKER, MAIN = "search/engine.js", "main.js"
IMPORT = re.compile(r'\bimport ?\{([^}]*)\} ?from ?"(\.[^"]+)";')
EXPORT = re.compile(r"\bexport ((?:async )?function|class|const) (\w+)")
NAMED = re.compile(r'\b(?:from|import) ?"(\.[^"]+)"')
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
PLACED = re.compile(r'\b(import\(|new URL\()"(\.[^"]+)"(\)|,import\.meta\.url\))')
LEFT = re.compile(r"\b(?:import|export)\b.{0,40}")


class NotJoined(ValueError):
    """Report a module whose syntax this bundler does not support."""


def resolve_path(path: str, name: str) -> str:
    """Return the path of the import `name` in a script: 'a/b.js', '../c.js' → 'c.js'."""
    return normpath(join(dirname(path), name))


def relative_path(path: str, to: str) -> str:
    """Return how the script `path` imports `to`: 'search/engine.js', 'qr.js' → '../qr.js'."""
    found = relpath(to, dirname(path) or ".")
    return found if found.startswith(".") else f"./{found}"


@lru_cache(maxsize=1024)  # a build asks a hundred times what a script imports
def list_imports(text: str) -> Sequence[str]:
    """Return the relative addresses that a script imports."""
    return NAMED.findall(text)


@lru_cache(maxsize=1024)
def list_exports(text: str) -> Sequence[str]:
    """Return the names that a script exports."""
    return [match[2] for match in EXPORT.finditer(text)]


def order_modules(entry: str, scripts: Mapping[str, str], above: tuple[str, ...] = ()) -> dict[str, None]:
    """Return the modules that `entry` imports, dependencies first, `entry` last.

    They are the keys of the dict. `scripts`: path → text; `above`: modules that led here. Raises NotJoined on a
    circular import.
    """
    if entry in above:
        raise NotJoined(f"{' → '.join((*above, entry))}: moduli che si importano a vicenda")
    found: dict[str, None] = {}
    for name in list_imports(scripts[entry]):
        found |= order_modules(resolve_path(entry, name), scripts, (*above, entry))
    return found | {entry: None}


def list_dynamic_imports(scripts: Mapping[str, str], paths: Iterator[str] | Mapping[str, None]) -> set[str]:
    """Return the paths of modules that the scripts at `paths` load by `import(…)`; `scripts`: path → text."""
    return {resolve_path(path, name) for path in paths for name in LATER.findall(scripts[path])}


def group_modules(scripts: Mapping[str, str]) -> dict[str, str]:
    """Return module → file that will hold it: 'create-element.js' → 'main.js'.

    Modules that only the search's web worker needs are left out.
    """
    worker = order_modules(WORKER, scripts)
    named = {resolve_path(path, name) for path, text in scripts.items() for name in list_imports(text)}
    entries = ((scripts.keys() - named) | {MAIN} | list_dynamic_imports(scripts, iter(scripts))) - {WORKER}
    needed = {entry: order_modules(entry, scripts) for entry in sorted(entries)}
    in_worker = {module for entry in list_dynamic_imports(scripts, worker) for module in needed[entry]}
    groups: dict[frozenset[str], list[str]] = {}
    for module in sorted(set().union(*needed.values())):
        users = frozenset(entry for entry, found in needed.items() if module in found)
        groups.setdefault(frozenset([MAIN]) if MAIN in users and module not in in_worker else users, []).append(module)
    return {module: name_file(found, entries, scripts) for found in groups.values() for module in found}


def name_file(modules: list[str], entries: set[str], scripts: Mapping[str, str]) -> str:
    """Return the module that names a bundled file: one that no other module in it imports.

    `modules`: those in the file; `entries`: scripts of pages, which are preferred; `scripts`: path → text.
    """
    imported = {resolve_path(path, name) for path in modules for name in list_imports(scripts[path])}
    free = [module for module in modules if module not in imported]
    return next((module for module in free if module in entries), free[0])


def join_modules(path: str, modules: Mapping[str, None], scripts: Mapping[str, str], files: Mapping[str, str]) -> str:
    """Return the text of the file `path`: each module wrapped in a function, in order.

    'import{a as b}from"./a.js";b();' → 'const $0=(()=>{const a=1;return{a}})();const{a:b}=$0;b();'. `modules`: those in
    the file; `scripts`: path → text; `files`: module → its file.
    """
    numbers = {module: number for number, module in enumerate(scripts)}
    asked: dict[str, None] = {}

    def part(module: str) -> str:
        def taken(match: re.Match[str]) -> str:
            other = resolve_path(module, match[2])
            names = [name.split() for name in match[1].split(",")]
            if missing := [first for first, *_ in names if first not in list_exports(scripts[other])]:
                raise NotJoined(f"{module}: {other} esporta {', '.join(missing)} in un modo che non so unire")
            if files[other] != path:
                name = f"*as ${numbers[other]} " if files[other] == other else f"{{${numbers[other]}}}"
                asked[f'import{name}from"{relative_path(path, files[other])}";'] = None
            return f"const{{{','.join(':'.join(name[::2]) for name in names)}}}=${numbers[other]};"

        own = IMPORT.sub(taken, scripts[module])
        if left := NAMED.search(own) if module == path else LEFT.search(EXPORT.sub("", PLACED.sub("", own))):
            raise NotJoined(f"{module}: non so unire «{left[0]}» a {path}")
        if module == path:
            return own
        own = EXPORT.sub(r"\1 \2", own)
        own = PLACED.sub(lambda match: f'{match[1]}"{readdress(match[2], module, path)}"{match[3]}', own)
        return f"const ${numbers[module]}=(()=>{{{own}\nreturn{{{','.join(list_exports(scripts[module]))}}}}})();\n"

    text = "".join(map(part, modules))
    return "".join(asked) + text


def readdress(name: str, module: str, path: str) -> str:
    """Rewrite a module's relative address `name` for the file `path` that will hold the module."""
    if dirname(module) == dirname(path):
        return name
    return relative_path(path, resolve_path(module, name)) + ("/" if name.endswith("/") else "")


def bundle_scripts(scripts: Mapping[str, str]) -> dict[str, str]:
    """Return path → text of the site's script files; `scripts`: path → minified module."""
    files = group_modules(scripts)
    order: dict[str, None] = {}
    for path in files:
        order |= order_modules(path, scripts)
    imports = [(path, resolve_path(path, name)) for path in files for name in list_imports(scripts[path])]
    shared = {module for path, module in imports if files[module] not in (module, files[path])}
    made = {}
    for path in sorted(set(files.values())):
        modules = {module: None for module in order if files[module] == path != module} | {path: None}
        out = ",".join(f"${number}" for number, module in enumerate(scripts) if module in shared & modules.keys())
        made[path] = join_modules(path, modules, scripts, files) + (f"\nexport{{{out}}};" if out else "")
    worker = order_modules(WORKER, scripts)
    return made | {WORKER: join_modules(WORKER, worker, scripts, dict.fromkeys(worker, WORKER))}
