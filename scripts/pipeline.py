"""Run all stages of a build, in order.

Read sources → collect anchors → check → render pages, API and permalinks → MkDocs and search index → switch to the new
release. No other module knows this order.
"""

from __future__ import annotations

import datetime
import os
import shutil
import tempfile
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.checks.all_checks import check_rulebook
from scripts.checks.link_integrity import MissingAnchors, check_lock
from scripts.checks.search_vocabulary import check_vocabulary
from scripts.checks.verification_records import check_verification_records
from scripts.edition import published_anchors
from scripts.edition.books import list_book_folders, read_rulebook
from scripts.edition.calculators import read_calculators
from scripts.edition.reader_questions import read_questions
from scripts.edition.search_vocabulary import read_spoken_words
from scripts.model.anchor_contents import Record, Records, make_records
from scripts.model.anchor_index import AnchorKind, Anchors, collect_anchors, follow_redirects
from scripts.model.book import Rulebook
from scripts.model.calculators import Calculator
from scripts.model.original_section import Originals
from scripts.model.problems import Place, Report, SourceError
from scripts.model.software_version import VERSION
from scripts.originals.import_store import load_imported
from scripts.render import api, pages, table_pages
from scripts.render.earlier_editions import make_editions
from scripts.render.glossary_data import make_glossary_files
from scripts.render.imported_originals import name_included_games
from scripts.render.jinja_environment import make_environment
from scripts.render.penalty_data import make_penalty_files
from scripts.render.permalinks import LIVE, PERMALINKS, PermalinkPage, make_permalink_files, make_permalinks
from scripts.site import fingerprinted_assets, releases, service_worker
from scripts.site.http_headers import collect_inline, make_header_files
from scripts.site.precompress import pack_files
from search.language.story_corpus_codec import story_files
from search.language.vocabulary_terms import Vocabulary, analyse, map_topics

if TYPE_CHECKING:
    from scripts.site.mkdocs_build import Rendered
    from search.index.build_index import SearchCorpus

SITE, PAGES = releases.SITE, releases.PAGES  # the current release's; pages: the books' Markdown, for MkDocs
CURRENT = releases.CURRENT
INDEX = CURRENT / "index"
ORIGINALS = "originals.txt"  # beside the generated pages: the games whose official text they contain
DRAFTS = releases.BUILD / "drafts"  # what is shown while one writes, a folder for each port


@dataclass(frozen=True)
class Sources:
    """Hold the checked sources: the input of all rendering.

    `redirects`: retired id → successor; `topics`: section → phrases by which judges ask for it; `asked`: anchor →
    questions that people ask of it.
    """

    rulebook: Rulebook
    anchors: Anchors
    redirects: Mapping[str, str]
    calculators: tuple[Calculator, ...]
    vocabulary: Vocabulary
    topics: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, tuple[str, ...]]

    @cached_property
    def records(self) -> Records:
        """Return the record of every anchor; only for sources without problems."""
        return make_records(self.rulebook, self.anchors)

    @cached_property
    def links(self) -> Mapping[str, PermalinkPage]:
        """Return anchor → what its permalink page shows."""
        return make_permalinks(self.records, self.redirects, self.rulebook)

    @cached_property
    def corpus(self) -> SearchCorpus:
        """Return what the search indexes are made from."""
        from search.index.build_index import SearchCorpus  # Whoosh is slow to import

        return SearchCorpus.of(self.rulebook, self.records, self.vocabulary, self.topics, self.asked)


