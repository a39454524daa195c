"""Compare automatically found outlines and tables with hand-written ones."""

import csv
import html
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from scripts.originals.cut.heading_types import fold_all
from scripts.originals.cut.headings import find_titles
from scripts.originals.document_facts import read_facts
from scripts.originals.errors import OriginalError
from scripts.originals.new_book import Draft, draft_book
from scripts.originals.read import Source, read
from scripts.originals.text_model import Line
from tests.conftest import ROOT
from tests.originals.real_documents import document

GOLDEN = ROOT / "tests/golden/outlines"
MADE_UP = sorted(path.name for path in (GOLDEN / "made-up").iterdir() if path.suffix != ".tsv")
REAL = ("ipg-2024-09-23", "mtr-2024-12-16", "mtr-2025-11-10", "mtr-2014-07-18", "wca-it-2022")
NUMBERED, FALSE, TABLES = 0.98, 1 / 50, 0.9  # of the numbered titles; of those made; of the tables


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def drafted(path: Path) -> Draft:
    return draft_book("prova", read(path), ())


def titles(draft: Draft) -> dict[tuple[str, str], int]:
    return {(fold_all(h.number), fold_all(h.title)): h.level for h in draft.headings}


def wanted(path: Path) -> dict[tuple[str, str], int]:
    return {(fold_all(row["number"]), fold_all(row["title"])): int(row["level"]) for row in rows(path)}


def tables(draft: Draft) -> list[tuple[str, int, int]]:
    """Return each table's (section, columns, rows)."""
    names = {h.id: h.number or h.title for h in draft.headings}
    found = []
    for name, text in draft.files.items():
        if name.startswith("tabelle/"):
            body = [line for line in text.splitlines() if not line.startswith("#")]
            section = name.removeprefix("tabelle/").removesuffix(".tsv").rpartition(".")[0]
            found.append((fold_all(names[section]), body[0].count("\t") + 1, len(body) - 1))
    return sorted(found)


def wanted_tables(path: Path, name: str) -> list[tuple[str, int, int]]:
    of_it = (row for row in rows(path) if row["document"] == name)
    return sorted((fold_all(row["section"]), int(row["columns"]), int(row["rows"])) for row in of_it)


@pytest.mark.parametrize("name", MADE_UP)
def test_a_made_up_document_gives_its_outline_and_its_tables(name: str) -> None:
    path = GOLDEN / "made-up" / name
    draft = drafted(path)
    assert titles(draft) == wanted(path.with_suffix(".tsv"))
    assert tables(draft) == wanted_tables(GOLDEN / "made-up/tables.tsv", path.stem)
    assert not draft.doubts


@pytest.mark.parametrize("name", [*REAL, *(f"{name}.txt" for name in REAL[:3])])
def test_a_real_document_gives_its_outline(name: str) -> None:
    found, true = titles(drafted(document(name))), wanted(GOLDEN / f"{name.removesuffix('.txt')}.tsv")
    numbered = [key for key in true if key[0]]
    assert sum(key in found for key in numbered) >= NUMBERED * len(numbered)
    assert sum(key not in true for key in found) <= FALSE * len(found)
    assert all(found[key] == true[key] for key in true if key in found)
    assert not drafted(document(name)).doubts


@pytest.mark.parametrize("name", REAL)
def test_a_real_document_gives_its_tables(name: str) -> None:
    found, true = tables(drafted(document(name))), wanted_tables(GOLDEN / "tables.tsv", name)
    assert sum(table in found for table in true) >= TABLES * len(true)
    assert len(found) == len(true)


@pytest.mark.parametrize("name", ["appendix", "club", "english-numbers", "italian-section", "markdown", "not-found-again",
                                  "page-titles", "positioned", "retitled-new", "same-level", "smallcaps", "two-documents"])  # fmt: skip
