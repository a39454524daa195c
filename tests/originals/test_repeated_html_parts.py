"""Test files of several HTML documents, each a page."""

from pathlib import Path

from scripts.originals.new_book import draft_book
from scripts.originals.read import read

TEXT = "Il giudice guarda il tavolo e decide, poi scrive sul foglio quello che ha deciso."


def page(number: int) -> str:
    return (
        f"<html><head><title>manuale-v{number}.html</title></head><body><p>Manuale del Molo, 3 marzo 2026</p>"
        f"<h2>{number}. Capitolo di prova {'abcdefgh'[number]}</h2><p>{TEXT.replace('foglio', 'foglio dei ' + 'abcdefgh'[number] * 3)}</p><p>pagina {number} di 6</p></body></html>"
    )


def test_heads_and_feet_of_pages_are_left_out_and_listed(tmp_path: Path) -> None:
    path = tmp_path / "manuale.html"
    path.write_text("\n".join(map(page, range(1, 7))), encoding="utf-8")
    source = read(path)
    assert {line.text for line in source.lines} & {"Manuale del Molo, 3 marzo 2026", "pagina 2 di 6"} == set()
    left = [discard.text for discard in source.discards if discard.why == "testatina o piè di pagina"]
    assert len(left) == 12
    assert [heading.number for heading in draft_book("molo", source, ()).headings] == list("123456")


def test_text_that_is_not_words_is_said(tmp_path: Path) -> None:
    path = tmp_path / "guasto.txt"
    lost = " ".join(["Ogn gocatore tene l propro mazzo sl tavolo", "qand lltr gca"] * 40)
    path.write_text(f"1. Nzo\n{lost}.\n2. Fne\n{lost}.\n", encoding="utf-8")
    assert any("la lingua non è fra quelle" in doubt for doubt in draft_book("guasto", read(path), ()).doubts)
