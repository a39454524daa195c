"""Test that titles are found in order, and none is invented."""

import pytest

from scripts.originals.compare.sections import MOVED, RENUMBERED, Passage, compare_passages
from scripts.originals.cut.edition_outline import Heading
from scripts.originals.cut.segment import Segmented, segment
from scripts.originals.cut.table_reconstruction import PrintedTable, read_table, split_by_names
from scripts.originals.recipe import Hint, Recipe, TableRecipe
from scripts.originals.text_model import Line, to_text


def headings(*titles: str) -> tuple[Heading, ...]:
    made: list[Heading] = []
    for title in titles:
        number, _, rest = title.partition("|")
        made.append(Heading(f"prova-{len(made) + 1}", 1, number if rest else "", rest or title))
    return tuple(made)


def cut(said: str, outline: tuple[Heading, ...], recipe: Recipe | None = None) -> tuple[list[str | None], Segmented]:
    text = to_text([Line(line) for line in said.split("\n")])
    done = segment(text, outline, recipe or Recipe("prova"))
    return [text.join(p.start, p.end) if p.at else None for p in done.parts], done


def test_a_number_followed_by_a_sentence_is_no_title() -> None:
    texts, _ = cut(
        "1. Turni Si gioca a turni. 2. I giocatori contano i punti. 2. Punti Ogni torre vale uno.",
        headings("1|Turni", "2|Punti"),
    )
    assert texts == ["Si gioca a turni. 2. I giocatori contano i punti.", "Ogni torre vale uno."]


@pytest.mark.parametrize(
    "printed",
    ["REGOLA “INIZIA O PESCA”", 'Regola "Inizia o Pesca"', "Regola ‘Inizia – o – Pesca’:", "Regola “Inizia o Pseca”"],
)
def test_case_quotes_dashes_and_misprints_do_not_matter(printed: str) -> None:
    texts, _ = cut(
        f"Mazzo Si mescola bene. {printed} Chi vince sceglie. Fine Si saluta.",
        headings("Mazzo", "Regola “Inizia o Pesca”", "Fine"),
    )
    assert texts == ["Si mescola bene.", "Chi vince sceglie.", "Si saluta."]


def test_equal_titles_are_told_by_number_and_order() -> None:
    outline = headings("1|Mazzo", "1.1|Uso", "2|Torri", "2.1|Uso")
    texts, _ = cut("1. Mazzo Prima. 1.1 Uso Si taglia. 2. Torri Poi. 2.1 Uso Si posa.", outline)
    assert texts == ["Prima.", "Si taglia.", "Poi.", "Si posa."]


def test_a_word_of_a_sentence_is_no_title_of_one_word() -> None:
    texts, _ = cut("Danni Il drago fa danni gravi e la Cura li toglie. Cura Toglie i danni.", headings("Danni", "Cura"))
    assert texts == ["Il drago fa danni gravi e la Cura li toglie.", "Toglie i danni."]


def test_a_title_that_a_sentence_refers_to_is_no_title() -> None:
    outline = headings("1|Mosse", "2|Prese e Soffi", "3|Tempo")
    texts, done = cut("1. Mosse Si muove (vedi sezione 2 Prese e Soffi). 3. Tempo Un’ora.", outline)
    assert texts == ["Si muove (vedi sezione 2 Prese e Soffi).", None, "Un’ora."]
    assert [miss.heading.id for miss in done.misses] == ["prova-2"]


def test_a_section_renumbered_on_its_line_keeps_its_title() -> None:
    """Keep the title of a section renumbered on its line."""
    said = ["Lo", "Scriba", "scrive", "i", "punti", "di", "ogni", "torre", "sul", "foglio", "grande"]
    before = [Passage("prova-1", "Scriba", "1.1", tuple(said)), Passage("prova-2", "Torri", "1.2", ("Si", "posa."))]
    after = [before[1], Passage("", "Scriba Lo", "1.3", tuple(said[1:]))]
    changes = {one.id: (one.kinds, one.title, one.new) for one in compare_passages(before, after)}
    assert list(changes) == ["prova-1"]
    assert changes["prova-1"] == ((RENUMBERED, MOVED), "Scriba", tuple(said))


def test_a_title_that_is_missing_is_reported_with_the_nearest_lines() -> None:
    texts, done = cut(
        "Mazzo Si mescola.\nLe torri di guardia alte\nFine Si saluta.",
        headings("Mazzo", "Torri di guardia basse", "Fine"),
    )
    assert texts[1] is None
    assert [m.heading.id for m in done.misses] == ["prova-2"]
    assert done.misses[0].near[0][0] == 2
    assert texts[2] == "Si saluta."


