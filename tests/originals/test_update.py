"""`prontuario update` on a made-up book whose second edition changes, adds, retires and renames."""

from __future__ import annotations

import datetime
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.edition.books import read_rulebook
from scripts.model.problems import Report
from scripts.originals.compare.change_report import mark_changes
from scripts.originals.compare.sections import Difference
from scripts.originals.read import read
from scripts.originals.update.book_edits import Manuscript
from scripts.originals.update.interactive_update import Update
from tests.conftest import ROOT, project_copy
from tests.originals.run_command import prontuario

DAMA = ROOT / "tests/golden/dama"
DAY = datetime.date(2026, 9, 2)


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


# What is shown, what is asked there → the answer; whatever is not named here is kept.
PLAN = (
    ("in più: 1.4 Spareggio", "Le faccio posto", "s"),
    ("", "si chiama adesso «Presa e Soffio»", "s"),
    ("collaudo-1.b: ", "[c]ambia", "c"),
    ("collaudo-1.b: ", "La frase nuova", "Ogni turno dura 50 minuti."),
    ("collaudo-1.b: ", "Che cosa cambia", "Il turno passa da 40 a 50 minuti."),
    ("collaudo-1.2.turni: ", "[c]ambia", "c"),
    ("collaudo-1.2.turni: ", "collaudo-1.2.turni.tsv", ""),
    ("collaudo-1.2.turni: ", "Che cosa cambia", "Da 17 iscritti i turni sono 6."),
    ("collaudo-1.3.c: ", "[c]ambia", "r"),
    ("collaudo-1.3.c: ", "Dove portano", "collaudo-1.3.a"),
    ("collaudo-1.3.c: ", "Perché", "L’edizione nuova non dice niente della sconfitta."),
    ("A pari punti", "Che cosa cambia", "Nuova regola per chi è a pari punti."),
    ("", "Come si chiama la nuova", "2.0"),
    ("", "Da quando vale", "2026-09-01"),
)
NEW = "A pari punti vince chi ha preso più dame nel torneo."


class Person:
    """Who sits at the terminal of `root`: answers as PLAN says, changes the table and writes the new rule when asked to.
    After `patience` questions the terminal is closed."""

    def __init__(self, root: Path, patience: int = 1000) -> None:
        self.folder, self.patience, self.shown = root / "rules_src/collaudo", patience, ""

    def say(self, text: str) -> None:
        self.shown += f"{text}\n"

    def ask(self, question: str) -> str:
        self.patience -= 1
        if self.patience < 0:
            raise EOFError
        here = self.shown.rstrip().rpartition("\n\n")[2]
        if "turni.tsv" in question:
            table = self.folder / "tabelle/collaudo-1.2.turni.tsv"
            table.write_text(table.read_text(encoding="utf-8").replace("17+\t5", "17+\t6"), encoding="utf-8")
        if "Un enunciato nuovo" in question:
            wanted = "A pari punti" in here and NEW not in (self.folder / "01-il-torneo.md").read_text(encoding="utf-8")
            return NEW if wanted else ""
        kept = "t" if "[t]ieni" in question else None
        answer = next((answer for shown, asked, answer in PLAN if shown in here and asked in question), kept)
        assert answer is not None, f"{here}\n{question}"
        return answer


def update(root: Path, person: Person) -> Update:
    new = DAMA / "seconda.txt"
    return Update(root, "collaudo", read(new), new.name, person.ask, person.say, today=DAY)


def sources(root: Path) -> dict[str, str]:
    return {
        p.relative_to(root).as_posix(): p.read_text("utf-8") for p in (root / "rules_src").rglob("*") if p.is_file()
    }


def test_the_list_says_what_changed_and_writes_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sources(root)
    assert prontuario(root, "update", "collaudo", str(DAMA / "seconda.txt"), "--elenco") == 0
    out = capsys.readouterr().out
    assert "aggiunta: 1.4 «Spareggio»" in out
    assert "rititolata: collaudo-2.2 2.2 «Presa e Soffio»" in out
    for section in ("collaudo-1", "collaudo-1.1", "collaudo-1.2", "collaudo-1.3"):
        assert f"riscritta: {section} " in out
    assert "collaudo-1.b: Ogni turno dura 40 minuti." in out
    assert "collaudo-2.1" not in out
    assert "lo nominano collaudo/orologi.toml:" in out
    assert sources(root) == before


def test_a_table_that_was_to_be_changed_may_wait(root: Path) -> None:
    person = Person(root)
    waiting = update(root, person)
    asked = waiting.ask
    later = ["p", "p"]
    waiting.questions = replace(
        waiting.questions, ask=lambda q: later.pop() if "turni.tsv" in q and later else asked(q)
    )
    waiting.ask = waiting.questions.ask
    assert waiting.run() == 1
    assert "collaudo-1.2.turni: " in waiting.listing()
    assert update(root, Person(root)).run() == 0


