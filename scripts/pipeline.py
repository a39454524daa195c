"""The way of the data, in order. Nothing else knows the order of the stages.

read (edition) → collect anchors → check → render pages, API, permalinks → MkDocs → index → switch
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scripts.checks.fidelity import check_fidelity, read_exceptions
from scripts.checks.references import check_lock
from scripts.checks.rulebook import check_rulebook
from scripts.checks.vocabulary import check_vocabulary
from scripts.edition import lock
from scripts.edition.books import book_folders, read_rulebook
from scripts.edition.calculations import read_calculations
from scripts.edition.questions import read_questions
from scripts.edition.vocabulary import read_spoken_words
from scripts.model.anchors import Anchors, collect_anchors
from scripts.model.book import Rulebook
from scripts.model.calculations import Calculator
from scripts.model.original import Originals
from scripts.model.problems import Place, Report, SourceError
from scripts.model.record import Records, records
from scripts.originals.importing import import_file
from scripts.originals.store import load_imported
from scripts.render import api, pages, table_pages
from scripts.render.editions import editions_json
from scripts.render.environment import environment
from scripts.render.glossaries import glossary_files
from scripts.render.penalty_data import penalty_files
from scripts.render.permalinks import permalink_files, permalinks
from scripts.render.told import Spoken
from scripts.site import offline, releases
from scripts.site.headers import put_headers
from scripts.site.minify import compact_scripts
from scripts.site.packed import pack
from search.http.pages import LIVE, PERMALINKS
from search.language.analysis import DATA, NUMBERS, terms
from search.language.phrases import compact
from search.language.vocabulary import Vocabulary, analysed, topics_of

SITE, PAGES = releases.SITE, releases.PAGES  # the current release's; pages: the books' Markdown, for MkDocs
CURRENT = releases.CURRENT
INDEX = CURRENT / "index"


@dataclass(frozen=True)
class Sources:
    """The checked sources: what every renderer starts from. `redirects`: retired id → successor; `topics`: section →
    the phrases with which judges ask for it; `asked`: an anchor → the ways in which people ask for it."""

    rulebook: Rulebook
    anchors: Anchors
    redirects: Mapping[str, str]
    calculators: tuple[Calculator, ...]
    vocabulary: Vocabulary
    topics: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, tuple[str, ...]]

    @cached_property
    def records(self) -> Records:
        """What each anchor is and says; only of sources without problems."""
        return records(self.rulebook, self.anchors)

    @property
    def spoken(self) -> Spoken:
        """How people tell and ask, with the language of the search."""
        return Spoken(self.asked, self.rulebook.sayings, terms, compact, DATA["denying"])


def load(root: Path, report: Report, slugs: tuple[str, ...] = ()) -> Sources:
    """Reads and checks the editions under `root`. Problems go to the report; the caller decides what they mean."""
    rulebook = read_rulebook(root, report, slugs)
    anchors = collect_anchors(rulebook, report)
    redirects, published = lock.read_redirects(root, report), lock.read_lock(root, report)
    read, every = [book.slug for book in rulebook.books], [folder.name for folder in book_folders(root)]
    if not slugs:  # a part of the books cannot vouch for the whole lock
        check_lock(anchors, published, redirects, Place(lock.LOCK.as_posix()), every, report)
    check_rulebook(rulebook, anchors, set(published), every, report)
    words = read_spoken_words(root, [book.info for book in rulebook.books], report)
    check_vocabulary(words, anchors, read, {*read, *every}, report)
    calculators = read_calculations(root, rulebook, anchors, report)
    retired = {old: new for old, (new, _) in redirects.items()}
    asked = read_questions(root, anchors, read, set(published), report)
    return Sources(rulebook, anchors, retired, calculators, analysed(words, report), topics_of(words, report), asked)


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


def write_pages(folder: Path, sources: Sources, originals: Originals) -> None:
    """Makes all pages of the books in `folder`, with the order in which the site shows them."""
    made = pages.all_pages(sources.rulebook, sources.records, originals, sources.calculators)
    made |= {"nav.json": api.dumps(pages.navigation(sources.rulebook)), "books.css": pages.accents(sources.rulebook)}
    made |= {"games.txt": pages.game_list(sources.rulebook), "comparisons.txt": pages.comparison_list(sources.rulebook)}
    releases.write_tree(folder, made)


def build_pages(root: Path, slugs: tuple[str, ...] = ()) -> Sources:
    """Makes only the books' pages, for `mkdocs build` and `mkdocs serve`; they stand in build/pages/."""
    sources = load_checked(root, slugs)
    with releases.pages_alone(root) as folder:
        write_pages(folder, sources, load_imported(root))
    return sources


def build(root: Path, slugs: tuple[str, ...] = ()) -> Sources:
    """Builds a release, site and search index, from the sources; on any problem raises and leaves the one that was there."""
    from scripts.site.build import render_site  # MkDocs is slow to import: only who builds pays for it
    from search.engine.answer import Engine
    from search.index.browser import browser_files
    from search.index.build import build_index  # Whoosh too

    sources = load_checked(root, slugs)
    rulebook, made, redirects = sources.rulebook, sources.records, sources.redirects
    imported = load_imported(root)
    with releases.release(root) as new:
        site, index = new / "site", new / "index"
        write_pages(new / "pages", sources, imported)
        report = Report()
        live = render_site(root, new / "pages", site, epoch(rulebook), report)
        if report:
            raise SourceError(report)
        texts = {section: o.text for sections in imported.values() for section, o in sections.items() if o.text}
        releases.write_tree(site, api.api_files(rulebook, made, redirects, texts))
        releases.write_tree(site, table_pages.table_files(rulebook, made, sources.calculators))
        releases.write_tree(site, penalty_files(rulebook, made, sources.spoken))
        releases.write_tree(site, glossary_files(rulebook, made))
        links = permalinks(made, redirects)
        releases.write_tree(site, permalink_files(environment(), links, address()))
        build_index(index, rulebook, made, sources.vocabulary, sources.topics, sources.asked)
        releases.write_tree(
            index / LIVE,
            live
            | {
                PERMALINKS: api.dumps({"address": address(), "links": links, "editions": editions_json(rulebook, made)})
            },
        )
        releases.write_tree(site, browser_files(Engine.open(index)))
        compact_scripts(site)
        offline.put_worker(site)
        put_headers(new)
        pack(site)
    return sources


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
            compared += check_fidelity(book, sources.records, originals[book.slug], excused, NUMBERS, report)
    return compared
