"""Watch files and folders for saves."""

import queue
from collections.abc import Iterable, Iterator
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

SETTLED = 0.05  # seconds without another change: an editor writes a file in several steps
CHANGES = {"created", "modified", "moved", "deleted"}


class _Changes(FileSystemEventHandler):
    """Queue changed paths that are, or are in, one of `places`."""

    def __init__(self, places: set[Path]) -> None:
        self.places = places
        self.found: queue.Queue[Path] = queue.Queue()

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in CHANGES or (event.is_directory and event.event_type == "modified"):
            return
        for path in (Path(str(place)) for place in (event.src_path, event.dest_path) if place):
            own = path.name.startswith((".", "#")) or path.name.endswith(("~", ".tmp", ".swp"))  # an editor's
            if not own and self.places & {path, *path.parents}:
                self.found.put(path)


def watch_saves(places: Iterable[Path]) -> Iterator[set[Path]]:
    """Yield the changed paths of each save, for ever; changes 0.05 s apart are two saves."""
    changes = _Changes({*places})
    observer = Observer()
    for place in changes.places:
        observer.schedule(changes, str(place if place.is_dir() else place.parent), recursive=place.is_dir())
    observer.start()
    try:
        while True:
            paths = {changes.found.get()}
            while True:
                try:
                    paths.add(changes.found.get(timeout=SETTLED))
                except queue.Empty:
                    break
            yield paths
    finally:
        observer.stop()
