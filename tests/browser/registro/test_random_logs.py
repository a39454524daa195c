"""Test the log of the Registro alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

HISTORIES = Path(__file__).with_name("random_histories.js").read_text(encoding="utf-8")
SEED, EACH = 20261122, 1000


@pytest.fixture
def at_home(asked: Callable[[str], Page]) -> Page:
    return asked("/informazioni/")


def test_phones_that_have_met_agree_and_every_verdict_is_that_of_the_entries(at_home: Page, server: str) -> None:
    """Run random lives of up to four phones and compare their states."""
    found = at_home.evaluate(HISTORIES, [server, SEED, EACH])
    assert found["told"] == []
    assert found["entries"] > EACH, "the histories give penalties"
    assert found["verdicts"] > EACH
    few = ("conflicts", "gone", "questions", "marks", "left", "closings")
    assert min(found[what] for what in few) > EACH / 50, "and they quarrel about them"


def evaluate(page: Page, server: str, module: str, code: str, value: Any) -> Any:
    """Return the value of `code`, given `v` and the module `m`."""
    url = f"{server}/assets/js/registro/{module}.js"
    return page.evaluate(f"async ([url, v]) => {{ const m = await import(url); return ({code}); }}", [url, value])


SAME = [
    ("Ada Rossi", "ROSSI  ada"), ("Nicolò D’Angelo", "nicolo d'angelo"), ("Пётр Иванов", "ИВАНОВ ПЕТР"),
    ("Ada Rossi", "Ada Ro\u00adssi"), ("D'Amico", "D´Amico"), ("Straße", "STRASSE"), ("Ａｄａ", "ada"), ("Ἀνδρέας", "ΑΝΔΡΕΑΣ"), ("Ιάκωβος", "ΙΑΚΩΒΟΣ"),
]  # fmt: skip
OTHERS = [  # letters are never left away
    ("Иванов", "Петров"), ("李娜", "王芳"), ("Løs", "Læs"), ("Андрей", "Андреи"), ("कि", "का"), ("がく", "かく"),
    ("משה", "דוד"), ("★", "☆"), ("Rossi 1", "Rossi 2"), ("Łukasz", "Lukasz"),
]  # fmt: skip


def test_a_name_is_the_same_however_it_is_written_and_no_other(at_home: Page, server: str) -> None:
    keys = evaluate(at_home, server, "name-matching", "v.map((pair) => pair.map(m.nameKey))", [*SAME, *OTHERS])
    for pair, (first, second) in zip([*SAME, *OTHERS], keys, strict=True):
        assert (first == second) == (pair in SAME), pair
        assert first and second, pair  # noqa: PT018


GIVEN = {
    "id": "o1", "dev": "d", "l": 3, "at": "2026-01-10T10:00:00Z", "event": "e", "t": "given", "entry": "x", "player": "p",
    "book": "bang", "penalty": "ammonizione", "time": "2026-01-10T10:00:00Z",
}  # fmt: skip


UNTRUSTED: list[tuple[dict[str, object], str]] = [
    ({"player": ""}, "manca «player»"),
    ({"penalty": 7}, "manca «penalty»"),
    ({"l": 0}, "il numero d’ordine «0» non è valido"),
    ({"l": 2**60}, "non è valido"),
    ({"l": 1.5}, "non è valido"),
    ({"time": "ieri"}, "l’ora «ieri» non è valida"),
    ({"id": None}, "manca «id»"),
    ({"t": "undone", "undoes": "x"}, "manca «undoes»"),
    ({"t": "corrected"}, "manca «seen»"),
]


def test_an_operation_that_cannot_be_trusted_is_refused(at_home: Page, server: str) -> None:
    code = "v.map((op) => { try { m.checkedOp(op); return ''; } catch (e) { return e.message; } })"
    said = evaluate(at_home, server, "operations", code, [GIVEN, *({**GIVEN, **change} for change, _ in UNTRUSTED)])
    assert said[0] == ""
    for (_, expected), found in zip(UNTRUSTED, said[1:], strict=True):
        assert expected in found


def test_what_a_newer_page_has_written_is_kept_though_not_understood(at_home: Page, server: str) -> None:
    newer = {**GIVEN, "id": "o2", "t": "domani", "entry": 5}
    code = "[v[1], m.folded(v.map((op) => ({ also: [], led: [], ...op }))).entries.length]"
    assert evaluate(at_home, server, "log-reducer", code, [GIVEN, newer]) == [newer, 1]


def test_two_operations_under_one_id_end_the_same_everywhere(at_home: Page, server: str) -> None:
    code = "[[0, 1], [1, 0]].map(([a, b]) => { const log = new Map(); m.union(log, [v[a]]); m.union(log, [v[b]]); return log.get('o1').note; })"
    first, second = evaluate(at_home, server, "operations", code, [{**GIVEN, "note": "a"}, {**GIVEN, "note": "b"}])
    assert first == second
