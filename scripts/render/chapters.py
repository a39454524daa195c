"""Write a chapter's page: statements with links, citations in the margin.

References and glossary terms become links.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scripts.model.anchor_contents import Records
from scripts.model.book import Book, GlossaryTerm, Revision, Section, Statement
from scripts.model.infraction import DecisionTable
from scripts.model.italian_format import format_date, set_typography
from scripts.render.markdown_writer import MarkdownWriter, escape_markdown

MARGIN = 7  # characters of a citation that the page's margin holds on a phone: '10.4.a', '1.10.aa'


@dataclass(frozen=True)
class Glosses:
    """Find a book's glossary terms in texts.

    `pattern`: matches any form of a term, None without a glossary; `terms`: form → term.
    """

    pattern: re.Pattern[str] | None
    terms: Mapping[str, GlossaryTerm]

    @classmethod
    def compile(cls, book: Book) -> Glosses:
        """Prepare the search for a book's glossary terms."""
        forms = {form: term for term in book.glossary for form in term.forms}
        if not forms:
            return cls(None, {})
        longest = sorted(forms, key=lambda form: (-len(form), form))
        return cls(re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"), forms)


NO_GLOSSES = Glosses(None, {})


class ChapterWriter(MarkdownWriter):
    """Write one page of a book, with links from glossary terms to their definition."""

    def __init__(self, book: Book, records: Records, glosses: Glosses, page: str) -> None:
        super().__init__(records, book.slug, page)
        self.glosses = glosses
        self.here = ""  # the statement that is being written, whose own term is not explained in it

    def margin(self, statement: Statement) -> str:
        """Return a statement's citation for the margin: '2.5.c'; 'c' in sections cited by title."""
        short = self.records[statement.id].short
        return short if len(short) <= MARGIN and short[0].isdigit() else statement.letter

    def margin_width(self, sections: Sequence[Section]) -> int:
        """Return how many characters wide the longest citation in the margin is, from 2 to 6."""
        longest = max((len(self.margin(one)) for section in sections for one in section.statements), default=1)
        return max(2, min(longest, 6))  # seven characters are five and two full stops

    def words(self, text: str) -> str:
        if self.glosses.pattern is None:
            return escape_markdown(text)
        parts, end, explained = [], 0, set()
        for match in self.glosses.pattern.finditer(text):
            term = self.glosses.terms[match[0]]
            if term.defined == self.here or term.term in explained:  # once a statement: it can be cited alone
                continue
            explained.add(term.term)
            parts.append(escape_markdown(text[end : match.start()]))
            parts.append(f"[{escape_markdown(match[0])}]({self.href(term.defined)}){{ .termine }}")
            end = match.end()
        return "".join([*parts, escape_markdown(text[end:])])

    def statement(self, statement_id: str) -> str:
        """Return a statement's text with links, except its own glossary term."""
        self.here = statement_id
        written = self.rich(self.records[statement_id].rich)
        self.here = ""
        return written

    def title(self, anchor_id: str) -> str:
        return set_typography(super().title(anchor_id))

    def infraction(self, table: DecisionTable) -> str:
        """Return an infraction's tree as an address relative to this page."""
        folder = posixpath.dirname(f"{self.page.removesuffix('.md')}/x")
        return f"{posixpath.relpath('penalita', folder)}/?g={self.book}&amp;i={table.id}#i.{table.id}"


def make_revisions(revisions: Sequence[tuple[Revision, str]]) -> str:
    """Return changes of texts as JSON, safe inside a script element.

    `revisions`: (change, id of the old text on the page of editions, or '').
    """
    rows = [
        {"id": c.target, "day": format_date(c.day), "before": c.before, "what": c.what} | ({"was": was} if was else {})
        for c, was in revisions
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
