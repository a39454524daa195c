"""Test real-life Word documents: styles, bold lines, numbering, tables."""

from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from scripts.originals.new_book import draft_book
from scripts.originals.read import read

TITLES = ((1, "1. Gare"), (2, "1.1 Iscrizione"), (2, "1.2 Tempi"), (1, "2. Premi"))


def written(path: Path, styled: bool, counted: bool = False) -> Path:
    document = docx.Document()
    if counted:
        _count_headings(document)
    for level, words in TITLES:
        title = words.split(" ", 1)[1] if counted else words
        if styled:
            document.add_heading(title, level)
        else:
            document.add_paragraph().add_run(title).bold = True
        document.add_paragraph("Questa sezione dice che cosa si fa prima della gara.")
    table = document.add_table(rows=0, cols=2)
    for row in (("Posto", "Gettoni"), ("1", "40"), ("2", "20")):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.save(str(path))
    return path


def _count_headings(document: docx.document.Document) -> None:
    """Number the headings as Word does: 1, 1.1, 1.2, 2."""

    def made(name: str, parent: object, **values: str) -> object:
        element = OxmlElement(f"w:{name}")
        for key, value in values.items():
            element.set(qn(f"w:{key}"), value)
        parent.append(element)  # type: ignore[attr-defined]
        return element

    numbering = document.part.numbering_part.element
    kind = OxmlElement("w:abstractNum")
    kind.set(qn("w:abstractNumId"), "90")
    for level, form in enumerate(("%1.", "%1.%2")):
        one = made("lvl", kind, ilvl=str(level))
        for name, value in (("start", "1"), ("numFmt", "decimal"), ("lvlText", form)):
            made(name, one, val=value)
    numbering.insert(0, kind)
    made("abstractNumId", made("num", numbering, numId="90"), val="90")
    for level in (1, 2):
        counted = made("numPr", document.styles[f"Heading {level}"].element.get_or_add_pPr())
        made("ilvl", counted, val=str(level - 1))
        made("numId", counted, val="90")


@pytest.mark.parametrize(("styled", "counted"), [(True, False), (False, False), (True, True)])
def test_the_outline_and_the_table_are_found(tmp_path: Path, styled: bool, counted: bool) -> None:
    draft = draft_book("gare", read(written(tmp_path / "gare.docx", styled, counted)), ())
    assert [(h.level, h.number, h.title) for h in draft.headings] == [
        (1, "1", "Gare"), (2, "1.1", "Iscrizione"), (2, "1.2", "Tempi"), (1, "2", "Premi")
    ]  # fmt: skip
    assert draft.files["tabelle/gare-2.posto.tsv"] == "# titolo: Premi\nPosto:int\tGettoni:int\n1\t40\n2\t20\n"
