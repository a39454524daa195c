"""Test `prontuario update` on a real original altered in many places."""

import os
import re
import shutil
from pathlib import Path

import pytest

from scripts import pipeline
from scripts.model.problems import Report
from scripts.originals.cut.edition_outline import read_outline
from scripts.originals.import_document import import_file
from scripts.originals.import_stages import ImportedSection
from scripts.originals.read import read
from scripts.originals.update.edition_update import Update
from tests.conftest import ROOT
from tests.originals.run_command import prontuario

FOLDER = Path(os.environ.get("PRONTUARIO_ORIGINALS") or "nessuna")
COLOURS = ("rossi", "verdi", "gialli", "neri", "bianchi")
pytestmark = pytest.mark.skipif(
    not (FOLDER / "mtr.txt").exists(), reason="PRONTUARIO_ORIGINALS non indica la cartella degli originali"
)


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return our sources, with the original of the largest book imported."""
    folder = tmp_path_factory.mktemp("mtr")
    shutil.copytree(ROOT / "rules_src", folder / "rules_src")
    assert prontuario(folder, "import", "mtr", str(FOLDER / "mtr.txt")) == 0
    return folder


@pytest.fixture(scope="module")
def sections() -> list[ImportedSection]:
    return list(import_file(ROOT, "mtr", FOLDER / "mtr.txt").sections)


@pytest.fixture
def root(imported: Path, tmp_path: Path) -> Path:
    return shutil.copytree(imported, tmp_path, dirs_exist_ok=True)


def test_a_real_original_altered_in_thirty_places(root: Path, sections: list[ImportedSection]) -> None:
    text = (FOLDER / "mtr.txt").read_text(encoding="utf-8")
    altered: list[str] = []
    for section in sections:
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
    update = Update(root, "mtr", read(new), new.name)
    assert [one.id for one in update.compared.todo] == altered
    assert not update.compared.fresh
    assert update.start() == []
    changed = []
    for statement in [s for one in altered for s in update.ours.sections[one].statements if s.id.endswith(".a")][:3]:
        path = root / statement.place.file
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[statement.place.line - 1] += " Così dall’edizione di prova."
        path.write_text("\n".join(lines), encoding="utf-8")
        changed.append(statement.id)
    update.read()
    update.mark_read(["tutte"])
    update.finish("di prova", None)
    report = Report()
    (left,) = pipeline.load_sources(root, report).rulebook.book("mtr").editions
    assert not report, str(report)
    assert sorted(left.texts) == sorted(changed)
    assert left.name == "maggio 2014"
    assert read_outline(root, "mtr") == read_outline(ROOT, "mtr")


@pytest.mark.parametrize("form", ["Norme su questo e quello {n}", "{title} ufficiale {n}", "Nuovo {title} {n}"])
def test_every_title_of_a_real_original_is_found_again(root: Path, sections: list[ImportedSection], form: str) -> None:
    text = (FOLDER / "mtr.txt").read_text(encoding="utf-8")
    titles: dict[str, str] = {}
    for section in sections:
        heading = section.heading
        said = r"\s+".join(map(re.escape, [heading.number, *heading.title.split(), *section.words[:3]]))
        if len(section.words) > 30 and heading.number[:1].isdigit() and len(re.findall(said, text)) == 1:
            titles[heading.id] = form.format(title=heading.title, n=COLOURS[len(titles) % len(COLOURS)])
            printed = " ".join([heading.number, titles[heading.id], *section.words[:3]])
            text = re.sub(said, printed.replace("\\", r"\\"), text)
    assert len(titles) > 40
    new = root / "nuova.txt"
    new.write_text(text, encoding="utf-8")
    update = Update(root, "mtr", read(new), new.name)
    assert {one.id: one.title for one in update.compared.fresh} == titles
    assert not update.compared.todo


def test_a_sentence_that_comes_first_is_no_title(root: Path, sections: list[ImportedSection]) -> None:
    text = (FOLDER / "mtr.txt").read_text(encoding="utf-8")
    altered = []
    for section in sections:
        begin = " ".join(section.words[:6])
        if len(section.words) > 30 and text.count(begin) == 1:
            text = text.replace(begin, f"Prima si chiede all’arbitro. {begin}")
            altered.append(section.heading.id)
    new = root / "nuova.txt"
    new.write_text(text, encoding="utf-8")
    update = Update(root, "mtr", read(new), new.name)
    assert len(altered) > 40
    assert not update.compared.fresh
    assert [one.id for one in update.compared.todo] == altered
