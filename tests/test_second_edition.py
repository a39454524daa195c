"""Test a book in its second edition, on site and server."""

import json
import shutil
from pathlib import Path

import pytest
from starlette.applications import Starlette

from scripts import cli, pipeline
from search.http.service import open_app
from tests.conftest import ROOT
from tests.originals.test_update import bring, first_edition
from tests.search.test_service import get


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the made-up book's second edition, built."""
    root = first_edition(tmp_path_factory.mktemp("edizioni"))
    bring(root)
    assert cli.main(["--root", str(root), "lock"]) == 0
    for name in ("docs", "scripts/site"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", root)
    pipeline.build_release(root, ("collaudo",))
    return root / pipeline.SITE


@pytest.fixture(scope="module")
def app(site: Path) -> Starlette:
    return open_app(site.parent / pipeline.CURRENT)


def text(site: Path, path: str) -> str:
    return (site / path).read_text(encoding="utf-8").replace("\u00a0", " ")


def test_each_statement_says_since_which_edition_it_stands_so(site: Path) -> None:
    sections = json.loads(text(site, "api/v1/sections.json"))
    since = {statement["id"]: statement["since"] for section in sections for statement in section["statements"]}
    assert {one for one, edition in since.items() if edition == "2.0"} == {"collaudo-1.b", "collaudo-1.4.a"}
    assert since["collaudo-1.a"] == "1.2"
    page = text(site, "collaudo/1/index.html")
    assert 'data-dal="almeno dall’edizione 1.2"' in page
    assert page.count('data-dal="dall’edizione 2.0"') == 4, "two statements, a table, a section"
    assert '"was":"1-2.collaudo-1.b"' in page


def test_a_page_tells_what_changed_in_words(site: Path) -> None:
    page = text(site, "collaudo/edizioni/index.html")
    assert "Dall’edizione 1.2 alla 2.0" in page
    for words in ("«40» diventa «50».", "Ogni turno dura 40 minuti.", "Ogni turno dura 50 minuti.",
                  "Ritirato: nell’edizione «2.0» non c’è.", "Nell’edizione 1.2 non c’era."):  # fmt: skip
        assert words in page, words
    for anchor in ("collaudo-1.b", "collaudo-1.2.turni", "collaudo-1.3.c", "collaudo-1.4", "collaudo-1.4.a"):
        assert f'id="1-2.{anchor}"' in page, anchor
    assert 'href="edizioni/"' in text(site, "collaudo/index.html")


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("collaudo-1.b?ed=1-2", "/collaudo/edizioni/#1-2.collaudo-1.b"),
        ("collaudo-1.b?ed=1.2", "/collaudo/edizioni/#1-2.collaudo-1.b"),
        ("collaudo-1?ed=1-2", "/collaudo/edizioni/#1-2.collaudo-1.b"),
        ("collaudo-1.3.c?ed=1-2", "/collaudo/edizioni/#1-2.collaudo-1.3.c"),
        ("collaudo-1.4?ed=1-2", "/collaudo/edizioni/#1-2.collaudo-1.4"),
        ("collaudo-2.1.a?ed=1-2", "/collaudo/2/#collaudo-2.1.a"),
        ("collaudo-1.b?ed=2-0", "/collaudo/1/#collaudo-1.b"),
        ("collaudo-1.3.c?ed=2-0", "/collaudo/1/#collaudo-1.3"),
    ],
)
def test_a_link_that_cites_an_edition_leads_to_its_text(app: Starlette, asked: str, place: str) -> None:
    answer = get(app, f"/r/{asked}")
    assert (answer.status_code, answer.headers["location"]) == (307, place)


def test_an_edition_that_is_not_there_is_said_with_those_that_are(app: Starlette) -> None:
    answer = get(app, "/r/collaudo-1.b?ed=9")
    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == (
        "Non c’è l’edizione «9» di questo libro. Ci sono: 1.2 (?ed=1-2), 2.0 (?ed=2-0)."
    )
    assert get(app, "/r/collaudo-1.b").status_code == 308


def test_a_static_host_s_permalink_of_a_retired_id_says_which_it_was(site: Path) -> None:
    assert 'data-da="collaudo-1.3.c"' in text(site, "r/collaudo-1.3.c/index.html")
    assert "data-da=" not in text(site, "r/collaudo-1.b/index.html")
