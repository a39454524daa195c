"""Read a new release (one build of the site) in a subprocess, before it is used.

Reading takes seconds, during which a thread would delay the server's requests. The subprocess also answers recent
searches, since the first answer of a new index takes twenty times as long as the second.
"""

import gc
import os
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from search.engine.answer import Engine
from search.http.page_rendering import Pages
from search.http.response_cache import CachedResponse, ResponseCache, SearchRequest
from search.index.inverted_index import InvertedIndex
from search.index.whoosh_index import read_index

BEHIND = 10  # how far the process stands behind those that answer
PATIENCE = 8  # seconds for the answers: a build of five books takes twice that


class Prepared(NamedTuple):
    """Hold a release's index, and its answers to recent searches."""

    inverted: InvertedIndex
    answers: Sequence[tuple[SearchRequest, CachedResponse]]


def read_apart(index: Path, searches: Sequence[SearchRequest] = ()) -> Prepared:
    """Read an index and answer recent searches, in a subprocess.

    `searches`: those in the cache of the release before, most recent last; those not answered in 8 seconds are left
    out. Raises OSError if the index cannot be read or is damaged.
    """
    pool = ProcessPoolExecutor(1, get_context("spawn"))
    try:
        return pool.submit(_prepare, index, searches).result()
    except OSError:
        raise
    except Exception as error:  # what is damaged can fail anywhere, and the process be stopped
        raise OSError(f"{type(error).__name__}: {error}") from error
    finally:
        pool.shutdown(wait=False)  # taking down what the process made costs half a second


def _prepare(index: Path, searches: Sequence[SearchRequest]) -> Prepared:
    gc.disable()  # what is made here is kept to the end, and that is soon
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which waits for this
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    found = read_index(index)
    if not searches:
        return Prepared(found, ())
    engine = Engine.open(index, lambda _: found)
    answers, books = ResponseCache(engine, Pages(index)), {"", *engine.labels}
    made: list[tuple[SearchRequest, CachedResponse]] = []
    until = time.monotonic() + PATIENCE
    for one in reversed(searches):  # what was asked last first
        if one.book not in books:
            continue
        if time.monotonic() > until:
            break
        made.append((one, answers.make(one)))
    return Prepared(found, made[::-1])
