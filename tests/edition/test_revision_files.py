"""Test `modifiche.tsv` and `confronti/naruto.tsv`: values and reports."""

import datetime
from pathlib import Path

import pytest

from scripts.edition.revision_history import COMPARISONS, read_comparisons, read_revisions
from scripts.model.book import Comparison
from scripts.model.problems import Report


def revisions(tmp_path: Path, *lines: str) -> tuple[list[tuple[str, datetime.date, str]], Report]:
    folder = tmp_path / "rules_src/prova"
    folder.mkdir(parents=True)
    (folder / "modifiche.tsv").write_text("\n".join(("ancora\tdata\tprima\tche cosa", *lines)) + "\n", "utf-8")
    report = Report()
    found = read_revisions(tmp_path, folder, report)
    return [(c.target, c.day, c.before) for c in found], report


def test_revisions_are_read_oldest_first(tmp_path: Path) -> None:
    found, report = revisions(
        tmp_path, "prova-1.b\t2026-02-01\taaaaaa1\tDa 40 a 41.", "prova-1.b\t2025-01-01\tbbbbbb2\tDa 39 a 40."
    )
    assert [day.year for _, day, _ in found] == [2025, 2026]
    assert not report


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prova-1.b\t1/2/2026\taaaaaa1\tx", "una data come 2026-11-21"),
        ("prova-1.b\t2026-02-01\tAAAA\tx", "7 cifre esadecimali"),
    ],
)
def test_a_wrong_date_or_hash_is_named(tmp_path: Path, line: str, said: str) -> None:
    found, report = revisions(tmp_path, line)
    assert found == []
    assert "modifiche.tsv:2" in str(report)
    assert said in str(report)


HEADS = "# titolo: Uno e due\n# nomi: Uno, Due\n"


def comparisons(root: Path, text: str) -> tuple[tuple[Comparison, ...], str]:
    (root / COMPARISONS).mkdir(parents=True)
    (root / COMPARISONS / "prova.tsv").write_text(text, "utf-8")
    report = Report()
    return read_comparisons(root, ("uno", "due"), report), str(report)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEADS + "uno\tdue\tdifferenza\ttema\na-1\tb-1\tforse\t\n", "sì oppure no"),
        (HEADS + "uno\tdue\tdifferenza\ttema\n\t\tno\t\n", "un’ancora in «uno», in «due» o in tutte e due"),
        (HEADS + "uno\tdue\tdifferenza\ttema\na-1\tb-1\tsì\t\n", "un tema"),
        (HEADS + "uno\tdu\tdifferenza\ttema\na-1\tb-1\tno\t\n", "forse due"),
        ("uno\tdue\tdifferenza\ttema\na-1\tb-1\tno\t\n", "«# nomi: …, …»"),
    ],
)
def test_what_is_wrong_with_a_comparison_is_named(tmp_path: Path, text: str, said: str) -> None:
    found, report = comparisons(tmp_path, text)
    assert all(one.pairs == () for one in found)
    assert said in report


def test_a_comparison_names_its_books_and_its_sides(tmp_path: Path) -> None:
    found, _ = comparisons(tmp_path, HEADS + "uno\tdue\tdifferenza\ttema\na-1\t\tno\t\n")
    assert [(one.name, one.books, one.labels, len(one.pairs)) for one in found] == [
        ("prova", ("uno", "due"), ("Uno", "Due"), 1)
    ]


def test_no_folder_no_comparisons(tmp_path: Path) -> None:
    assert read_comparisons(tmp_path, (), Report()) == ()
