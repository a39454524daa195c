"""Write Markdown for MkDocs: escaped text, links between pages, tables."""

import posixpath
from collections.abc import Iterable
from functools import lru_cache

from scripts.model.anchor_contents import Records
from scripts.model.book import Table
from scripts.render.text_renderer import NUMERIC, Writer

SPECIAL = str.maketrans({c: f"&#{ord(c)};" for c in "\\`*_{}[]#|"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escape_markdown(text: str) -> str:
    """Escape a text for Markdown and HTML: 'a*b <c>' → 'a&#42;b &lt;c&gt;'."""
    return text.translate(SPECIAL)


_relative = lru_cache(maxsize=1 << 12)(posixpath.relpath)


def escape_attribute(text: str) -> str:
    """Escape a text for use inside an attribute's double quotes."""
    return escape_markdown(text).replace('"', "&quot;")


class MarkdownWriter(Writer):
    """Write Markdown links relative to the page, which MkDocs checks."""

    def __init__(self, records: Records, book: str, page: str) -> None:
        super().__init__(records, book)
        self.page, self.folder = page, posixpath.dirname(page)

    def href(self, target: str) -> str:
        path, _, fragment = self.records[target].url.partition("#")
        return f"{_relative(path.strip('/') + '.md', self.folder or '.')}#{fragment}"

    def words(self, text: str) -> str:
        return escape_markdown(text)

    def link(self, words: str, target: str) -> str:
        return f"[{escape_markdown(words)}]({self.href(target)}){{ .rif }}"

    def cite(self, target: str) -> str:
        """Return a link to an anchor, worded as its full citation."""
        return self.link(self.records[target].citation, target)

    def joined(self, pieces: Iterable[str]) -> str:
        return "".join(pieces)

    def table(self, table: Table) -> str:
        """Return a Markdown table whose cells name their column, so that phones show rows as cards."""
        head = "| " + " | ".join(f'{escape_markdown(c.name)} {{ data-tipo="{c.type}" }}' for c in table.columns) + " |"
        rule = "|" + "|".join(" ---: " if c.type in NUMERIC else " --- " for c in table.columns) + "|"
        names = [escape_attribute(column.name) for column in table.columns]
        lines = []
        for row in table.rows:
            anchors = [self._anchor(row.id) if row.id else "", *[""] * len(names)]
            cells = zip(self.cells(row, table), names, anchors, strict=False)
            lines.append("| " + " | ".join(f'{cell} {{ data-col="{name}"{id} }}' for cell, name, id in cells) + " |")
        return "\n".join([head, rule, *lines])

    def _anchor(self, row: str) -> str:
        record = self.records[row]
        return f' #{row} data-cite="{escape_attribute(record.citation)}" data-v="{record.hash}"'
