"""Replace the release in use by a newer one, losing no request.

A release is one build: the folder `site` and the search index made with it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from search.engine.answer import Engine
from search.engine.infraction_from_story import StoryClassifiers
from search.engine.resolve_citation import Resolver
from search.http.decision_page import GAMES, Decisions
from search.http.page_rendering import Pages
from search.http.prepare_release import read_apart
from search.http.response_cache import CachedResponse, ResponseCache, SearchRequest
from search.http.static_files import Files

LOG = logging.getLogger("prontuario")
PAUSE = 0.5  # seconds between two looks at the link
PRIVATE = """{release} è una copia privata, contiene il testo ufficiale di {games}, e a questo indirizzo possono collegarsi altri dispositivi.
Rifai il sito con «prontuario build», che lascia fuori il testo ufficiale; se usi il sito soltanto tu, riavvia con --with-originals."""


class ReleaseHeaders(NamedTuple):
    """Hold the HTTP headers of a release (`scripts/site/http_headers.py`).

    `always`: (name, value) pairs for every response; `secure`: those for TLS only; `cache`: (path pattern,
    Cache-Control); `stamp`: fingerprint in the names of the asset folders.
    """

    always: tuple[tuple[str, str], ...]
    secure: tuple[tuple[str, str], ...]  # over TLS
    cache: tuple[tuple[re.Pattern[str], str], ...]  # by path
    stamp: str  # of the asset folders that its pages name

    @classmethod
    def read(cls, release: Path) -> ReleaseHeaders:
        """Read `headers.json` of a release."""
        value = json.loads((release / "headers.json").read_text(encoding="utf-8"))
        cache = tuple((re.compile(pattern), text) for pattern, text in value["cache"])
        return cls(tuple(value["always"].items()), tuple(value["secure"].items()), cache, value["stamp"])


@dataclass(frozen=True)
class LoadedRelease:
    """Hold one release in memory, with everything needed to answer requests.

    `urls`: every anchor ever published → its address on this site; `books`: slugs; `answers`: cache of searches;
    `classifiers`: classifiers of stories, by book.
    """

    site: Path
    engine: Engine
    resolver: Resolver
    urls: Mapping[str, str]
    books: tuple[str, ...]
    pages: Pages
    answers: ResponseCache
    decisions: Decisions
    classifiers: StoryClassifiers
    files: Files
    headers: ReleaseHeaders


def load_release(
    release: Path,
    engine: Engine | None = None,
    paths: Iterable[str] = (),
    made: Iterable[tuple[SearchRequest, CachedResponse]] = (),
) -> LoadedRelease:
    """Load the release in a folder; OSError if it is removed meanwhile.

    `engine` and `paths` (the site's files) are read from the folder if not given; `made`: answers for the cache.
    """
    site, index = release / "site", release / "index"
    engine = engine or Engine.open(index)
    urls: dict[str, str] = json.loads((site / "api/v1/anchors.json").read_text(encoding="utf-8"))
    by_url = {url: anchor for anchor, (_, url) in engine.shown.items()}
    redirects = {old: by_url[url] for old, url in urls.items() if old not in engine.shown and url in by_url}
    pages, headers = Pages(index), ReleaseHeaders.read(release)
    loaded = LoadedRelease(
        site, engine, Resolver(engine, redirects), urls, tuple(engine.labels), pages, ResponseCache(engine, pages, made),
        Decisions.read(site), StoryClassifiers(site / GAMES), Files(site, paths, headers.stamp), headers,
    )  # fmt: skip
    release.stat()  # a folder that was removed while its files were listed lists a part of them, and nobody says so
    return loaded


def read_another(release: Path, searches: Sequence[SearchRequest]) -> LoadedRelease:
    """Load another release, its index in a subprocess; `searches`: to answer for its cache."""
    index = release / "index"
    found, made = read_apart(index, searches)
    return load_release(release, Engine.open(index, lambda _: found), made=made)


def freeze_memory() -> None:
    """Exclude all live objects from garbage collection, so that it delays no response."""
    gc.collect()
    gc.freeze()


class Current:
    """Hold the release in use, and switch to newer ones.

    `place`: a release's folder or a link to it, followed when it changes; `private`: accept releases with copyrighted
    originals, which otherwise raise ValueError.
    """

    def __init__(self, place: Path, private: bool = False) -> None:
        self.place, self.private = place, private
        self._release = place.resolve()
        self.loaded = load_release(self._release)
        if refused := self._refusal(self.loaded):
            raise ValueError(refused)
        gc.freeze()  # without a collection: nothing was loaded before
        self._looked = time.monotonic()
        self._task: asyncio.Task[None] | None = None
        self._told: Path | None = None  # the release that could not be read, already said
        self._refused: Path | None = None  # the release that must not be shown here, already said

    def _refusal(self, loaded: LoadedRelease) -> str:
        """Return in Italian why a release must not be shown publicly; '' if it may."""
        games = "" if self.private else loaded.pages.originals
        return games and PRIVATE.format(release=loaded.site.parent, games=games)

    async def get(self, gone: bool = False) -> LoadedRelease:
        """Return the release in use; load a newer one, if there is one, in the background.

        `gone`: the one in use was deleted, so wait for the newer one.
        """
        if (gone or time.monotonic() - self._looked > PAUSE) and (self._task is None or self._task.done()):
            self._looked = time.monotonic()
            release = self.place.resolve()
            if release not in (self._release, self._refused):
                searches = () if gone else self.loaded.answers.list_requests()
                self._task = asyncio.get_running_loop().create_task(self._renew(release, searches))
        if gone and self._task:
            await asyncio.shield(self._task)  # who asked may go away, another waits for the same
        return self.loaded

    async def _renew(self, release: Path, searches: Sequence[SearchRequest]) -> None:
        try:
            loaded = await asyncio.to_thread(read_another, release, searches)
        except Exception as error:
            # What is damaged, or of another version of the program, can fail anywhere: the old one answers, and the next
            # look tries again.
            if (newer := self.place.resolve()) != release:  # removed while it was read
                await self._renew(newer, searches)
            elif release != self._told:
                self._told = release
                what = f"{type(error).__name__}: {error}"
                LOG.warning("La nuova costruzione è illeggibile (%s): resta in uso quella di prima.", what)
            return
        if refused := self._refusal(loaded):
            self._refused = release
            LOG.warning("%s\nResta in uso la costruzione di prima.", refused)
            return
        self.loaded, self._release = loaded, release
        freeze_memory()
