"""Test `prontuario update` on a made-up book's second edition."""

import datetime
import shutil
from pathlib import Path

import pytest

from scripts.edition.books import read_rulebook
from scripts.model.problems import Report
from scripts.originals.compare.change_report import group_changes
from scripts.originals.compare.sections import align_words
from scripts.originals.update.change_sentences import describe_change
from tests.conftest import ROOT, small_project
from tests.originals.run_command import prontuario

DAMA = ROOT / "tests/golden/dama"


def first_edition(root: Path) -> Path:
    """Return the made-up book alone, written, imported and published in its first edition."""
    folder = root / "rules_src/collaudo"
    folder.parent.mkdir()
    assert prontuario(root, "new-book", "collaudo", str(DAMA / "originale.txt")) == 0
    shutil.copytree(DAMA / "riempito", folder, dirs_exist_ok=True)
    for command in (
        ("lock",),
        ("import", "collaudo", str(DAMA / "originale.txt")),
        ("fingerprint", "collaudo"),
        ("check",),
    ):
        assert prontuario(root, *command) == 0
    return root


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return first_edition(tmp_path_factory.mktemp("collaudo"))


@pytest.fixture
def root(published: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(published, tmp_path / "progetto"))


SECOND = DAMA / "seconda.txt"
EDITS = (  # of an author with an editor: file, before, after
    ("01-il-torneo.md", "b. Ogni turno dura 40 minuti.", "b. Ogni turno dura 50 minuti."),
    ("01-il-torneo.md", "c. Chi perde una partita non riceve punti.\n", ""),
    ("01-il-torneo.md", "a. [da scrivere]", "a. A pari punti vince chi ha preso più dame nel torneo."),
    ("tabelle/collaudo-1.2.turni.tsv", "17+\t5", "17+\t6"),
)


def edit(root: Path) -> None:
    for file, before, after in EDITS:
        path = root / "rules_src/collaudo" / file
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, before
        path.write_text(text.replace(before, after), encoding="utf-8")


def update(root: Path, *options: str, new: Path = SECOND) -> int:
    return prontuario(root, "update", "collaudo", str(new), *options)


def bring(root: Path) -> None:
    """Bring the book to its second edition, as an author does."""
    assert update(root) == 0
    edit(root)
    assert update(root, "--lette", "tutte", "--edizione", "2.0", "--dal", "2026-09-01") == 0


def sources(root: Path) -> dict[str, str]:
    return {
        p.relative_to(root).as_posix(): p.read_text("utf-8") for p in (root / "rules_src").rglob("*") if p.is_file()
    }


