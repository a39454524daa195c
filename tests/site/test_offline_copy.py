"""Test the contents and size of the phone's copy."""

import json
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette

from scripts.pipeline import SITE
from scripts.site import service_worker
from scripts.site.fingerprinted_assets import STAMPED, add_stamp, find_stamp
from tests.search.test_service import get


def test_every_page_is_kept_and_every_file_is_there(built: Path) -> None:
    site = built / SITE
    kept = set(service_worker.list_kept_files(site))
    pages = {p.relative_to(site).as_posix() for p in site.rglob("index.html")}
    assert {p for p in pages if not p.startswith("r/")} <= kept
    assert {"404.html", "manifest.webmanifest", "api/v1/anchors.json", "tabelle/draft.json"} <= kept
    assert not [p for p in kept if p.startswith("r/") or p.endswith(".map")]


def test_every_script_and_index_that_a_kept_page_may_ask_for_is_kept(built: Path) -> None:
    site = built / SITE
    kept = set(service_worker.list_kept_files(site))
    for folder in (
        add_stamp("assets/js/", find_stamp(site)),
        add_stamp("assets/css/", find_stamp(site)),
        "assets/search",
    ):
        files = {p.relative_to(site).as_posix() for p in (site / folder).rglob("*") if p.is_file()}
        needed = {path for path in files if not path.endswith((".br", ".gz"))}
        assert {path for path in needed if not re.match("assets/search/[^/]+/sezioni[./]", path)} <= kept


def test_the_apis_files_that_our_scripts_name_are_those_declared(built: Path) -> None:
    site = built / SITE
    scripts = "".join(path.read_text(encoding="utf-8") for path in site.glob("assets/js.*/**/*.js"))
    named = set(re.findall(r"api/v1/[a-z-]+\.json", scripts + (site / "sw.js").read_text(encoding="utf-8")))
    assert named == service_worker.API_KEPT


def test_a_site_without_its_worker_is_no_finished_site(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        service_worker.write_worker(tmp_path)


def test_the_worker_at_the_root_holds_the_edition_of_the_site(built: Path) -> None:
    site = built / SITE
    files = service_worker.list_digests(site)
    given = {"version": service_worker.name_version(files), "stamp": find_stamp(site), "files": files}
    text = (site / service_worker.WORKER).read_text(encoding="utf-8")
    assert json.dumps(given, ensure_ascii=False, separators=(",", ":")) in text
    assert not [place for place in files if STAMPED.search(place)], "known from one build to the next"


def test_the_server_gives_every_kept_file_as_it_was_built(built: Path, app: Starlette) -> None:
    files = service_worker.list_digests(built / SITE)
    assert len(files) > 200
    assert [
        path
        for path, digest in files.items()
        if service_worker.compute_digest(path, get(app, f"/{path}").content) != digest
    ] == []


def test_the_same_files_have_the_same_name() -> None:
    assert service_worker.name_version({"a": "1", "b": "2"}) == service_worker.name_version({"b": "2", "a": "1"})
    assert service_worker.name_version({"a": "1"}) != service_worker.name_version({"a": "2"})


def test_a_worker_without_its_place_is_refused() -> None:
    with pytest.raises(ValueError, match="must stand there once"):
        service_worker.fill_worker("const EDITION = 1;", ".1a2b3c4d", {})
