"""Test that an exact name comes first."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest

from scripts.model.book import Table, TableRow
from scripts.pipeline import Sources
from search.engine.answer import Engine
from search.engine.ranking import sum_impacts
from search.index.inverted_index import TITLED, name_term
from search.language import analysis
from tests.search.judged_queries import section_of

CITED = {
    "magic-mtr-introduzione.a",
    "wot-v2",
    "mtr-app-d.magic-2014",
    "magic-mtr-1.4.eventi-premier.magic-the-gathering-world-championship",
    "magic-mtr-1.4.eventi-premier.magic-the-gathering-limited-championship",
    "bang-1.1.asta.ad",
}  # «v 2.0» is also a number, the others name a game too


class Name(NamedTuple):
    name: str
    book: str
    id: str

    @property
    def terms(self) -> tuple[str, ...]:
        return tuple(sorted(set(analysis.terms(self.name))))


def names(sources: Sources) -> Iterator[Name]:
    """Return the names of all books, except bare numbers."""
    for book in sources.rulebook.books:
        for section in book.sections:
            yield Name(section.title, book.slug, section.id)
            for table in section.blocks:
                if isinstance(table, Table):
                    yield Name(table.title, book.slug, table.id)
                    yield from (Name(said(row, table), book.slug, row.id) for row in table.rows if row.id)
        yield from (Name(term.forms[0], book.slug, term.defined) for term in book.glossary)


def said(row: TableRow, table: Table) -> str:
    cells = zip(row.cells, table.columns, strict=True)
    return " ".join(str(cell) for cell, column in cells if column.name in table.entries and cell is not None)


def is_it(engine: Engine, wanted: str, found: str) -> bool:
    """Tell whether an answer is the named thing or part of it."""
    return section_of(found, engine.sections) == wanted or found == wanted or found.startswith(f"{wanted}.")


@pytest.mark.parametrize("narrowed", [False, True], ids=["ogni gioco", "un gioco"])
def test_the_only_one_of_its_name_is_first(engine: Engine, sources: Sources, narrowed: bool) -> None:
    every = [name for name in names(sources) if name.terms and not name.name.isdigit()]
    counts = Counter((name.book if narrowed else "", name.terms) for name in every)
    only = [name for name in every if counts[name.book if narrowed else "", name.terms] == 1 and name.id not in CITED]
    # Without a game the documents in force come first: what a superseded one alone names is asked of it.
    only = [name for name in only if narrowed or name.book not in engine.superseded]
    missed = []
    for name in only:
        results = engine.search(name.name, name.book if narrowed else "", limit=1).results
        if not results or not is_it(engine, name.id, results[0].id):
            missed.append(f"«{name.name}»: {results[0].id if results else 'niente'}, non {name.id}")
    assert len(only) > 400
    assert not missed, "\n".join(missed)


def telling(engine: Engine, title: str) -> list[str]:
    """Return the three rarest words of a title."""
    words = {token.term: token.word for token in analysis.tokens(title) if token.term and not token.term[0].isdigit()}
    return [words[term] for term in sorted(words, key=lambda term: len(engine.ranking.index.terms.get(term, ())))[:3]]


@pytest.mark.parametrize("narrowed", [False, True], ids=["ogni gioco", "un gioco"])
def test_two_telling_words_of_a_title_find_its_headline(engine: Engine, narrowed: bool) -> None:
    """Find a title by two rare words, nearly nine times in ten."""
    ranking, titles = engine.ranking, {head.title for head in engine.sections.values()}
    asked = {pair for title in titles for pair in combinations(telling(engine, title), 2)}
    found = []
    for use in [(book,) for book in engine.all] if narrowed else [engine.all]:
        for pair in sorted(asked):
            terms = analysis.terms(" ".join(pair))
            first_rules = sum_impacts([ranking.impacts(TITLED + term, use) for term in terms])
            headlines = {engine.documents[n].anchor for n in first_rules}
            if headlines and not ranking.impacts(name_term(terms), use):
                results = engine.search(" ".join(pair), use[0] if narrowed else "", limit=1).results
                found.append(results[0].id in headlines)
    assert len(found) > 200
    assert sum(found) / len(found) > 0.87


def test_games_that_answer_equally_stand_together(engine: Engine) -> None:
    """Group the games that answer equally well."""
    found = [result.id for result in engine.search("mulligan", limit=3).results]
    assert {anchor.partition("-")[0] for anchor in found} == {"magic", "naruto"}
