"""Query a book through the static API and the service."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts import pipeline
from scripts.model.problems import Report
from scripts.model.software_version import VERSION
from scripts.pipeline import Sources
from scripts.render.api import make_api_files
from scripts.site.http_headers import make_header_files
from scripts.site.releases import write_tree
from search.http.service import open_app
from search.index.build_index import build_index
from tests.conftest import ROOT
from tests.search.test_service import get

GOLDEN = ROOT / "tests/golden/promises"
REQUESTS = (
    "/api/v1/search?q=mossa",
    "/api/v1/search?q=soffio&book=collaudo&limit=2&offset=1",
    "/api/v1/search?q=zzzzz",
    "/api/v1/search?q=",
    "/api/v1/resolve?cite=collaudo+3.1.b",
    "/api/v1/resolve?cite=collaudo+99.z",
    "/r/prova-1.b",
    "/r/prova-99.z",
    "/healthz",
)
OF_TODAY = ("api/v1/version.json", "api/v1/schema.json")


def versions() -> list[str]:
    """Return the recorded versions, none later than this one."""
    found = sorted((path.name for path in GOLDEN.iterdir() if path.is_dir()), key=numbers)
    assert all(numbers(one) <= numbers(VERSION) for one in found)
    return found


def numbers(version: str) -> list[int]:
    """Return the numbers of a version: '1.10.0' → [1, 10, 0]."""
    return [int(n) for n in version.split(".")]


def load(version: str) -> tuple[Sources, Report]:
    report = Report()
    return pipeline.load_sources(GOLDEN / version / "libro", report), report


def static_api(sources: Sources) -> dict[str, Any]:
    files = make_api_files(sources.rulebook, sources.records, sources.redirects, {})
    return {Path(path).stem: json.loads(text) for path, text in files.items() if path not in OF_TODAY}


def served(sources: Sources, folder: Path) -> dict[str, Any]:
    """Return {request: {status, location, body}} of the service over a book."""
    build_index(folder / "index", sources.corpus)
    write_tree(folder / "site", pipeline.make_data_files(sources, {}))
    write_tree(folder / "index", pipeline.make_live_files(sources, {}, {}))
    write_tree(folder, make_header_files("", {"script": set(), "style": set()}))
    app = open_app(folder)
    found = {}
    for request in REQUESTS:
        answer = get(app, request)
        body = answer.json() if "json" in answer.headers.get("content-type", "") else None
        found[request] = {"status": answer.status_code, "location": answer.headers.get("location", ""), "body": body}
    return found


def broken(before: Any, now: Any, place: str = "", exact: bool = True) -> list[str]:
    """Return where `now` breaks what `before` promised, as Italian lines.

    Broken is a name that is gone, a value of another type or, if `exact`, another value or a list of another length.
    New names may come. `place`: path of the two in the whole answer.
    """
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        gone = [f"{place}/{name}: non c’è più" for name in before.keys() - now.keys()]
        return gone + [
            one for n in before.keys() & now.keys() for one in broken(before[n], now[n], f"{place}/{n}", exact)
        ]
    if _is_list(before) and _is_list(now):
        if exact and len(before) != len(now):
            return [f"{place}: {len(before)} → {len(now)}"]
        return [
            one for n, pair in enumerate(zip(before, now, strict=False)) for one in broken(*pair, f"{place}/{n}", exact)
        ]
    if exact:
        return [] if before == now else [f"{place}: {before!r} → {now!r}"]
    alike = before is None or now is None or isinstance(now, (int, float)) == isinstance(before, (int, float))
    return [] if alike and _is_list(before) == _is_list(now) else [f"{place}: {before!r} → {now!r}"]


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
