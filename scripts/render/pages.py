"""Render all generated pages as Markdown, and the site's navigation."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scripts.model.anchor_contents import Records
from scripts.model.anchor_index import EDITIONS, GLOSSARY, chapter_path
from scripts.model.book import Book, Comparison, Rulebook, Section, Table
from scripts.model.calculators import Calculator
from scripts.model.games import Game, group_games, label_books
from scripts.model.incremental import memoise
from scripts.model.original_section import Originals
from scripts.render.chapters import NO_GLOSSES, ChapterWriter, Glosses, make_revisions
from scripts.render.earlier_editions import describe_first_edition, list_transitions, locate_old_text
from scripts.render.imported_originals import fold_section, summarise_book
from scripts.render.jinja_environment import render_template
from scripts.render.penalty_pages import make_penalty_navigation, render_penalty_pages
from scripts.render.permalinks import name_document
from scripts.render.related_rules import RelatedRules, group_pairs, relate_rules
from scripts.render.round_clocks import make_clocks
from scripts.render.table_pages import render_table_pages

COMPARISON = "confronto"


def name_chapter_file(chapter: Section) -> str:
    """Return the file name of a chapter's page: 'bang-1' → '1.md'."""
    return posixpath.basename(chapter_path(chapter.book, chapter.id)) + ".md"


@dataclass(frozen=True)
class PageMaker:
    """Hold what all books' pages are rendered from (`around`: related links)."""

    rulebook: Rulebook
    records: Records
    originals: Originals
    around: Mapping[str, RelatedRules]

    def render(self, template: str, **values: object) -> str:
        """Render a template, with the common values added."""
        shared = {"rulebook": self.rulebook, "records": self.records, "around": self.around}
        return render_template(template, **shared, filename=name_chapter_file, **values)


def render_chapter(maker: PageMaker, book: Book, chapter: Section, glosses: Glosses) -> str:
    """Return a chapter page's Markdown, cached until its input changes."""
    own = replace(book, sections=tuple(section for section in book.sections if section.chapter == chapter.id))
    around = [maker.around.get(section.id) for section in own.sections]
    given = own, around, maker.originals.get(book.slug), maker.rulebook.latest
    return memoise(f"page {chapter.id}", given, partial(_render_chapter, maker, own, chapter, glosses), maker.records)


def _render_chapter(maker: PageMaker, book: Book, chapter: Section, glosses: Glosses, records: Records) -> str:
    maker, sections = replace(maker, records=records), book.sections
    here = {block.id for section in sections for block in section.blocks} | {section.id for section in sections}
    return maker.render(
        "markdown/chapter.md.j2",
        book=book,
        chapter=chapter,
        sections=sections,
        revisions=[
            (revision, locate_old_text(book, revision)) for revision in book.revisions if revision.target in here
        ],
        since=lambda anchor: describe_first_edition(book, anchor, maker.records),
        page=ChapterWriter(book, maker.records, glosses, f"{chapter_path(book.slug, chapter.id)}.md"),
        revisions_json=make_revisions,
        originals=maker.originals.get(book.slug, {}),
        folded_section=fold_section,
    )


def render_book(maker: PageMaker, book: Book) -> dict[str, str]:
    """Return path → Markdown of a book's pages: index, chapters, glossary, editions."""
    glosses = Glosses.compile(book)
    pages = {
        f"{book.slug}/index.md": maker.render(
            "markdown/book.md.j2", book=book, originals=maker.originals.get(book.slug, {}), book_summary=summarise_book
        )
    }
    for chapter in book.chapters:
        pages[f"{chapter_path(book.slug, chapter.id)}.md"] = render_chapter(maker, book, chapter, glosses)
    if book.glossary:
        path = f"{book.slug}/{GLOSSARY}.md"
        pages[path] = maker.render(
            "markdown/glossary.md.j2",
            book=book,
            terms=sorted(book.glossary, key=lambda term: term.term.lower().lstrip("“[(")),
            page=ChapterWriter(book, maker.records, NO_GLOSSES, path),
        )
    if book.editions:
        path = f"{book.slug}/{EDITIONS}.md"
        page = ChapterWriter(book, maker.records, NO_GLOSSES, path)
        pages[path] = maker.render(
            "markdown/editions.md.j2", book=book, steps=list_transitions(book, maker.records), page=page
        )
    return pages


def render_comparison(maker: PageMaker, one: Comparison, records: Records) -> str:
    """Return the Markdown of two editions side by side."""
    maker, books = replace(maker, records=records), [maker.rulebook.book(slug) for slug in one.books]
    path = f"{COMPARISON}/{one.name}.md"
    return maker.render(
        "markdown/comparison.md.j2",
        comparison=one,
        sides=list(zip(one.books, one.labels, strict=True)),
        game=books[0].info.game,
        groups=group_pairs(one.pairs, maker.records),
        sections={section.id: section for book in books for section in book.sections},
        pages={book.slug: ChapterWriter(book, maker.records, NO_GLOSSES, path) for book in books},
    )


