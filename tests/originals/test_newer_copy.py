"""Test that a newer copy's changes, and no others, are found."""

import csv
import re
from pathlib import Path

import pytest

from scripts.originals import import_document
from scripts.originals.compare.sections import Difference, compare
from scripts.originals.import_stages import Imported, import_original
from scripts.originals.new_book import draft_book
from scripts.originals.read import read
from scripts.originals.recipe import Recipe
from tests.conftest import ROOT
from tests.originals.real_documents import document
from tests.originals.run_command import prontuario

CHANGES = ROOT / "tests/golden/outlines/changes.tsv"
OLD = """<html lang="en"><head><title>GAMES_2025.html</title></head><body>
<h2>1. Play</h2><p>Both players sit at the table before the judge calls the start of the round.</p>
<h2>1.1 Late Arrival</h2><p>A player who is late by five minutes loses the game and may play the next one.</p>
<h2>1.2 Lost Tokens</h2><p>A lost token is replaced by the judge from the spare box near the stage at once.</p>
<h2>1.3 Noise</h2><p>Loud music is turned off when one of the players asks for it in a kind way.</p>
<p>Phones are kept in the bag and stay there until the round is over for everybody in the room.</p>
<h2>1.4 Water</h2><p>Bottles stand on the floor and are closed whenever nobody drinks from them at all.</p>
<h2>1.5 Breaks</h2><p>There is a break of ten minutes after every second round of the whole event.</p>
<h2>2. Prizes</h2><p>The prizes are given out on the stage after the last round by the organizer.</p>
<table><tr><th>Place</th><th>Tickets</th></tr><tr><td>First</td><td>10</td></tr><tr><td>Second</td><td>6</td></tr>
<tr><td>Third</td><td>3</td></tr></table></body></html>
"""


def changed(*edits: tuple[str, str]) -> str:
    text = OLD
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def differences(tmp_path: Path, new: str) -> dict[str, tuple[str, ...]]:
    """Return number and title of each changed section → its change."""
    imported: list[Imported] = []
    for name, text in (("a", OLD), ("b", new)):
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    headings = draft_book("gioco", read(tmp_path / "a.html"), ()).headings
    for name in "ab":
        imported.append(import_original(read(tmp_path / f"{name}.html"), headings, Recipe("gioco")))
    found: dict[str, Difference] = {
        f"{one.new_number or one.old_number} {one.title}": one for one in compare(*imported)
    }
    return {name: one.kinds for name, one in found.items()}


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([("GAMES_2025", "GAMES_2026")], {}),
        ([("five minutes", "six minutes")], {"1.1 Late Arrival": ("riscritta",)}),
        ([("1.2 Lost Tokens", "1.2 Lost Markers")], {"1.2 Lost Markers": ("rititolata",)}),
        ([("<td>6</td>", "<td>5</td>")], {"2 Prizes": ("riscritta",)}),
        (
            [("<p>Phones", "<h2>1.4 Phones</h2><p>Phones"), ("1.4 Water", "1.5 Water"), ("1.5 Breaks", "1.6 Breaks")],
            {"1.3 Noise": ("riscritta",), "1.4 Phones": ("aggiunta", "divisa"),
             "1.5 Water": ("rinumerata",), "1.6 Breaks": ("rinumerata",)},
        ),
        (
            [("<h2>1.4 Water</h2>", ""), ("1.5 Breaks", "1.4 Breaks")],
            {"1.3 Noise": ("riscritta",), "1.4 Water": ("tolta", "unita"), "1.4 Breaks": ("rinumerata",)},
        ),
        (
            [("<h2>2. Prizes", "<h2>1.6 Dogs</h2><p>Dogs stay outside unless they help somebody who needs them.</p><h2>2. Prizes")],
            {"1.6 Dogs": ("aggiunta",)},
        ),
    ],
    ids=["page title", "words", "title", "table row", "split", "joined", "new"],
)  # fmt: skip
def test_all_and_only_what_changed_is_named(
    tmp_path: Path, edits: list[tuple[str, str]], expected: dict[str, tuple[str, ...]]
) -> None:
    assert differences(tmp_path, changed(*edits)) == expected


