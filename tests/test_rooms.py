"""The house: imports go one way, and the pictures in CONTRIBUTING are those of today's code."""

from __future__ import annotations

from pathlib import Path

from tests import rooms


def test_imports_go_one_way() -> None:
    assert not rooms.forbidden(), "\n".join(map(str, rooms.forbidden()))


def test_no_module_stands_flat_at_the_root_but_those_of_the_whole() -> None:
    flat = {path.stem for path in (rooms.ROOT / "scripts").glob("*.py")}
    assert flat == {"__init__", "cli", "pipeline"}
    assert {rooms.room_of(name) for _, name in rooms.modules()} - {""} == set(rooms.MAY_IMPORT)


def test_an_import_against_the_way_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "scripts/model").mkdir(parents=True)
    (tmp_path / "scripts/model/book.py").write_text(
        '"""A."""\n\ndef f() -> None:\n    from scripts.render import api\n'
    )
    assert [str(one) for one in rooms.forbidden(tmp_path)] == ["scripts/model/book.py:4: model imports render"]


def test_the_pictures_in_contributing_are_made_from_the_code() -> None:
    page = rooms.PAGE.read_text(encoding="utf-8")
    assert rooms.with_pictures(page) == page, "«make map» le rifà"