def test_a_section_out_of_order_is_found_with_its_number() -> None:
    outline = headings("1|Mazzo comune", "2|Torri di guardia", "3|Fine della gara", "4|Premi")
    texts, done = cut(
        "1. Mazzo comune Uno. 3. Fine della gara Tre. 4. Premi Quattro. 2. Torri di guardia Due.", outline
    )
    assert texts == ["Uno.", "Due.", "Tre.", "Quattro."]
    assert [p.moved for p in done.parts] == [False, True, False, False]


def test_a_title_that_is_not_printed_begins_where_the_recipe_says() -> None:
    recipe = Recipe("prova", hints={"prova-2": Hint(at="A questo punto")})
    texts, _ = cut("Mazzo Si mescola. A questo punto si siede.", headings("Mazzo", "Posti"), recipe)
    assert texts == ["Si mescola.", "A questo punto si siede."]


def test_no_word_is_in_two_sections_and_none_is_lost() -> None:
    text = "Mazzo Si mescola. Torri Si posano. Fine Si saluta."
    texts, done = cut(text, headings("Mazzo", "Torri", "Fine"))
    rebuilt = [
        w for p, body in zip(done.parts, texts, strict=True) for w in [*p.heading.title.split(), *(body or "").split()]
    ]
    assert rebuilt == text.split()


TABLES = [
    ({"shape": "rows", "columns": ("A:text", "B:int"), "cells": (r"[^\d]+?", r"\d+\$")}, "Oro 1.000$".replace(".", "") + " Rame 5$", (("Oro", "1000"), ("Rame", "5"))),
    ({"shape": "ragged", "columns": ("A:range", "B:int", "C:int"), "cells": (r"\d+-\d+|\d+ in su", r"\d+")}, "2-3 1 4 in su 2 1", (("2-3", "1"), ("4+", "2", "1"))),
    ({"shape": "columns", "columns": ("A:text", "B:money", "C:money"), "cells": (r"[\d.]+\$",), "labels": ("Oro", "Argento")}, "Oro Argento 5 3.000$ 10$ 6 40$ 20$", (("Oro", "3000", "40"), ("Argento", "10", "20"))),
    ({"shape": "columns", "entries": "columns", "columns": ("N:int", "B:money", "C:money"), "cells": (r"[\d.]+\$",), "labels": ("Oro", "Argento")}, "Oro Argento 5 30$ 10$ 6 40$ 20$", (("5", "30", "10"), ("6", "40", "20"))),
    ({"shape": "pairs", "columns": ("A:range", "B:int"), "labels": ("Turni",)}, "2 3-4 5+ Turni 1 2 3", (("2", "1"), ("3-4", "2"), ("5+", "3"))),
    ({"shape": "staircase", "columns": ("P:int", "T:int", "1:int", "2:int"), "labels": ("Persone:",), "starts": (4, 6), "rows": 4}, "1 2 Persone: 4 5 6 7 4 5 3 4 3 3", (("4", "1", "4"), ("5", "1", "5"), ("6", "2", "3", "3"), ("7", "2", "4", "3"))),
]  # fmt: skip


@pytest.mark.parametrize(("given", "words", "rows"), TABLES)
def test_a_table_of_each_shape(given: dict[str, object], words: str, rows: tuple[tuple[str, ...], ...]) -> None:
    recipe = TableRecipe(id="prova-1.t", section="prova-1", title="Prova", after="tabella:", until="Poi", **given)  # type: ignore[arg-type]
    table = read_table(to_text([Line(f"Ecco la tabella: {words} Poi si gioca.")]), recipe, ())
    assert isinstance(table, PrintedTable), table
    assert table.rows == rows


def test_a_staircase_whose_rows_do_not_add_up_is_refused() -> None:
    recipe = TableRecipe(
        "prova-1.t",
        "prova-1",
        "Prova",
        "tabella:",
        "",
        ("P:int",),
        "staircase",
        labels=("Persone:",),
        starts=(4, 6),
        rows=4,
    )
    problem = read_table(to_text([Line("Una tabella: 1 2 Persone: 4 5 6 7 4 5 3 4 3 4")]), recipe, ())
    assert isinstance(problem, str)
    assert "7" in problem


def test_a_list_without_separators_is_cut_by_the_longest_known_names() -> None:
    names = ("Torre", "Torre Nera", "Drago")
    assert split_by_names(["Torre", "Nera", "Drago", "Torre", "(in", "due)", "Golem", "Verde", "Drago"], names) == ["Torre Nera", "Drago", "Torre (in due)", "Golem Verde", "Drago"]  # fmt: skip


def test_a_list_that_does_not_match_its_bullets_is_refused() -> None:
    recipe = TableRecipe("prova-1.t", "prova-1", "Prova", "seguenti:", "", ("A:text",), "list")
    problem = read_table(to_text([Line("le carte seguenti: • • • Torre Nera Drago")]), recipe, ("Torre Nera", "Drago"))
    assert problem == "ha 2 voci e 3 pallini"
