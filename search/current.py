"""What the server answers from, and its replacement when a build has swapped in another: no request waits or is lost."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from search.citations import Resolver
from search.engine import Engine

PAUSE = 0.5  # seconds between two looks at the folders

Stamp = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Loaded:
    """One build, whole. `urls`: every id ever published → its address; `page`: the page «Cerca», for its answer."""

    engine: Engine
    resolver: Resolver
    urls: Mapping[str, str]
    books: tuple[str, ...]
    page: str


def load(site: Path, engine: Engine) -> Loaded:
    """Everything that the endpoints need beside the engine, from the built site."""
    citations = {anchor: citation for anchor, (citation, _) in engine.shown.items()}
    urls: dict[str, str] = json.loads((site / "api/v1/anchors.json").read_text(encoding="utf-8"))
    by_url = {url: anchor for anchor, (_, url) in engine.shown.items()}
    redirects = {old: by_url[url] for old, url in urls.items() if old not in engine.shown and url in by_url}
    page = site / "cerca" / "index.html"
    return Loaded(
        engine,
        Resolver(engine, citations, redirects),
        urls,
        tuple(dict.fromkeys(h.book for h in engine.postings.headings)),
        page.read_text(encoding="utf-8") if page.is_file() else "",
    )


class Current:
    """The build in use. Where a folder is named for the index, another build there is taken up by itself."""

    def __init__(self, site: Path, loaded: Loaded, index: Path | None = None) -> None:
        self.site, self.index, self.loaded = site, index, loaded
        self._stamp = self._now()
        self._looked = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    def get(self) -> Loaded:
        """The build to answer from now; if the folders hold another one, it is read meanwhile, in another thread."""
        if self.index and time.monotonic() - self._looked > PAUSE and (self._task is None or self._task.done()):
            self._looked = time.monotonic()
            stamp = self._now()
            if stamp and stamp != self._stamp:
                self._task = asyncio.get_running_loop().create_task(self._renew(stamp))
        return self.loaded

    async def _renew(self, stamp: Stamp) -> None:
        try:
            self.loaded = await asyncio.to_thread(self._read)
        except (OSError, ValueError, KeyError):
            return  # caught between two renames: the old build answers, and the next look tries again
        self._stamp = stamp

    def _read(self) -> Loaded:
        assert self.index
        return load(self.site, Engine.open(self.index))

    def _now(self) -> Stamp:
        """What tells one build from another: which folders they are; () while one is being swapped."""
        try:
            return tuple((s.st_ino, s.st_mtime_ns) for s in ((p.stat()) for p in (self.site, self.index) if p))
        except OSError:
            return ()
