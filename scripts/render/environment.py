"""The templates (`render/templates/`) and what they can use."""

from __future__ import annotations

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
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=lambda name: bool(name and name.startswith("html/")),  # in Markdown `escaped` does what is needed
    )
    env.filters.update(escaped=escaped, spaced=spaced, long_date=long_date, typographic=typographic)
    return env
