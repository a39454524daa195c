"""`modifiche.tsv` and `confronti/naruto.tsv`: what is read, and what is reported."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from scripts.edition.history import PAIRS, read_changes, read_pairs
from scripts.problems import Report


def changes(tmp_path: Path, *lines: str) -> tuple[list[tuple[str, datetime.date, str]], Report]:
    folder = tmp_path / "rules_src/prova"
    folder.mkdir(parents=True)
    (folder / "modifiche.tsv").write_text("\n".join(("ancora\tdata\tprima\tche cosa", *lines)) + "\n", "utf-8")
    report = Report()
    found = read_changes(tmp_path, folder, report)
    return [(c.target, c.day, c.before) for c in found], report


def test_changes_are_read_oldest_first(tmp_path: Path) -> None:
    found, report = changes(
        tmp_path, "prova-1.b\t2026-02-01\taaaaaa1\tDa 40 a 41.", "prova-1.b\t2025-01-01\tbbbbbb2\tDa 39 a 40."
    )
    assert [day.year for _, day, _ in found] == [2025, 2026]
    assert not report


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prova-1.b\t1/2/2026\taaaaaa1\tx", "una data come 2026-11-21"),
        ("prova-1.b\t2026-02-01\tAAAA\tx", "7 cifre esadecimali"),
    ],
)
def test_a_wrong_date_or_hash_is_named(tmp_path: Path, line: str, said: str) -> None:
    found, report = changes(tmp_path, line)
    assert found == []
    assert "modifiche.tsv:2" in str(report)
    assert said in str(report)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a-1\tb-1\tforse\t", "sì oppure no"),
        ("\t\tno\t", "un’ancora in «it», in «usa» o in tutte e due"),
        ("a-1\tb-1\tsì\t", "un tema"),
    ],
)
def test_a_wrong_pair_is_named(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / PAIRS).parent.mkdir(parents=True)
    (tmp_path / PAIRS).write_text(f"it\tusa\tdifferenza\ttema\n{line}\n", "utf-8")
    report = Report()
    assert read_pairs(tmp_path, report) == ()
    assert said in str(report)


def test_no_file_no_pairs(tmp_path: Path) -> None:
    assert read_pairs(tmp_path, Report()) == ()
