"""Run MkDocs (written and generated pages → HTML), with our additions of `mkdocs_hooks`."""

import logging
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from mkdocs.commands.build import _populate_page, get_context
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, ConfigurationError, PluginError
from mkdocs.structure.pages import Page

from scripts.model.problems import Place, Report

HOOKS = str(Path(__file__).with_name("mkdocs_hooks.py"))  # mkdocs.yml names the clone's, for plain `mkdocs build`
# no page asks for the theme's; ours are asked for finished (`fingerprinted_assets`)
UNUSED = ("javascripts", "stylesheets", "images", "js", "css")


# what MkDocs says of a link, of its page or of its anchor
BROKEN = re.compile(r"Doc file '(?P<page>[^']+)' contains an? (?:\w+ )*?link '(?P<to>[^']+)'")


class _ReportHandler(logging.Handler):
    """Turn MkDocs' warnings, such as broken links, into our problems."""

    def __init__(self, report: Report, docs: Path) -> None:
        super().__init__(logging.WARNING)
        self.report, self.docs = report, docs

    def emit(self, record: logging.LogRecord) -> None:
        if not (link := BROKEN.match(record.getMessage())):
            self.report.add(Place("mkdocs.yml"), record.getMessage(), "un sito senza avvisi")
            return
        page = self.docs / link["page"]
        lines = page.read_text(encoding="utf-8").split("\n") if page.exists() else []
        folder = "docs" if lines else "build/pages"  # where the generated ones stand
        place = Place(f"{folder}/{link['page']}", next((n for n, line in enumerate(lines, 1) if link["to"] in line), 0))
        self.report.add(place, f"il collegamento a «{link['to']}»", "una pagina e un’ancora che esistono")


class Rendered:
    """Hold a rendered site, so that a changed page can be rendered alone.

    `live`: path → template of pages that the server fills in; `stamp`: in the names of asset folders.
    """

    def __init__(self, config: MkDocsConfig) -> None:
        self._config = config
        self._files, self._nav, self._env = config.extra.pop("rendered")
        self.live: dict[str, str] = config.extra["live"]
        self.stamp: str = config.extra["stamp"]

    def render_again(self, pages: Mapping[str, str], report: Report) -> dict[str, str] | None:
        """Return path → HTML of changed pages; None if other pages show the change, too.

        Then the whole site must be rendered. `pages`: path → Markdown.
        """
        found = {path: self._files.get_file_from_path(path) for path in pages}
        with collect_problems(report, Path(self._config.docs_dir)):
            for path, file in found.items():
                if file is None or file.page is None:
                    return None
                file.content_string, before = pages[path], _get_visible(file.page)
                _populate_page(file.page, self._config, self._files)
                if _get_visible(file.page) != before:
                    return None
            made = {file.dest_uri: self._render(file.page) for file in found.values() if file and file.page}
            for file in self._files.documentation_pages():
                file.page.validate_anchor_links(files=self._files, log_level=self._config.validation.links.anchors)
        return made

    def _render(self, page: Page) -> str:
        """Return the HTML that MkDocs would write for a page."""
        page.active = True
        try:
            context = get_context(self._nav, self._files.documentation_pages(), self._config, page)
            context = self._config.plugins.on_page_context(context, page=page, config=self._config, nav=self._nav)
            output = self._env.get_template("main.html").render(context)
            return str(self._config.plugins.on_post_page(output, page=page, config=self._config))
        finally:
            page.active = False


def _get_visible(page: Page) -> tuple[object, ...]:
    """Return what other pages may show: a page's title, metadata."""
    live = page.meta.get("live")  # its title has become a template meanwhile, and no other page shows it
    head = {name: value for name, value in page.meta.items() if name not in ("description", "title" if live else "")}
    return None if live else page.title, head


@contextmanager
def collect_problems(report: Report, docs: Path) -> Iterator[None]:
    """Collect MkDocs' warnings and errors in `report`, also those that end the `with` block."""
    logger = logging.getLogger("mkdocs")
    handler = _ReportHandler(report, docs)
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield
    except (Abort, ConfigurationError, PluginError) as error:
        if not report:  # strict mode stops only after it has said why
            report.add(Place("mkdocs.yml"), str(error) or "MkDocs si è fermato", "una costruzione senza avvisi")
    finally:
        logger.removeHandler(handler)


def render_site(root: Path, pages: Path, out: Path, stamp: str, epoch: int, report: Report) -> Rendered | None:
    """Build the site of `root` into the folder `out`; None if there was a problem.

    `pages`: folder of generated pages; `stamp`: in the names of asset folders, which are not written; `epoch`: seconds
    since 1970, the only date in the site.
    """
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch)
    with collect_problems(report, root / "docs"):
        config = load_config(str(root / "mkdocs.yml"), site_dir=str(out), strict=True, hooks=[HOOKS])
        config.extra |= {"pages": pages.relative_to(root).as_posix(), "stamp": stamp}
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build(config)
        for unused in UNUSED:
            shutil.rmtree(out / "assets" / unused, ignore_errors=True)
        if not config.site_url:  # it would list nothing
            for empty in ("sitemap.xml", "sitemap.xml.gz"):
                (out / empty).unlink(missing_ok=True)
        return Rendered(config)
    return None
