"""The whole way: the same sources give the same bytes, and a build that fails leaves everything as it was."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from scripts import pipeline
from scripts.problems import SourceError
from tests.conftest import project_copy


def digests(folder: Path) -> dict[str, str]:
    """Relative path → hash of every file below a folder."""
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_the_same_sources_give_the_same_site(built: Path, tmp_path: Path) -> None:
    again = project_copy(tmp_path)
    pipeline.build(again)
    assert digests(again / "site") == digests(built / "site")


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules_src/bang/book.toml", 'code = "BANG"', "code = 3"),
        ("mkdocs.yml", "docs_dir: docs", "docs_dir: niente"),
        ("docs/informazioni.md", "# Informazioni", "# Informazioni\n\n[rotto](bang/1.md#bang-1.zz)"),
    ],
    ids=["source", "configuration", "page"],
)
def test_a_build_that_fails_leaves_site_and_index(tmp_path: Path, file: str, old: str, new: str) -> None:
    folder = project_copy(tmp_path)
    pipeline.build(folder)
    before = digests(folder / "site"), digests(folder / "build/index")
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        pipeline.build(folder)
    assert str(caught.value)
    assert (digests(folder / "site"), digests(folder / "build/index")) == before


def test_no_page_names_another_origin(built: Path) -> None:
    """Nothing that a browser would fetch by itself: links that a person follows are another matter."""
    for path in (built / "site").rglob("*.html"):
        if "/r/" in path.as_posix():
            continue
        text = path.read_text(encoding="utf-8")
        for attribute in ('src="http', "src='http", 'rel="stylesheet" href="http', "url(http", "@import"):
            assert attribute not in text, f"{path}: {attribute}"


def test_pages_hold_no_id_twice(built: Path) -> None:
    import re

    for path in (built / "site").glob("*/**/index.html"):
        if path.relative_to(built / "site").parts[0] == "r":
            continue
        ids = re.findall(r'\sid="([^"]+)"', path.read_text(encoding="utf-8"))
        doubled = {i for i in ids if ids.count(i) > 1}
        assert not doubled, f"{path}: {doubled}"


def test_nothing_is_copied_that_no_page_asks_for(built: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in (built / "site").glob("*/index.html")]
    for unused in ("assets/javascripts", "assets/stylesheets"):
        assert not (built / "site" / unused).exists()
        assert not any(unused in page for page in pages)
