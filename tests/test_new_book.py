"""Test a new book from its document to the site."""

import hashlib
import shutil
from pathlib import Path

import pytest

from scripts import pipeline
from scripts.site.fingerprinted_assets import add_stamp, find_stamp
from search.engine.answer import Engine
from tests.conftest import small_project
from tests.originals.run_command import prontuario

DAMA = Path(__file__).parent / "golden/dama"  # a made-up document, and what a person writes into the drafted book


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with the sixth book as drafted."""
    root = small_project(tmp_path / "progetto", "wot")
    assert prontuario(root, "new-book", "collaudo", str(DAMA / "originale.txt")) == 0
    return root


def outside(root: Path) -> dict[str, str]:
    """Return every source outside the book, except the generated lock."""
    own = ("rules_src/collaudo/", "rules_src/anchors.lock", ".originals/", "build/", "site")
    files = (path for path in root.rglob("*") if path.is_file() and path.suffix != ".pyc")
    named = ((path.relative_to(root).as_posix(), path) for path in files)
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in named if not name.startswith(own)}


def test_a_drafted_book_builds_and_says_what_is_to_be_written(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = outside(small_project(tmp_path / "mai", "wot"))
    assert prontuario(project, "new-infraction", "collaudo", "ritardo") == 0
    assert prontuario(project, "new-infraction", "collaudo", "ritardi") == 1
    assert prontuario(project, "new-infraction", "collaudo", "3") == 0  # a heading that has only sections below it
    assert prontuario(project, "new-infraction", "collaudo", "collaudo-3.2.a") == 0  # one statement among others
    assert prontuario(project, "check") == 0
    drafted = (project / "rules_src/collaudo/infrazioni/3-2-a.toml").read_text(encoding="utf-8")
    assert 'section = "collaudo-3.2"\ndefinition = ["collaudo-3.2.a"]' in drafted
    for name in (
        "infrazioni/infrazioni.toml",
        "racconti/infrazioni.tsv",
        "infrazioni/3-2-a.toml",
        "racconti/3-2-a.tsv",
    ):
        (project / "rules_src/collaudo" / name).unlink()
    assert "forse «Ritardo»" in capsys.readouterr().err
    assert prontuario(project, "check") == 0
    said = capsys.readouterr().out
    assert "collaudo: hai ancora 9 sezioni e 1 infrazione da scrivere" in said
    assert "collaudo: ancora da scrivere in rules_src/collaudo/book.toml: url" in said
    pipeline.build_release(project, ("collaudo",))
    page = (project / "site/collaudo/1/index.html").read_text(encoding="utf-8")
    assert "Questa sezione non è ancora scritta" in page
    front = (project / "site/collaudo/index.html").read_text(encoding="utf-8")
    assert "Manca l’indirizzo del documento" in front
    assert 'href="da scrivere"' not in front
    penalties = (project / "site/penalita/collaudo/albero/index.html").read_text(encoding="utf-8")
    assert "Ancora da scrivere" in penalties
    found = Engine.open(project / pipeline.INDEX).search("questa sezione non è ancora scritta").results
    assert not any(result.id.endswith(".a") for result in found)
    assert outside(project) == before


def test_neither_a_book_nor_a_chapter_takes_a_page_of_the_site(project: Path, tmp_path: Path) -> None:
    original = tmp_path / "altro.txt"
    text = (DAMA / "originale.txt").read_text(encoding="utf-8")
    original.write_text(
        f"{text}\nAppendice A. Glossario\nIl soffio toglie la pedina che non ha preso.\n", encoding="utf-8"
    )
    assert prontuario(project, "new-book", "tabelle", str(original)) == 1
    assert prontuario(project, "new-book", "altro", str(original)) == 0
    assert "{#altro-app-a " in (project / "rules_src/altro/05-glossario.md").read_text(encoding="utf-8")
    assert prontuario(project, "check") == 0


def test_no_sentence_of_the_document_is_in_the_draft(project: Path) -> None:
    document = " ".join((DAMA / "originale.txt").read_text(encoding="utf-8").split())
    for path in (project / "rules_src/collaudo").rglob("*.*"):
        words = path.read_text(encoding="utf-8").split()
        runs = (" ".join(words[i : i + 7]) for i in range(len(words) - 6))
        assert not [run for run in runs if run in document], path.name


def test_a_written_book_touches_nothing_else_and_is_everywhere_on_the_site(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prontuario(project, "new-infraction", "collaudo", "ritardo") == 0
    before = outside(project)
    folder = project / "rules_src/collaudo"
    shutil.copytree(DAMA / "riempito", folder, dirs_exist_ok=True)
    book = folder / "book.toml"
    text = book.read_text(encoding="utf-8")
    assert 'edition = "1.2"' in text
    book.write_text(text.replace('url = "da scrivere"', 'url = "https://dama.example"'), encoding="utf-8")
    assert prontuario(project, "check") == 1
    assert "«prontuario lock» le aggiunge" in capsys.readouterr().err
    assert prontuario(project, "lock") == 0
    assert prontuario(project, "import", "collaudo", str(DAMA / "originale.txt")) == 0
    assert prontuario(project, "fingerprint", "collaudo") == 0
    assert prontuario(project, "check") == 0
    assert "da scrivere" not in capsys.readouterr().out
    pipeline.build_release(project, ("collaudo",), with_originals=True)
    assert outside(project) == before
    site = project / "site"
    tables = (site / "tabelle/collaudo/index.html").read_text(encoding="utf-8")
    assert 'data-when="{&quot;iscritti&quot;:[9,16]}"' in tables.replace("&#34;", "&quot;")
    assert "<b>4</b>" in tables
    for path, words in {
        "collaudo/2/index.html": "è il soffio",
        "collaudo/glossario/index.html": "soffio",
        "penalita/collaudo/albero/index.html": "Oltre 10 minuti",
        "orologio/index.html": "Turno, 40 minuti",
        "libri/index.html": "../collaudo/",
        "index.html": 'data-book="collaudo"',
        add_stamp("assets/css/prontuario.css", find_stamp(site)): '[data-book="collaudo"]',
        "api/v1/penalties.json": "partita-persa",
    }.items():
        assert words in (site / path).read_text(encoding="utf-8").replace("\u00a0", " "), path
    assert "non è ancora scritta" not in "".join(p.read_text(encoding="utf-8") for p in site.rglob("*.html"))
    assert "Chi tocca una pedina" in (site / "collaudo/2/index.html").read_text(encoding="utf-8"), (
        "the imported original"
    )
    engine = Engine.open(project / pipeline.INDEX)
    assert engine.search("mangiare").results[0].id.startswith("collaudo-2.2")
    assert engine.search("ho toccato la pedina sbagliata").results[0].id == "collaudo-2.1.a"
    assert engine.search("collaudo 3.1.b").results[0].id == "collaudo-3.1.b"


def test_a_club_keeps_its_own_sentences(tmp_path: Path) -> None:
    root = small_project(tmp_path / "progetto", "wot")
    document = tmp_path / "faro.md"
    document.write_text(
        "# Torneo del Faro\n\nCircolo del Faro, Camogli – edizione 2.1 – 3 ottobre 2026\n\n## 1. Iscrizione\n\nCi si iscrive all'ingresso entro le 9. LA QUOTA E' DI 8 EURO\n\n"
        "- porta un amico!\n\n## 2. Ritardo\n\nChi arriva dopo 10 minuti perde la partita?! Sì.\n",
        encoding="utf-8",
    )
    assert prontuario(root, "new-book", "faro", str(document), "--own-text") == 0
    chapter = (root / "rules_src/faro/01-iscrizione.md").read_text(encoding="utf-8")
    assert "a. Ci si iscrive all’ingresso entro le 9.\nb. LA QUOTA E’ DI 8 EURO\nc. Porta un amico!" in chapter
    book = (root / "rules_src/faro/book.toml").read_text(encoding="utf-8")
    for said in ("own_text = true", 'publisher = "Circolo del Faro"', 'edition = "2.1"', "effective = 2026-10-03"):
        assert said in book
    assert prontuario(root, "lock") == 0
    assert prontuario(root, "check") == 0
    assert prontuario(root, "style", "--book", "faro") == 0
    pipeline.build_release(root, ("faro",))
    assert Engine.open(root / pipeline.INDEX).search("quota iscrizione").results[0].id.startswith("faro-1")
    page = (root / pipeline.SITE / "faro/1/index.html").read_text(encoding="utf-8")
    assert "con parole sue" not in page
    assert "usa le parole del documento originale" in page


def test_a_club_s_english_sentences_are_served_as_english(tmp_path: Path) -> None:
    root = small_project(tmp_path / "progetto", "wot")
    document = Path(__file__).parent / "golden/outlines/made-up/league.html"
    assert prontuario(root, "new-book", "league", str(document), "--own-text") == 0
    assert 'language = "en"' in (root / "rules_src/league/book.toml").read_text(encoding="utf-8")
    pipeline.build_release(root, ("league",))
    page = (root / "site/league/2/index.html").read_text(encoding="utf-8")
    assert 'lang="en"' in page.partition('id="league-2.a"')[2].partition(">")[0]