def load_sources(root: Path, report: Report, slugs: tuple[str, ...] = ()) -> Sources:
    """Read and check the sources under `root`; problems are reported.

    `slugs`: only these books and those of their games; () for all.
    """
    rulebook = read_rulebook(root, report, slugs)
    anchors = collect_anchors(rulebook, report)
    redirects, ids = published_anchors.read_redirects(root, report), published_anchors.read_lock(root, report)
    read, every = [book.slug for book in rulebook.books], [folder.name for folder in list_book_folders(root)]
    successors = {old: new for old, (new, _) in redirects.items()}
    retired = {
        old: new for old, new in successors.items() if follow_redirects(old, successors) in anchors
    }  # of these books
    gone, published = MissingAnchors.find(anchors, ids, successors, every), set(ids)
    if not slugs:  # a part of the books cannot vouch for the whole lock
        check_lock(anchors, published, redirects, gone, Place(published_anchors.LOCK.as_posix()), report)
    check_rulebook(rulebook, anchors, published, every, report)
    check_verification_records(root, rulebook, anchors, published, report)
    words = read_spoken_words(root, [book.info for book in rulebook.books], report)
    sections = {anchor.id for anchor in anchors.values() if anchor.kind is AnchorKind.SECTION}
    check_vocabulary(words, sections, read, {*read, *every}, report)
    calculators = read_calculators(root, rulebook, anchors, report)
    chapters = {a.id: anchors[a.section].place.file for a in anchors.values() if a.kind is not AnchorKind.SECTION}
    asked = read_questions(root, chapters, read, published, report)
    report.trace_causes(gone.folders)
    return Sources(rulebook, anchors, retired, calculators, analyse(words, report), map_topics(words, report), asked)


def load_checked(root: Path, slugs: tuple[str, ...] = ()) -> Sources:
    """Return the sources; SourceError if there is any problem."""
    report = Report()
    sources = load_sources(root, report, slugs)
    if report:
        raise SourceError(report)
    return sources


def load_sound(root: Path, slugs: tuple[str, ...] = ()) -> tuple[Sources, Report]:
    """Return the books without a problem, and a report on the others.

    Raises SourceError if no book is left, or if those left have problems by themselves.
    """
    report = Report()
    sources = load_sources(root, report, slugs)
    if not report:
        return sources, report
    faulty = {problem.place.file.split("/")[1] for problem in report.list_causes() if problem.place.file.count("/") > 1}
    sound = tuple(f.name for f in list_book_folders(root) if f.name not in faulty and (not slugs or f.name in slugs))
    if not faulty or not sound:
        raise SourceError(report)
    try:
        return load_checked(root, sound), report
    except SourceError:
        raise SourceError(report) from None


def compute_epoch(rulebook: Rulebook) -> int:
    """Return the date of the newest edition, which dates the site, in seconds since 1970."""
    dates = [book.info.effective for book in rulebook.books if book.info.effective]
    day = max(dates, default=datetime.date(2014, 1, 1))
    return int(datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC).timestamp())


def read_address() -> str:
    """Return the site's address from PRONTUARIO_ADDRESS, with a final '/'; '' if not set."""
    given = os.environ.get("PRONTUARIO_ADDRESS", "").strip()
    return f"{given.rstrip('/')}/" if given else ""


def make_page_files(sources: Sources, originals: Originals) -> dict[str, str]:
    """Return path → content of the books' pages, with navigation, colours and lists for MkDocs.

    `originals`: imported originals to show, {} for a public site.
    """
    rulebook = sources.rulebook
    return {
        **pages.render_pages(rulebook, sources.records, originals, sources.calculators),
        "nav.json": api.dump_json(pages.make_navigation(rulebook)),
        "books.css": pages.make_accents(rulebook),
        "games.txt": pages.list_games(rulebook),
        ORIGINALS: name_included_games(rulebook, originals),
        "comparisons.txt": pages.list_comparisons(rulebook),
        "version.txt": VERSION,
    }


def build_pages(root: Path, slugs: tuple[str, ...]) -> Sources:
    """Build only the books' pages, without originals, in build/pages/; return the sources."""
    sources = load_checked(root, slugs)
    with releases.open_pages(root) as folder:
        releases.write_tree(folder, make_page_files(sources, {}))
    return sources


def make_link_files(sources: Sources, originals: Originals) -> dict[str, str]:
    """Return path on the site → HTML of every permalink (thousands)."""
    return make_permalink_files(
        make_environment(), sources.links, read_address(), name_included_games(sources.rulebook, originals)
    )