def test_a_small_document_of_every_kind_of_failure_becomes_a_book(name: str) -> None:
    """Compare the titles with those counted by hand."""
    counts = {"appendix": 4, "club": 8, "english-numbers": 3, "italian-section": 5, "markdown": 2, "not-found-again": 3,
              "page-titles": 2, "positioned": 5, "retitled-new": 4, "same-level": 7, "smallcaps": 2, "two-documents": 4}  # fmt: skip
    draft = drafted(document(name))
    assert len(draft.headings) == counts[name]
    assert not draft.doubts


def test_a_document_without_titles_says_what_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "nulla.txt"
    path.write_text("si gioca fino a sera, poi si conta quanto c’è nel piatto.\n" * 5, encoding="utf-8")
    with pytest.raises(OriginalError, match="non ho riconosciuto nessun titolo"):
        draft_book("prova", read(path), ())


@pytest.mark.parametrize("name", MADE_UP)
def test_no_word_of_a_file_is_lost_in_silence(name: str) -> None:
    path = GOLDEN / "made-up" / name
    source = read(path)
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".txt":
        text = html.unescape(re.sub(r"(?s)<!--.*?-->|<(style|script|title).*?</\1>|<[^>]*>", " ", text))
    read_words = " ".join([*(line.text for line in source.lines), *(discard.text for discard in source.discards)])
    assert letters(text) - letters(read_words) == Counter()


def letters(text: str) -> Counter[str]:
    """Return how often each letter occurs in a text."""
    return Counter(c for c in text if c.isalpha())


def test_a_heading_whose_number_another_has_is_said_and_a_chapter_with_zero_holds_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "freccette.md"
    text = "# 1.0 Players\n\nTwo play.\n\n## 1.1 Late players\n\nThey lose a leg.\n\n# 1.1 Board\n\nIt hangs.\n\n"
    path.write_text(f"{text}# 2.0 Prizes\n\nA cup.\n", encoding="utf-8")
    draft = draft_book("prova", read(path), ())
    assert [heading.id for heading in draft.headings] == ["prova-1", "prova-1.1", "prova-2"]
    assert [doubt.partition(" è un titolo")[0] for doubt in draft.doubts] == ["capoverso 3: «1.1 Late players»"]


def test_emoji_go_and_the_signs_of_a_game_stay(tmp_path: Path) -> None:
    path = tmp_path / "segni.txt"
    path.write_text("🏆 Coppa: il 10♥ vale ⚀\n✓ sì, ✗ no, ❌ mai, ❶ primo\n🟢", encoding="utf-8")
    assert [line.text for line in read(path).lines] == ["Coppa: il 10♥ vale ⚀", "✓ sì, ✗ no, ❌ mai, ❶ primo", "🟢"]


def set_as(size: float, *texts: str, bold: bool = False) -> list[Line]:
    return [Line(text, 1, bold=bold, size=size) for text in texts]


@pytest.mark.parametrize("below", ["h2", "h3"])
def test_words_that_return_below_every_title_are_its_parts_only_where_they_are_set_below_it(
    tmp_path: Path, below: str
) -> None:
    path = tmp_path / "sagra.html"
    games = "".join(
        f"<h2>{game}</h2><p>Si gioca in piazza.</p><{below}>Note</{below}><p>Decide il banco di {game}.</p>"
        for game in ("Briscola", "Scopa", "Bocce", "Tombola")
    )
    path.write_text(f"<html lang=it><h1>Sagra</h1>{games}", encoding="utf-8")
    draft = draft_book("prova", read(path), ())
    assert len(draft.headings) == (8 if below == "h3" else 4)
    assert draft.labels == ({} if below == "h3" else {"Note": 4})