def list_comparisons(rulebook: Rulebook) -> str:
    """Return the comparisons for page headers: 'naruto:naruto-it,naruto-usa:Italia e USA|…'."""
    return "|".join(f"{one.name}:{','.join(one.books)}:{one.title}" for one in rulebook.comparisons)


def list_games(rulebook: Rulebook) -> str:
    """Return the games as one string for page headers: 'id:name:document,document|…'.

    'magic:Magic:magic-mtr,magic-ipg|bang:BANG!:bang'. A game whose first document is superseded has a fourth part, the
    slug of the document that superseded it.
    """

    def listed(game: Game) -> str:
        now = rulebook.book(game.books[0]).info.superseded_by
        return ":".join((game.id, game.label, ",".join(game.books), *([now] if now else [])))

    return "|".join(map(listed, group_games(rulebook.books)))


@dataclass(frozen=True)
class TodaysGame:
    """Hold what the home page shows of a chosen game.

    `books`: its documents; `tables`: their tables, each with its section; `reckons`: whether it has calculators.
    """

    game: Game
    books: Sequence[Book]
    tables: Sequence[tuple[Section, Table]]
    reckons: bool


def render_home(maker: PageMaker, calculators: Sequence[Calculator]) -> dict[str, str]:
    """Return path → Markdown of home page, list of books, clock and poster."""
    games = group_games(maker.rulebook.books)
    desks = []
    for game in games:
        books = [maker.rulebook.book(slug) for slug in game.books]
        tables = [pair for book in books for pair in book.tables]
        desks.append(TodaysGame(game, books, tables, any(one.book in game.books for one in calculators)))
    named = label_books(games) | {game.id: game.label for game in games}
    return {
        "index.md": maker.render("markdown/home.md.j2", desks=desks),
        "libri/index.md": maker.render("markdown/books.md.j2"),
        "orologio.md": maker.render(
            "markdown/clock.md.j2", labels=named, clocks=make_clocks(maker.rulebook, maker.records)
        ),
        "manifesto.md": maker.render("markdown/poster.md.j2", desks=desks),
    }


def render_pages(
    rulebook: Rulebook, records: Records, originals: Originals, calculators: Sequence[Calculator]
) -> dict[str, str]:
    """Return path → Markdown of every generated page."""
    maker = PageMaker(rulebook, records, originals, relate_rules(rulebook, records))
    pages = render_home(maker, calculators)
    for book in rulebook.books:
        pages |= render_book(maker, book)
    for one in rulebook.comparisons:
        given = one, [rulebook.book(slug) for slug in one.books], rulebook.latest
        make = partial(render_comparison, maker, one)
        pages[f"{COMPARISON}/{one.name}.md"] = memoise(f"comparison {one.name}", given, make, records)
    pages |= render_penalty_pages(rulebook, records)
    return pages | render_table_pages(rulebook, records, calculators)


def make_accents(rulebook: Rulebook) -> str:
    """Return CSS with the books' colours and names, for the stylesheet."""
    found = {book.slug: book.info.accent for book in rulebook.books}
    found |= {game.id: found[game.books[0]] for game in group_games(rulebook.books)}
    rules = (f'[data-book="{i}"] {{ --libro: light-dark({a.light}, {a.dark}); }}\n' for i, a in found.items())
    names = (
        f'[data-book="{book.slug}"] {{ --documento: {json.dumps(name_document(book.info), ensure_ascii=False)}; }}\n'
        for book in rulebook.books
    )
    return "/* L’accento di ogni libro, dal suo book.toml, e come si chiama. */\n" + "".join((*rules, *names))


def make_navigation(rulebook: Rulebook) -> list[dict[str, object]]:
    """Return MkDocs' `nav`: all pages in order."""
    nav: list[dict[str, object]] = [{"Prontuario": "index.md"}, {"Cerca": "cerca.md"}, {"Libri": "libri/index.md"}]
    nav += [{"Penalità": make_penalty_navigation(rulebook)}, {"Registro": "registro.md"}]
    for book in rulebook.books:
        entries: list[object] = [f"{book.slug}/index.md"]
        entries += [f"{chapter_path(book.slug, c.id)}.md" for c in book.chapters]
        if book.glossary:
            entries.append({"Glossario": f"{book.slug}/{GLOSSARY}.md"})
        if book.editions:
            entries.append({"Edizioni": f"{book.slug}/{EDITIONS}.md"})
        nav.append({book.info.title: entries})
    nav += [{one.title: f"{COMPARISON}/{one.name}.md"} for one in rulebook.comparisons]
    return [
        *nav,
        {"Tabelle": "tabelle/index.md"},
        {"Decisione": "decisione.md"},
        {"Orologio": "orologio.md"},
        {"Manifesto": "manifesto.md"},
        {"Informazioni": "informazioni.md"},
        {"API": "api.md"},
        {"Galleria": "galleria.md"},
        {"Misure": "misure.md"},
        {"Modello": "modello.md"},
    ]
