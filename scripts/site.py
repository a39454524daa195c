"""The one thin adapter to MkDocs: Markdown in docs/ → HTML in a folder."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

from scripts.problems import Place, Report


class _Collected(logging.Handler):
    """MkDocs reports broken links by logging: strict mode's warnings become problems of our report."""

    def __init__(self, report: Report) -> None:
        super().__init__(logging.WARNING)
        self.report = report

    def emit(self, record: logging.LogRecord) -> None:
        self.report.add(Place("mkdocs.yml"), record.getMessage(), "un sito senza avvisi")


def render_site(root: Path, out: Path, navigation: Sequence[Any], epoch: int, report: Report) -> None:
    """Builds the site of `root` into `out`. `epoch` (seconds, UTC) is the only date that gets into it."""
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch)
    logger = logging.getLogger("mkdocs")
    handler = _Collected(report)
    logger.addHandler(handler)
    logger.propagate = False
    try:
        config = load_config(str(root / "mkdocs.yml"), nav=list(navigation), site_dir=str(out), strict=True)
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build(config)
        for unused in ("javascripts", "stylesheets"):  # the theme copies them; no page of ours asks for them
            shutil.rmtree(out / "assets" / unused, ignore_errors=True)
    except (Abort, ConfigurationError) as error:
        report.add(Place("mkdocs.yml"), str(error) or "MkDocs si è fermato", "una costruzione senza avvisi")
    finally:
        logger.removeHandler(handler)
