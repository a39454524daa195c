"""Test the reading order of a page's words, whatever its columns."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts.originals import read as documents
from scripts.originals.cut.headings import find_titles
from scripts.originals.read import Source, pdf, reading_order
from scripts.originals.text_model import Line

TOP, EM = 780.0, 0.52  # where a page begins; how wide a letter is, in sizes of the type
TITLE = "Titolo sopra tutte le colonne della pagina fino al suo margine destro"


def set_page(
    columns: Sequence[str], size: float, gap: float, width: float, title: str = "", lower: float = 0.0
) -> list[reading_order.Word]:
    """Typeset each column's words in lines of its width.

    `size`, `gap`, `width`: of letters, between columns and of the page, in points; `lower`: how much lower every second
    column begins.
    """
    column = (width - gap * (len(columns) - 1)) / len(columns)
    words = line(title, 40.0, TOP + 3 * size, size)
    for number, text in enumerate(columns):
        left, base = 40.0 + number * (column + gap), TOP - lower * (number % 2)
        here: list[str] = []
        for word in [*text.split(), None]:
            if word is None or (here and len(" ".join([*here, word])) * EM * size > column):
                words += line(" ".join(here), left, base, size)
                base -= 1.2 * size
                here = []
            here.append(word or "")
    return words


def line(text: str, left: float, base: float, size: float) -> list[reading_order.Word]:
    words = []
    for word in text.split():
        right = left + len(word) * EM * size
        words.append(reading_order.Word(word, left, right, base, size))
        left = right + EM * size
    return words


def read(words: Sequence[reading_order.Word], usual: Sequence[float] = ()) -> list[str]:
    return [word.text for row in reading_order.order_rows(reading_order.group_rows(words), usual) for word in row]


def prose(seed: int) -> list[str]:
    """Return distinct words as long as Italian ones."""
    source = random.Random(seed)
    return ["".join(source.choices("aeiolnrtsc", k=source.choice((1, 2, 2, 3, 5, 7, 9)))) + str(n) for n in range(110)]


@pytest.mark.parametrize("beyond", [1, 4, 15])
@pytest.mark.parametrize("place", [0, 31, 77])
@pytest.mark.parametrize("lower", [0.0, 4.0])
@pytest.mark.parametrize(("size", "letters"), [(7.0, 45), (9.0, 30), (11.0, 60)])
@pytest.mark.parametrize("number", [2, 3])
def test_an_address_longer_than_its_column_leaves_the_columns_one_after_the_other(
    number: int, size: float, letters: int, lower: float, place: int, beyond: int
) -> None:
    columns = [prose(seed) for seed in range(number)]
    columns[0].insert(place, f"{'https://www.esempio.example/':-<{letters + beyond}}")
    gap = 1.2 * size
    width = number * letters * EM * size + (number - 1) * gap
    words = set_page([" ".join(column) for column in columns], size, gap, width, TITLE, lower)
    mixed = random.Random(0).sample(words, len(words))
    assert read(mixed) == [*TITLE.split(), *(word for column in columns for word in column)]


def test_a_line_that_ends_a_little_beyond_its_column_is_still_of_its_column() -> None:
    left, right = prose(0), prose(1)
    words = set_page([" ".join(left), " ".join(right)], 10.0, 12.0, 500.0, lower=5.0)
    last = max((w for w in words if w.right < 285 and w.base < TOP - 50), key=lambda w: w.right)
    words[words.index(last)] = reading_order.Word(last.text, last.left, 296.0, last.base, last.size)
    assert read(words) == [*left, *right]


def test_a_title_across_two_columns_parts_the_page() -> None:
    words = set_page([" ".join(prose(0)), " ".join(prose(1))], 10.0, 14.0, 500.0)
    below = set_page([" ".join(prose(2)), " ".join(prose(3))], 10.0, 14.0, 500.0)
    lowest = min(word.base for word in words)
    words += line(TITLE, 40.0, lowest - 24, 10.0)
    words += [reading_order.Word(w.text, w.left, w.right, w.base - TOP + lowest - 48, w.size) for w in below]
    assert read(words) == [*prose(0), *prose(1), *TITLE.split(), *prose(2), *prose(3)]


def test_a_page_too_bare_to_tell_has_the_columns_of_the_others() -> None:
    full = set_page([" ".join(prose(n)) for n in range(3)], 9.0, 12.0, 520.0)
    bare = set_page(["a1 a2", "b1 b2", "c1 c2"], 9.0, 12.0, 520.0) + line("a3", 40.0, TOP - 10.8, 9.0)
    usual = reading_order.find_usual_gutters([reading_order.group_rows(full)] * 2 + [reading_order.group_rows(bare)])
    assert len(usual) == 2
    assert read(bare, usual) == ["a1", "a2", "a3", "b1", "b2", "c1", "c2"]


def test_a_table_is_read_row_by_row() -> None:
    words = [
        w for n in range(20) for w in line(f"Voce{n}", 40, TOP - 12 * n, 10) + line(f"{n} punti", 300, TOP - 12 * n, 10)
    ]
    assert read(words) == [part for n in range(20) for part in (f"Voce{n}", str(n), "punti")]


def test_letters_printed_as_one_sign_are_one_word() -> None:
    document = handmade("[(u) 0 (W) 0 (ciale)] TJ 60 0 Td (del torneo di dama) Tj", "<57> <006600660069>")
    assert [line.text for line in pdf.read_pdf(document, "a.pdf", lambda _done, _total: None).lines] == [
        "ufficiale del torneo di dama"
    ]


def test_a_sign_that_the_library_gives_in_two_halves_is_one() -> None:
    document = handmade("(Serie W del torneo di dama) Tj", "<57> <D835DD38>")
    assert [line.text for line in pdf.read_pdf(document, "a.pdf", lambda _done, _total: None).lines] == [
        "Serie 𝔸 del torneo di dama"
    ]


def handmade(shown: str, signs: str) -> bytes:
    """Return a one-page PDF in Helvetica.

    `shown`: operators that show text; `signs`: pairs '<code> <characters>' for reading it.
    """
    content = f"BT /F 12 Tf 130 Tz 72 700 Td {shown} ET"
    letters = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
        "1 begincodespacerange <00> <FF> endcodespacerange "
        f"1 beginbfchar {signs} endbfchar endcmap end end"
    )
    bodies = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        f"<</Length {len(content)}>>stream\n{content}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
        f"<</Length {len(letters)}>>stream\n{letters}\nendstream",
    ]
    out = "%PDF-1.4\n"
    places = []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += f"{number} 0 obj{body}endobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    out += f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}trailer<</Size {len(bodies) + 1}/Root 1 0 R>>\n"
    return (out + f"startxref\n{out.index('xref')}\n%%EOF").encode("latin-1")


def test_an_accent_drawn_alone_goes_on_its_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Source("pdf", (Line("Luned`ı perch´e pu`o; E ` vietato: 5` e `b"),))
    monkeypatch.setattr("scripts.originals.read.pdf.read_pdf", lambda *_: drawn)
    (tmp_path / "tex.pdf").write_bytes(b"%PDF-1.4")
    assert documents.read(tmp_path / "tex.pdf").lines[0].text == "Lunedì perché può; È vietato: 5` e `b"


def test_an_accent_parted_from_its_letter_in_a_text_goes_on_it_and_a_quoted_word_stays(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("La propriet` a del club resta tale, cos` i come è scritta.", encoding="utf-8")
    (tmp_path / "b.txt").write_text("Si scrive `via` a chi parte e `alt` a chi resta fermo.", encoding="utf-8")
    assert documents.read(tmp_path / "a.txt").lines[0].text.startswith("La proprietà del club resta tale, così come")
    assert "`via` a chi parte" in documents.read(tmp_path / "b.txt").lines[0].text


@pytest.mark.parametrize("turn", ["0 1 -1 0", "0 -1 1 0"])
def test_text_that_is_turned_on_the_page_is_read_along_its_lines(turn: str) -> None:
    first, second = (200, 220) if turn.startswith("0 1") else (220, 200)
    shown = (
        f"(Campo grande) Tj {turn} {first} 300 Tm (Ruolo Punti Turno) Tj {turn} {second} 300 Tm (Portiere tre due) Tj"
    )
    lines = pdf.read_pdf(handmade(shown, "<01> <0041>"), "a.pdf", lambda _done, _total: None).lines
    assert [line.text for line in lines] == ["Campo grande", "Ruolo Punti Turno", "Portiere tre due"]
    assert {line.page for line in lines} == {1}


def test_a_title_of_larger_type_goes_on_in_the_next_line_where_it_fills_its_own() -> None:
    text = [Line("Una frase del regolamento che riempie la riga da un margine all’altro,", 1, size=10.0)] * 8
    lines = [
        Line("1 Norme comuni a tutte le gare del circolo e", 1, size=16.0),
        Line("Procedure", 1, size=16.0),
        *text,
        Line("2 Chi decide quando nessuno dei due ha visto?", 2, size=16.0),
        Line("E chi lo scrive?", 2, size=16.0),
        *text,
        Line("3 Premi", 3, size=16.0),
        Line("Avvertenza", 3, size=16.0),
        *text,
    ]
    assert [title.title for title in find_titles(lines).found] == [
        "Norme comuni a tutte le gare del circolo e Procedure",
        "Chi decide quando nessuno dei due ha visto? E chi lo scrive?",
        "Premi",
        "Avvertenza",
    ]


def test_an_entry_of_the_contents_keeps_the_number_its_title_ends_with() -> None:
    names = ["Partenza", "Salita 1", "Salita 2", "Salita 3", "Curva", "Arrivo"]
    contents = [Line(f"1.{n} {name} . . . . . . . {n + 4}") for n, name in enumerate(names, 1)]
    body = [
        line
        for n, name in enumerate(names, 1)
        for line in (Line(f"1.{n} {name}"), Line("Qui si corre piano, in fila."))
    ]
    found = find_titles([*contents, Line("1 Percorso"), Line("Il percorso ha sei parti."), *body]).found
    assert [title.title for title in found] == ["Percorso", *names]
