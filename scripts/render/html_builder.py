"""Build HTML, escaping everything that is not `Markup`."""

from collections.abc import Iterable, Mapping

from markupsafe import Markup, escape

from scripts.model.anchor_contents import Records
from scripts.render.text_renderer import Writer

EMPTY = {"path", "rect"}  # closed in themselves, as drawings are written


def tag(name: str, *inside: str, **attributes: str | None) -> Markup:
    """Build an HTML element, escaping all that is not `Markup`.

    tag("a", "Sì & no", href="#x") → <a href="#x">Sì &amp; no</a>. `class_` is `class`, other underscores are hyphens;
    an attribute that is None is left out.
    """
    if not inside and name in EMPTY:
        return Markup(f"<{name}{_write_attributes(attributes)}/>")
    return Markup(f"<{name}{_write_attributes(attributes)}>{join_markup(inside)}</{name}>")


def _write_attributes(attributes: Mapping[str, str | None]) -> str:
    given = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items() if value is not None)
    return "".join(f' {key}="{escape(value)}"' for key, value in given)


def join_markup(pieces: Iterable[str]) -> Markup:
    """Join pieces of HTML, escaping those that are not `Markup`."""
    return Markup("").join(pieces)


class HtmlWriter(Writer):
    """Write HTML for a page; `up` ('../..') leads from it to the site's root."""

    css: str | None = "rif"  # the class of a reference

    def __init__(self, records: Records, book: str, up: str) -> None:
        super().__init__(records, book)
        self.up = up

    def href(self, target: str) -> str:
        return f"{self.up}{self.records[target].url}"

    def words(self, text: str) -> Markup:
        return escape(text)

    def link(self, words: str, target: str) -> Markup:
        return tag("a", words, class_=self.css, href=self.href(target))

    def joined(self, pieces: Iterable[str]) -> Markup:
        return join_markup(pieces)
