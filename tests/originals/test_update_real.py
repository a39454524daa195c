"""`prontuario update` on a real original altered in many places, where it is at hand."""

from __future__ import annotations

import datetime
import os
import re
import shutil
from pathlib import Path

import pytest

from scripts import pipeline
from scripts.model.problems import Report
from scripts.originals.cut.edition_outline import read_outline
from scripts.originals.import_document import import_file
from scripts.originals.read import read
from scripts.originals.update.interactive_update import Update
from tests.conftest import ROOT
from tests.originals.run_command import prontuario

FOLDER = Path(os.environ.get("PRONTUARIO_ORIGINALS") or "nessuna")
DAY = datetime.date(2026, 9, 2)
COLOURS = ("rossi", "verdi", "gialli", "neri", "bianchi")
pytestmark = pytest.mark.skipif(
    not (FOLDER / "mtr.txt").exists(), reason="PRONTUARIO_ORIGINALS non indica la cartella degli originali"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return our sources, with the original of the largest book imported."""
    shutil.copytree(ROOT / "rules_src", tmp_path / "rules_src")
    assert prontuario(tmp_path, "import", "mtr", str(FOLDER / "mtr.txt")) == 0
    return tmp_path


def test_a_real_original_altered_in_thirty_places(root: Path) -> None:
    """The same document with another word in each of thirty sections: those are asked for, no other."""
    text = (FOLDER / "mtr.txt").read_text(encoding="utf-8")
    altered: list[str] = []
    for section in import_file(root, "mtr", FOLDER / "mtr.txt").sections:
        for start in range(5, len(section.words) - 8, 7):
            phrase = " ".join(section.words[start : start + 8])
            if len(altered) < 30 and phrase.isascii() and text.count(phrase) == 1:
                words = phrase.split()
                text = text.replace(phrase, " ".join([*words[:4], "altrimenti", *words[4:]]))
                altered.append(section.heading.id)
                break
    assert len(altered) == 30
    new = root / "nuova.txt"
    new.write_text(text, encoding="utf-8")
    changed: list[str] = []
    shown: list[str] = []

    def ask(question: str) -> str:
        rule = shown[-1] if not shown[-1].startswith("  lo nominano") else shown[-2]
        anchor, _, words = rule.strip().partition(": ")
        if "[t]ieni" in question:
            return "c" if len(changed) < 3 and anchor.endswith(".a") else "t"
        if "frase nuova" in question:
            changed.append(anchor)
            return f"{words} Così dall’edizione di prova."
        return {"Che": "Detto altrimenti.", "Come": "di prova", "Da": "", "Un": ""}[question.split()[0]]

    update = Update(root, "mtr", read(new), new.name, ask, shown.append, today=DAY)
    assert [one.id for one in update.changes.todo] == altered
    assert not update.changes.fresh
    assert update.run() == 0
    assert len(changed) == 3
    report = Report()
    (left,) = pipeline.load_sources(root, report).rulebook.book("mtr").editions
    assert not report, str(report)
    assert sorted(left.texts) == sorted(changed)
    assert left.name == "maggio 2014"
    assert read_outline(root, "mtr") == read_outline(ROOT, "mtr")


@pytest.mark.parametrize("form", ["Norme su questo e quello {n}", "{title} ufficiale {n}", "Nuovo {title} {n}"])
def test_every_title_of_a_real_original_is_found_again(root: Path, form: str) -> None:
    """The real document has no line breaks: whatever a section is called now, what it says tells which one it is."""
    text = (FOLDER / "mtr.txt").read_text(encoding="utf-8")
    titles: dict[str, str] = {}
    for section in import_file(root, "mtr", FOLDER / "mtr.txt").sections:
        heading = section.heading
        said = r"\s+".join(map(re.escape, [heading.number, *heading.title.split(), *section.words[:3]]))
        if len(section.words) > 30 and heading.number[:1].isdigit() and len(re.findall(said, text)) == 1:
            titles[heading.id] = form.format(title=heading.title, n=COLOURS[len(titles) % len(COLOURS)])
            printed = " ".join([heading.number, titles[heading.id], *section.words[:3]])
            text = re.sub(said, printed.replace("\\", r"\\"), text)
    assert len(titles) > 40
    new = root / "nuova.txt"
    new.write_text(text, encoding="utf-8")
    update = Update(root, "mtr", read(new), new.name, input, print, today=DAY)
    assert {one.id: one.title for one in update.changes.fresh} == titles
    assert not update.changes.todo


def test_a_sentence_that_comes_first_is_no_title(root: Path) -> None:
    text = (FOLDER / "mtr.txt").read_text(encoding="utf-8")
    altered = []
    for section in import_file(root, "mtr", FOLDER / "mtr.txt").sections:
        begin = " ".join(section.words[:6])
        if len(section.words) > 30 and text.count(begin) == 1:
            text = text.replace(begin, f"Prima si chiede all’arbitro. {begin}")
            altered.append(section.heading.id)
    new = root / "nuova.txt"
    new.write_text(text, encoding="utf-8")
    update = Update(root, "mtr", read(new), new.name, input, print, today=DAY)
    assert len(altered) > 40
    assert not update.changes.fresh
    assert [one.id for one in update.changes.todo] == altered
