"""Test which result comes first for judges' queries."""

from collections import Counter

import pytest

from search.engine.answer import Engine
from search.index.documents import Kind
from search.language import analysis


def first(engine: Engine, query: str, **options: str) -> str:
    results = engine.search(query, **options).results  # type: ignore[arg-type]
    return results[0].id if results else ""


@pytest.mark.parametrize(
    "query", ["3 minuti di ritardo", "7 giocatori quanti fuorilegge", "5 fuorilegge", "2 carte in più"]
)
def test_an_amount_is_no_chapter(engine: Engine, query: str) -> None:
    sections = engine.sections
    assert first(engine, query) not in sections
    assert not [r.id for r in engine.search(query).results if r.id in sections]
    assert first(engine, f"regola {query.split()[0]} magic 2014") == f"mtr-{query.split()[0]}"


@pytest.mark.parametrize(
    "query", ["mul\u00adligan", "mulli\u200bgan", "\ufeffmulligan", "ｍｕｌｌｉｇａｎ", "ＭＵＬＬＩＧＡＮ"]
)
def test_pasted_text_is_what_it_looks_like(engine: Engine, query: str) -> None:
    assert first(engine, query) == first(engine, "mulligan")


def test_accents_pasted_apart_from_their_letters(engine: Engine) -> None:
    assert first(engine, "novita\u0300 second front") == first(engine, "novità second front")


def test_results_from_the_second_letter(engine: Engine) -> None:
    for query in ("me", "wa", "pr", "du"):
        assert engine.search(query).results


def test_typing_on_keeps_what_was_right(engine: Engine) -> None:
    """Find the rule from the fifth letter of every word on."""
    for size in range(5, len("mescolare") + 1):
        assert first(engine, f"magic 2014 {'mescolare'[:size]}").startswith("mtr-3.9"), size


def test_a_misspelt_word_is_forgiven_and_said(engine: Engine) -> None:
    answer = engine.search("penalita per ritrado naruto")
    assert answer.suggestion == "penalita per ritardo naruto"
    assert answer.results[0].id.startswith("naruto-it-infrazioni.ritardo")


def test_a_right_word_is_never_corrected(engine: Engine) -> None:
    for query in ("mazzo illegale ", "warning ", "ninja ferito ", "asta dei personaggi "):
        assert engine.search(query).suggestion == ""


def test_no_word_of_the_rules_is_ever_corrected(engine: Engine) -> None:
    for book in engine.all:
        texts = [document.text for document in engine.documents if document.book == book]
        words = {token.word for text in texts for token in analysis.tokens(text) if token.term}
        wrong = [word for word in sorted(words) if engine.parse(f"{word} ", book).corrected]
        assert not wrong, f"{book}: {wrong}"


@pytest.mark.parametrize(("book", "word"), [("bang", "socio"), ("bang", "analizzarla"), ("wot", "abbreviare")])
def test_a_word_that_no_rule_has_is_not_made_another(engine: Engine, book: str, word: str) -> None:
    assert engine.search(f"il {word} ", book).suggestion == ""


@pytest.mark.parametrize(
    ("query", "suggestion"),
    [
        ("magik sideboard", "magic sideboard"),
        ("narto usa intelletti", "naruto usa intelletti"),
        ("quannti giocatori srevono magic", "quanti giocatori servono magic"),
    ],
)
def test_a_misspelt_game_or_stop_word_is_understood(engine: Engine, query: str, suggestion: str) -> None:
    answer = engine.search(query, limit=5)
    assert answer.suggestion == suggestion
    assert [r.id for r in answer.results] == [r.id for r in engine.search(suggestion, limit=5).results]


@pytest.mark.parametrize(
    ("query", "suggestion"),
    [
        ("bosster", "booster"),
        ("giocatoe", "giocatore"),
        ("penallità", "penalità"),
        ("arbitrro", "arbitro"),
        ("mazo", "mazzo"),
        ("calamiti janet", "calamity janet"),
        ("mulligann", "mulligan"),
    ],
)
def test_a_misspelt_last_word_is_mended_too(engine: Engine, query: str, suggestion: str) -> None:
    assert engine.search(query).suggestion == suggestion
    assert engine.search("mescolavam").suggestion == ""


