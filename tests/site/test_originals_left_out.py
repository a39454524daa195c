"""Test that a published site contains no text of an original."""

import asyncio
import gzip
import hashlib
import html
import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import brotli
import httpx
import pytest
from playwright.sync_api import Browser, Page

from scripts import pipeline
from scripts.originals.commands import import_folder
from scripts.originals.import_store import imported_books, load_imported
from search.http.release_watcher import Current, LoadedRelease
from tests.conftest import small_project
from tests.originals import document_formats, made_up_books
from tests.originals.run_command import prontuario
from tests.running_server import free_port, serving

RUN = 8  # words in a row
FORMS = {"pagina": "pagina.html", "documento": "documento.docx", "riga": "una-riga.txt", "utf": "utf16.txt"}
REAL = Path(os.environ.get("PRONTUARIO_ORIGINALS") or "/nowhere")
ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
TAG = re.compile(r"<[^>]*>")
WORD = re.compile(r"[^\W_]+")
PRIVATE = "Copia privata"

Run = tuple[str, ...]


def words(text: str) -> list[str]:
    """Return the lower-case words of a text, page or JSON."""
    plain = ESCAPED.sub(lambda code: chr(int(code[1], 16)), text.replace("\\n", " "))
    return WORD.findall(html.unescape(TAG.sub(" ", plain)).casefold())


def runs(text: str) -> Iterator[Run]:
    found = words(text)
    return zip(*(found[start:] for start in range(RUN)), strict=False)


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".br":
        return bytes(brotli.decompress(data))
    return gzip.decompress(data) if path.suffix == ".gz" else data


def runs_in(files: Iterable[Path], sought: set[Run]) -> dict[Run, Path]:
    """Return sought run of words → file that contains it."""
    found: dict[Run, Path] = {}
    for path in files:
        data = unpacked(path)
        plain = path.with_suffix("")
        if path.suffix in (".br", ".gz") and plain.is_file():
            assert plain.read_bytes() == data, path
            continue
        for run in runs(data.decode("utf-8", errors="ignore")):
            if run in sought:
                found.setdefault(run, path)
    return found


def files_below(*folders: Path) -> list[Path]:
    return [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]


class Project(NamedTuple):
    """Hold a project with imported originals.

    `before`: path → digest of its release as built before anything was imported.
    """

    root: Path
    before: dict[Path, str]
    originals: set[Run]


def digests(folder: Path) -> dict[Path, str]:
    return {p.relative_to(folder): hashlib.sha256(p.read_bytes()).hexdigest() for p in files_below(folder)}


@pytest.fixture(scope="module")
def paper(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, paper: Page) -> Project:
    """Return a project with originals in every format, real ones included."""
    root, folder = tmp_path_factory.mktemp("privato") / "progetto", tmp_path_factory.mktemp("documenti")
    small_project(root, "bang", "wot")
    text = made_up_books.original("torri").read_text(encoding="utf-8")
    documents = {slug: document_formats.FORMS[name](text, folder / name) for slug, name in FORMS.items()}
    documents["stampa"] = document_formats.pdf(paper, text, folder / "stampa.pdf")
    for slug, document in documents.items():
        assert prontuario(root, "new-book", slug, str(document)) == 0
    pipeline.build_release(root)
    release = (root / pipeline.CURRENT).resolve()
    before = digests(release)
    for slug, document in documents.items():
        assert prontuario(root, "import", slug, str(document)) == 0
    if REAL.is_dir():
        import_folder(root, REAL)
    imported = load_imported(root, imported_books(root)).values()
    texts = [original.text for sections in imported for original in sections.values()]
    originals = {run for text in texts for run in runs(text)}
    facts = runs_in(files_below(release), originals)  # titles, tables and lists, which are an edition's own
    return Project(root, before, originals - facts.keys())


def test_what_is_published_has_no_run_of_words_of_an_original(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(project.originals) > 100
    assert prontuario(project.root, "build") == 0
    assert "Il testo ufficiale che hai importato" in capsys.readouterr().out
    release = (project.root / pipeline.CURRENT).resolve()
    now = digests(release)
    changed = {path for path in now | project.before if now.get(path) != project.before.get(path)}
    assert {path.parts[0] for path in changed} <= {"index"}  # Whoosh dates its own
    assert not runs_in((release / path for path in changed & now.keys()), project.originals)


def taken_up(current: Current) -> LoadedRelease:
    """Return a running server's release, once it has checked for newer ones."""

    async def look() -> LoadedRelease:
        await current.get()
        if current._task:
            await current._task
        return current.loaded

    with ThreadPoolExecutor(1) as thread:  # Playwright leaves an event loop running in the one that it used
        return thread.submit(asyncio.run, look()).result()


def test_a_private_copy_says_so_everywhere_and_no_running_public_server_takes_it_up(
    project: Project,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("search.http.release_watcher.PAUSE", 0)
    root = project.root
    public, private = Current(root / pipeline.CURRENT), Current(root / pipeline.CURRENT, private=True)
    before = public.loaded
    assert prontuario(root, "build", "--with-originals") == 0
    assert "ATTENZIONE, copia privata" in capsys.readouterr().out
    site = root / "site"
    found = runs_in(files_below(site / "stampa", site / "documento", site / "api"), project.originals)
    assert {path.suffix for path in found.values()} == {".html", ".json"}
    assert not [path for path in site.rglob("*.html") if PRIVATE not in path.read_text(encoding="utf-8")]
    robots = (site / "robots.txt").read_text(encoding="utf-8")
    assert PRIVATE in robots
    assert "Disallow: /\n" in robots
    assert prontuario(root, "serve", "--no-build", "--host", "0.0.0.0", "--port", "0") == 1
    assert "è una copia privata" in capsys.readouterr().err
    for _ in range(2):  # and it is said once
        assert taken_up(public) is before
    assert [record.getMessage().count("è una copia privata") for record in caplog.records] == [1]
    assert taken_up(private).site.parent == (root / pipeline.CURRENT).resolve()
    with pytest.raises(ValueError, match="è una copia privata"):
        Current(root / pipeline.CURRENT)


def test_who_writes_sees_the_originals(project: Project) -> None:
    with serving(project.root, "--book", "stampa") as (address, _):
        sections = httpx.get(f"{address}/api/v1/sections.json").json()
        page = httpx.get(address + sections[0]["url"]).text
        assert "originale__testo" in page
        assert PRIVATE in page
        assert any(section["original"] for section in sections)
        assert "Sitemap" not in httpx.get(f"{address}/robots.txt").text


def test_nobody_sees_them_where_another_device_may_ask(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Make the drafts that `serve` would, and look at their files instead of asking for them."""
    drafts: list[pipeline.Draft] = []
    monkeypatch.setattr("scripts.serve._serve_draft", lambda draft, *_: drafts.append(draft))
    for options in (("--name", "regole.esempio.it"), ("--host", "0.0.0.0"), ("--prefix", "/regole")):
        prontuario(project.root, "serve", "--book", "stampa", "--port", str(free_port()), *options)
        assert "non si vede" in capsys.readouterr().out, options
        site = drafts.pop().folder / "site"
        assert not [page for page in site.rglob("*.html") if PRIVATE in page.read_text(encoding="utf-8")], options
        assert not runs_in(files_below(site), project.originals), options
        assert "Disallow" not in (site / "robots.txt").read_text(encoding="utf-8"), options


def test_a_private_copy_of_nothing_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert prontuario(small_project(tmp_path / "progetto", "wot"), "build", "--with-originals") == 1
    assert "Nessun originale è stato importato" in capsys.readouterr().err