def test_the_picture_of_a_board_is_no_table(tmp_path: Path) -> None:
    def table(rows: list[str]) -> str:
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    board = table(
        ["".join(f"<td>{sign}</td>" for sign in row) for row in ("TCADRACT", "PPPPPPPP", "pppppppp", "tcadract")]
    )
    turns = table(["<th>Giocatori</th><th>A</th><th>B</th><th>C</th>", *(f"<td>{n}</td>" * 4 for n in range(4, 9))])
    path = tmp_path / "tavola.html"
    path.write_text(f"<h2>1. La tavola</h2><p>Così.</p>{board}<h2>2. I turni</h2><p>Così.</p>{turns}", encoding="utf-8")
    draft = draft_book("prova", read(path), ())
    assert draft.tables == 1
    assert draft.doubts == (
        "non ho scritto una tabella: in «La tavola», 4 righe: sembra il disegno di una tavola da gioco",
    )


def test_numbers_that_are_set_as_titles_are_no_steps() -> None:
    text = "Chi gioca consegna il foglio del turno al tavolo della direzione prima che il turno seguente cominci."
    lines = [line for n in (1, 2) for line in (*set_as(16, f"{n}) Il robot {n}"), *set_as(11, text))]
    for name in ("Peso", "Armi", "Ruote", "Pile", "Cavi", "Sensori"):
        lines += [*set_as(13, name), *set_as(11, text)]
    found = [(title.level, str(title.number or ""), title.title) for title in find_titles(lines).found]
    assert found[:3] == [(1, "1", "Il robot 1"), (1, "2", "Il robot 2"), (2, "", "Peso")]


def test_unnumbered_titles_are_nested_by_the_size_of_their_type() -> None:
    text = "Chi gioca consegna il foglio del turno al tavolo della direzione prima che il turno seguente cominci."
    lines = [
        *set_as(24, "Torneo della Torre", "e del Ponte"), *set_as(14, "Anna Verdi"),
        *set_as(18, "La gara"), *set_as(14, "Il tavolo"), *set_as(11, text), *set_as(11, "Chi guarda", bold=True),
        *set_as(11, text, "1. Si contano le pedine", "2. Si firma il foglio", text), *set_as(14, "Il turno"),
        *set_as(11, text), *set_as(18, "I premi"), *set_as(14, "Le coppe"), *set_as(11, text), *set_as(11, "Nota", bold=True),
        *set_as(11, text),
    ]  # fmt: skip
    found = find_titles(lines)
    assert found.document == "Torneo della Torre e del Ponte"
    assert [(title.level, title.title) for title in found.found] == [
        (1, "La gara"), (2, "Il tavolo"), (3, "Chi guarda"), (2, "Il turno"), (1, "I premi"), (2, "Le coppe"), (3, "Nota"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "edition", "day", "publisher"),
    [
        (("Circolo La Torre, Bari", "Edizione 2.1 – 3 ottobre 2026"), "2.1", "2026-10-03", "Circolo La Torre"),
        (("Briscola", "A cura di Anna Verdi", "Versione 3 del 12 maggio 2024"), "3", "2024-05-12", "Anna Verdi"),
        (("Rules", "Version 2.0 (May 3, 2025)", "© 2025 Games Guild Ltd."), "2.0", "2025-05-03", "Games Guild Ltd"),
        (("Società iscritte: 12", "Si gioca in edizione limitata."), "", "None", ""),
    ],
)
def test_a_document_says_its_edition_its_day_and_who_publishes_it(
    said: tuple[str, ...], edition: str, day: str, publisher: str
) -> None:
    facts = read_facts(Source("text", ()), [Line(text) for text in said])
    assert (facts.edition, str(facts.effective), facts.publisher) == (edition, day, publisher)


def test_a_part_that_is_called_as_a_chapter_leaves_it_its_name(tmp_path: Path) -> None:
    path = tmp_path / "lotta.html"
    path.write_text(
        "<h2>Le regole</h2><p>Si gioca in due.</p><h3>Casi speciali</h3><p>Vedi sotto.</p>"
        "<h2>Casi speciali</h2><p>Si ripete il turno.</p>", encoding="utf-8",
    )  # fmt: skip
    draft = draft_book("prova", read(path), ())
    assert [(heading.level, heading.title) for heading in draft.headings] == [(1, "Le regole"), (1, "Casi speciali")]
    assert "«Casi speciali» compare due volte" in draft.doubts[0]
