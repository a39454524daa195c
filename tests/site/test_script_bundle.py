"""Test the bundled scripts: which file holds what, the modules' own names, errors."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from scripts.site.fingerprinted_assets import finish_assets
from scripts.site.script_bundle import MAIN, NAMED, WORKER, NotJoined, bundle_scripts, resolve_path

MODULES = {
    MAIN: 'import{count}from"./text.js";import{at}from"./a/where.js";export const said=[count(0),at];export const later=()=>import("./a/page.js");',
    "text.js": "const one=10;export function count(n){return one+n;}export class Spare{}",
    "a/where.js": 'export const at=new URL("./beside.js",import.meta.url).pathname.split("/").slice(-2).join("/");',
    "a/page.js": 'import{count}from"../text.js";import{twice as two}from"./shared.js";import{own}from"./own.js";const one=3;export const said=[count(one),two(one),own()];',
    "a/own.js": 'import{twice}from"./shared.js";const one=4;export const own=()=>twice(one);',
    "a/shared.js": 'import{most}from"./most.js";const one=5;export function twice(n){return Math.min(most,one+2*n);}',
    "a/most.js": "export const most=12;",
    "b.js": 'import{twice}from"./a/shared.js";import{most}from"./a/most.js";export const said=[twice(1),most];',
    WORKER: 'import{count as many}from"../text.js";import{twice}from"./b.js";const one=1;export const said=[many(one),twice(one)];export const later=()=>import("./rows.js");',
    "search/b.js": 'import{count}from"../text.js";const one=2;export function twice(n){return count(one*n);}',
    "search/rows.js": 'import{most}from"../a/most.js";export const rows=most;',
}


def evaluate(folder: Path, files: dict[str, str], code: str) -> object:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    node, _ = compute_driver_executable()
    run = subprocess.run(
        [node, "--input-type=module", "-e", f"console.log(JSON.stringify({code}))"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(run.stdout)


def test_what_arrives_together_is_one_file() -> None:
    assert bundle_scripts(MODULES).keys() == {
        MAIN,
        WORKER,
        "a/page.js",
        "a/shared.js",
        "b.js",
        "a/most.js",
        "search/rows.js",
    }


def test_the_files_say_what_the_modules_say(tmp_path: Path) -> None:
    code = """await (async () => {
      const main = await import("./main.js"), worker = await import("./search/engine.js"), b = await import("./b.js");
      return [main.said, (await main.later()).said, b.said, worker.said, (await worker.later()).rows];
    })()"""
    assert evaluate(tmp_path, bundle_scripts(MODULES), code) == [
        [10, "a/beside.js"],
        [13, 11, 12],
        [7, 12],
        [11, 12],
        12,
    ]


def test_a_page_asks_for_one_script_and_the_worker_for_none_of_the_pages(root: Path) -> None:
    scripts = {path: text for path, text in finish_assets(root / "docs", "").items() if path.endswith(".js")}
    assert NAMED.findall(scripts["assets/js/main.js"]) == []
    assert NAMED.findall(scripts["assets/js/search/engine.js"]) == []
    assert "main.js" not in scripts["assets/js/search/table-rows.js"]
    head = (root / "docs/overrides/partials/anticipo.html").read_text(encoding="utf-8")
    listed = re.search(r'\(\[("search/search-panel", .*?)\] if', head)
    assert listed
    files = {f"assets/js/{name}.js" for name in re.findall(r'"([^"]+)"', listed[1])} | {"assets/js/main.js"}
    assert {resolve_path(path, name) for path in files for name in NAMED.findall(scripts[path])} <= files
    assert len(scripts) < 70, "of 132 modules"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("export const{twice}=three;", "«export const{twice}"),
        ("export const spare=1,twice=2;", "search/b.js esporta twice in un modo"),
        ("export const twice=1;export default twice;", "«export default twice;»"),
        ('import*as all from"../text.js";export const twice=1;', "«import"),
        ("export const twice=import.meta.url;", "«import.meta.url"),
        ("export const twice=new URL(`./${3}`,import.meta.url);", "«import.meta.url"),
        ('import{said}from"./engine.js";export const twice=1;', "a vicenda"),
    ],
)
def test_what_cannot_be_joined_is_told(text: str, told: str) -> None:
    with pytest.raises(NotJoined) as error:
        bundle_scripts(MODULES | {"search/b.js": text})
    assert told in str(error.value)


def test_no_script_needs_a_newer_iphone() -> None:
    """Refuse what older iPhones lack: before iOS 16.4 lookbehinds (their module does not load), before 17.4 a method."""
    scripts = Path("docs/assets/js").rglob("*.js")
    too_new = re.compile(r"\(\?<[=!]|\.checkVisibility\(")
    assert not [str(path) for path in scripts if too_new.search(path.read_text(encoding="utf-8"))]
