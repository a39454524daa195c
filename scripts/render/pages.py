"""Markdown pages with stable anchors, from Jinja templates in `scripts/templates/`."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import jinja2

from scripts import inline
from scripts.anchors import Anchors, chapter_path
from scripts.edition.chapters import typographic
from scripts.model import (
    Book,
    Cell,
    Change,
    Column,
    ColumnType,
    DecisionTable,
    GlossaryTerm,
    Rulebook,
    Section,
    Statement,
    Table,
)
from scripts.render.hashes import text_hashes
from scripts.render.links import Around, surroundings, topics
from scripts.render.penalties import penalty_navigation, penalty_pages
from scripts.render.text import NBSP, cell_text, escaped, long_date, spaced

TEMPLATES = Path(__file__).parent.parent / "templates"
GLOSSARY = "glossario"  # the page's name in a book's folder
COMPARISON = "confronto/naruto"
MARGIN = 7  # characters of a citation that the page's margin holds on a phone: '10.4.a', '1.10.aa'
NUMERIC = {
    ColumnType.INT, ColumnType.NUMBER, ColumnType.MONEY, ColumnType.MINUTES, ColumnType.SECONDS, ColumnType.PERCENT
}  # fmt: skip


def environment() -> jinja2.Environment:
    """The templates' environment: strict, since a name that is missing is a bug."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown, not HTML: `escaped` does what is needed
    )
    env.filters.update(escaped=escaped, spaced=spaced, long_date=long_date, typographic=typographic)
    return env


class Linker:
    """Writes references as relative links between the Markdown files, so that MkDocs checks them once more."""

    def __init__(self, anchors: Anchors, page: str) -> None:
        self.anchors, self.page, self.folder = anchors, page, posixpath.dirname(page)

    def href(self, target: str) -> str:
        path, _, fragment = self.anchors[target].url.partition("#")
        return f"{posixpath.relpath(path.strip('/') + '.md', self.folder or '.')}#{fragment}"

    def cite(self, target: str) -> str:
        """A link whose words are the whole citation."""
        return f"[{escaped(self.anchors[target].citation)}]({self.href(target)}){{ .rif }}"

    def link(self, target: str, words: str, book: str) -> str:
        anchor = self.anchors[target]
        label = words or (anchor.short if anchor.book == book else anchor.citation)
        return f"[{escaped(label)}]({self.href(target)}){{ .rif }}"


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