def make_page_data(sources: Sources, originals: Originals) -> dict[str, str]:
    """Return path on the site → data that pages load (tables, penalties, glossaries), and the static API.

    `originals`: imported originals to include in the API, {} for a public site.
    """
    rulebook, records = sources.rulebook, sources.records
    texts = {section: o.text for sections in originals.values() for section, o in sections.items() if o.text}
    return {
        **table_pages.make_table_files(rulebook, records, sources.calculators),
        **make_penalty_files(rulebook, records),
        **make_glossary_files(rulebook, records),
        **api.make_api_files(rulebook, records, sources.redirects, texts),
    }


def make_site_files(sources: Sources, originals: Originals) -> dict[str, str]:
    """Return path on the site → content of all files besides pages and permalinks."""
    from search.index.browser_files import browser_files  # Whoosh is slow to import

    stories = {path: api.dump_json(content) for path, content in story_files(sources.rulebook.books)}
    return {**browser_files(sources.corpus), **stories, **make_page_data(sources, originals)}


def make_data_files(sources: Sources, originals: Originals) -> dict[str, str]:
    """Return path on the site → content of all files besides the pages."""
    return make_site_files(sources, originals) | make_link_files(sources, originals)


def make_live_files(sources: Sources, live: Mapping[str, str], originals: Originals) -> dict[str, str]:
    """Return path below the index → templates and data for pages that the server renders.

    `live`: path → template, left by MkDocs.
    """
    editions, games = make_editions(sources.rulebook, sources.records), name_included_games(sources.rulebook, originals)
    page_settings = {"address": read_address(), "links": sources.links, "editions": editions, "originals": games}
    files = {**live, PERMALINKS: api.dump_json(page_settings)}
    return {f"{LIVE}/{path}": text for path, text in files.items()}


def build_release(root: Path, slugs: tuple[str, ...] = (), with_originals: bool = False) -> Sources:
    """Build a release (site and search index); return its sources.

    `with_originals`: include the copyrighted originals that were imported. Raises SourceError on any problem.
    """
    from search.index.build_index import build_index  # Whoosh is slow to import

    sources = load_checked(root, slugs)
    imported = load_imported(root, sources.rulebook.slugs) if with_originals else {}
    with releases.open_release(root) as new:
        site = new / "site"
        rendered = _render_site(
            root, new / "pages", site, make_page_files(sources, imported), compute_epoch(sources.rulebook)
        )
        releases.write_tree(site, make_site_files(sources, imported))
        pack_files(path for path in site.rglob("*") if path != site / service_worker.WORKER)
        links = make_link_files(sources, imported)  # thousands, and each fits into a packet: not packed
        releases.write_tree(
            new,
            make_header_files(rendered.stamp, collect_inline(releases.read_pages(site)), collect_inline(links.items())),
        )
        build_index(new / "index", sources.corpus)
        releases.write_tree(new / "index", make_live_files(sources, rendered.live, imported))
        service_worker.write_worker(site)
        pack_files([site / service_worker.WORKER])
        fingerprinted_assets.carry_over(root / SITE, site)
        releases.write_tree(site, links)  # last: who goes through the site's files has no need of them
    return sources


def _render_site(root: Path, folder: Path, site: Path, made: Mapping[str, str], date: int, stamp: str = "") -> Rendered:
    """Write the books' pages and let MkDocs render the site; SourceError on a problem.

    `folder`: where the pages go; `made`: their path → content; `date`: of the site, in seconds since 1970; `stamp`:
    fingerprint in the names of script and style folders, computed if ''.
    """
    from scripts.site.mkdocs_build import render_site  # MkDocs is slow to import: only who builds pays for it

    releases.write_tree(folder, made)
    ours, report = fingerprinted_assets.finish_assets(root / "docs", made["books.css"]), Report()
    stamp = stamp or fingerprinted_assets.compute_stamp(ours)
    rendered = render_site(root, folder, site, stamp, date, report)
    if report or not rendered:
        raise SourceError(report)
    releases.write_tree(site, {fingerprinted_assets.add_stamp(path, stamp): text for path, text in ours.items()})
    return rendered


