"""The process beside a build: what it makes comes back, what stops it too, and nobody waits for what is not asked for."""

from __future__ import annotations

import operator
import os
import signal
import time
from pathlib import Path

import pytest

from search.index.subprocess_worker import beside


def test_what_is_made_comes_back() -> None:
    with beside(operator.add) as begin, begin("enunciati", "!") as found:
        assert found() == "enunciati!"


def test_what_stops_it_is_raised_here(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as stopped, beside(os.listdir) as begin, begin(tmp_path / "niente") as found:
        found()
    assert stopped.value.filename == str(tmp_path / "niente")


def test_a_process_that_is_gone_is_said() -> None:
    with pytest.raises(ChildProcessError), beside(signal.raise_signal) as begin, begin(signal.SIGKILL) as found:
        found()


def test_who_leaves_does_not_wait() -> None:
    start = time.monotonic()
    with pytest.raises(KeyError), beside(time.sleep) as begin, begin(3600):
        raise KeyError
    assert time.monotonic() - start < 600


def test_who_leaves_before_it_begins_does_not_wait() -> None:
    with pytest.raises(KeyError), beside(time.sleep):
        raise KeyError
