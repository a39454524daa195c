"""Test «Tabelle»: complete, readable without scripts, numbers of the books."""

import json
import math
import re
from pathlib import Path

import pytest

from scripts.edition.calculators.constants import find_numbers
from scripts.model.book import Range
from scripts.model.games import group_games
from scripts.pipeline import Sources
from scripts.render import table_pages


@pytest.fixture(scope="module")
def made(sources: Sources) -> dict[str, str]:
    return table_pages.render_table_pages(sources.rulebook, sources.records, sources.calculators)


def test_every_table_and_entry_of_every_book_stands_on_a_page_and_in_the_index(
    sources: Sources, made: dict[str, str]
) -> None:
    games = group_games(sources.rulebook.books)
    for book in sources.rulebook.books:
        game = next(game.id for game in games if book.slug in game.books)
        for _, table in book.tables:
            page = made[f"tabelle/{game}.md"]
            assert f'<section class="tabella consulta" id="{table.id}"' in page
            assert f'href="{game}/#{table.id}"' in made["tabelle/index.md"]
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


def test_what_scripts_read_is_what_the_books_say(sources: Sources) -> None:
    files = table_pages.make_table_files(sources.rulebook, sources.records, sources.calculators)
    data = json.loads(files["tabelle/tiebreaker.json"])
    assert data["values"]["minimo-incontri"] == 0.33
    assert data["sources"]["minimo-incontri"]["citation"] == "MTR 2014 App. C mw.c"
    assert json.loads(files["tabelle/draft.json"])["tables"]["booster"]["rows"][0] == [15, 40]


def test_a_search_is_answered_from_the_calculators_to_which_a_number_is_enough(sources: Sources) -> None:
    files = table_pages.make_table_files(sources.rulebook, sources.records, sources.calculators)
    books = json.loads(files["tabelle/numeri.json"])
    assert {book: [one["input"] for one in made] for book, made in books.items()} == {
        "magic-mtr": ["giocatori"], "mtr": ["giocatori"], "naruto-it": ["giocatori"], "bang": ["giocatori"]
    }  # fmt: skip
    (magic,), (naruto,) = books["mtr"], books["naruto-it"]
    low, high, results = next(case for case in magic["cases"] if case[0] <= 77 <= case[1])
    assert (low, high, results[0]) == (65, 128, ["Turni di svizzera", ["7"]])
    assert magic["supposed"] == "Individuale, Top 8, altro o nessuno"
    assert naruto["cases"][-1][2][0] == ["Turni di svizzera", []]  # the book is silent


def test_every_name_that_a_script_reads_is_declared_and_no_other(root: Path, sources: Sources) -> None:
    for calculator in (one for one in sources.calculators if one.code):
        names = {calculator.code, {"draft-timer": "draft-phases"}.get(calculator.code, calculator.code)}
        code = "".join((root / f"docs/assets/js/tables/{name}.js").read_text(encoding="utf-8") for name in names)
        written = set(re.findall(r'"([a-z-]+)"', code))
        assert set(calculator.data) <= written, calculator.id
        asked = set(re.findall(r'(?:value|table)\(data, "([a-z-]+)"\)', code))
        assert asked <= set(calculator.data), calculator.id


def test_the_cases_of_a_calculator_answer_every_number_once_for_every_choice(sources: Sources) -> None:
    for calculator in (one for one in sources.calculators if not one.code):
        spans: dict[tuple[object, ...], list[int]] = {}
        for case in calculator.cases:
            chosen = tuple(answer for answer in case.when.values() if not isinstance(answer, Range))
            ranges = (answer for answer in case.when.values() if isinstance(answer, Range))
            spans.setdefault(chosen, []).extend(end for answer in ranges for end in (answer.low, answer.high or 0))
        typed = [one for one in calculator.inputs if not one.choices]
        assert len(spans) == math.prod(len(one.choices) for one in calculator.inputs if one.choices)
        for ends in spans.values():
            assert ends[:1] == [one.low for one in typed]
            assert ends[-1:] == [one.high for one in typed]
            assert all(b == a + 1 for a, b in zip(ends[1:-1:2], ends[2::2], strict=True))


def test_no_rulebook_number_stands_in_the_calculators_code(root: Path) -> None:
    for name in ("answer-lookup", "page", "tiebreak", "draft-phases"):
        code = (root / f"docs/assets/js/tables/{name}.js").read_text(encoding="utf-8")
        code = re.sub(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"|`[^`]*`", "", code, flags=re.DOTALL)
        assert find_numbers(code) <= {"0", "1", "2", "10"}, name


def test_numbers_are_read_as_italians_write_them() -> None:
    assert find_numbers("2.000 $, 0,33 e 2–0; 1.3.f") >= {"2000", "0,33", "2", "0"}
