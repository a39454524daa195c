"""Test the code's layout: import direction, pure core, function length."""

import re

from scripts.edition.allowed_files import FILES, FOLDERS
from tests import import_rules


def test_imports_go_one_way() -> None:
    assert not import_rules.forbidden(), "\n".join(map(str, import_rules.forbidden()))
    assert min(len(list(found())) for found in (import_rules.imports, import_rules.script_imports)) > 50
    for way in (
        import_rules.MAY_IMPORT,
        import_rules.SCRIPTS_MAY_IMPORT,
    ):  # no circle is allowed: each room sees those above it
        assert all(may <= set(list(way)[:place]) for place, may in enumerate(way.values()))


def test_the_core_does_not_touch_the_disk() -> None:
    assert not list(import_rules.at_the_disk())


def test_elements_are_made_and_the_memory_is_kept_in_one_place() -> None:
    assert not list(import_rules.made_elsewhere())


def test_no_script_has_a_function_longer_than_70_lines() -> None:
    unpacking = f"{import_rules.SCRIPTS}/search/book-index.js"  # reads a book’s arrays in the order in which `browser_files.py` writes them
    assert {one.partition(":")[0] for one in import_rules.too_long()} <= {unpacking}, list(import_rules.too_long())


def test_the_page_of_the_format_names_every_file_that_a_book_may_have() -> None:
    page = (import_rules.ROOT / "FORMATO.md").read_text(encoding="utf-8").partition("\n## ")[0]
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([^`/]+)(?:/[^`]+)?`", row)}
    assert named == {*FILES, *FOLDERS, "NN-nome.md"}