def test_an_amount_is_no_section(engine: Engine) -> None:
    assert engine.search("2.000").total == engine.search("2000").total > 0
    assert [r.id for r in engine.search("bang 2.000 dollari").results] == [
        r.id for r in engine.search("bang 2000 dollari").results
    ]


def test_what_only_makes_a_question_is_left_out(engine: Engine) -> None:
    bare = {r.id for r in engine.search("appare naruto it").results}
    assert {r.id for r in engine.search("che vuol dire appare naruto it").results} == bare
    assert engine.search("vuol dire").results, "unless nothing else was typed"


def test_an_answer_comes_once_and_a_section_at_most_three_times(engine: Engine) -> None:
    results = engine.search("giocatore partita arbitro", limit=50).results
    sections = Counter((*r.path, r.title, r.book) for r in results)
    assert len({r.id for r in results}) == len(results)
    assert max(sections.values()) <= 3


@pytest.mark.parametrize(
    ("query", "book", "anchor", "shown"),
    [
        ("in 40 quanti turni di svizzera", "mtr", "mtr-app-e.turni", "33–64"),
        ("siamo 200 quanti turni di svizzera", "mtr", "mtr-app-e.turni", "129–226"),
        ("quanti turni di svizzera con 500 giocatori", "mtr", "mtr-app-e.turni", "410 o più"),
        ("77 giocatori", "mtr", "mtr-app-e.turni", "65–128"),  # no text says 77
    ],
)
def test_a_number_lies_in_an_interval(engine: Engine, query: str, book: str, anchor: str, shown: str) -> None:
    result = engine.search(query, book).results[0]
    assert result.id == anchor
    assert shown in "".join(piece.text for piece in result.excerpt)


def test_the_total_counts_what_answers_most_of_the_query(engine: Engine) -> None:
    answer = engine.search("mulligan mazzo sideboard arbitro", limit=50)
    assert 0 < answer.total < answer.total + answer.others


@pytest.mark.parametrize(
    ("query", "books"), [("magic 2014 sideboard", {"mtr"}), ("naruto sideboard", {"naruto-it", "naruto-usa"})]
)
def test_naming_a_game_narrows_to_it(engine: Engine, query: str, books: set[str]) -> None:
    assert {r.book for r in engine.search(query, limit=50).results} == books


def test_filters(engine: Engine) -> None:
    assert {r.book for r in engine.search("carte", book="bang", limit=50).results} == {"bang"}
    assert {r.kind for r in engine.search("arbitro", kind="infraction", limit=50).results} == {Kind.INFRACTION}


def test_a_faq_is_a_faq_though_an_infraction_refers_to_it(engine: Engine) -> None:
    assert engine.search("bang 4.d").results[0].kind is Kind.FAQ
    assert engine.search("nar-it ritardo.d").results[0].kind is Kind.INFRACTION
    assert engine.search("nar-it ritardo.b").results[0].kind is Kind.EXAMPLE


def test_pages_of_results_follow_each_other(engine: Engine) -> None:
    whole = [r.id for r in engine.search("turno", limit=20).results]
    parts = [r.id for n in range(4) for r in engine.search("turno", limit=5, offset=5 * n).results]
    assert parts == whole


def test_a_match_is_marked_and_its_heading_path_given(engine: Engine) -> None:
    result = engine.search("proxy carta danneggiata", "mtr").results[0]
    assert result.path == ("Regole di Torneo",)
    assert {piece.text.lower() for piece in result.excerpt if piece.match} & {"proxy", "danneggiata"}


def test_nothing_found_says_what_it_tried_and_what_is_near(engine: Engine) -> None:
    answer = engine.search("xyzzyq wqwqwq")
    assert (answer.total, answer.results, answer.tried) == (0, (), ("xyzzyq", "wqwqwq"))
    filtered = engine.search("ninja", book="bang")
    assert filtered.total == 0
    assert {r.book for r in filtered.nearest} <= {"naruto-it", "naruto-usa"}
    assert next(r.id for r in engine.search("mtr 2014 2.99").nearest) == "mtr-2.14"


def test_a_table_row_is_found_by_name(engine: Engine) -> None:
    result = engine.search("black lotus", "mtr").results[0]
    assert (result.kind, result.book) == (Kind.ENTRY, "mtr")
    assert (*result.path[-1:], result.title) == (
        "Regole di Torneo: Constructed",
        "Costruzione del Mazzo: Formato Vintage",
    )
