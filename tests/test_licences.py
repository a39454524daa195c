"""Test that every dependency's licence allows redistribution."""

from pathlib import Path

from tests.licences import FREE, LOCKS, STRONG, dependencies, licence


def test_every_dependency_is_free_to_use_and_says_so(root: Path) -> None:
    said = {name: licence(name) for name in dependencies(root / LOCKS[1])}
    installed = {name: text for name, text in said.items() if text}
    assert len(installed) > 60, "read from what is installed: almost all of the lock"
    assert not {name: text for name, text in installed.items() if not FREE.search(text)}
    assert not {name: text for name, text in installed.items() if STRONG.search(text) and not FREE.search(text)}


def test_what_serves_the_site_is_locked_with_what_tests_it(root: Path) -> None:
    assert set(dependencies(root / LOCKS[0])) <= set(dependencies(root / LOCKS[1]))
