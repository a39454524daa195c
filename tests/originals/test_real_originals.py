"""Test the five real originals, where PRONTUARIO_ORIGINALS has them."""

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import cycle, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scripts.edition.tables import parse_table
from scripts.model.problems import Report
from scripts.originals import import_document
from scripts.originals.clean.text_repairs import BULLETS, DOUBLED_TWICE
from scripts.originals.commands import summarise
from scripts.originals.compare.fingerprint import fingerprint, read_fingerprints
from scripts.originals.cut.edition_outline import list_books
from scripts.originals.cut.table_reconstruction import PrintedTable
from scripts.originals.errors import OriginalError
from scripts.originals.import_stages import Imported
from scripts.originals.import_store import make_files
from scripts.originals.read import read
from scripts.originals.read.plain import read_text
from scripts.originals.text_model import fold, to_text
from tests.conftest import ROOT
from tests.originals import document_formats, made_up_books
from tests.originals.random_damage import mutated

FOLDER = os.environ.get("PRONTUARIO_ORIGINALS", "")
BOOKS = [book for book in ("mtr", "naruto-it", "naruto-usa", "bang", "wot") if book in list_books(ROOT)]
MUTATIONS = int(os.environ.get("PRONTUARIO_MUTATIONS", "30"))  # 2.000 in `python -m tests.originals.damage_stress`
WORKERS = 3
OTHER_PAGE = {"bang-1.1.asta"}  # the outline says 2; its words follow the foot of page 2
FOOT = re.compile(r"All Rights Reserved|pagina \d+ di \d+|KISHIMOTO")

pytestmark = pytest.mark.skipif(
    not Path(FOLDER).is_dir() or not FOLDER, reason="PRONTUARIO_ORIGINALS non indica la cartella degli originali"
)


def path_of(book: str) -> Path:
    path = Path(FOLDER) / f"{book}.txt"
    if not path.exists():
        pytest.skip(f"{path.name} non è fra gli originali")
    return path


@cache
def bytes_of(book: str) -> bytes:
    return path_of(book).read_bytes()


@cache
def source_of(book: str) -> import_document.BookSource:
    return import_document.read_book_source(ROOT, book)


@pytest.fixture(scope="module")
def originals() -> dict[str, Imported]:
    return {book: import_document.import_file(ROOT, book, path_of(book)) for book in BOOKS}


@pytest.mark.parametrize("book", BOOKS)
def test_every_section_is_found_in_order(originals: dict[str, Imported], book: str) -> None:
    one = originals[book]
    assert not one.misses
    assert one.found == len(one.sections)
    assert not one.logs.warnings, "una correzione o una tabella della ricetta non va più"
    begins = [part.at.first for part in one.parts if part.at]
    assert begins == sorted(begins)
    assert not any(section.moved for section in one.sections)


@pytest.mark.parametrize("book", BOOKS)
def test_pages_are_those_of_the_outline(originals: dict[str, Imported], book: str) -> None:
    given = [(s.heading.id, s.page, s.heading.page) for s in originals[book].sections if s.heading.page]
    assert [g for g in given if g[1] != g[2] and g[0] not in OTHER_PAGE] == []


@pytest.mark.parametrize("book", BOOKS)
def test_no_word_is_lost(originals: dict[str, Imported], book: str) -> None:
    """Account for every word: sections, titles, discarded, logged repairs."""
    one = originals[book]
    assert one.coverage >= 0.995

    def words(text: str) -> Counter[str]:
        return Counter(key for word in text.split() if (key := fold(word)))

    before = words(to_text(read(path_of(book)).lines).flat)
    after = words(one.text.flat)
    for discard in one.logs.discards:
        after += words(discard.text)
    for change in one.logs.rewrites:
        after += words(change.before)
        before += words(change.after)
    strange = (before - after) + (after - before)
    assert sum(strange.values()) <= 0.001 * sum(before.values()), strange


@pytest.mark.parametrize("book", BOOKS)
def test_no_doubled_letters_orphan_bullets_or_page_furniture_are_left(
    originals: dict[str, Imported], book: str
) -> None:
    for section in originals[book].sections:
        for block in section.blocks:
            text = block if isinstance(block, str) else block.as_text()
            assert not FOOT.search(text), section.heading.id
            assert not any(DOUBLED_TWICE.match(word) for word in text.split()), section.heading.id
            assert not re.search(r"• *(?:•|$)", text), section.heading.id
            assert not (set(text) & (BULLETS - {"•", "·"})), section.heading.id


