"""The templates (`render/templates/`) and what they can use."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import jinja2

from scripts.model.italian import long_date, spaced, typographic
from scripts.render.markdown import escaped

TEMPLATES = Path(__file__).parent / "templates"


@lru_cache(maxsize=1)
def environment() -> jinja2.Environment:
    """The templates of `markdown/` and `html/`: strict, since a name that is missing is a bug."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        bytecode_cache=_compiled(),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=lambda name: bool(name and name.startswith("html/")),  # in Markdown `escaped` does what is needed
    )
    env.filters.update(escaped=escaped, spaced=spaced, long_date=long_date, typographic=typographic)
    return env


def _compiled() -> jinja2.BytecodeCache | None:
    """Where the templates stand compiled, as Python's own modules do; nowhere where Python keeps none, or none can stand."""
    folder = TEMPLATES / "__pycache__"
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
    kept = not sys.dont_write_bytecode and os.access(folder, os.W_OK)
    return jinja2.FileSystemBytecodeCache(str(folder)) if kept else None
