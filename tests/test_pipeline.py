"""Test the pipeline: reproducible bytes, and failed builds change nothing."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import pipeline
from scripts.model.anchor_index import SITE
from scripts.model.problems import SourceError
from scripts.pipeline import Sources
from scripts.site import releases
from scripts.site.fingerprinted_assets import find_stamp, remove_stamps
from tests.conftest import ADDRESS, built_copy, project_copy


def digests(folder: Path) -> dict[str, str]:
    """Map every file's relative path to its hash."""
    top = len(f"{folder}/")
    files = sorted(f"{place}/{name}" for place, _, names in os.walk(folder) for name in names)
    return {path[top:]: hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in files}


def outside_releases(root: Path) -> dict[str, object]:
    """Map every path outside the releases to its date or link target."""
    found: dict[str, object] = {}
    for folder, names, files in os.walk(root):
        if folder == str(root / releases.RELEASES):
            names.clear()
            continue
        for path in (Path(folder, name) for name in (*names, *files)):
            place = path.relative_to(root).as_posix()
            found[place] = path.readlink() if path.is_symlink() else path.stat().st_mtime_ns
    return {path: value for path, value in found.items() if path not in ("build/releases", "build/.costruzione")}


def test_a_book_that_is_gone_leaves_nothing_behind(built: Path, built_wot: Path, tmp_path: Path) -> None:
    """Remove every trace of a book that is gone, and touch nothing but the releases.

    After a build of all, a build without a book equals that of a checkout that never had it, except for old scripts and
    styles that an open page may still ask for.
    """
    folder = built_copy(built, tmp_path / "prima")
    others, site = outside_releases(folder), (folder / "site").resolve()
    pipeline.build_release(folder, ("wot",))
    now = outside_releases(folder)
    assert {path for path in others | now if others.get(path) != now.get(path)} == {"build", "build/current"}
    assert (folder / "site").resolve() != site
    before = find_stamp(built / "site")
    made = {path: found for path, found in digests(folder / "site").items() if before not in path}
    assert made == digests(built_wot / "site")
    assert digests(folder / "build/pages") == digests(built_wot / "build/pages")
    assert not (folder / "site/bang").exists()


def test_plain_mkdocs_builds_the_pages_that_we_made(
    built_address: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = built_address
    monkeypatch.setenv("PRONTUARIO_ADDRESS", ADDRESS)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    made = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("index.html")}
    ours = {p.relative_to(built / "site").as_posix() for p in (built / "site").rglob("index.html")}
    assert made == {page for page in ours if not page.startswith("r/")}
    page = (tmp_path / "bang/1/index.html").read_text(encoding="utf-8")
    assert page == remove_stamps((built / "site/bang/1/index.html").read_text(encoding="utf-8"))
    for path in set(re.findall(r'="([^"]*assets/(?:js|css)[^"]*)"', page)):
        assert (tmp_path / "bang/1" / path).is_file(), "plain MkDocs stamps nothing"


def test_plain_mkdocs_takes_nothing_from_the_release_in_use(built_wot: Path, tmp_path: Path) -> None:
    """Leave the release in use untouched by plain `mkdocs build`.

    Without --site-dir it writes into `site`, which links to the release; the next build restores the link.
    """
    folder = built_copy(built_wot, tmp_path / "progetto")
    before = digests(folder / releases.CURRENT)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert digests(folder / releases.CURRENT) == before
    assert not (folder / "site").is_symlink()
    assert (folder / "site/wot/turno/index.html").is_file()
    pipeline.build_release(folder, ("wot",))
    assert digests(folder / "site") == digests(folder / releases.CURRENT / "site")


def test_mkdocs_without_our_pages_says_what_to_do(tmp_path: Path) -> None:
    folder = project_copy(tmp_path)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "prontuario pages" in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules_src/wot/book.toml", 'code = "WOT"', "code = 3", "rules_src/wot/book.toml:2: code = 3"),
        ("mkdocs.yml", "docs_dir: docs", "docs_dir: niente", "mkdocs.yml: "),
        (
            "docs/informazioni.md",
            "# Informazioni",
            "# Informazioni\n\n[rotto](wot/turno.md#wot-turno.zz)",
            "docs/informazioni.md:10: il collegamento a «wot/turno.md#wot-turno.zz»",
        ),
    ],
    ids=["source", "configuration", "page"],
)
def test_a_build_that_fails_leaves_site_and_index(
    built_wot: Path, tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    folder = built_copy(built_wot, tmp_path / "progetto")
    before = digests(folder / "site"), digests(folder / pipeline.INDEX)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        pipeline.build_release(folder, ("wot",))
    assert str(caught.value).startswith(said)
    assert len(caught.value.report.problems) == 1
    assert (digests(folder / "site"), digests(folder / pipeline.INDEX)) == before


def test_no_book_may_be_called_as_a_page_of_the_site(built: Path, sources: Sources) -> None:
    folders = {path.name for path in (built / "site").iterdir() if path.is_dir()}
    assert folders - {book.slug for book in sources.rulebook.books} <= set(SITE)


def test_no_page_names_another_origin(built: Path) -> None:
    for path in (built / "site").rglob("*.html"):
        if "/r/" in path.as_posix():
            continue
        text = path.read_text(encoding="utf-8")
        for attribute in ('src="http', "src='http", 'rel="stylesheet" href="http', "url(http", "@import"):
            assert attribute not in text, f"{path}: {attribute}"


def test_signs_of_html_are_written_as_such(built: Path) -> None:
    """Escape HTML characters everywhere: «FAQ & ERRATA»."""
    for name, page in releases.read_pages(built / "site"):
        text = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
        assert not re.search(r"&(?!(?:[a-z]+|#\d+|#x[0-9a-f]+);)|<(?![a-zA-Z/!])", text), name
