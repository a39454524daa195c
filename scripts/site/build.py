"""The one thin adapter to MkDocs: written and generated pages → HTML in a folder. What happens inside it: `hooks`."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError, PluginError

from scripts.model.problems import Place, Report

UNUSED = ("javascripts", "stylesheets", "images")  # the theme copies them; no page of ours asks for them


class _Collected(logging.Handler):
    """MkDocs reports broken links by logging: strict mode's warnings become problems of our report."""

    def __init__(self, report: Report) -> None:
        super().__init__(logging.WARNING)
        self.report = report

    def emit(self, record: logging.LogRecord) -> None:
        self.report.add(Place("mkdocs.yml"), record.getMessage(), "un sito senza avvisi")


def render_site(root: Path, pages: Path, out: Path, epoch: int, report: Report) -> dict[str, str]:
    """Builds the site of `root` with the generated `pages` into `out`. `epoch` (seconds, UTC) is the only date in it.

    Returns path → template of the pages that the server fills in; nothing where there was a problem.
    """
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch)
    logger = logging.getLogger("mkdocs")
    handler = _Collected(report)
    logger.addHandler(handler)
    logger.propagate = False
    try:
        config = load_config(str(root / "mkdocs.yml"), site_dir=str(out), strict=True)
        config.extra["pages"] = pages.relative_to(root).as_posix()
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build(config)
        for unused in UNUSED:
            shutil.rmtree(out / "assets" / unused, ignore_errors=True)
        if not config.site_url:  # it would list nothing
            for empty in ("sitemap.xml", "sitemap.xml.gz"):
                (out / empty).unlink(missing_ok=True)
        return dict(config.extra["live"])
    except (Abort, ConfigurationError, PluginError) as error:
        report.add(Place("mkdocs.yml"), str(error) or "MkDocs si è fermato", "una costruzione senza avvisi")
    finally:
        logger.removeHandler(handler)
    return {}
