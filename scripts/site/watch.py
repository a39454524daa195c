"""What is saved in some folders, as it happens."""

from __future__ import annotations

import queue
from collections.abc import Iterable, Iterator
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

SETTLED = 0.05  # seconds without another change: an editor writes a file in several steps
CHANGES = {"created", "modified", "moved", "deleted"}


class _Changes(FileSystemEventHandler):
    def __init__(self, found: queue.Queue[Path]) -> None:
        self.found = found

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in CHANGES or (event.is_directory and event.event_type == "modified"):
            return
        for path in (Path(str(place)) for place in (event.src_path, event.dest_path) if place):
            if not path.name.startswith(".") and not path.name.endswith(("~", ".tmp", ".swp")):  # an editor's own
                self.found.put(path)


def saves(folders: Iterable[Path]) -> Iterator[set[Path]]:
    """The paths of each save, for ever: those that change together come together. Watches from the first `next` on."""
    found: queue.Queue[Path] = queue.Queue()
    observer = Observer()
    for folder in folders:
        observer.schedule(_Changes(found), str(folder), recursive=True)
    observer.start()
    try:
        while True:
            paths = {found.get()}
            while True:
                try:
                    paths.add(found.get(timeout=SETTLED))
                except queue.Empty:
                    break
            yield paths
    finally:
        observer.stop()
