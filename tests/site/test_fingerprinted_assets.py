"""Test that a stamped asset name always has the same bytes."""

import json
import re
from pathlib import Path

import pytest

from scripts.pipeline import CURRENT, SITE
from scripts.site.fingerprinted_assets import (
    WORKER,
    add_stamp,
    carry_over,
    compute_stamp,
    find_stamp,
    finish_assets,
    remove_stamps,
)
from scripts.site.http_headers import FOR_EVER


def test_a_stamp_is_put_on_scripts_and_styles_and_taken_off() -> None:
    for path in (
        "assets/js/rule/rule-sheet.js",
        "assets/css/prontuario.css",
        "assets/search/mtr.json",
        "bang/1/index.html",
    ):
        named = add_stamp(path, ".1a2b3c4d")
        assert (named != path) == path.startswith(("assets/js/", "assets/css/"))
        assert remove_stamps(named) == path
    assert remove_stamps('<a href="../assets/js.1a2b3c4d/main.js" src="assets/css.0/x">') == (
        '<a href="../assets/js/main.js" src="assets/css.0/x">'
    )


def test_whatever_changes_changes_the_stamp_and_nothing_else_does() -> None:
    files = {"assets/js/a.js": "1", "assets/css/b.css": "2"}
    stamps = [files, files | {"assets/js/a.js": "3"}, files | {"assets/css/b.css": "3"}, {"assets/js/a.js": "12"}]
    assert len({compute_stamp(one) for one in stamps}) == len(stamps)
    assert compute_stamp(files) == compute_stamp(dict(reversed(files.items()))) == compute_stamp(files | {WORKER: "4"})


@pytest.mark.parametrize("site", ["built", "built_wot", "built_address"])
def test_the_pages_name_what_is_there_by_its_bytes(request: pytest.FixtureRequest, site: str) -> None:
    folder: Path = request.getfixturevalue(site) / SITE
    stamp = find_stamp(folder)
    paths = [*folder.glob("assets/js.*/**/*.js"), *folder.glob("assets/css.*/**/*.css")]
    files = {remove_stamps(path.relative_to(folder).as_posix()): path.read_text(encoding="utf-8") for path in paths}
    assert stamp == compute_stamp(files)
    for page in folder.rglob("*.html"):
        named = set(re.findall(r'(?:src|href)="[./]*assets/(?:js|css)([^/"]*)/', page.read_text(encoding="utf-8")))
        assert named <= {stamp}, page


def test_the_worker_and_the_colours_of_the_books_are_where_they_belong(root: Path) -> None:
    files = finish_assets(root / "docs", "/* i libri */ .x{}")
    assert files["assets/css/prontuario.css"].endswith("}.x{}")
    assert add_stamp(WORKER, ".1a2b3c4d") == "sw.js"
    assert WORKER in files


def test_only_what_is_named_by_its_bytes_is_kept_for_ever(built: Path) -> None:
    stamp = find_stamp(built / SITE)
    said = json.loads((built / CURRENT / "headers.json").read_text(encoding="utf-8"))
    paths = [
        "/assets/js.01234567/main.js",
        "/assets/js/main.js",
        "/assets/search/mtr.json",
        "/sw.js",
        "/",
        f"/a/assets/js{stamp}/a.js",
    ]
    for path in [*paths, f"/assets/js{stamp}/main.js", f"/assets/css{stamp}/prontuario.css"]:
        kept = next(value for pattern, value in said["cache"] if re.match(pattern, path))
        assert (kept == FOR_EVER) == (path not in paths), path
    rows = (built / SITE / "_headers").read_text(encoding="utf-8").split("\n/")
    assert [row.partition("/*")[0] for row in rows if FOR_EVER in row] == [f"assets/js{stamp}", f"assets/css{stamp}"]


def a_site(folder: Path, stamp: str) -> Path:
    for kind in ("js", "css"):
        (folder / f"assets/{kind}{stamp}").mkdir(parents=True)
        (folder / f"assets/{kind}{stamp}/a.{kind}").write_text(stamp)
    (folder / "assets/img").mkdir()
    (folder / "404.html").write_text(f'<script src="assets/js{stamp}/a.js">')
    return folder


def test_the_scripts_of_the_build_before_are_taken_along_until_others_take_their_place(tmp_path: Path) -> None:
    one, two = ".11111111", ".22222222"
    first = a_site(tmp_path / "1", one)
    second, same, third = a_site(tmp_path / "2", two), a_site(tmp_path / "3", two), a_site(tmp_path / "4", ".33333333")
    carry_over(tmp_path / "niente", first)
    for before, site, expected in (
        (first, second, {one, two}),
        (second, same, {one, two}),
        (same, third, {two, ".33333333"}),
    ):
        carry_over(before, site)
        folders = {path.name for path in (site / "assets").iterdir()} - {"img"}
        assert folders == {f"{kind}{stamp}" for kind in ("js", "css") for stamp in expected}
        assert all(path.read_text() == path.parent.suffix for path in site.glob("assets/*/a.*"))
