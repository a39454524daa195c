"""Test that a build stopped anywhere leaves one complete build."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.site import releases
from tests.conftest import ROOT
from tests.site.interruptible_build import left, shown


def one_build(root: Path, name: str, *fault: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.site.interruptible_build", str(root), name, *fault]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_after_a_build_all_parts_are_its_own(tmp_path: Path) -> None:
    for name in ("uno", "due", "tre"):
        done = one_build(tmp_path, name)
        assert done.returncode == 0, done.stderr
        assert shown(tmp_path) == {name}
    assert len(left(tmp_path)) == 2, "the one before stays for who reads it"
    assert (tmp_path / releases.SITE).resolve().parent.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("fault", ["stopped", "full"])
@pytest.mark.parametrize("start", ["nothing", "release", "folders"])
def test_whatever_step_a_build_stops_at_one_build_is_whole(tmp_path: Path, fault: str, start: str) -> None:
    """Stop a build at every step, and check the result.

    `fault`: `stopped`: the process is gone before the step, as when it is killed; `full`: no room from that step on.
    `start`: `folders`: what stands there was made before there were releases.
    """
    done = one_build(tmp_path, "every", fault, start)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10, "every step was met"


def test_a_folder_that_cannot_be_written_keeps_its_build(tmp_path: Path) -> None:
    one_build(tmp_path, "prima")
    done = one_build(tmp_path, "nuovo", "read-only")
    assert done.returncode == 1
    assert "read-only" in done.stderr
    assert shown(tmp_path) == {"prima"}


def test_two_builds_at_once_come_one_after_the_other(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.site.interruptible_build", str(tmp_path), "primo", "waiting"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin
        assert first.stdout
        assert first.stdout.readline() == "in\n"
        second = subprocess.Popen(
            [*command[:4], "secondo"], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        with second:
            assert second.stderr
            assert second.stderr.readline().strip() == releases.BUSY
            assert shown(tmp_path) == set()
            first.stdin.write("\n")
            first.stdin.flush()
            assert second.wait() == 0
    assert first.returncode == 0
    assert shown(tmp_path) == {"secondo"}


def test_pages_alone_leave_the_release(tmp_path: Path) -> None:
    one_build(tmp_path, "uno")
    with releases.open_pages(tmp_path) as pages:
        releases.write_tree(pages, {"name": "bozza"})
    assert (tmp_path / releases.PAGES / "name").read_text() == "bozza"
    assert (tmp_path / releases.SITE / "name").read_text() == "uno"
    one_build(tmp_path, "due")
    assert shown(tmp_path) == {"due"}
