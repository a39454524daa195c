"""Test the commands end to end on the made-up books."""

import re
from pathlib import Path

import docx
import pytest

from scripts.edition.chapters import parse_chapter
from scripts.edition.tables import parse_table
from scripts.model.original_section import DIFFERENT, FOREIGN, VERIFIED
from scripts.model.problems import Report
from scripts.originals.commands import import_folder
from scripts.originals.compare.fingerprint import fingerprint, read_fingerprints
from scripts.originals.cut.edition_outline import Heading, read_outline
from scripts.originals.import_stages import import_original
from scripts.originals.import_store import load_imported
from scripts.originals.read import Source
from scripts.originals.recipe import Recipe
from scripts.originals.text_model import Line
from tests.originals import made_up_books
from tests.originals.run_command import prontuario


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return made_up_books.project(tmp_path / "progetto")


def changed(tmp_path: Path, book: str, *pairs: tuple[str, str]) -> Path:
    text = made_up_books.original(book).read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / f"{book}.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_import_shows_what_it_discarded_and_repaired(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert prontuario(root, "import", "torri", str(made_up_books.original("torri"))) == 0
    out = capsys.readouterr().out
    assert "7 sezioni su 7, 100,00% delle parole" in out
    assert "pezzi scartati (piè di pagina): 8" in out
    assert "«LLaa» → «La»" in out
    assert "\r" not in out, "la barra si mostra soltanto su un terminale"