def table_pairs() -> Iterator[tuple[str, str]]:
    for book in BOOKS:
        recipe = import_document.read_book_source(ROOT, book).recipe
        for table in recipe.tables:
            yield book, table.id


@pytest.mark.parametrize(("book", "table"), list(table_pairs()))
def test_the_printed_tables_are_those_of_the_edition(originals: dict[str, Imported], book: str, table: str) -> None:
    printed = {b.id: b for s in originals[book].sections for b in s.blocks if isinstance(b, PrintedTable)}
    wanted = [t for t in printed if re.fullmatch(table.replace(".", r"\.").replace("*", ".+"), t)]
    assert wanted, table
    for name in wanted:
        path = ROOT / "rules_src" / book / "tabelle" / f"{name}.tsv"
        if not path.exists():
            continue
        ours = parse_table(path.read_text(encoding="utf-8"), path.name, name, Report())
        theirs = parse_table(printed[name].as_file(), f"{name}.tsv", name, Report())
        assert ours is not None
        assert theirs is not None
        assert len(ours.rows) == len(theirs.rows), name
        width = min(len(ours.columns), len(theirs.columns))
        for our_row, their_row in zip(ours.rows, theirs.rows, strict=True):
            for our_cell, their_cell in zip(our_row.cells[:width], their_row.cells[:width], strict=True):
                assert plain(our_cell) == plain(their_cell), (name, our_cell, their_cell)


def plain(cell: object) -> str:
    """Return a cell without the edition's additions to the name."""
    return fold(re.sub(r"\([^)]*\)", "", str(cell)).replace(" ", ""))


@pytest.mark.parametrize("book", BOOKS)
def test_fingerprints_are_those_committed(originals: dict[str, Imported], book: str) -> None:
    expected = read_fingerprints(ROOT, book)
    assert {s.heading.id: fingerprint(s.words) for s in originals[book].sections} == expected


@pytest.mark.parametrize(("form", "book"), [*zip(sorted(document_formats.FORMS) * 2, cycle(BOOKS))])
def test_another_form_reads_as_the_text_does(
    originals: dict[str, Imported], tmp_path: Path, book: str, form: str
) -> None:
    text = path_of(book).read_text(encoding="utf-8")
    made = import_document.import_file(ROOT, book, document_formats.FORMS[form](text, tmp_path / form))
    assert made_up_books.bare(made) == made_up_books.bare(originals[book])


@pytest.mark.parametrize(("book", "columns"), [*zip(BOOKS, cycle((2, 1)))])
def test_a_printed_pdf_reads_as_the_text_does(
    originals: dict[str, Imported], paper: Page, tmp_path: Path, book: str, columns: int
) -> None:
    printed = document_formats.pdf(paper, path_of(book).read_text(encoding="utf-8"), tmp_path / f"{book}.pdf", columns)
    made = import_document.import_file(ROOT, book, printed)
    assert made_up_books.bare(made) == made_up_books.bare(originals[book])


def test_another_book_is_refused() -> None:
    for book, other in [*pairwise([*BOOKS, BOOKS[0]]), ("naruto-usa", "naruto-it")]:
        with pytest.raises(OriginalError, match=f"prontuario import {other}|non sembra l’originale"):
            import_document.import_file(ROOT, book, path_of(other))


@pytest.mark.parametrize("worker", range(WORKERS))
def test_mutations_never_end_in_a_traceback(worker: int) -> None:
    survive(worker, MUTATIONS // WORKERS)


def survive(seed: int, count: int) -> int:
    """Read `count` damaged originals; return how many were refused."""
    source = random.Random(seed)
    refused = 0
    for _ in range(count):
        book = source.choice(BOOKS)
        try:
            read_one = read_text(mutated(bytes_of(book), source), f"{book}.txt")
            one = import_document.import_source(ROOT, source_of(book), read_one, f"{book}.txt")
        except OriginalError:
            refused += 1
            continue
        make_files(one)
        summarise(ROOT, one, everything=False)
    return refused