class ChapterPage:
    """Renders one chapter. Holds what all its statements need: links, glossary, the terms already explained."""

    def __init__(self, book: Book, anchors: Anchors, glosses: Glosses, page: str, titles: Mapping[str, str]) -> None:
        self.book, self.anchors, self.glosses, self.titles = book, anchors, glosses, titles
        self.linker = Linker(anchors, page)

    def margin(self, statement: Statement) -> str:
        """What stands beside the statement: its short citation where the margin holds it, else its letter.

        A section without a number is cited by its title, which stands right above: its statements have their letter.
        """
        short = self.anchors[statement.id].short
        return short if len(short) <= MARGIN and short[0].isdigit() else statement.letter

    def margin_width(self, sections: Sequence[Section]) -> float:
        """How wide the margin must be, in rem: as wide as the longest citation in it, and never too narrow to hit."""
        longest = max((len(self.margin(one)) for section in sections for one in section.statements), default=1)
        return max(2.0, 0.75 + min(longest, 6) * 0.55)  # seven characters are five and two full stops

    def rich(self, text: str, here: str = "") -> str:
        """A source text as Markdown: references as links, glossary terms as links to their definition."""
        parts = []
        for part in inline.parse(text):
            if isinstance(part, inline.Reference):
                parts.append(self.linker.link(part.target, part.words, self.book.slug))
            else:
                parts.append(self._glossed(spaced(part.text), here))
        return "".join(parts)

    def _glossed(self, text: str, here: str) -> str:
        if self.glosses.pattern is None:
            return escaped(text)
        parts, end, explained = [], 0, set()
        for match in self.glosses.pattern.finditer(text):
            term = self.glosses.terms[match[0]]
            if term.defined == here or term.term in explained:  # once a statement: it can be cited alone
                continue
            explained.add(term.term)
            parts.append(escaped(text[end : match.start()]))
            parts.append(f"[{escaped(match[0])}]({self.linker.href(term.defined)}){{ .termine }}")
            end = match.end()
        return "".join([*parts, escaped(text[end:])])

    def statement(self, statement: Statement) -> str:
        return self.rich(statement.text, statement.id)

    def cell(self, cell: Cell, column: Column) -> str:
        if column.type is ColumnType.REF and isinstance(cell, str):
            return self.linker.link(cell, "", self.book.slug)
        if isinstance(cell, str):
            return self.rich(cell)
        return escaped(cell_text(cell, column)) or NBSP

    def name(self, anchor_id: str) -> str:
        """How the page names an anchor: short in its own book, with the code outside it."""
        anchor = self.anchors[anchor_id]
        return anchor.short if anchor.book == self.book.slug else anchor.citation

    def title(self, anchor_id: str) -> str:
        """The official title of the section in which an anchor stands."""
        return typographic(self.titles[self.anchors[anchor_id].section])

    def infraction(self, table: DecisionTable) -> str:
        """Where the tree of an infraction stands, from this page."""
        folder = posixpath.dirname(f"{self.linker.page.removesuffix('.md')}/x")
        return f"{posixpath.relpath('penalita', folder)}/?g={self.book.slug}&amp;i={table.id}#i.{table.id}"


def table_markdown(table: Table, cell: Callable[[Cell, Column], str]) -> str:
    """A Markdown table. Each cell names its column, so that a phone can show a row as a card; an entry has its anchor."""
    head = "| " + " | ".join(f'{escaped(c.name)} {{ data-tipo="{c.type}" }}' for c in table.columns) + " |"
    rule = "|" + "|".join(" ---: " if c.type in NUMERIC else " --- " for c in table.columns) + "|"
    lines = []
    for row in table.rows:
        cells: list[str] = []
        for value, column in zip(row.cells, table.columns, strict=True):
            anchor = f" #{row.id}" if row.id and not cells else ""
            name = escaped(column.name).replace('"', "&quot;")
            cells.append(f'{cell(value, column)} {{ data-col="{name}"{anchor} }}')
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([head, rule, *lines])


def changes_json(changes: Sequence[Change]) -> str:
    """What a page says of its texts' history to who follows an old link; safe inside a script element."""
    rows = [{"id": c.target, "data": long_date(c.day), "prima": c.before, "cosa": c.what} for c in changes]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def chapter_file(chapter: Section) -> str:
    """The file name of a chapter's page, beside its book's index: 'bang-1' → '1.md'."""
    return posixpath.basename(chapter_path(chapter.book, chapter.id)) + ".md"


@dataclass(frozen=True)
class Shelf:
    """What the pages of all books are made from."""

    env: jinja2.Environment
    rulebook: Rulebook
    anchors: Anchors
    around: Mapping[str, Around]
    hashes: Mapping[str, str]
    titles: Mapping[str, str]

    @classmethod
    def of(cls, rulebook: Rulebook, anchors: Anchors) -> Shelf:
        hashes = dict(text_hashes(rulebook, anchors))
        titles = {section.id: section.title for section in rulebook.sections}
        return cls(environment(), rulebook, anchors, surroundings(rulebook, anchors), hashes, titles)

    def writer(self, book: Book, glosses: Glosses, path: str) -> ChapterPage:
        return ChapterPage(book, self.anchors, glosses, path, self.titles)

    def page(self, template: str, **values: object) -> str:
        shared = {"rulebook": self.rulebook, "anchors": self.anchors, "around": self.around, "hashes": self.hashes}
        return self.env.get_template(template).render(**shared, filename=chapter_file, **values)


