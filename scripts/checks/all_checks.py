"""Run all checks that need the whole rulebook."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial

from scripts.checks.book_structure import check_glossary, check_structure
from scripts.checks.decision_table_coverage import check_coverage
from scripts.checks.decision_tables import check_base, check_decision_table, check_penalties, check_remedies
from scripts.checks.game_grouping import check_games
from scripts.checks.link_integrity import check_history, check_references, check_words, list_references
from scripts.model.anchor_index import Anchors
from scripts.model.book import Rulebook
from scripts.model.incremental import memoise_reporting
from scripts.model.problems import Report


def check_rulebook(
    rulebook: Rulebook, anchors: Anchors, published: Collection[str], books: Collection[str], report: Report
) -> None:
    """Run every check that needs all sources at once; problems are added to `report`.

    `published`: every anchor ever published; `books`: slugs of all books, unreadable ones included.
    """
    before = len(report.problems)
    check_references(list_references(rulebook), anchors, published, books, report)
    check_words(rulebook, anchors, report)
    check_games(rulebook.books, books, report)
    for book in rulebook.books:
        check_history(book, anchors, published, report)
        check_structure(book, published, report)
        check_penalties(book, report)
        broken = {problem.place.file for problem in report.problems}
        for table in book.infractions:
            if table.place.file not in broken:  # a row that was not understood is not a hole in the table
                memoise_reporting(f"check {table.id}", table, partial(check_decision_table, table), report)
    if len(report.problems) == before:  # coverage is of complete tables
        for book in (book for book in rulebook.books if not report.of(f"rules_src/{book.slug}")):
            check_coverage(book, anchors, report)
            check_base(book, report)
            prescribed = replace(book, sections=())
            memoise_reporting(f"remedies {book.slug}", prescribed, partial(check_remedies, prescribed), report)
    check_glossary(rulebook, report)
