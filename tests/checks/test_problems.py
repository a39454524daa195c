"""Every fault that a judge's hand can put into the sources gives a clear message, all in one report."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import cli, pipeline
from scripts.model.problems import Report
from tests.mending import GOLDEN, book_with

FAULTS = sorted((GOLDEN / "problems").glob("*.txt"))


@pytest.mark.parametrize("path", FAULTS, ids=lambda p: p.stem)
def test_faults_are_reported(path: Path, tmp_path: Path) -> None:
    expected = book_with(path.read_text(encoding="utf-8"), tmp_path)
    report = Report()
    pipeline.load(tmp_path, report)
    assert str(report).strip() == expected.strip()


@pytest.mark.parametrize("path", FAULTS, ids=lambda p: p.stem)
def test_a_faulty_source_exits_with_1_and_writes_nothing(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book_with(path.read_text(encoding="utf-8"), tmp_path)
    before = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*"))
    assert cli.main(["--root", str(tmp_path), "build"]) == 1
    assert "Traceback" not in capsys.readouterr().err
    assert sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*")) == before


def test_the_made_up_book_itself_is_without_faults(tmp_path: Path) -> None:
    book_with("", tmp_path)
    report = Report()
    pipeline.load(tmp_path, report)
    assert not report, str(report)
