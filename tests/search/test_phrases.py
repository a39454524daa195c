"""The phrases of the tables as the browser looks for them: golden forms."""

from __future__ import annotations

import csv

import pytest

from search.language.phrases import compact
from tests.conftest import ROOT

with (ROOT / "tests/golden/phrases.tsv").open(encoding="utf-8") as lines:
    GOLDEN = [(row["frase"], row["forma"]) for row in csv.DictReader(lines, delimiter="\t")]


@pytest.mark.parametrize(("phrase", "form"), GOLDEN)
def test_golden(phrase: str, form: str) -> None:
    assert compact(phrase) == form