class Draft:
    """Hold a site that is updated in place at every save, while an author writes.

    It has a folder of its own. Its files equal those of a build, but for the fingerprint of scripts and styles, and
    without what only a published site needs: offline copy, compressed files, Whoosh's index.
    """

    def __init__(self, root: Path, folder: Path, slugs: tuple[str, ...] = (), with_originals: bool = False) -> None:
        self.root, self.folder, self.slugs, self.with_originals = root, folder, slugs, with_originals
        shutil.rmtree(folder, ignore_errors=True)
        (root / releases.BUILD).mkdir(exist_ok=True)
        self._written: dict[str, str | bytes] = {}
        self._rendered: Rendered | None = None
        self._pages: dict[str, str] = {}
        self.sources, self.wrong = load_sound(root, slugs)
        self._show(self.sources)

    @property
    def paths(self) -> list[str]:
        """Return the paths of the site's files."""
        return [path.removeprefix("site/") for path in self._written if path.startswith("site/")]

    def refresh(self, whole: bool = False, saved: Container[str] = ()) -> list[Record]:
        """Update the site from the sources; return the changed records (anchors).

        `whole`: files other than sources have changed; `saved`: books in which something was saved. Raises SourceError
        if one of these has a problem, and the site stays as it was; other books with problems are left out.
        """
        if whole:  # also where the sources have a problem now
            self._rendered = None
        before, (sources, wrong) = self.sources.records, load_sound(self.root, self.slugs)
        if any(
            problem.place.file.split("/")[1] in saved for problem in wrong.list_causes() if "/" in problem.place.file
        ):
            raise SourceError(wrong)
        self._show(sources)
        self.sources, self.wrong = sources, wrong
        changed = [record for anchor, record in sources.records.items() if before.get(anchor) != record]
        return [one for one in changed if one.kind is not AnchorKind.SECTION] or changed

    def _show(self, sources: Sources) -> None:
        imported = load_imported(self.root, sources.rulebook.slugs) if self.with_originals else {}
        self.originals, report = name_included_games(sources.rulebook, imported), Report()
        made = make_page_files(sources, imported)
        new = {path: text for path, text in made.items() if self._pages.get(path) != text}
        alone = made.keys() == self._pages.keys() and all(path.endswith(".md") for path in new)
        html = self._rendered.render_again(new, report) if self._rendered and alone else None
        if html is None or report:  # MkDocs holds half of the change: the next save begins from the whole
            self._rendered = None
        if report:
            raise SourceError(report)
        if html is None:
            self._render(made, compute_epoch(sources.rulebook))
        else:
            self._site |= html
        self._pages = made
        assert self._rendered
        self._write(self._make_data(sources, imported, self._rendered.live))

    def _render(self, made: Mapping[str, str], date: int) -> None:
        """Render the whole site, as a build does.

        `made`: path → content of the books' pages; `date`: of the site, in seconds since 1970.
        """
        with tempfile.TemporaryDirectory(dir=self.root / releases.BUILD) as folder:
            site = Path(folder) / "site"
            self._rendered = _render_site(
                self.root, Path(folder) / "pages", site, made, date, fingerprinted_assets.DRAFT
            )
            self._site = releases.read_tree(site)

    def _make_data(self, sources: Sources, imported: Originals, live: Mapping[str, str]) -> dict[str, str]:
        """Renew the search engine; return path in the release → content of all but the pages.

        `imported`: originals to show; `live`: path → template, left by MkDocs.
        """
        from search.engine.answer import Engine

        self.engine = Engine.over(sources.corpus)
        index = make_live_files(sources, live, imported)
        files = make_data_files(sources, imported)
        return {f"site/{path}": text for path, text in files.items()} | {f"index/{p}": t for p, t in index.items()}

    def _write(self, data: Mapping[str, str]) -> None:
        """Write the files that changed, and delete those no longer made."""
        files = {**{f"site/{path}": content for path, content in self._site.items()}, **data}
        html = ((path, text) for path, text in files.items() if path.endswith(".html") and path.startswith("site/"))
        files |= make_header_files(
            fingerprinted_assets.DRAFT, collect_inline((path, text) for path, text in html if isinstance(text, str))
        )
        for gone in self._written.keys() - files.keys():
            (self.folder / gone).unlink()
        releases.write_tree(self.folder, {p: c for p, c in files.items() if self._written.get(p) != c})
        self._written = files
