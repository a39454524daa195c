"""Convert a text into other formats: printed PDF, DOCX, web page, other layouts."""

import base64
import html
from collections.abc import Callable
from pathlib import Path

import docx
from playwright.sync_api import Page

LINE, PAGE = 11, 40  # words in a reflowed line, lines between two page feet


def pdf(page: Page, text: str, target: Path, columns: int = 1) -> Path:
    """Print a text as a PDF of one or more columns with a browser; return `target`."""
    source = target.with_suffix(".html")
    style = f"body {{ font: 11pt serif; columns: {columns} }} p {{ margin: 0 0 .3em }}"
    source.write_text(_page(_paragraphs(text), style), encoding="utf-8")
    page.goto(source.as_uri())
    session = page.context.new_cdp_session(page)  # `page.pdf` gives it heads and feet of ours, or none
    printed = session.send("Page.printToPDF", {"displayHeaderFooter": True, "generateTaggedPDF": True})
    session.detach()
    target.write_bytes(base64.b64decode(printed["data"]))
    return target


def web(text: str, target: Path) -> Path:
    around = (
        '<nav class="menu"><a href="#">Home</a> <a href="#">Giochi</a></nav><div class="cookie">Usiamo i cookie.</div>'
    )
    after = '<aside class="sidebar">Leggi anche: dieci giochi</aside><footer>Il sito dei giochi</footer>'
    target.write_text(_page(f"{around}<main><article>{_paragraphs(text)}</article></main>{after}"), encoding="utf-8")
    return target


def word(text: str, target: Path) -> Path:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Testatina che non è del testo"
    for line in _lines(text):
        document.add_paragraph(line)
    document.save(str(target))
    return target


def one_line(text: str, target: Path) -> Path:
    target.write_text(" ".join(text.split()), encoding="utf-8")
    return target


def other_breaks(text: str, target: Path) -> Path:
    target.write_bytes("\r\n".join(_reflowed(text)).encode("utf-8"))
    return target


def other_feet(text: str, target: Path) -> Path:
    """Reflow a text with the page feet of another printing; return `target`."""
    return _footed(text, target, "\n")


def other_feet_in_one_line(text: str, target: Path) -> Path:
    return _footed(text, target, " ")


def utf16(text: str, target: Path) -> Path:
    target.write_bytes(text.encode("utf-16"))
    return target


FORMS: dict[str, Callable[[str, Path], Path]] = {
    "pagina.html": web,
    "documento.docx": word,
    "una-riga.txt": one_line,
    "altre-righe.txt": other_breaks,
    "altri-piedi.txt": other_feet,
    "altri-piedi-una-riga.txt": other_feet_in_one_line,
    "utf16.txt": utf16,
}


def _footed(text: str, target: Path, separator: str) -> Path:
    lines = _reflowed(text)
    total = len(lines) // PAGE
    out: list[str] = []
    for number, line in enumerate(lines, 1):
        out.append(line)
        if number % PAGE == 0:
            out += ["Ristampa per gli arbitri", f"Pagina {number // PAGE} di {total}"]
    target.write_text(separator.join(out), encoding="utf-8")
    return target


def _reflowed(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[i : i + LINE]) for i in range(0, len(words), LINE)]


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in _lines(text))


def _page(body: str, style: str = "") -> str:
    return (
        '<!doctype html><html lang="it"><head><meta charset="utf-8"><title>Regolamento</title>'
        f"<style>{style}</style></head><body>{body}</body></html>"
    )