def listed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the sections of the list just printed, without the place where each stands."""
    lines = capsys.readouterr().out.split("\n")
    return [line.partition(" in rules_src/")[0] for line in lines if line.startswith("  ") and line[2] != " "]


def test_the_list_says_what_changed_and_writes_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sources(root)
    capsys.readouterr()
    assert update(root, "--elenco") == 0
    assert listed(capsys) == [
        "  riscritta: collaudo-1 1 «Il torneo»",
        "  riscritta: collaudo-1.1 1.1 «Iscrizione»",
        "  riscritta: collaudo-1.2 1.2 «Turni»",
        "  riscritta: collaudo-1.3 1.3 «Punteggio»",
        "  aggiunta: 1.4 «Spareggio»",
        "  rititolata: collaudo-2.2 2.2 «Presa e Soffio» (prima «La presa»)",
    ]
    assert sources(root) == before


def test_a_whole_update_leaves_sources_that_pass(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bring(root)
    said = capsys.readouterr().out
    page = (root / ".originals/collaudo-differenze.html").read_text(encoding="utf-8")
    assert "<del>quaranta</del> <ins>cinquanta</ins>" in page
    assert "<code>collaudo-1.b</code> <small>01-il-torneo.md:4</small> Ogni turno dura 40 minuti." in page
    files = sources(root)
    assert "## Spareggio {#collaudo-1.4 n=1.4}\n\na. A pari punti" in files["rules_src/collaudo/01-il-torneo.md"]
    assert "## Presa e Soffio {#collaudo-2.2 n=2.2}" in files["rules_src/collaudo/02-la-partita.md"]
    assert files["rules_src/redirects.tsv"] == "vecchia\tnuova\ncollaudo-1.3.c\tcollaudo-1.3\n"
    assert files["rules_src/collaudo/edizioni/1-2.tsv"].startswith(
        "# edizione: 1.2\n# dal: 2026-03-01\n# sostituita: 2"
    )
    assert 'edition = "2.0"\neffective = 2026-09-01\n' in files["rules_src/collaudo/book.toml"]
    revisions = {
        row.split("\t")[0]: row.split("\t")[3] for row in files["rules_src/collaudo/modifiche.tsv"].split("\n") if row
    }
    assert revisions == {
        "ancora": "che cosa",
        "collaudo-1.2.turni": "Cambia una riga della tabella.",
        "collaudo-1.3.c": "Ritirato: nell’edizione «2.0» non c’è.",
        "collaudo-1.4.a": "Nuovo nell’edizione «2.0».",
        "collaudo-1.b": "«40» diventa «50».",
    }
    assert "collaudo/orologi.toml:2, dove si nomina collaudo-1.b\n" in said.partition("Resta da rileggere:")[2]
    book = read_rulebook(root, Report()).book("collaudo")
    assert book.info.effective == datetime.date(2026, 9, 1)
    (left,) = book.editions
    assert left.texts["collaudo-1.b"] == "Ogni turno dura 40 minuti."
    assert left.texts["collaudo-1.3.c"] == "Chi perde una partita non riceve punti."
    assert left.texts["collaudo-1.4"] == left.texts["collaudo-1.4.a"] == ""
    assert left.texts["collaudo-1.2.turni"].split("\n")[-1] == "Iscritti: 17 o più; Turni: 5"
    assert "collaudo-2.2.a" not in left.texts
    assert prontuario(root, "lock") == 0, capsys.readouterr().err
    assert prontuario(root, "check") == 0
    capsys.readouterr()
    assert update(root) == 0
    assert capsys.readouterr().out == "collaudo: non resta niente da rileggere.\n"


def test_who_stops_goes_on_with_what_is_left(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert update(root) == 0
    begun = sources(root)["rules_src/collaudo/edizioni/1-2.tsv"]
    edit(root)
    assert update(root, "--lette", "1", "collaudo-1.1", "1.4") == 0
    assert update(root, "--edizione", "2.0") == 1
    assert "Sono ancora da rileggere: collaudo-1.2, collaudo-1.3." in capsys.readouterr().err
    assert update(root, "--lette", "2.1") == 1
    assert "«2.1» non è fra le sezioni da rileggere" in capsys.readouterr().err
    assert sources(root)["rules_src/collaudo/edizioni/1-2.tsv"] == begun
    capsys.readouterr()
    assert update(root) == 0
    assert listed(capsys) == ["  riscritta: collaudo-1.2 1.2 «Turni»", "  riscritta: collaudo-1.3 1.3 «Punteggio»"]
    assert update(root, "--lette", "1.2", "1.3", "--edizione", "1.2") == 1
    assert "non può chiamarsi «1.2»" in capsys.readouterr().err
    assert update(root, "--edizione", "2.0") == 0
    assert prontuario(root, "lock") == 0
    assert prontuario(root, "check") == 0


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ("", "Uno.", "Nuovo nell’edizione «2»."),
        ("Uno.", "", "Ritirato: nell’edizione «2» non c’è."),
        ("Dura 40 minuti, più la pausa.", "Dura 50 minuti.", "«40» diventa «50»; si toglie «più la pausa»."),
        ("Vale per chi gioca.", "Vale sempre per chi gioca.", "Si aggiunge «sempre»."),
        ("Chi e assente perde.", "Chi è assente perde.", "«e» diventa «è»."),
        (" ".join("abcdefghilmnopq"), " ".join("ABCDEFGHILMNOPQrstuvz"[15:] * 3), "Riscritto nell’edizione «2»."),
        ("T\nA: 1\nB: 2", "T\nA: 1\nB: 3\nC: 4", "Cambiano 2 righe della tabella."),
    ],
)
def test_a_change_is_told_in_a_sentence(before: str, now: str, said: str) -> None:
    assert describe_change(before, now, "2") == said


def test_sections_that_move_or_come_are_told_by_their_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DAMA / "originale.txt").read_text(encoding="utf-8")
    first, moved, last = text.index("1.2 Turni"), text.index("1.3 Punteggio"), text.index("2. La partita")
    turns = text[first:moved].replace("1.2 Turni", "1.3 Turni").replace("come dice la tabella", "che la tabella dice")
    score = text[moved:last].replace("1.3 Punteggio", "1.2 Punteggio")
    end = text[last:].replace("4. Penalità", "3.3 Telefoni accesi in sala\nIl telefono resta spento.\n4. Penalità")
    new = root / "spostata.txt"
    new.write_text(text[:first] + score + turns + end, encoding="utf-8")
    assert update(root, "--elenco", new=new) == 0
    said = [line.partition(" in rules_src/")[0] for line in capsys.readouterr().out.split("\n")]
    assert [line for line in said if line[2:3].strip() and line.startswith("  ")] == [
        "  rinumerata, spostata, riscritta: collaudo-1.2 1.2 → 1.3 «Turni»",
        "  aggiunta: 3.3 «Telefoni accesi in sala»",
    ]
    assert "    rinumerata: collaudo-1.3 1.3 → 1.2 «Punteggio»" in said


def test_a_title_is_found_by_what_follows_it(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join((DAMA / "originale.txt").read_text(encoding="utf-8").split())
    for old, named in (
        ("1.2 Turni", "1.2 Quanti giri"),
        ("2. La partita", "2. Il gioco"),
        ("3.1 Ritardo", "3.1 Tardi"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, named)
    new = root / "rititolata.txt"
    new.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert update(root, "--elenco", new=new) == 0
    assert listed(capsys) == [
        "  rititolata: collaudo-1.2 1.2 «Quanti giri» (prima «Turni»)",
        "  rititolata: collaudo-2 2 «Il gioco» (prima «La partita»)",
        "  rititolata: collaudo-3.1 3.1 «Tardi» (prima «Ritardo»)",
    ]
    assert prontuario(root, "diff", "collaudo", str(DAMA / "originale.txt"), str(new)) == 0
    assert "3 rititolata" in capsys.readouterr().out


PHONES = "Il telefono resta spento per tutta la partita, e chi lo usa esce dalla sala."
NUMBERS = {"3. ": "4. ", "3.1": "4.1", "3.2": "4.2", "4. ": "5. "}
PLACES = {  # what stands before a line of the document, what is renumbered after it → the heading that is made
    "no number": ("1.3 Punteggio", "Telefoni in sala", {}, "## Telefoni in sala {#collaudo-1.telefoni-in-sala}"),
    "between two": ("1.3 Punteggio", "1.3 Telefoni in sala", {"1.3 ": "1.4 "}, "## Telefoni in sala {#collaudo-1.telefoni-in-sala n=1.3}"),
    "bis": ("1.3 Punteggio", "1.2 bis Telefoni", {}, '## Telefoni {#collaudo-1.telefoni n="1.2 bis"}'),
    "below one": ("1.3 Punteggio", "1.2.1 Telefoni in sala", {}, "### Telefoni in sala {#collaudo-1.2.1 n=1.2.1}"),
    "at the end of a series": ("2. La partita", "1.4 Telefoni", {}, "## Telefoni {#collaudo-1.4 n=1.4}"),
    "a chapter between two": ("3. Infrazioni", "3. Telefoni", NUMBERS, "# Telefoni {#collaudo-telefoni n=3}"),
    "the last chapter": ("", "5. Telefoni", {}, "# Telefoni {#collaudo-5 n=5}"),
    "the last, without a number": ("", "Telefoni in sala", {}, "## Telefoni in sala {#collaudo-4.telefoni-in-sala}"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_a_section_that_is_new_gets_its_place_wherever_it_stands(root: Path, name: str) -> None:
    before, heading, numbers, made = PLACES[name]
    text = (DAMA / "originale.txt").read_text(encoding="utf-8")
    at = text.index(before) if before else len(text)
    after = text[at:]
    for old, number in reversed(numbers.items()):
        after = after.replace(f"\n{old}", f"\n{number}") if not after.startswith(old) else number + after[len(old) :]
    new = root / "nuova.txt"
    new.write_text(f"{text[:at]}{heading}\n{PHONES}\n{after}", encoding="utf-8")
    assert update(root, new=new) == 0
    written = {file: text for file, text in sources(root).items() if file.endswith(".md")}
    file = next(file for file, text in written.items() if f"{made}\n\na. [da scrivere]\n" in text)
    (root / file).write_text(written[file].replace("a. [da scrivere]", f"a. {PHONES}"), encoding="utf-8")
    for number in numbers.values():
        assert f"n={number.rstrip('. ')}}}" in "\n".join(written.values())
    assert update(root, "--lette", "tutte", "--edizione", "2.0", new=new) == 0
    assert prontuario(root, "lock") == 0
    assert prontuario(root, "check") == 0


def test_a_paragraph_more_is_no_section(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DAMA / "originale.txt").read_text(encoding="utf-8")
    new = root / "nuova.txt"
    new.write_text(text.replace("1.3 Punteggio", f"{PHONES}\n1.3 Punteggio"), encoding="utf-8")
    capsys.readouterr()
    assert update(root, "--elenco", new=new) == 0
    assert listed(capsys) == ["  riscritta: collaudo-1.2 1.2 «Turni»"]


def test_of_a_long_section_what_changed_is_shown_with_some_words_around() -> None:
    before = [f"parola{n}" for n in range(90)]
    ((first, changed, last),) = group_changes(align_words(before, [*before[:40], "entro", *before[40:]]))
    assert (first.words, changed.words) == (("…", *before[28:40]), ("entro",))
    assert last.words == (*before[40:52], "…")


def test_a_chapter_that_goes_and_an_appendix_with_another_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = small_project(tmp_path / "progetto", "wot")
    old, new = tmp_path / "vecchia.txt", tmp_path / "nuova.txt"
    text = (DAMA / "originale.txt").read_text(encoding="utf-8")
    first = "Appendice A. Materiale di gioco\nLe pedine sono dodici per parte, di legno chiaro e di legno scuro.\n"
    second = "Appendice {}. Arbitri e direzione\nLa direzione nomina gli arbitri prima che il torneo cominci.\n"
    old.write_text(f"{text}\n{first}\n{second.format('B')}", encoding="utf-8")
    new.write_text(f"{text}\n{second.format('A')}", encoding="utf-8")
    assert prontuario(root, "new-book", "collaudo", str(old)) == 0
    chapters = sorted((root / "rules_src/collaudo").glob("*.md"))
    for path in chapters:
        written = path.read_text(encoding="utf-8").replace("a. [da scrivere]", f"a. Si gioca come dice {path.stem}.")
        path.write_text(written, encoding="utf-8")
    domande = root / "rules_src/collaudo/domande" / f"{chapters[-2].stem}.tsv"
    domande.parent.mkdir()
    domande.write_text("ancora\tdomande\ncollaudo-app-a.a\tquante pedine\n", encoding="utf-8")
    assert prontuario(root, "lock") == 0
    assert prontuario(root, "import", "collaudo", str(old)) == 0
    assert prontuario(root, "fingerprint", "collaudo") == 0
    capsys.readouterr()
    assert update(root, new=new) == 0
    assert listed(capsys) == ["  tolta: collaudo-app-a Appendice A «Materiale di gioco»"]
    chapters[-2].unlink()
    domande.unlink()
    assert update(root, "--edizione", "2.0", new=new) == 0
    assert "collaudo-app-a\tcollaudo-4\n" in (root / "rules_src/redirects.tsv").read_text(encoding="utf-8")
    assert '{#collaudo-app-b n="Appendice A"}' in chapters[-1].read_text(encoding="utf-8")
    assert prontuario(root, "check") == 0
