"""Test the readers' questions (`rules_src/<book>/domande/`)."""

from pathlib import Path

import pytest

from scripts.edition.reader_questions import read_questions
from scripts.model.book import StatementKind
from scripts.model.problems import Report
from scripts.pipeline import Sources

KNOWN = {"gioco-1.a": "01.md", "gioco-1.b": "01.md", "gioco-2.a": "02.md", "altro-1.a": "01.md"}


def read(root: Path, lines: str) -> tuple[dict[str, tuple[str, ...]], Report]:
    folder = root / "rules_src/gioco/domande"
    folder.mkdir(parents=True)
    (folder.parent / "01.md").touch()
    (folder / "01.tsv").write_text(f"ancora\tdomande\n{lines}", encoding="utf-8")
    report = Report()
    return read_questions(root, KNOWN, ["gioco"], (), report), report


def test_phrases_of_an_anchor(tmp_path: Path) -> None:
    found, problems = read(tmp_path, "gioco-1.a\tquanto dura? | limite di tempo\n")
    assert found == {"gioco-1.a": ("quanto dura?", "limite di tempo")}
    assert not problems


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("gioco-1.c\tquanto dura?\n", "01.tsv:2: l’ancora «gioco-1.c»"),
        ("altro-1.a\tquanto dura?\n", "01.tsv:2: l’ancora «altro-1.a»"),
        ("gioco-1.a\tquanto dura? | | tempo\n", "01.tsv:2: «quanto dura? | | tempo»"),
        ("gioco-1.a\ttempo | ?\n", "01.tsv:2: «tempo | ?»"),
        ("gioco-2.a\ttempo\n", "01.tsv:2: «gioco-2.a» è di un altro capitolo"),
        ("gioco-1.a\ttempo\ngioco-1.a\tlimite\n", "01.tsv:3: «gioco-1.a» c’è già in un’altra riga"),
        ("gioco-1.a\ttempo | Tempo\n", "01.tsv:2: gioco-1.a: una frase è scritta due volte"),
    ],
)
def test_a_bad_line_is_reported(tmp_path: Path, lines: str, expected: str) -> None:
    assert expected in str(read(tmp_path, lines)[1])


def test_every_rule_is_asked_for(sources: Sources) -> None:
    rules = {s.id for _, s in sources.rulebook.statements if s.kind is StatementKind.RULE}
    assert len(rules - sources.asked.keys()) <= len(rules) // 50
