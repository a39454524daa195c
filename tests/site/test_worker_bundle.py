"""Test the bundled worker: its modules' names, or an error."""

import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from scripts.site.worker_bundle import ENTRY, NotJoined, join_worker

MODULES = {
    ENTRY: 'import{count as many}from"../text.js";import{twice}from"./b.js";const one=1;export const said=[many(one),twice(one)];',
    "search/b.js": 'import{count}from"../text.js";const one=2;export function twice(n){return count(one*n);}',
    "text.js": "const one=10;export function count(n){return one+n;}export class Spare{}",
    "page.js": 'import{count}from"./text.js";count(1);',
}


def test_the_modules_are_one_with_their_own_names(tmp_path: Path) -> None:
    text = join_worker(MODULES)[ENTRY]
    assert "import" not in text
    node, _ = compute_driver_executable()
    entry = tmp_path / "engine.js"
    entry.write_text(text, encoding="utf-8")
    code = f"import {{ said }} from {str(entry)!r}; console.log(...said)"
    run = subprocess.run([node, "--input-type=module", "-e", code], capture_output=True, text=True, check=True)
    assert run.stdout == "11 12\n"


def test_a_module_stays_where_a_page_asks_for_it() -> None:
    assert join_worker(MODULES).keys() == {ENTRY, "text.js", "page.js"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("export const{twice}=three;", "«export const{twice}"),
        ("export const spare=1,twice=2;", "search/b.js non dà twice"),
        ("export const twice=1;export default twice;", "«export default twice;»"),
        ('import*as all from"../text.js";export const twice=1;', "«import"),
        ("export const twice=new URL(import.meta.url);", "«import.meta.url"),
        ('import{said}from"./engine.js";export const twice=1;', "a vicenda"),
    ],
)
def test_what_cannot_be_joined_is_told(text: str, told: str) -> None:
    with pytest.raises(NotJoined) as error:
        join_worker(MODULES | {"search/b.js": text})
    assert told in str(error.value)
