"""Test that every fault in the sources gives a clear message."""

from pathlib import Path

import pytest

from scripts import cli, pipeline
from scripts.model.problems import Report
from tests.source_faults import GOLDEN, book_with

FAULTS = sorted((GOLDEN / "problems").glob("*.txt"))


@pytest.mark.parametrize("path", FAULTS, ids=lambda p: p.stem)
def test_faults_are_reported(path: Path, tmp_path: Path) -> None:
    expected = book_with(path.read_text(encoding="utf-8"), tmp_path)
    report = Report()
    pipeline.load_sources(tmp_path, report)
    assert str(report).strip() == expected.strip()
    if all(problem.place.file.startswith("rules_src/prova/") for problem in report.list_causes()):
        assert str(report.of("rules_src/prova")) == str(report)  # as `check --book` tells it


@pytest.mark.parametrize("path", FAULTS[::12], ids=lambda p: p.stem)
def test_a_faulty_source_exits_with_1_and_writes_nothing(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book_with(path.read_text(encoding="utf-8"), tmp_path)
    before = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*"))
    assert cli.main(["--root", str(tmp_path), "build"]) == 1
    assert "Traceback" not in capsys.readouterr().err
    assert sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*")) == before


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_the_ends_of_lines_of_any_editor_are_read(ends: str, tmp_path: Path) -> None:
    book_with("", tmp_path)
    report = Report()
    before = pipeline.load_sources(tmp_path, report).records
    for path in (path for path in tmp_path.rglob("*") if path.is_file()):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", ends.encode()))
    assert pipeline.load_sources(tmp_path, report).records == before
    assert not report, str(report)


@pytest.mark.parametrize("name", ["02-penalita.md~", "#02-penalita.md#", ".02-penalita.md.swp", "tabelle/x.tsv.tmp"])
def test_what_an_editor_keeps_beside_a_file_stops_nobody(name: str, tmp_path: Path) -> None:
    book_with("", tmp_path)
    (tmp_path / "rules_src/prova" / name).write_text("# Penalità {#prova-2 n=2}\n", encoding="utf-8")
    report = Report()
    pipeline.load_sources(tmp_path, report)
    assert not report, str(report)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("recipe.toml", 'start = ["prime parole"\nend = []\n', "recipe.toml:2: "),
        ("recipe.toml", 'headings = ["prova-1"]\n[mend]\nwhy = "x"\n', "headings = ['prova-1']"),
        ("tetti.tsv", "tipo\tal più\nlunghezze\t3\n", "tetti.tsv:2: "),
        ("stile.tsv", "ancora;tipo;motivo\n", "stile.tsv:1: mancano le colonne"),
    ],
)
def test_what_no_page_is_made_of_is_checked_too(
    name: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book_with("", tmp_path)
    (tmp_path / "rules_src/prova" / name).write_text(text, encoding="utf-8")
    assert cli.main(["--root", str(tmp_path), "check"]) == 1
    assert said in capsys.readouterr().err


def test_the_made_up_book_itself_is_without_faults(tmp_path: Path) -> None:
    book_with("", tmp_path)
    report = Report()
    pipeline.load_sources(tmp_path, report)
    assert not report, str(report)
