"""Markdown pages with stable anchors, from Jinja templates in `scripts/templates/`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import jinja2

from scripts import inline
from scripts.anchors import Anchors, chapter_path
from scripts.edition.chapters import typographic
from scripts.model import Book, Cell, Column, ColumnType, GlossaryTerm, Rulebook, Section, Statement, Table
from scripts.render.links import Around, surroundings
from scripts.render.text import NBSP, cell_text, escaped, long_date, spaced

TEMPLATES = Path(__file__).parent.parent / "templates"
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
        self.anchors, self.folder = anchors, posixpath.dirname(page)

    def href(self, target: str) -> str:
        path, _, fragment = self.anchors[target].url.partition("#")
        return f"{posixpath.relpath(path.strip('/') + '.md', self.folder or '.')}#{fragment}"

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


class ChapterPage:
    """Renders one chapter. Holds what all its statements need: links, glossary, the terms already explained."""

    def __init__(self, book: Book, anchors: Anchors, glosses: Glosses, page: str) -> None:
        self.book, self.anchors, self.glosses = book, anchors, glosses
        self.linker = Linker(anchors, page)
        self.explained: set[str] = set()

    def start_section(self) -> str:
        """Terms are explained once a section: whoever lands in the middle of a page finds them too."""
        self.explained = set()
        return ""

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
        parts, end = [], 0
        for match in self.glosses.pattern.finditer(text):
            term = self.glosses.terms[match[0]]
            if term.defined == here or term.term in self.explained:
                continue
            self.explained.add(term.term)
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

    def label(self, anchor_id: str) -> str:
        return self.linker.link(anchor_id, "", self.book.slug)


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


def chapter_file(chapter: Section) -> str:
    """The file name of a chapter's page, beside its book's index: 'bang-1' → '1.md'."""
    return posixpath.basename(chapter_path(chapter.book, chapter.id)) + ".md"


def chapter_markdown(
    env: jinja2.Environment,
    book: Book,
    chapter: Section,
    anchors: Anchors,
    around: Mapping[str, Around],
    glosses: Glosses,
) -> str:
    """The Markdown of a chapter's page."""
    page = f"{chapter_path(book.slug, chapter.id)}.md"
    renderer = ChapterPage(book, anchors, glosses, page)
    chapters = book.chapters
    place = chapters.index(chapter)
    return env.get_template("chapter.md.j2").render(
        book=book,
        chapter=chapter,
        sections=book.sections_of(chapter),
        anchors=anchors,
        around=around,
        page=renderer,
        table_markdown=table_markdown,
        Statement=Statement,
        previous=chapters[place - 1] if place else None,
        following=chapters[place + 1] if place + 1 < len(chapters) else None,
        filename=chapter_file,
    )


def book_pages(env: jinja2.Environment, book: Book, anchors: Anchors, around: Mapping[str, Around]) -> dict[str, str]:
    """Path in docs/ → Markdown, for one book: its index and its chapters."""
    glosses = Glosses.of(book)
    pages = {f"{book.slug}/index.md": env.get_template("book.md.j2").render(book=book, filename=chapter_file)}
    for chapter in book.chapters:
        path = f"{chapter_path(book.slug, chapter.id)}.md"
        pages[path] = chapter_markdown(env, book, chapter, anchors, around, glosses)
    return pages


def all_pages(rulebook: Rulebook, anchors: Anchors) -> dict[str, str]:
    """Path in docs/ → Markdown, for every generated page."""
    env = environment()
    around = surroundings(rulebook, anchors)
    pages = {"index.md": env.get_template("home.md.j2").render(rulebook=rulebook)}
    for book in rulebook.books:
        pages |= book_pages(env, book, anchors, around)
    return pages


def navigation(rulebook: Rulebook) -> list[dict[str, object]]:
    """MkDocs' `nav`: home, then each book with its chapters in the document's order."""
    nav: list[dict[str, object]] = [{"Prontuario": "index.md"}, {"Cerca": "cerca.md"}]
    for book in rulebook.books:
        entries: list[object] = [f"{book.slug}/index.md"]
        entries += [f"{chapter_path(book.slug, c.id)}.md" for c in book.chapters]
        nav.append({book.info.title: entries})
    return [*nav, {"Informazioni": "informazioni.md"}, {"API": "api.md"}]
