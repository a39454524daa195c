"""Test that the command line explains, without tracebacks."""

import errno
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from scripts import cli, pipeline
from scripts.model.problems import Report
from tests.conftest import ROOT, small_project
from tests.source_faults import book_with


def test_no_command_says_where_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert "Per cominciare lancia «prontuario serve»" in capsys.readouterr().out


def test_no_index_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--root", str(tmp_path), "search", "mazzo"]) == 1
    assert "prontuario build" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # Whoosh leaves open what it could not read
@pytest.mark.parametrize("how", ["a file that is not there", "a class that has another name"])
def test_an_index_of_another_version(
    built_address: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    shutil.copytree(built_address / pipeline.INDEX, tmp_path / pipeline.INDEX)
    contents = next((tmp_path / pipeline.INDEX).glob("*.toc"))
    if how == "a file that is not there":
        next((tmp_path / pipeline.INDEX).glob("*.json")).unlink()
    else:
        contents.write_bytes(contents.read_bytes().replace(b"ItalianAnalyzer", b"ItalianAnalyser"))
    assert cli.main(["--root", str(tmp_path), "search", "mazzo"]) == 1
    assert "prontuario build" in capsys.readouterr().err


def test_a_search_in_vain_says_what_was_tried_and_what_to_do(
    built_address: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--root", str(built_address), "search", "mescolatissimo"]) == 0
    shown = capsys.readouterr().out
    assert "«mescolatissimo»" in shown
    assert "altre parole" in shown
    assert "capo arbitro" in shown.lower()


def test_an_unknown_book_is_named(built_address: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--root", str(built_address), "search", "mazzo", "--book", "zzz"]) == 1
    assert "zzz" in (shown := capsys.readouterr().err)
    assert "bang" in shown


def test_a_limit_below_one_shows_the_first(built_address: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--root", str(built_address), "search", "seconda ammonizione", "--limit", "-3"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("/r/") == 1
    assert "/r/bang-3.penalita" in shown


def test_search_as_json_is_what_the_service_answers(built_address: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--root", str(built_address), "search", "--json", "--limit", "2", "bang", "1.2"]) == 0
    assert '"id": "bang-1.2"' in capsys.readouterr().out


def test_check_of_one_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small_project(tmp_path, "bang", "wot")
    assert cli.main(["--root", str(folder), "check", "--book", "bang"]) == 0
    assert "1 libro" in capsys.readouterr().out


def test_a_code_that_two_books_have_is_told_with_either(tmp_path: Path) -> None:
    folder = small_project(tmp_path, "bang", "wot", "naruto-usa")
    book = folder / "rules_src/wot/book.toml"
    book.write_text(book.read_text(encoding="utf-8").replace('code = "WOT"', 'code = "BANG"'), encoding="utf-8")
    report = Report()
    pipeline.load_sources(folder, report)
    said = [report.of(f"rules_src/{slug}").problems for slug in ("bang", "wot", "naruto-usa")]
    assert [[one.found for one in problems if "«BANG»" in one.found] for problems in said] == [
        ["code = «BANG» è anche di bang"],
        ["code = «BANG» è anche di bang"],
        [],
    ]


def test_lock_publishes_new_anchors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small_project(tmp_path, "bang")
    chapter = folder / "rules_src/bang/05-altro.md"
    chapter.write_text(chapter.read_text(encoding="utf-8") + "z. Un enunciato di prova.\n", encoding="utf-8")
    assert cli.main(["--root", str(folder), "check"]) == 1
    assert "bang-5.z" in capsys.readouterr().err
    assert cli.main(["--root", str(folder), "lock"]) == 0
    assert cli.main(["--root", str(folder), "check"]) == 0
    assert "bang-5.z\n" in (folder / "rules_src/anchors.lock").read_text(encoding="utf-8")


def test_an_output_that_is_closed_ends_the_command_without_a_message(tmp_path: Path) -> None:
    book_with("", tmp_path)
    command = f"{sys.executable} -m scripts.cli --root {tmp_path} check | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert "pipe" not in done.stderr.lower()
    assert "Traceback" not in done.stderr


def test_a_book_that_cannot_be_read_is_not_an_unknown_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book_with("", tmp_path)
    book = tmp_path / "rules_src/prova/book.toml"
    book.write_text('slug = "prova\n', encoding="utf-8")
    assert cli.main(["--root", str(tmp_path), "check", "--book", "prova"]) == 1
    assert "rules_src/prova/book.toml:1: mancano le virgolette" in capsys.readouterr().err
    book.unlink()
    assert cli.main(["--root", str(tmp_path), "check", "--book", "prova"]) == 1
    assert "rules_src/prova/book.toml: il file non c’è" in capsys.readouterr().err


def test_a_build_that_stops_without_a_file_does_not_blame_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for error, expected in (
        (OSError("il processo ausiliario si è fermato: -9"), "La costruzione si è fermata (il processo ausiliario"),
        (OSError(errno.ENOSPC, "No space left on device"), "Non riesco a leggere o a scrivere un file"),
    ):
        monkeypatch.setattr(cli, "build", Mock(side_effect=error))
        assert cli.main(["build"]) == 1
        assert expected in capsys.readouterr().err