def test_a_copy_in_another_language_is_not_called_different(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prontuario(root, "import", "torri", str(made_up_books.original("torri"))) == 0
    assert prontuario(root, "fingerprint") == 0
    english = tmp_path / "torri.txt"
    titles = [f"{heading.number}. {heading.title}" for heading in made_up_books.outline("torri") if heading.number]
    rule = "The towers are built by each player in turn, and whoever builds the highest of the towers wins the game."
    english.write_text("\n".join(line for title in titles for line in (title, rule, rule)), encoding="utf-8")
    capsys.readouterr()
    assert prontuario(root, "import", "torri", str(english)) == 0
    assert "in una lingua diversa" in capsys.readouterr().out
    loaded = load_imported(root, ["torri"])["torri"]
    assert {o.language for o in loaded.values()} == {"en"}
    assert FOREIGN in {o.status for o in loaded.values()}
    assert DIFFERENT not in {o.status for o in loaded.values()}


def test_what_is_written_is_the_editions_dialect(root: Path) -> None:
    report = Report()
    for book in made_up_books.BOOKS:
        assert prontuario(root, "import", book, str(made_up_books.original(book))) == 0
        tables = {}
        for path in (root / ".originals" / "tabelle").glob(f"{book}-*.tsv"):
            table = parse_table(path.read_text(encoding="utf-8"), path.name, path.stem, report)
            assert table is not None
            tables[table.id] = table
        text = (root / ".originals" / f"{book}.md").read_text(encoding="utf-8")
        sections = parse_chapter(text, f"{book}.md", book, tables, report)
        assert [s.id for s in sections] == [heading.id for heading in made_up_books.outline(book)]
    assert not report.find_losing()  # a document’s own words need not be whole sentences


def test_fingerprints_verify_the_same_words_and_tell_others(root: Path, tmp_path: Path) -> None:
    assert prontuario(root, "import", "torri", str(made_up_books.original("torri"))) == 0
    assert {o.status for o in load_imported(root, ["torri"])["torri"].values()} == {DIFFERENT}
    assert prontuario(root, "fingerprint") == 0
    assert {o.status for o in load_imported(root, ["torri"])["torri"].values()} == {VERIFIED}
    prints = (root / "rules_src" / "torri" / "fingerprints.tsv").read_text(encoding="utf-8")
    assert re.fullmatch(r"sezione\timpronta\n(?:torri-\S+\t(?:[0-9a-f]{16}\.[0-9a-f]{8}|-)\n)+", prints)
    assert (
        prontuario(
            root, "import", "torri", str(changed(tmp_path, "torri", ("accanto alla porta", "accanto alla finestra")))
        )
        == 0
    )
    loaded = load_imported(root, ["torri"])["torri"]
    assert [i for i, o in loaded.items() if o.status == DIFFERENT] == ["torri-1.tavoli"]
    assert loaded["torri-1.tavoli"].page == 2
    assert "Tavolo 1" in loaded["torri-1.tavoli"].text
    assert "accanto alla finestra." in loaded["torri-1.tavoli"].text


def test_a_fingerprint_is_of_words_and_numbers_only() -> None:
    one = ["L’arbitro", "dice", "“vai”", "–", "poi", "2,5", "punti"]
    assert fingerprint(one) == fingerprint(["l'Arbitro", "dice", '"Vai"', "-", "poi", "•", "2,5", "pun", "ti."])
    assert fingerprint(one) != fingerprint(["L’arbitro", "dice", "“vai”", "–", "poi", "25", "punti"])
    assert fingerprint([]) == "-"


def test_a_folder_is_imported_by_the_names_of_its_files(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "originali"
    folder.mkdir()
    (folder / "torri.txt").write_bytes(made_up_books.original("torri").read_bytes())
    (folder / "isole.txt").write_bytes(b"")
    (folder / "appunti.txt").write_text("niente", encoding="utf-8")
    assert import_folder(root, folder) == 1
    shown = capsys.readouterr()
    assert "torri.txt: 7 sezioni su 7" in shown.out
    assert "appunti.txt: il nome non è lo slug di un libro" in shown.err
    assert "isole.txt è vuoto" in shown.err
    assert set(load_imported(root, made_up_books.BOOKS)) == {"torri"}


def test_diff_tells_what_was_reworded_added_removed_and_renumbered(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = changed(
        tmp_path,
        "isole",
        ("gira a ogni turno", "gira a ogni pausa"),
        (
            "2.3 Carte “Faro” Le carte",
            "2.3 Reti Strappate Una rete strappata si cuce in un turno. 2.4 Carte “Faro” Le carte",
        ),
        ("3.2 Isole escluse Sono escluse le isole seguenti: • • Isola Grande Scoglio ", ""),
    )
    page = tmp_path / "differenze.html"
    assert prontuario(root, "diff", "isole", str(made_up_books.original("isole")), str(new), "--pagina", str(page)) == 0
    out = capsys.readouterr().out
    assert "riscritta: isole-1.1 1.1 «Il vento»" in out
    assert "aggiunta: 2.3 «Reti Strappate»" in out
    assert "rinumerata: isole-2.3 2.3 → 2.4" in out
    assert "tolta: isole-3.2 3.2 «Isole escluse»" in out
    assert "Enunciati nostri da rileggere (1):\n  isole-3.2.escluse: (tabella)\n" in out
    assert out.count("\n  ") == 5
    shown = page.read_text(encoding="utf-8")
    assert "<del>turno.</del> <ins>pausa.</ins>" in shown
    assert "http" not in shown.replace("<!doctype html>", "")


def test_diff_tells_a_moved_section_and_lists_our_statements(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "rules_src" / "torri" / "01-tutto.md").write_text("".join(
        f"{'#' * h.level} {h.title} {{#{h.id}{f' n={h.number}' if h.number else ''} p={h.page}}}\n\na. Il nostro enunciato di {h.title}.\n\n"
        for h in made_up_books.outline("torri")
    ), encoding="utf-8")  # fmt: skip
    new = changed(tmp_path, "torri", ("lascia la sala", "perde la torre"))
    assert (
        prontuario(
            root, "diff", "torri", str(made_up_books.original("torri")), str(new), "--pagina", str(tmp_path / "d.html")
        )
        == 0
    )
    out = capsys.readouterr().out
    assert "Enunciati nostri da rileggere (1):\n  torri-2.penalita.a: Il nostro enunciato di Penalità" in out
    assert prontuario(root, "diff", "torri", str(made_up_books.original("torri")), str(made_up_books.original("torri")), "--pagina", str(tmp_path / "e.html")) == 0  # fmt: skip
    assert "non è cambiato niente" in capsys.readouterr().out


def test_diff_with_the_fingerprints(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = str(made_up_books.original("torri"))
    assert prontuario(root, "diff", "torri", old) == 1
    assert "impronte" in capsys.readouterr().err
    assert prontuario(root, "import", "torri", old) == 0
    assert prontuario(root, "fingerprint", "torri") == 0
    new = changed(tmp_path, "torri", ("lascia la sala", "perde la torre"))
    capsys.readouterr()
    assert prontuario(root, "diff", "torri", str(new)) == 0
    assert "riscritta: torri-2.penalita «Penalità»" in capsys.readouterr().out


def headings(root: Path, book: str) -> list[tuple[str, str]]:
    """Return (file, heading line) of a book's chapters."""
    files = sorted((root / "rules_src" / book).glob("*.md"))
    return [(file.name, line) for file in files for line in file.read_text("utf-8").splitlines() if line[:1] == "#"]


def test_a_new_book_gets_the_chapters_that_import_it(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scacchiera.txt"
    path.write_text(
        "1. La scacchiera\nSi gioca su una scacchiera di legno, con due file di pezzi per parte.\n"
        "1.1 Le case\nLe case sono sessantaquattro, chiare e scure.\n1.2 I pezzi\nOgni pezzo muove in un modo suo.\n"
        "2. La partita\nMuove prima chi ha i pezzi chiari, poi a turno.\nAppendice A – Orologi\nOgni parte ha un’ora.\n",
        encoding="utf-8",
    )
    assert prontuario(root, "new-book", "scacchiera", str(path)) == 0
    assert headings(root, "scacchiera") == [
        ("01-la-scacchiera.md", "# La scacchiera {#scacchiera-1 n=1}"),
        ("01-la-scacchiera.md", "## Le case {#scacchiera-1.1 n=1.1}"),
        ("01-la-scacchiera.md", "## I pezzi {#scacchiera-1.2 n=1.2}"),
        ("02-la-partita.md", "# La partita {#scacchiera-2 n=2}"),
        ("03-orologi.md", '# Orologi {#scacchiera-app-a n="Appendice A"}'),
    ]
    assert prontuario(root, "import", "scacchiera", str(path)) == 0
    assert "5 sezioni su 5" in capsys.readouterr().out
    assert prontuario(root, "new-book", "scacchiera", str(path)) == 1
    assert prontuario(root, "new-book", "Brutto Nome", str(path)) == 1


@pytest.mark.parametrize("kind", ["html", "docx"])
def test_the_title_of_the_document_is_no_chapter(root: Path, kind: str) -> None:
    path = root / f"tresette.{kind}"
    headings = ((1, "Tornei di Tresette"), (2, "1. Mazzo"), (3, "1.1 Coppie"), (2, "2. Partita"))
    if kind == "html":
        path.write_text("".join(f"<h{n}>{words}</h{n}><p>Si legge.</p>" for n, words in headings), encoding="utf-8")
    else:
        document = docx.Document()
        for level, words in headings:
            document.add_heading(words, level - 1)
            document.add_paragraph("Si legge.")
        document.save(str(path))
    assert prontuario(root, "new-book", "tresette", str(path)) == 0
    folder = root / "rules_src/tresette"
    assert 'title = "Tornei di Tresette"' in (folder / "book.toml").read_text(encoding="utf-8")
    written = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")))
    assert re.findall(r"\{#(\S+)", written) == ["tresette-1", "tresette-1.1", "tresette-2"]


def test_a_wrong_recipe_names_what_is_wrong(root: Path) -> None:
    from scripts.model.problems import SourceError
    from scripts.originals.recipe import read_recipe

    path = root / "rules_src" / "torri" / "recipe.toml"
    path.write_text(
        '[[mend]]\nwhy = "x"\ntake = "uno due tre quattro cinque sei sette otto"\nput = ""\n[altro]\n', encoding="utf-8"
    )
    with pytest.raises(SourceError, match="al massimo 7 parole") as error:
        read_recipe(root, "torri")
    assert "la chiave «altro»" in str(error.value)


def test_no_fingerprint_file_holds_text() -> None:
    project = Path(__file__).resolve().parent.parent.parent
    for path in (project / "rules_src").glob("*/fingerprints.tsv"):
        assert all(
            re.fullmatch(r"[0-9a-f]{16}\.[0-9a-f]{8}|-", mark)
            for mark in read_fingerprints(project, path.parent.name).values()
        )


def test_articles_stand_below_their_chapters(tmp_path: Path) -> None:
    path = tmp_path / "birilli.txt"
    path.write_text(
        "Capitolo 1 – Il torneo\nSi gioca in un giorno solo.\nArt. 1 – Iscrizione\nIl modulo si consegna al tavolo.\n"
        "Art. 2. Turni\nI turni durano trenta minuti.\nCapitolo 2 – La partita\nI lanci sono dieci.\n"
        "Articolo 3: Il lancio\nChi pesta la riga perde il lancio.\n",
        encoding="utf-8",
    )
    (tmp_path / "rules_src").mkdir()
    assert prontuario(tmp_path, "new-book", "birilli", str(path)) == 0
    found = [(h.level, h.number, h.title) for h in read_outline(tmp_path, "birilli")]
    assert found == [
        (1, "Capitolo 1", "Il torneo"),
        (2, "Art. 1", "Iscrizione"),
        (2, "Art. 2", "Turni"),
        (1, "Capitolo 2", "La partita"),
        (2, "Articolo 3", "Il lancio"),
    ]


def test_a_new_book_without_line_breaks_gets_the_titles_of_its_contents(tmp_path: Path) -> None:
    root = made_up_books.project(tmp_path / "progetto")
    assert prontuario(root, "new-book", "arcipelago", str(made_up_books.original("isole"))) == 0
    assert [line for _, line in headings(root, "arcipelago")][:5] == [
        "# Navigare {#arcipelago-1 n=1}",
        "## Il vento {#arcipelago-1.1 n=1.1}",
        "## Le rotte {#arcipelago-1.2 n=1.2}",
        "## Punti di chi salpa {#arcipelago-1.3 n=1.3}",
        "# Approdare {#arcipelago-2 n=2}",
    ]


def test_words_before_the_first_title_are_shown_as_discarded() -> None:
    lines = (Line("Parole che stanno prima"), Line("1. Il torneo"), Line("Si gioca."), Line("2. La fine"))
    outline = (Heading("x-1", 1, "1", "Il torneo", None), Heading("x-2", 1, "2", "La fine", None))
    imported = import_original(Source("txt", lines), outline, Recipe("x"))
    assert [(d.text, d.line) for d in imported.logs.discards] == [("Parole che stanno prima", 1)]
