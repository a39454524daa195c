"""The way of the data, in order. Nothing else knows the order of the stages.

read (edition) → collect anchors → check → render pages, API, permalinks → MkDocs → index → swap in
"""

from __future__ import annotations

import datetime
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts import files, shelf
from scripts.anchors import Anchors, check_lock, collect_anchors
from scripts.calculations import Calculations, read_calculations
from scripts.checks import check_rulebook
from scripts.edition.books import read_rulebook
from scripts.fidelity import check_fidelity, read_exceptions
from scripts.model import Rulebook
from scripts.originals.shelf import import_file
from scripts.originals.structured import Original, load_imported
from scripts.problems import Place, Report, SourceError
from scripts.render import api, offline, pages, permalinks, tables
from scripts.render.originals import with_originals
from scripts.render.penalty_data import penalty_files
from scripts.render.scripts import compact_scripts
from search.vocabulary import check_vocabulary, read_topics, read_vocabulary

BUILD = Path("build")  # everything made on the way and the search index; git-ignored
SITE = Path("site")
INDEX = BUILD / "index"


@dataclass(frozen=True)
class Sources:
    """The checked sources: what every renderer starts from. `redirects`: retired id → successor."""

    rulebook: Rulebook
    anchors: Anchors
    redirects: Mapping[str, str]
    calculations: Calculations


def load(root: Path, report: Report, slugs: tuple[str, ...] = ()) -> Sources:
    """Reads and checks the editions under `root`. Problems go to the report; the caller decides what they mean."""
    rulebook = read_rulebook(root, report, slugs)
    anchors = collect_anchors(rulebook, report)
    redirects = shelf.read_redirects(root, report)
    if not slugs:  # a part of the books cannot vouch for the whole lock
        check_lock(anchors, shelf.read_lock(root, report), redirects, Place(shelf.LOCK.as_posix()), report)
    check_rulebook(rulebook, anchors, report)
    check_vocabulary(root, anchors, [book.info.slug for book in rulebook.books], report)
    calculations = read_calculations(root, rulebook, anchors, report)
    return Sources(rulebook, anchors, {old: new for old, (new, _) in redirects.items()}, calculations)


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


def address() -> str:
    """The address that the site will have, ending in '/'; '' where nobody said it (mkdocs.yml reads the same)."""
    given = os.environ.get("PRONTUARIO_ADDRESS", "").strip()
    return f"{given.rstrip('/')}/" if given else ""


def build(root: Path, slugs: tuple[str, ...] = ()) -> Sources:
    """Builds site/ and the search index from the sources; on any problem raises SourceError and leaves both as they were."""
    from scripts import site  # MkDocs is slow to import: only who builds pays for it
    from search.browser import browser_files
    from search.build import build_index  # Whoosh too
    from search.engine import Engine

    sources = load_checked(root, slugs)
    rulebook, anchors, redirects = sources.rulebook, sources.anchors, sources.redirects
    report = Report()
    vocabulary, topics = read_vocabulary(root, report), read_topics(root, report)
    files.write_changed(root / "docs", pages.all_pages(rulebook, anchors))
    files.write_changed(root / "docs", tables.table_pages(pages.environment(), rulebook, anchors, sources.calculations))

    new_site, new_index = root / BUILD / "site.nuovo", root / BUILD / "index.nuovo"
    shutil.rmtree(new_site, ignore_errors=True)
    shutil.rmtree(new_index, ignore_errors=True)
    site.render_site(root, new_site, pages.navigation(rulebook), epoch(rulebook), report)
    if report:
        raise SourceError(report)
    imported = load_imported(root)
    put_originals(new_site, sources, imported)
    texts = {section: o.text for sections in imported.values() for section, o in sections.items() if o.text}
    files.write_tree(new_site, api.api_files(rulebook, anchors, redirects, texts))
    files.write_tree(new_site, tables.table_files(rulebook, anchors, sources.calculations))
    files.write_tree(new_site, penalty_files(rulebook, anchors))
    files.write_tree(new_site, permalinks.permalink_files(pages.environment(), rulebook, anchors, redirects, address()))
    build_index(new_index, rulebook, anchors, vocabulary, topics)
    files.write_tree(new_site, browser_files(Engine.open(new_index)))
    compact_scripts(new_site)
    offline.put_worker(new_site)
    files.swap(new_index, root / INDEX)
    files.swap(new_site, root / SITE)
    return sources


def put_originals(site: Path, sources: Sources, imported: Mapping[str, Mapping[str, Original]]) -> None:
    """Puts the imported originals into the built pages of their books, and takes the marks for them out."""
    books = {book.slug: book for book in sources.rulebook.books}
    for slug in books:
        for path in (site / slug).rglob("*.html"):
            html = path.read_text(encoding="utf-8")
            path.write_text(with_originals(html, books, imported, sources.anchors), encoding="utf-8")


def originals_at_hand(root: Path, books: Sequence[str]) -> dict[str, dict[str, str]]:
    """Book → section → verbatim text, read in memory from the folder that PRONTUARIO_ORIGINALS names; nothing is written."""
    folder = os.environ.get("PRONTUARIO_ORIGINALS")
    texts: dict[str, dict[str, str]] = {}
    for path in sorted(Path(folder).iterdir()) if folder and Path(folder).is_dir() else ():
        if path.stem in books:
            sections = import_file(root, path.stem, path).sections
            texts[path.stem] = {s.heading.id: " ".join(s.words) for s in sections if s.found}
    return texts


def check_against_originals(root: Path, sources: Sources, report: Report) -> int:
    """Compares the editions with the originals at hand. Returns how many numbers were compared; 0 = none at hand."""
    compared = 0
    originals = originals_at_hand(root, [book.slug for book in sources.rulebook.books])
    for book in sources.rulebook.books:
        excused = read_exceptions(root, book, report)
        if book.slug in originals:
            compared += check_fidelity(book, sources.anchors, originals[book.slug], excused, report)
    return compared