def test_a_whole_update_leaves_sources_that_pass(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    person = Person(root)
    assert update(root, person).run() == 0, person.shown
    assert "[-quaranta-]" in person.shown
    assert "{+cinquanta+}" in person.shown
    files = sources(root)
    assert "b. Ogni turno dura 50 minuti.\n" in files["rules_src/collaudo/01-il-torneo.md"]
    assert "c. Chi perde" not in files["rules_src/collaudo/01-il-torneo.md"]
    assert "## Spareggio {#collaudo-1.4 n=1.4}\n\na. A pari punti" in files["rules_src/collaudo/01-il-torneo.md"]
    assert "## Presa e Soffio {#collaudo-2.2 n=2.2}" in files["rules_src/collaudo/02-la-partita.md"]
    assert files["rules_src/redirects.tsv"] == "vecchia\tnuova\ncollaudo-1.3.c\tcollaudo-1.3.a\n"
    assert files["rules_src/collaudo/edizioni/1-2.tsv"].startswith(
        "# edizione: 1.2\n# sostituita: 2026-09-02\nancora\ttesto\n"
    )
    assert 'edition = "2.0"\neffective = 2026-09-01\n' in files["rules_src/collaudo/book.toml"]
    assert "collaudo-1.b\t2026-09-02\t" in files["rules_src/collaudo/modifiche.tsv"]
    assert "collaudo-1.b, che nominano collaudo/orologi.toml:2\n" in person.shown.partition("Resta da rileggere:")[2]
    book = read_rulebook(root, Report()).book("collaudo")
    assert book.info.effective == datetime.date(2026, 9, 1)
    (left,) = book.editions
    assert left.texts["collaudo-1.b"] == "Ogni turno dura 40 minuti."
    assert left.texts["collaudo-1.3.c"] == "Chi perde una partita non riceve punti."
    assert left.texts["collaudo-1.4"] == left.texts["collaudo-1.4.a"] == ""
    assert left.texts["collaudo-1.2.turni"].split("\n")[-1] == "Iscritti: 17+; Turni: 5".replace("17+", "17 o più")
    assert "collaudo-2.2.a" not in left.texts
    assert prontuario(root, "lock") == 0, capsys.readouterr().err
    assert prontuario(root, "check") == 0
    assert "non resta niente" in update(root, person).listing()


def test_sections_that_move_or_come_are_told_by_their_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two sections that change places and numbers, a title in small letters: nothing went, nothing else is to be read."""
    text = (DAMA / "originale.txt").read_text(encoding="utf-8")
    first, moved, last = text.index("1.2 Turni"), text.index("1.3 Punteggio"), text.index("2. La partita")
    turns = text[first:moved].replace("1.2 Turni", "1.3 Turni").replace("come dice la tabella", "che la tabella dice")
    score = text[moved:last].replace("1.3 Punteggio", "1.2 Punteggio")
    end = text[last:].replace("4. Penalità", "3.3 Telefoni accesi in sala\nIl telefono resta spento.\n4. Penalità")
    new = root / "spostata.txt"
    new.write_text(text[:first] + score + turns + end, encoding="utf-8")
    assert prontuario(root, "update", "collaudo", str(new), "--elenco") == 0
    said = capsys.readouterr().out.split("\n")
    listed = [line for line in said if line[2:3].strip() and line.startswith("  ")]
    assert listed == [
        "  aggiunta: 3.3 «Telefoni accesi in sala»",
        "  rinumerata, spostata, riscritta: collaudo-1.2 1.3 «Turni»",
    ]
    assert "    rinumerata: collaudo-1.3 1.3 → 1.2 «Punteggio»" in said


@pytest.fixture(scope="module")
def at_once(published: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the sources after an update that nothing interrupts."""
    root = Path(shutil.copytree(published, tmp_path_factory.mktemp("intero") / "progetto"))
    assert update(root, Person(root)).run() == 0
    return sources(root)


@pytest.mark.parametrize("patience", range(0, 24, 2))
def test_who_stops_at_any_question_goes_on_from_there(root: Path, at_once: dict[str, str], patience: int) -> None:
    first = Person(root, patience)
    assert update(root, first).run() == 1
    assert "riprende da qui" in first.shown
    assert update(root, Person(root)).run() == 0
    assert sources(root) == at_once


def test_a_title_is_found_by_what_follows_it(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No line break, another title, and a chapter of no words of its own: the same sections, called otherwise."""
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
    assert prontuario(root, "update", "collaudo", str(new), "--elenco") == 0
    listed = [line for line in capsys.readouterr().out.split("\n") if line.startswith("  ") and line[2] != " "]
    assert listed == [
        "  rititolata: collaudo-1.2 1.2 «Quanti giri»",
        "  rititolata: collaudo-2 2 «Il gioco»",
        "  rititolata: collaudo-3.1 3.1 «Tardi»",
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
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        if "Un enunciato nuovo" in question:
            return PHONES if asked.count(question) == 1 else ""
        return {"Le": "s", "Che": "Una regola nuova.", "Come": "2.0", "Da": ""}[question.split()[0]]

    shown: list[str] = []
    assert Update(root, "collaudo", read(new), new.name, ask, shown.append, today=DAY).run() == 0, shown
    written = "\n".join(text for file, text in sources(root).items() if file.endswith(".md"))
    assert f"{made}\n\na. {PHONES}\n" in written
    for number in numbers.values():
        assert f"n={number.rstrip('. ')}}}" in written
    assert prontuario(root, "lock") == 0
    assert prontuario(root, "check") == 0


def test_a_paragraph_more_is_no_section(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DAMA / "originale.txt").read_text(encoding="utf-8")
    new = root / "nuova.txt"
    new.write_text(text.replace("1.3 Punteggio", f"{PHONES}\n1.3 Punteggio"), encoding="utf-8")
    assert prontuario(root, "update", "collaudo", str(new), "--elenco") == 0
    listed = [line for line in capsys.readouterr().out.split("\n") if line.startswith("  ") and line[2] != " "]
    assert listed == ["  riscritta: collaudo-1.2 1.2 «Turni»"]


def test_of_a_long_section_what_changed_is_shown_with_some_words_around() -> None:
    before = [f"parola{n}" for n in range(90)]
    after = [*before[:40], "entro", *before[40:]]
    changed = Difference(
        ("riscritta",), "x-1", "Turni", "1", "1", tuple(before), tuple(after), rows=(("-", "8 | 3"), ("+", "8 | 4"))
    )
    shown = mark_changes(changed, 400).split("\n\n")
    assert shown == [f"… {' '.join(before[28:40])} {{+entro+}} {' '.join(before[40:52])} …", "[-8 | 3-]", "{+8 | 4+}"]


def test_a_chapter_that_goes_and_an_appendix_with_another_letter(tmp_path: Path) -> None:
    root = project_copy(tmp_path / "progetto")
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
    given = {"[r]itira": "r", "Dove portano": "collaudo-1", "Perché": "Non c’è più.", "Come si": "2.0", "Da quando": ""}
    answers = lambda question: next(answer for asked, answer in given.items() if asked in question)  # noqa: E731
    walk = Update(root, "collaudo", read(new), new.name, answers, lambda _: None, today=DAY)
    assert [(one.id, one.kinds) for one in walk.changes.todo] == [("collaudo-app-a", ("tolta",))]
    assert walk.run() == 0
    assert not chapters[-2].exists()
    assert not domande.exists()
    assert '{#collaudo-app-b n="Appendice A"}' in chapters[-1].read_text(encoding="utf-8")
    assert prontuario(root, "check") == 0


def test_a_table_s_name_is_no_letter(root: Path) -> None:
    """«collaudo-1.2.set» does not make «seu» the next letter."""
    folder = root / "rules_src/collaudo"
    (folder / "tabelle/collaudo-1.2.turni.tsv").rename(folder / "tabelle/collaudo-1.2.set.tsv")
    for path in (
        *folder.rglob("*.md"),
        *folder.rglob("*.toml"),
        *folder.rglob("*.tsv"),
        root / "rules_src/anchors.lock",
    ):
        path.write_text(path.read_text("utf-8").replace("collaudo-1.2.turni", "collaudo-1.2.set"), encoding="utf-8")
    ours = Manuscript(root, "collaudo", DAY)
    ours.add("collaudo-1.2", "Una frase nuova.", "Ce n’è una in più.")
    assert max(s.letter for s in ours.sections["collaudo-1.2"].statements) < "c"


def test_the_rest_of_a_section_is_kept_in_one_answer(root: Path) -> None:
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        if len(asked) > 200:
            raise EOFError
        if "[t]ieni" in question:
            return "a"
        return {"s/n": "s"}.get("s/n" if "s/n" in question else "", "")

    new = DAMA / "seconda.txt"
    Update(root, "collaudo", read(new), new.name, ask, lambda _: None, today=DAY).make_places()
    before = len(asked)
    one = Update(root, "collaudo", read(new), new.name, ask, lambda _: None, today=DAY)
    section = next(d for d in one.changes.todo if d.id == "collaudo-1.2")
    one.section(section)
    assert sum("[t]ieni" in question for question in asked[before:]) == 1
    one.read()
    assert all(d.id != "collaudo-1.2" for d in one.changes.todo)  # it was read
    assert not [anchor for anchor in one.ours.before if anchor.startswith("collaudo-1.2")]  # and says what it said
