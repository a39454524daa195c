"""Test the code's layout: import direction, pure core, function length."""

import re
from pathlib import Path

from scripts.edition.allowed_files import FILES, FOLDERS
from tests import import_rules


def test_imports_go_one_way() -> None:
    assert not import_rules.forbidden(), "\n".join(map(str, import_rules.forbidden()))
    for way in (
        import_rules.MAY_IMPORT,
        import_rules.SCRIPTS_MAY_IMPORT,
    ):  # no circle is allowed: each room sees those above it
        assert all(may <= set(list(way)[:place]) for place, may in enumerate(way.values()))


def test_no_module_stands_flat_at_the_root_but_those_of_the_whole() -> None:
    flat = {path.stem for path in (import_rules.ROOT / "scripts").glob("*.py")}
    assert flat == {"__init__", "check_against_originals", "cli", "pipeline", "workspace", "serve"}
    assert {import_rules.room_of(name) for _, name in import_rules.modules()} - {""} == set(import_rules.MAY_IMPORT)
    folders = {path.name for path in (import_rules.ROOT / import_rules.SCRIPTS).iterdir() if path.is_dir()}
    assert folders | {"base", "main"} == set(import_rules.SCRIPTS_MAY_IMPORT)


def test_an_import_against_the_way_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "scripts/model").mkdir(parents=True)
    (tmp_path / "scripts/model/book.py").write_text(
        '"""A."""\n\ndef f() -> None:\n    from scripts.render import api\n'
    )
    (tmp_path / "docs/assets/js/search").mkdir(parents=True)
    lines = [
        'import { el } from "../create-element.js";',
        "",
        "/** @type {import('../rule/rule-sheet.js').Row} */",
        'import("./search-panel.js");',
    ]
    (tmp_path / "docs/assets/js/search/search-panel.js").write_text("\n".join(lines))
    assert [str(one) for one in import_rules.forbidden(tmp_path)] == [
        "scripts/model/book.py:4: model imports render",
        "docs/assets/js/search/search-panel.js:3: search imports rule",
    ]


def test_the_core_does_not_touch_the_disk(tmp_path: Path) -> None:
    assert not list(import_rules.at_the_disk())
    (tmp_path / "scripts/render").mkdir(parents=True)
    (tmp_path / "scripts/render/api.py").write_text('"""A."""\n\nTEXT = open("x").read()\n')
    assert list(import_rules.at_the_disk(tmp_path)) == ["scripts/render/api.py:3: open"]


def test_elements_are_made_and_the_memory_is_kept_in_one_place(tmp_path: Path) -> None:
    assert not list(import_rules.made_elsewhere())
    (tmp_path / import_rules.SCRIPTS).mkdir(parents=True)
    (tmp_path / import_rules.SCRIPTS / "page.js").write_text(
        "// localStorage\nbox.innerHTML = text;\nlocalStorage.getItem(key);\n"
    )
    assert list(import_rules.made_elsewhere(tmp_path)) == [
        "docs/assets/js/page.js:2: innerHTML = ",
        "docs/assets/js/page.js:3: localStorage",
    ]


def test_no_script_has_a_function_longer_than_70_lines(tmp_path: Path) -> None:
    unpacking = f"{import_rules.SCRIPTS}/search/book-index.js"  # reads a book’s arrays in the order in which `browser_files.py` writes them
    assert {one.partition(":")[0] for one in import_rules.too_long()} <= {unpacking}, list(import_rules.too_long())
    (tmp_path / import_rules.SCRIPTS).mkdir(parents=True)
    long, short = "    work();\n" * 69, "    work();\n" * 68
    script = (
        f"class A {{\n  async a(b = {{}}) {{\n{long}  }}\n\n  c() {{\n{short}  }}\n}}\nconst d = (e) => {{\n{long}}};\n"
    )
    (tmp_path / import_rules.SCRIPTS / "page.js").write_text(script)
    assert list(import_rules.too_long(tmp_path)) == [
        "docs/assets/js/page.js:2: 71 lines",
        "docs/assets/js/page.js:145: 71 lines",
    ]


def test_the_page_of_the_format_names_every_file_that_a_book_may_have() -> None:
    page = (import_rules.ROOT / "FORMATO.md").read_text(encoding="utf-8").partition("\n## ")[0]
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([^`/]+)(?:/[^`]+)?`", row)}
    assert named == {*FILES, *FOLDERS, "NN-nome.md"}
