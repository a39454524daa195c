"""The way of the data, in order. Nothing else knows the order of the stages.

read (edition) → collect anchors → check → render pages, API, permalinks → MkDocs → index → swap in
"""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts import files, shelf
from scripts.anchors import Anchors, check_lock, collect_anchors
from scripts.checks import check_rulebook
from scripts.edition.books import read_rulebook
from scripts.model import Rulebook
from scripts.problems import Place, Report, SourceError
from scripts.render import api, pages, permalinks

BUILD = Path("build")  # everything made on the way and the search index; git-ignored
SITE = Path("site")
INDEX = BUILD / "index"


@dataclass(frozen=True)
class Sources:
    """The checked sources: what every renderer starts from. `redirects`: retired id → successor."""

    rulebook: Rulebook
    anchors: Anchors
    redirects: Mapping[str, str]


def load(root: Path, report: Report, slugs: tuple[str, ...] = ()) -> Sources:
    """Reads and checks the editions under `root`. Problems go to the report; the caller decides what they mean."""
    rulebook = read_rulebook(root, report, slugs)
    anchors = collect_anchors(rulebook, report)
    redirects = shelf.read_redirects(root, report)
    if not slugs:  # a part of the books cannot vouch for the whole lock
        check_lock(anchors, shelf.read_lock(root, report), redirects, Place(shelf.LOCK.as_posix()), report)
    check_rulebook(rulebook, anchors, report)
    return Sources(rulebook, anchors, {old: new for old, (new, _) in redirects.items()})


def load_checked(root: Path, slugs: tuple[str, ...] = ()) -> Sources:
    """The sources, or SourceError with the whole report."""
    report = Report()
    sources = load(root, report, slugs)
    if report:
        raise SourceError(report)
    return sources


def epoch(rulebook: Rulebook) -> int:
    """The date that goes into the site (seconds, UTC): the newest edition's, so that the same sources give the same bytes."""
    dates = [book.info.effective for book in rulebook.books if book.info.effective]
    day = max(dates, default=datetime.date(2014, 1, 1))
    return int(datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC).timestamp())


def build(root: Path, slugs: tuple[str, ...] = ()) -> Sources:
    """Builds site/ and the search index from the sources; on any problem raises SourceError and leaves both as they were."""
    from scripts import site  # MkDocs is slow to import: only who builds pays for it
    from search.build import build_index  # Whoosh too

    sources = load_checked(root, slugs)
    rulebook, anchors, redirects = sources.rulebook, sources.anchors, sources.redirects
    report = Report()
    files.write_changed(root / "docs", pages.all_pages(rulebook, anchors))

    new_site, new_index = root / BUILD / "site.nuovo", root / BUILD / "index.nuovo"
    shutil.rmtree(new_site, ignore_errors=True)
    shutil.rmtree(new_index, ignore_errors=True)
    site.render_site(root, new_site, pages.navigation(rulebook), epoch(rulebook), report)
    if report:
        raise SourceError(report)
    files.write_tree(new_site, api.api_files(rulebook, anchors, redirects, {}))
    files.write_tree(new_site, permalinks.permalink_files(pages.environment(), rulebook, anchors, redirects))
    build_index(new_index, rulebook, anchors)
    files.swap(new_index, root / INDEX)
    files.swap(new_site, root / SITE)
    return sources
