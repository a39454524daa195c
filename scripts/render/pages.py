"""All pages, as Markdown with stable anchors, from the templates; and the order in which the site shows them."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import jinja2

from scripts.model.anchors import EDITIONS, GLOSSARY, chapter_path
from scripts.model.book import Book, Comparison, Rulebook, Section, Table
from scripts.model.calculations import Calculator
from scripts.model.games import Game, book_labels, group_games
from scripts.model.incremental import kept
from scripts.model.original import Originals
from scripts.model.record import Records
from scripts.render.chapters import NO_GLOSSES, ChapterWriter, Glosses, revisions_json
from scripts.render.clock import clocks
from scripts.render.editions import address, since_words, steps
from scripts.render.environment import environment
from scripts.render.originals import book_summary, folded_section
from scripts.render.penalty_pages import penalty_navigation, penalty_pages
from scripts.render.permalinks import document_name
from scripts.render.related_rules import Around, surroundings, topics
from scripts.render.table_pages import groups, table_pages

COMPARISON = "confronto"


def chapter_file(chapter: Section) -> str:
    """The file name of a chapter's page, beside its book's index: 'bang-1' → '1.md'."""
    return posixpath.basename(chapter_path(chapter.book, chapter.id)) + ".md"


@dataclass(frozen=True)
class PageMaker:
    """What the pages of all books are made from."""

    env: jinja2.Environment
    rulebook: Rulebook
    records: Records
    originals: Originals
    around: Mapping[str, Around]

    @classmethod
    def of(cls, rulebook: Rulebook, records: Records, originals: Originals) -> PageMaker:
        return cls(environment(), rulebook, records, originals, surroundings(rulebook, records))

    def writer(self, book: Book, glosses: Glosses, path: str) -> ChapterWriter:
        return ChapterWriter(book, self.records, glosses, path)

    def page(self, template: str, **values: object) -> str:
        shared = {"rulebook": self.rulebook, "records": self.records, "around": self.around}
        return self.env.get_template(template).render(**shared, filename=chapter_file, **values)


def chapter_markdown(maker: PageMaker, book: Book, chapter: Section, glosses: Glosses) -> str:
    """The Markdown of a chapter's page; the book's other chapters are not read for it."""
    own = replace(book, sections=book.sections_of(chapter))
    around = [maker.around.get(section.id) for section in own.sections]
    given = own, around, maker.originals.get(book.slug), maker.rulebook.latest
    return kept(f"page {chapter.id}", given, partial(_chapter, maker, own, chapter, glosses), maker.records)


def _chapter(maker: PageMaker, book: Book, chapter: Section, glosses: Glosses, records: Records) -> str:
    maker, sections = replace(maker, records=records), book.sections
    here = {block.id for section in sections for block in section.blocks} | {section.id for section in sections}
    return maker.page(
        "markdown/chapter.md.j2",
        book=book,
        chapter=chapter,
        sections=sections,
        revisions=[(revision, address(book, revision)) for revision in book.revisions if revision.target in here],
        since=lambda anchor: since_words(book, anchor, maker.records),
        page=maker.writer(book, glosses, f"{chapter_path(book.slug, chapter.id)}.md"),
        revisions_json=revisions_json,
        originals=maker.originals.get(book.slug, {}),
        folded_section=folded_section,
    )


def book_pages(maker: PageMaker, book: Book) -> dict[str, str]:
    """Path → Markdown, for one book: its index, its chapters and its glossary."""
    glosses = Glosses.of(book)
    pages = {
        f"{book.slug}/index.md": maker.page(
            "markdown/book.md.j2", book=book, originals=maker.originals.get(book.slug, {}), book_summary=book_summary
        )
    }
    for chapter in book.chapters:
        pages[f"{chapter_path(book.slug, chapter.id)}.md"] = chapter_markdown(maker, book, chapter, glosses)
    if book.glossary:
        path = f"{book.slug}/{GLOSSARY}.md"
        pages[path] = maker.page(
            "markdown/glossary.md.j2",
            book=book,
            terms=sorted(book.glossary, key=lambda term: term.term.lower().lstrip("“[(")),
            page=maker.writer(book, NO_GLOSSES, path),
        )
    if book.editions:
        path = f"{book.slug}/{EDITIONS}.md"
        page = maker.writer(book, NO_GLOSSES, path)
        pages[path] = maker.page("markdown/editions.md.j2", book=book, steps=steps(book, maker.records), page=page)
    return pages


def comparison_page(maker: PageMaker, one: Comparison, records: Records) -> str:
    """Two editions of a game side by side."""
    maker, books = replace(maker, records=records), [maker.rulebook.book(slug) for slug in one.books]
    path = f"{COMPARISON}/{one.name}.md"
    return maker.page(
        "markdown/comparison.md.j2",
        comparison=one,
        sides=list(zip(one.books, one.labels, strict=True)),
        game=books[0].info.game,
        groups=topics(one.pairs, maker.records),
        sections={section.id: section for book in books for section in book.sections},
        pages={book.slug: maker.writer(book, NO_GLOSSES, path) for book in books},
    )


def comparison_list(rulebook: Rulebook) -> str:
    """The comparisons, as the header of each page lists them: 'naruto:naruto-it,naruto-usa:Italia e USA'."""
    return "|".join(f"{one.name}:{','.join(one.books)}:{one.title}" for one in rulebook.comparisons)


def game_list(rulebook: Rulebook) -> str:
    """Return the games as the header of each page lists them, a superseded document with the one in force.

    'magic:Magic:magic-mtr,magic-ipg|bang:BANG!:bang|mtr:Magic 2014:mtr:magic-mtr'
    """

    def listed(game: Game) -> str:
        now = rulebook.book(game.books[0]).info.superseded_by
        return ":".join((game.id, game.label, ",".join(game.books), *([now] if now else [])))

    return "|".join(map(listed, group_games(rulebook.books)))


@dataclass(frozen=True)
class TodaysGame:
    """Hold what the home shows of a game that is today's; `books`: its documents."""

    game: Game
    books: Sequence[Book]
    tables: Sequence[tuple[Section, Table]]
    reckons: bool

    @classmethod
    def of(cls, game: Game, rulebook: Rulebook, calculators: Sequence[Calculator]) -> TodaysGame:
        books = [rulebook.book(slug) for slug in game.books]
        tables = [pair for book in books for group in groups(book) for pair in group.tables]
        return cls(game, books, tables, any(one.book in game.books for one in calculators))

    @property
    def clocked(self) -> bool:
        return any(book.clocks for book in self.books)


