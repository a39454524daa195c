"""Watch files and folders for saves."""

import queue
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

SETTLED = 0.05  # seconds without another change: an editor writes a file in several steps
CHANGES = {"created", "modified", "moved", "deleted"}


class _Changes(FileSystemEventHandler):
    """Queue changed paths; only those in `only`, if given."""

    def __init__(self, found: queue.Queue[Path], only: Collection[Path] = ()) -> None:
        self.found, self.only = found, only

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in CHANGES or (event.is_directory and event.event_type == "modified"):
            return
        for path in (Path(str(place)) for place in (event.src_path, event.dest_path) if place):
            if self.only and path not in self.only:
                continue
            if not path.name.startswith((".", "#")) and not path.name.endswith(
                ("~", ".tmp", ".swp")
            ):  # an editor's own
                self.found.put(path)


def watch_saves(places: Iterable[Path]) -> Iterator[set[Path]]:
    """Yield the changed paths of each save, for ever; changes 0.05 s apart are two saves."""
    found: queue.Queue[Path] = queue.Queue()
    observer = Observer()
    for place in places:
        if place.is_dir():
            observer.schedule(_Changes(found), str(place), recursive=True)
        else:
            observer.schedule(_Changes(found, {place}), str(place.parent))
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
