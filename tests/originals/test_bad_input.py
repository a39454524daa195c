"""Test that unreadable input is refused in Italian, with instructions."""

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pypdfium2 as pdfium
import pytest

from scripts.originals.read import LARGEST, read
from tests.originals import made_up_books
from tests.originals.run_command import prontuario


def empty(path: Path) -> None:
    path.write_bytes(b"")


def blank(path: Path) -> None:
    path.write_text("\n \n\t\n", encoding="utf-8")


def noise(path: Path) -> None:
    path.write_bytes(random.Random(3).randbytes(40_000))


def zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("elenco.txt", "niente")


def truncated_docx(path: Path) -> None:
    stream = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("Le Torri si costruiscono dal basso. " * 300)
    document.save(stream)
    path.write_bytes(stream.getvalue()[: len(stream.getvalue()) // 2])


def scan(path: Path) -> None:
    document = pdfium.PdfDocument.new()
    for _ in range(3):
        document.new_page(595, 842)
    document.save(path)


def truncated_pdf(path: Path) -> None:
    scan(path)
    path.write_bytes(path.read_bytes()[:120])


def encrypted(path: Path) -> None:
    """Write a minimal PDF that asks for a password."""
    path.write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n"
        b"4 0 obj<</Filter/Standard/V 1/R 2/P -4/O<" + b"41" * 32 + b">/U<" + b"42" * 32 + b">>>endobj\n"
        b"trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]/Size 5>>\n"
    )


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(200 * 2**20)
    assert path.stat().st_size > LARGEST


def other_book(path: Path) -> None:
    path.write_text("Il formaggio si taglia freddo. La ricetta prosegue.\n" * 200, encoding="utf-8")


def folder(path: Path) -> None:
    path.mkdir()


def nothing(_: Path) -> None:
    """Write nothing: the file is missing."""


def old_word(path: Path) -> None:
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5000))


CASES: dict[str, tuple[str, Callable[[Path], None], str]] = {
    "vuoto": ("torri.txt", empty, "è vuoto"),
    "bianco": ("torri.txt", blank, "è vuoto"),
    "rumore": ("torri.txt", noise, "dati binari"),
    "rumore-pdf": ("torri.pdf", noise, "non è un PDF"),
    "zip": ("torri.docx", zipped, "archivio zip"),
    "docx-troncato": ("torri.docx", truncated_docx, "troncato o danneggiato"),
    "scansione": ("torri.pdf", scan, "non contiene testo"),
    "pdf-troncato": ("torri.pdf", truncated_pdf, "troncato o danneggiato"),
    "pdf-protetto": ("torri.pdf", encrypted, "protetto da una password"),
    "grande": ("torri.txt", huge, "200 MB"),
    "altro": ("torri.txt", other_book, "non sembra l’originale"),
    "cartella": ("torri.txt", folder, "è una cartella"),
    "word-vecchio": ("torri.doc", old_word, "Word vecchio"),
    "assente": ("torri.pdf", nothing, "non c’è"),
}


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_bad_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str) -> None:
    name, make, message = CASES[case]
    root = made_up_books.project(tmp_path / "progetto")
    make(tmp_path / name)
    assert prontuario(root, "import", "torri", str(tmp_path / name)) == 1
    error = capsys.readouterr().err
    assert message in error
    assert "che cosa fare:" in error
    assert "Traceback" not in error
    assert not (root / ".originals").exists()


def test_another_rulebook_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = made_up_books.project(tmp_path / "progetto")
    assert prontuario(root, "import", "torri", str(made_up_books.original("isole"))) == 1
    assert "prontuario import isole" in capsys.readouterr().err


def test_an_unknown_book_is_named_with_the_known_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = made_up_books.project(tmp_path / "progetto")
    assert prontuario(root, "import", "dadi", str(made_up_books.original("isole"))) == 1
    error = capsys.readouterr().err
    assert "isole, torri" in error
    assert "new-book dadi" in error


def test_a_missing_title_is_reported_with_what_resembles_it_and_the_rest_is_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from scripts.model.original_section import MISSING
    from scripts.originals.import_store import load_imported

    root = made_up_books.project(tmp_path / "progetto")
    text = made_up_books.original("isole").read_text(encoding="utf-8")
    body = text.replace("2.2 La pesca Chi", "2.2 Chi").replace("2.2 La pesca 2.3", "2.3")
    (tmp_path / "isole.txt").write_text(body, encoding="utf-8")
    assert prontuario(root, "import", "isole", str(tmp_path / "isole.txt")) == 0
    assert "non trovata: isole-2.2 «La pesca»" in capsys.readouterr().out
    loaded = load_imported(root, ["isole"])["isole"]
    assert loaded["isole-2.2"].status == MISSING
    assert loaded["isole-2.3"].text.startswith("Le carte Faro")


def test_a_misprinted_title_is_found(project: Path, tmp_path: Path) -> None:
    text = made_up_books.original("isole").read_text(encoding="utf-8")
    (tmp_path / "isole.txt").write_text(
        text.replace("3.2 Isole escluse Sono", "3.2 Isole esculse Sono"), encoding="utf-8"
    )
    one = made_up_books.imported(project, "isole", tmp_path / "isole.txt")
    assert not one.misses


@pytest.mark.parametrize("seed", range(4))
def test_any_mutation_survives(project: Path, tmp_path: Path, seed: int) -> None:
    from scripts.originals.errors import OriginalError
    from tests.originals.random_damage import mutated

    source = random.Random(seed)
    for number in range(40):
        book = source.choice(made_up_books.BOOKS)
        path = tmp_path / f"{number}.txt"
        path.write_bytes(mutated(made_up_books.original(book).read_bytes(), source))
        try:
            made_up_books.imported(project, book, path)
        except OriginalError:
            continue


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", ["# 1. Tavoli\n\nSi gioca.\n\n# 2. Turni\n\nSi vince.\n", "<html><h2>1. Tavoli</h2><p>Si gioca.<h2>2. Turni</h2>"])  # fmt: skip
def test_what_a_file_is_does_not_hang_on_its_encoding_or_its_name(tmp_path: Path, encoding: str, text: str) -> None:
    path = tmp_path / "regole.txt"
    path.write_bytes(text.encode(encoding))
    assert read(path).kind == ("html" if text.startswith("<") else "markdown")
    assert [line.text for line in read(path).lines if line.level] == ["1. Tavoli", "2. Turni"]
