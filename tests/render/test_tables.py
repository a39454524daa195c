"""«Tabelle»: every table of the books is there, readable without a script; the calculators' numbers are the books' own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts import pipeline
from scripts.calculations import FILE, numbers_in, read_calculations
from scripts.pipeline import Sources
from scripts.problems import Report
from scripts.render import pages, tables
from tests.mending import book_with


@pytest.fixture(scope="module")
def made(sources: Sources) -> dict[str, str]:
    return tables.table_pages(pages.environment(), sources.rulebook, sources.anchors, sources.calculations)


def test_every_table_and_entry_of_every_book_stands_on_a_page_and_in_the_index(
    sources: Sources, made: dict[str, str]
) -> None:
    for book in sources.rulebook.books:
        for _, table in book.tables:
            page = made[f"tabelle/{book.slug}.md"]
            assert f'<section class="tabella consulta" id="{table.id}"' in page
            assert f'href="{book.slug}/#{table.id}"' in made["tabelle/index.md"]
            for row in table.rows:
                if row.id:
                    assert f'<tr id="{row.id}">' in page
                    assert f'href="../../r/{row.id}/"' in page


def test_every_link_of_a_tables_page_leads_to_an_anchor(sources: Sources, made: dict[str, str]) -> None:
    for path, page in made.items():
        for fragment in re.findall(r'href="\.\./\.\./(?:r/([^/"]+)/|[^"#]*#([^"]+))"', page):
            assert (fragment[0] or fragment[1]) in sources.anchors, path


def test_a_cell_reads_as_in_the_book(made: dict[str, str]) -> None:
    bang, magic = made["tabelle/bang.md"], made["tabelle/mtr.md"]
    assert '<td class="n">10–14</td><td class="n">3</td>' in bang
    assert '<td class="n">2.400\u00a0$</td>' in bang
    assert '<td class="n">50\u00a0min</td>' in magic
    assert "2 maggio 2014</td>" in magic


def test_calculators_only_where_their_book_is(sources: Sources) -> None:
    none = tables.table_pages(pages.environment(), sources.rulebook, sources.anchors, {})
    assert "data-calcolo" not in "".join(none.values())
    assert "tabelle/draft.md" not in none


def test_the_calculators_data_hold_what_the_books_say(sources: Sources) -> None:
    files = tables.table_files(sources.rulebook, sources.anchors, sources.calculations)
    data = json.loads(files[tables.DATA])
    assert data["values"]["mtr.minimo-incontri"] == 0.33
    assert data["sources"]["mtr.minimo-incontri"]["citation"] == "MTR App. C mw.c"
    assert data["tables"]["bang.turni"]["rows"][1] == [{"min": 15, "max": 24}, 4]
    assert set(data["sources"]) == set(sources.calculations)


def test_no_rulebook_number_stands_in_the_calculators_code(root: Path) -> None:
    """Names only: the scripts that compute hold no number above 2 but those of clocks and of layout."""
    for name in ("counts", "tiebreak", "draft"):
        code = (root / f"docs/assets/js/tables/{name}.js").read_text(encoding="utf-8")
        code = re.sub(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"|`[^`]*`", "", code, flags=re.DOTALL)
        assert numbers_in(code) <= {"0", "1", "2", "10"}, name


def test_numbers_are_read_as_italians_write_them() -> None:
    assert numbers_in("2.000 $, 0,33 e 2–0; 1.3.f") >= {"2000", "0,33", "2", "0"}


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("x\t41\tprova-1.1.b", "prova-1.1.b non dice «41»"),
        ("x\t\tprova-99", "l’ancora prova-99 non c’è"),
        ("x\t\tprova-1", "prova-1 non è né un enunciato né una tabella"),
    ],
)
def test_a_wrong_row_is_a_problem_with_its_place(row: str, found: str, tmp_path: Path) -> None:
    book_with("", tmp_path)
    (tmp_path / FILE).write_text(f"nome\tvalore\tancora\n{row}\n", encoding="utf-8")
    report = Report()
    loaded = pipeline.load(tmp_path, Report())
    read_calculations(tmp_path, loaded.rulebook, loaded.anchors, report)
    assert [(str(p.place), p.found) for p in report.problems] == [(f"{FILE.as_posix()}:2", found)]