def test_a_row_of_a_table_is_told_whole(tmp_path: Path) -> None:
    (tmp_path / "rules_src").mkdir()
    (tmp_path / "a.html").write_text(OLD, encoding="utf-8")
    (tmp_path / "b.html").write_text(changed(("<td>6</td>", "<td>5</td>")), encoding="utf-8")
    assert prontuario(tmp_path, "new-book", "gioco", str(tmp_path / "a.html")) == 0
    page = tmp_path / "d.html"
    assert (
        prontuario(tmp_path, "diff", "gioco", str(tmp_path / "a.html"), str(tmp_path / "b.html"), "--pagina", str(page))
        == 0
    )
    shown = page.read_text(encoding="utf-8")
    assert "<del>Second | 6</del>" in shown
    assert "<ins>Second | 5</ins>" in shown
    assert "Third" not in shown.partition("<ul>")[2].partition("</ul>")[0]


SAID = (
    "Chi e in sala sta zitto.", "La città è grande.", "Però si può giocare.", "Più gente c’è, meglio è.", "Così è già.",
    "Non c’è età.",
)  # fmt: skip


def write(path: Path, *said: str) -> Path:
    path.write_text("".join(f"{n}. Parte {n}\n{words}\n" for n, words in enumerate(said, 1)), encoding="utf-8")
    return path


def test_an_accent_alone_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules_src").mkdir()
    old = write(tmp_path / "a.txt", *SAID)
    new = write(tmp_path / "b.txt", SAID[0].replace(" e ", " è "), *SAID[1:])
    plain = str.maketrans("àèéìòù", "aeeiou")
    lost = write(tmp_path / "c.txt", *(words.translate(plain) for words in SAID))
    quoted = write(tmp_path / "d.txt", *(re.sub("[àèéìòù]", lambda m: f"{m[0].translate(plain)}'", w) for w in SAID))
    for command in (("new-book", "gioco", str(old)), ("import", "gioco", str(old)), ("fingerprint", "gioco")):
        assert prontuario(tmp_path, *command) == 0
    for given in ((str(old), str(new)), (str(new),)):
        capsys.readouterr()
        assert prontuario(tmp_path, "diff", "gioco", *given) == 0
        assert "gioco: 1 riscritta\n  riscritta: gioco-1 1 «Parte 1»" in capsys.readouterr().out
    page = (tmp_path / ".originals/gioco-differenze.html").read_text(encoding="utf-8")
    assert "<del>e</del> <ins>è</ins>" in page
    for copy in (lost, quoted):
        assert prontuario(tmp_path, "diff", "gioco", str(old), str(copy)) == 0
        assert "gioco: non è cambiato niente." in capsys.readouterr().out
        assert prontuario(tmp_path, "import", "gioco", str(copy)) == 0
        assert "6 sezioni sono verificate, 0 diverse" in capsys.readouterr().out
    prints = tmp_path / "rules_src/gioco/fingerprints.tsv"
    prints.write_text(re.sub(r"\..{8}$", "", prints.read_text("utf-8"), flags=re.M), encoding="utf-8")  # as once made
    assert prontuario(tmp_path, "diff", "gioco", str(new)) == 0
    assert "gioco: non è cambiato niente." in capsys.readouterr().out


def pairs() -> list[tuple[str, str]]:
    with CHANGES.open(encoding="utf-8") as lines:
        return sorted({(row["old"], row["new"]) for row in csv.DictReader(lines, delimiter="\t")})


@pytest.mark.parametrize(("old", "new"), pairs())
@pytest.mark.parametrize("book", ["from its document", "magic-mtr"])
def test_the_changes_of_a_real_document_are_those_found_by_hand(book: str, old: str, new: str) -> None:
    with CHANGES.open(encoding="utf-8") as lines:
        rows = [r for r in csv.DictReader(lines, delimiter="\t") if (r["old"], r["new"]) == (old, new)]
    documents = [document(old), document(new)]
    if book == "magic-mtr":  # the Italian edition, whose titles are others
        copies = [import_document.import_file(ROOT, book, path) for path in documents]
    else:
        headings = draft_book("prova", read(documents[0]), ()).headings
        copies = [import_original(read(path), headings, Recipe("prova")) for path in documents]
    found = {(one.new_number or one.title, ", ".join(one.kinds)) for one in compare(*copies)}
    assert found == {(row["section"], row["kinds"]) for row in rows}
