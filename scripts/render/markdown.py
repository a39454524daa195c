"""Markdown as MkDocs reads it: escaping, links between pages, tables."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from functools import lru_cache

from scripts.model.book import Table
from scripts.model.record import Records
from scripts.render.writer import NUMERIC, Writer

SPECIAL = str.maketrans({c: f"&#{ord(c)};" for c in "\\`*_{}[]#|"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escaped(text: str) -> str:
    """Text that Markdown shows as it stands, also inside blocks of HTML: 'a*b <c>' → 'a&#42;b &lt;c&gt;'."""
    return text.translate(SPECIAL)


_relative = lru_cache(maxsize=1 << 12)(posixpath.relpath)


def quoted(text: str) -> str:
    """The same inside the quotes of an attribute."""
    return escaped(text).replace('"', "&quot;")


class MarkdownWriter(Writer):
    """Writes references as relative links between the Markdown files, so that MkDocs checks them once more."""

    def __init__(self, records: Records, book: str, page: str) -> None:
        super().__init__(records, book)
        self.page, self.folder = page, posixpath.dirname(page)

    def href(self, target: str) -> str:
        path, _, fragment = self.records[target].url.partition("#")
        return f"{_relative(path.strip('/') + '.md', self.folder or '.')}#{fragment}"

    def words(self, text: str) -> str:
        return escaped(text)

    def link(self, words: str, target: str) -> str:
        return f"[{escaped(words)}]({self.href(target)}){{ .rif }}"

    def cite(self, target: str) -> str:
        """A link whose words are the whole citation."""
        return self.link(self.records[target].citation, target)

    def joined(self, pieces: Iterable[str]) -> str:
        return "".join(pieces)

    def table(self, table: Table) -> str:
        """Each cell names its column, so that a phone can show a row as a card; an entry has its anchor, its citation
        and its text's hash."""
        head = "| " + " | ".join(f'{escaped(c.name)} {{ data-tipo="{c.type}" }}' for c in table.columns) + " |"
        rule = "|" + "|".join(" ---: " if c.type in NUMERIC else " --- " for c in table.columns) + "|"
        names = [quoted(column.name) for column in table.columns]
        lines = []
        for row in table.rows:
            anchors = [self._anchor(row.id) if row.id else "", *[""] * len(names)]
            cells = zip(self.cells(row, table), names, anchors, strict=False)
            lines.append("| " + " | ".join(f'{cell} {{ data-col="{name}"{id} }}' for cell, name, id in cells) + " |")
        return "\n".join([head, rule, *lines])

    def _anchor(self, row: str) -> str:
        record = self.records[row]
        return f' #{row} data-cite="{quoted(record.citation)}" data-v="{record.hash}"'