def chapter_markdown(shelf: Shelf, book: Book, chapter: Section, glosses: Glosses) -> str:
    """The Markdown of a chapter's page."""
    sections = book.sections_of(chapter)
    here = {block.id for section in sections for block in section.blocks} | {section.id for section in sections}
    return shelf.page(
        "chapter.md.j2",
        book=book,
        chapter=chapter,
        sections=sections,
        changes=[change for change in book.changes if change.target in here],
        page=shelf.writer(book, glosses, f"{chapter_path(book.slug, chapter.id)}.md"),
        table_markdown=table_markdown,
        changes_json=changes_json,
    )


def book_pages(shelf: Shelf, book: Book) -> dict[str, str]:
    """Path in docs/ → Markdown, for one book: its index, its chapters and its glossary."""
    glosses = Glosses.of(book)
    pages = {f"{book.slug}/index.md": shelf.page("book.md.j2", book=book)}
    for chapter in book.chapters:
        pages[f"{chapter_path(book.slug, chapter.id)}.md"] = chapter_markdown(shelf, book, chapter, glosses)
    if book.glossary:
        path = f"{book.slug}/{GLOSSARY}.md"
        defining = {statement.id: statement for section in book.sections for statement in section.statements}
        pages[path] = shelf.page(
            "glossary.md.j2",
            book=book,
            terms=sorted(book.glossary, key=lambda term: term.term.lower().lstrip("“[(")),
            defining=defining,
            page=shelf.writer(book, NO_GLOSSES, path),
        )
    return pages


def comparison_page(shelf: Shelf) -> dict[str, str]:
    """The two Naruto editions side by side; no page where there is no table of pairs."""
    if not shelf.rulebook.pairs:
        return {}
    return {
        f"{COMPARISON}.md": shelf.page(
            "comparison.md.j2",
            groups=topics(shelf.rulebook.pairs, shelf.anchors),
            sections={section.id: section for section in shelf.rulebook.sections},
            statements={statement.id: statement for _, statement in shelf.rulebook.statements},
            pages={book.slug: shelf.writer(book, NO_GLOSSES, f"{COMPARISON}.md") for book in shelf.rulebook.books},
        )
    }


def all_pages(rulebook: Rulebook, anchors: Anchors) -> dict[str, str]:
    """Path in docs/ → Markdown, for every generated page."""
    shelf = Shelf.of(rulebook, anchors)
    pages = {"index.md": shelf.page("home.md.j2"), "libri/index.md": shelf.page("books.md.j2")}
    for book in rulebook.books:
        pages |= book_pages(shelf, book)
    return pages | comparison_page(shelf) | penalty_pages(shelf.env, rulebook, anchors)


def navigation(rulebook: Rulebook) -> list[dict[str, object]]:
    """MkDocs' `nav`: home, then each book with its chapters in the document's order."""
    nav: list[dict[str, object]] = [{"Prontuario": "index.md"}, {"Cerca": "cerca.md"}, {"Libri": "libri/index.md"}]
    nav += [{"Penalità": penalty_navigation(rulebook)}, {"Registro": "registro.md"}]
    for book in rulebook.books:
        entries: list[object] = [f"{book.slug}/index.md"]
        entries += [f"{chapter_path(book.slug, c.id)}.md" for c in book.chapters]
        if book.glossary:
            entries.append({"Glossario": f"{book.slug}/{GLOSSARY}.md"})
        nav.append({book.info.title: entries})
    if rulebook.pairs:
        nav.append({"Italia e USA": f"{COMPARISON}.md"})
    return [
        *nav,
        {"Tabelle": "tabelle/index.md"},
        {"Informazioni": "informazioni.md"},
        {"API": "api.md"},
        {"Galleria": "galleria.md"},
        {"Misure": "misure.md"},
    ]
