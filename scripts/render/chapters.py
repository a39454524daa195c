"""A chapter's page: its statements with their references and glossary terms as links, its tables, its margin."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scripts.model.book import Book, GlossaryTerm, Revision, Section, Statement
from scripts.model.infraction import DecisionTable
from scripts.model.italian import long_date, typographic
from scripts.model.record import Records
from scripts.render.markdown import MarkdownWriter, escaped

MARGIN = 7  # characters of a citation that the page's margin holds on a phone: '10.4.a', '1.10.aa'


@dataclass(frozen=True)
class Glosses:
    """Finds a book's glossary terms in its texts. `pattern` None where the book has no glossary."""

    pattern: re.Pattern[str] | None
    terms: Mapping[str, GlossaryTerm]

    @classmethod
    def of(cls, book: Book) -> Glosses:
        forms = {form: term for term in book.glossary for form in term.forms}
        if not forms:
            return cls(None, {})
        longest = sorted(forms, key=lambda form: (-len(form), form))
        return cls(re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"), forms)


NO_GLOSSES = Glosses(None, {})


class ChapterWriter(MarkdownWriter):
    """Writes one page of a book, glossary terms as links to their definition."""

    def __init__(self, book: Book, records: Records, glosses: Glosses, page: str) -> None:
        super().__init__(records, book.slug, page)
        self.glosses = glosses
        self.here = ""  # the statement that is being written, whose own term is not explained in it

    def margin(self, statement: Statement) -> str:
        """What stands beside the statement: its short citation where the margin holds it, else its letter.

        A section without a number is cited by its title, which stands right above: its statements have their letter.
        """
        short = self.records[statement.id].short
        return short if len(short) <= MARGIN and short[0].isdigit() else statement.letter

    def margin_width(self, sections: Sequence[Section]) -> int:
        """How wide the margin must be, in characters: the longest citation in it. The style says what that measures."""
        longest = max((len(self.margin(one)) for section in sections for one in section.statements), default=1)
        return max(2, min(longest, 6))  # seven characters are five and two full stops

    def words(self, text: str) -> str:
        if self.glosses.pattern is None:
            return escaped(text)
        parts, end, explained = [], 0, set()
        for match in self.glosses.pattern.finditer(text):
            term = self.glosses.terms[match[0]]
            if term.defined == self.here or term.term in explained:  # once a statement: it can be cited alone
                continue
            explained.add(term.term)
            parts.append(escaped(text[end : match.start()]))
            parts.append(f"[{escaped(match[0])}]({self.href(term.defined)}){{ .termine }}")
            end = match.end()
        return "".join([*parts, escaped(text[end:])])

    def statement(self, statement_id: str) -> str:
        """A statement's text, its own term left as it is."""
        self.here = statement_id
        written = self.rich(self.records[statement_id].rich)
        self.here = ""
        return written

    def title(self, anchor_id: str) -> str:
        return typographic(super().title(anchor_id))

    def infraction(self, table: DecisionTable) -> str:
        """Where the tree of an infraction stands, from this page."""
        folder = posixpath.dirname(f"{self.page.removesuffix('.md')}/x")
        return f"{posixpath.relpath('penalita', folder)}/?g={self.book}&amp;i={table.id}#i.{table.id}"


def revisions_json(revisions: Sequence[tuple[Revision, str]]) -> str:
    """What a page says of its texts' history to who follows an old link, with the place where the text of another edition
    is told; safe inside a script element."""
    rows = [
        {"id": c.target, "day": long_date(c.day), "before": c.before, "what": c.what} | ({"was": was} if was else {})
        for c, was in revisions
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
