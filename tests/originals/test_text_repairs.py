"""Test each repair alone: before, after, and what it leaves."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.originals.clean import page_furniture, text_repairs
from scripts.originals.clean.recipe_mends import apply_mends
from scripts.originals.recipe import Mend, Recipe
from scripts.originals.text_model import Line, Text, fold, to_text

PLAIN = Recipe("prova")
BOLD = Recipe("prova", bold_twice=True)
LETTERS = Recipe("prova", bullets=("o", "§"))

CASES: list[tuple[text_repairs.Stage, Recipe, str, str]] = [
    (text_repairs.join_hyphenated, PLAIN, "la par-\ntita e la partita", "la partita e la partita"),
    (text_repairs.join_hyphenated, PLAIN, "il Match-\nwin o Match-win", "il Match-win o Match-win"),
    (text_repairs.join_hyphenated, PLAIN, "Pozzo/\nFonte", "Pozzo/Fonte"),
    (text_repairs.join_hyphenated, PLAIN, "da 40-\n45 minuti", "da 40-45 minuti"),
    (text_repairs.join_hyphenated, PLAIN, "un mini-\ntorneo è un torneo", "un mini-torneo è un torneo"),
    (text_repairs.join_hyphenated, PLAIN, "uno-per-\nuno e uno", "uno-per-uno e uno"),
    (text_repairs.join_hyphenated, PLAIN, "uno-\nper-\nuno e uno per due", "uno-per-uno e uno per due"),
    (text_repairs.join_hyphenated, PLAIN, "vale: -\nla prima", "vale: - la prima"),
    (text_repairs.unify_letters, PLAIN, "l'arbitro dice \"Vai\" e ''via''", "l’arbitro dice “Vai” e “via”"),
    (text_repairs.unify_letters, PLAIN, "E' vietato", "È vietato"),
    (text_repairs.unify_letters, PLAIN, "Appendice A--Tempi, carta NI--138, 4 - - - nulla", "Appendice A–Tempi, carta NI-138, 4 – nulla"),
    (text_repairs.undouble_letters, PLAIN, "33.. LLee ppaauussee durano 11 minuti", "3. Le pause durano 11 minuti"),
    (text_repairs.undouble_letters, PLAIN, "LL''aarrbbiittrroo", "L'arbitro"),
    (text_repairs.undouble_letters, PLAIN, "11 22 33 44 55", "11 22 33 44 55"),
    (text_repairs.undouble_letters, PLAIN, "44.. • • CCaassii rari", "4. • • Casi rari"),
    (text_repairs.undouble_words, PLAIN, "la la carta via via pescata", "la carta via via pescata"),
    (text_repairs.undouble_words, PLAIN, "Barare Barare non si può; Drago Drago (Drago, Torre)", "Barare Barare non si può; Drago Drago (Drago, Torre)"),
    (text_repairs.undouble_words, BOLD, "“Turno”, “Turno” poi “la la fine” fine oggi TE TE-76", "“Turno”, poi “la fine” oggi TE-76"),
    (text_repairs.space_marks, PLAIN, "la mano,poi pesca.La carta(vedi sotto) vale", "la mano, poi pesca. La carta (vedi sotto) vale"),
    (text_repairs.space_marks, PLAIN, "0,33 e 2.000 su www.esempio.it/a,b S.r.l.", "0,33 e 2.000 su www.esempio.it/a,b S.r.l."),
    (text_repairs.join_split_words, PLAIN, "La carta, La mano: L a carta e dell e carte delle mani delle", "La carta, La mano: La carta e delle carte delle mani delle"),
    (text_repairs.join_split_words, PLAIN, "B Vs C", "B Vs C"),
    (text_repairs.unify_bullets, PLAIN, "segue: - la prima; ● la seconda ♠ la terza", "segue: • la prima; • la seconda • la terza"),
    (text_repairs.unify_bullets, PLAIN, "tre - o quattro - carte", "tre - o quattro - carte"),
    (text_repairs.unify_bullets, LETTERS, "segue: o Primo § Secondo mazzo o Terzo Mano o Mazzo", "segue: • Primo • Secondo mazzo • Terzo Mano o Mazzo"),
]  # fmt: skip


def text(given_text: str) -> Text:
    return to_text([Line(line) for line in given_text.split("\n")])


@pytest.mark.parametrize(("stage", "recipe", "before", "after"), CASES)
def test_a_stage_does_what_its_contract_says(
    stage: text_repairs.Stage, recipe: Recipe, before: str, after: str
) -> None:
    done, logs = stage(text(before), recipe)
    assert done.flat == after
    assert len(done.words) == len(done.lines) == len(done.pages)
    again, _ = stage(done, recipe)
    assert again.flat == after, "una seconda volta non cambia niente"
    if fold_all(before) != fold_all(after):
        assert logs.rewrites, "una riparazione che cambia le parole si registra"


def fold_all(value: str) -> str:
    return "".join(map(fold, value.split()))


@given(st.text(alphabet=st.sampled_from("abcàè 'L\"-–•.,;:1()\n"), max_size=200))
def test_any_text_survives_every_stage_and_keeps_its_letters(value: str) -> None:
    stages = (*text_repairs.ON_READING, *text_repairs.BEFORE_MENDING, *text_repairs.AFTER_MENDING)
    done, logs = text_repairs.run(text(value), PLAIN, stages)
    assert len(done.words) == len(done.lines) == len(done.pages)
    if not logs.rewrites:
        assert re.findall(r"[a-zàè1L]", done.flat) == re.findall(r"[a-zàè1L]", value)


def footed(pages: int, foot: str) -> str:
    body = "Chi arriva tardi aspetta fuori dalla sala e chi arriva presto sceglie il tavolo vicino alla finestra. " * 4
    return "\n".join(f"{body}{n}\n{foot.format(n=n, total=pages)}" for n in range(1, pages + 1))


@pytest.mark.parametrize(
    "foot", ["Le Torri – Pagina {n} di {total}", "- {n} -", "{n}", "Pagina {n}", "© Faro {n}/{total} Le Torri"]
)
def test_feet_that_nobody_named_are_found_and_number_the_pages(foot: str) -> None:
    done, logs = page_furniture.remove_furniture(text(footed(6, foot)), PLAIN)
    assert len(logs.discards) == 6
    assert "Torri" not in done.flat
    assert done.pages[0] == 1
    assert done.pages[-1] == 6


def test_a_foot_named_by_the_recipe_is_taken_out_of_a_sentence() -> None:
    recipe = Recipe("prova", furniture=(re.compile(r"© Faro (?P<page>\d+)"),))
    done, logs = page_furniture.remove_furniture(text("il premio è © Faro 1 doppio e poi © Faro 2 basta"), recipe)
    assert done.flat == "il premio è doppio e poi basta"
    assert done.pages == (1, 1, 1, 2, 2, 2, 3)
    assert [d.text for d in logs.discards] == ["© Faro 1", "© Faro 2"]


MENDS: list[tuple[str, Mend, str, str]] = [
    ("moves a piece", Mend("perché", "|2.2| contano i", to="punti. | Ritardo"), "2.2 contano i punti. Ritardo Chi", "contano i punti. 2.2 Ritardo Chi"),
    ("moves a long piece", Mend("perché", "|Due tre", through="quattro.|", to="fine.|"), "Uno Due tre e quattro. La fine. Poi", "Uno La fine. Due tre e quattro. Poi"),
    ("replaces", Mend("perché", "il |1 0| posto", put="1°"), "il 1 0 posto", "il 1° posto"),
    ("drops", Mend("figura", "gioca |(a) (b)| chi", drop=True), "gioca (a) (b) chi vince", "gioca chi vince"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "mend", "before", "after"), MENDS)
def test_a_mending(name: str, mend: Mend, before: str, after: str) -> None:
    done, logs = apply_mends(text(before), Recipe("prova", mends=(mend,)))
    assert done.flat == after, name
    assert not logs.warnings
    assert bool(logs.discards) == mend.drop


@pytest.mark.parametrize("before", ["niente di simile", "il 1 0 posto e il 1 0 posto"])
def test_a_mending_that_does_not_match_once_is_reported_and_not_applied(before: str) -> None:
    recipe = Recipe("prova", mends=(Mend("perché", "il |1 0| posto", put="1°"),))
    done, logs = apply_mends(text(before), recipe)
    assert done.flat == before
    assert len(logs.warnings) == 1
    assert "perché" in logs.warnings[0]


@pytest.mark.parametrize(
    ("end", "left"),
    [("Fonte: http*", "chi vince"), ("fon*", "chi vince"), ("Fonte", "chi vince"), ("• *", "chi vince Fonte: https://x"), ("*", "chi vince Fonte: https://x")],
    ids=str,
)  # fmt: skip
def test_the_rulebook_ends_where_the_recipe_says_and_not_at_what_has_no_word(end: str, left: str) -> None:
    ended, _ = page_furniture.keep_rulebook(text("chi vince Fonte: https://x"), Recipe("prova", ends=(end,)))
    assert ended.flat == left


def test_a_line_that_returns_is_listed_as_furniture_and_kept_where_the_recipe_says_so() -> None:
    page = ["Il torneo delle biglie, edizione 3", *(f"Riga {n} di parole diverse per la pagina." for n in range(40))]
    words = to_text([Line(f"{line} {number}" if at else line) for number in range(8) for at, line in enumerate(page)])
    done, logs = page_furniture.remove_furniture(words, PLAIN)
    assert page_furniture.list_furniture(logs)[0] == ("Il torneo delle biglie, edizione #", 8)
    assert "biglie" not in done.flat
    kept = page_furniture.remove_furniture(words, Recipe("prova", keeps=("Il torneo delle biglie",)))[0]
    assert kept.flat.count("biglie") == 8