def home_pages(maker: PageMaker, calculators: Sequence[Calculator]) -> dict[str, str]:
    """The home, the books, the clock and the poster."""
    games = group_games(maker.rulebook.books)
    desks = [TodaysGame.of(game, maker.rulebook, calculators) for game in games]
    named = book_labels(games) | {game.id: game.label for game in games}
    return {
        "index.md": maker.page("markdown/home.md.j2", desks=desks),
        "libri/index.md": maker.page("markdown/books.md.j2"),
        "orologio.md": maker.page("markdown/clock.md.j2", labels=named, clocks=clocks(maker.rulebook, maker.records)),
        "manifesto.md": maker.page("markdown/poster.md.j2", desks=desks),
    }


def all_pages(
    rulebook: Rulebook, records: Records, originals: Originals, calculators: Sequence[Calculator]
) -> dict[str, str]:
    """Path → Markdown, for every generated page."""
    maker = PageMaker.of(rulebook, records, originals)
    pages = home_pages(maker, calculators)
    for book in rulebook.books:
        pages |= book_pages(maker, book)
    for one in rulebook.comparisons:
        given = one, [rulebook.book(slug) for slug in one.books], rulebook.latest
        make = partial(comparison_page, maker, one)
        pages[f"{COMPARISON}/{one.name}.md"] = kept(f"comparison {one.name}", given, make, records)
    pages |= penalty_pages(maker.env, rulebook, records)
    return pages | table_pages(maker.env, rulebook, records, calculators)


def accents(rulebook: Rulebook) -> str:
    """The books' colours as CSS, light or dark with the scheme: what the site's stylesheet ends with."""
    found = {book.slug: book.info.accent for book in rulebook.books}
    found |= {game.id: found[game.books[0]] for game in group_games(rulebook.books)}
    rules = (f'[data-book="{i}"] {{ --libro: light-dark({a.light}, {a.dark}); }}\n' for i, a in found.items())
    names = (
        f'[data-book="{book.slug}"] {{ --documento: {_quoted(document_name(book.info))}; }}\n'
        for book in rulebook.books
    )
    return "/* L’accento di ogni libro, dal suo book.toml, e come si chiama. */\n" + "".join((*rules, *names))


def _quoted(text: str) -> str:
    """A text as CSS writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def navigation(rulebook: Rulebook) -> list[dict[str, object]]:
    """MkDocs' `nav`: home, then each book with its chapters in the document's order."""
    nav: list[dict[str, object]] = [{"Prontuario": "index.md"}, {"Cerca": "cerca.md"}, {"Libri": "libri/index.md"}]
    nav += [{"Penalità": penalty_navigation(rulebook)}, {"Registro": "registro.md"}]
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
