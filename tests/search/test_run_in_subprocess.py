"""Test that another process returns its result or its error."""

import operator
import os
import signal
from pathlib import Path

import pytest

from search.http.run_in_subprocess import run_in_subprocess


def test_what_is_made_comes_back() -> None:
    assert run_in_subprocess(operator.add, "enunciati", "!") == "enunciati!"


def test_what_stops_it_is_raised_here(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as stopped:
        run_in_subprocess(os.listdir, tmp_path / "niente")
    assert stopped.value.filename == str(tmp_path / "niente")


def test_a_process_that_is_gone_is_said() -> None:
    with pytest.raises(ChildProcessError):
        run_in_subprocess(signal.raise_signal, signal.SIGKILL)
