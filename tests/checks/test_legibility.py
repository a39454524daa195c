"""Test which statements count as hard to read, and which do not."""

from pathlib import Path

import pytest

from scripts.checks.legibility import Finding, check_ceilings, compute_gulpease, find_faults
from scripts.model.problems import Report

LONG = " ".join(["re"] * 31) + "."


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("L’arbitro ferma l’orologio.", []),
        (LONG, ["lunghezza"]),
        ("Il giocatore che ha la carta che vince la partita che conta esulta.", ["relative"]),
        ("Più che il mazzo, prima che si giochi, conta la lista che serve.", []),
        ("Un mazzo non registrato non si può usare.", ["negazioni"]),
        ("Non è vietato parlare.", ["negazioni"]),
        ("Se il giocatore non paga, la carta non si gioca.", []),
        ("Non lo sa nessuno.", []),
        ("In tal caso il giocatore perde.", ["inizio"]),
        ("Questo vale per tutti.", ["inizio"]),
        (
            "La responsabilizzazione dell’organizzazione manifestazionale presuppone disponibilità professionale e "
            "documentazione amministrativa preliminarmente predisposta, controfirmata, incontestabilmente.",
            ["gulpease"],
        ),
        ("Le responsabilità: organizzazione, amministrazione, documentazione, professionalità, disponibilità, collaborazione, formazione, comunicazione.", []),
    ],
)  # fmt: skip
def test_what_is_counted(text: str, kinds: list[str]) -> None:
    assert [finding.kind for finding in find_faults([("x.a", text)])] == kinds


def test_the_index_rises_with_short_words() -> None:
    assert compute_gulpease("Il re va via e poi torna da lei.") > compute_gulpease(
        "La regolamentazione organizzativa presuppone disponibilità."
    )


def test_over_the_ceiling_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "rules_src/x").mkdir(parents=True)
    (tmp_path / "rules_src/x/tetti.tsv").write_text("tipo\tal più\nlunghezza\t1\nrelativa\t1\n", encoding="utf-8")
    report = Report()
    check_ceilings(tmp_path, "x", [Finding("lunghezza", f"{name}.a", 31, LONG) for name in ("x-1", "x-2")], report)
    said = [str(problem) for problem in report.problems]
    assert len(said) == 2
    assert said[0].startswith("rules_src/x/tetti.tsv:2: 2 enunciati con più di 30 parole")
    assert "prontuario style" in said[0]
    assert said[1].startswith("rules_src/x/tetti.tsv:3: la riga «relativa 1»")
