"""Test which saves are noticed, in folders and of single files."""

import os
import threading
import time
from pathlib import Path

from scripts.site.file_watcher import watch_saves

LIMIT = 300  # seconds, on a machine that does much else


def test_a_file_put_in_the_place_of_another_is_told(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    file = tmp_path / "mkdocs.yml"
    file.touch()
    told: list[set[Path]] = []
    following = watch_saves([tmp_path / "docs", file])
    watching = threading.Thread(target=lambda: told.append(next(following)), daemon=True)
    watching.start()
    end = time.monotonic() + LIMIT
    while not told and time.monotonic() < end:
        (tmp_path / "altro.yml").write_text("niente")
        (tmp_path / ".mkdocs.yml.nuovo").write_text("nuovo")
        os.replace(tmp_path / ".mkdocs.yml.nuovo", file)
        watching.join(0.1)
    assert told == [{file}]
