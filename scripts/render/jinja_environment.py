"""Configure Jinja for the templates in `render/templates/`."""

from functools import lru_cache
from pathlib import Path

import jinja2

from scripts.model.italian_format import format_date, set_typography, space_units
from scripts.render.markdown_writer import escape_markdown

TEMPLATES = Path(__file__).parent / "templates"


@lru_cache(maxsize=1)
def make_environment() -> jinja2.Environment:
    """Return the Jinja environment, which raises on unknown names."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=lambda name: bool(name and name.startswith("html/")),  # in Markdown `escaped` does what is needed
    )
    env.filters.update(escaped=escape_markdown, spaced=space_units, long_date=format_date, typographic=set_typography)
    return env


def render_template(name: str, **values: object) -> str:
    """Return a template of `render/templates/` with its values filled in."""
    return make_environment().get_template(name).render(**values)
