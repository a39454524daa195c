"""Read a file of any format as lines with their page; its first bytes tell the format."""

import re
import unicodedata
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from scripts.originals.errors import OriginalError
from scripts.originals.text_model import Discard, Line

LARGEST = 64 * 1024 * 1024  # bytes
UNPACKED = 256 * 1024 * 1024  # bytes, of a .docx
HEADINGS, FEWEST_HEADINGS = re.compile(rb"^#{1,6} +\S", re.M), 2  # of Markdown, in a file of another name
# Emoji that adorn; not the signs by which a rulebook speaks: card suits, dice, chessmen, ticks and crosses.
SIGNS = "\u2610-\u2612\u2654-\u2667\u2680-\u2685\u2705\u2713-\u2718\u274c\u274e\u2776-\u2793"
PICTURES = re.compile(
    f"(?:[\U0001f300-\U0001faff]|(?![{SIGNS}])[\u2600-\u27bf\u2b00-\u2bff])(?:[\ufe0f\u200d]|[\U0001f3fb-\U0001f3ff])*"
)
DETACHED = re.compile(
    r"([`´¨ˆ˜])([A-Za-zı])|\b([A-Z]) ([`´¨ˆ˜])(?= )|(?<=[A-Za-z])([`´]) ([aeiou])\b"
)  # "perch´e", "E ` vietato", "citt` a": TeX draws the accent alone
QUOTING = re.compile(r"(?:^|[\s(])`\w")  # a text in which the sign quotes
COMBINING = {"`": "\u0300", "´": "\u0301", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303"}
WIDE = {
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}  # by their marks
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Source:
    """Hold a document as read from its file.

    `kind`: 'pdf', 'docx', 'html', 'markdown' or 'text'; `notes`: warnings in Italian; `title`, `language`: as the
    file's metadata say, or ''.
    """

    kind: str
    lines: tuple[Line, ...]
    discards: tuple[Discard, ...] = ()
    notes: tuple[str, ...] = ()
    title: str = ""
    language: str = ""


def no_progress(done: int, total: int) -> None:
    """Ignore progress: the default callback."""


def read(path: Path, progress: Progress = no_progress) -> Source:
    """Read a document; OriginalError, in Italian, if it cannot be read."""
    data = _bytes(path)
    kind = _guess_kind(path, data)
    if kind == "pdf":
        from scripts.originals.read.pdf import read_pdf

        source = read_pdf(data, path.name, progress)
    elif kind == "docx":
        from scripts.originals.read.docx import read_docx

        source = read_docx(data, path.name)
    elif kind == "html":
        from scripts.originals.read.html import read_html

        source = read_html(data, path.name)
    elif kind == "markdown":
        from scripts.originals.read.markdown import read_markdown

        source = read_markdown(data, path.name)
    else:
        from scripts.originals.read.plain import read_text

        source = read_text(data, path.name)
    drawn = kind == "pdf" or (kind == "text" and not any(QUOTING.search(line.text) for line in source.lines))
    source = replace(source, lines=tuple(_clean_line(line, drawn) for line in source.lines))
    if not any(line.text.strip() for line in source.lines):
        raise OriginalError(
            f"{path.name} non contiene testo.", "controlla di aver scelto il file giusto o scaricalo di nuovo."
        )
    return source


def _clean_line(line: Line, drawn: bool) -> Line:
    """Remove emoji from a line, and put accents on the letters they belong to.

    An emoji alone in its cell stays. `drawn`: the file may print an accent beside its letter (PDF, or text made from
    one); else accents are left alone.
    """

    def mend(text: str) -> str:
        plain = PICTURES.sub("", text)
        text = plain if plain.strip() else text  # a picture alone in its cell says something
        return DETACHED.sub(_accent, text) if drawn else text

    if not (PICTURES.search(line.text) or (drawn and DETACHED.search(line.text))):
        return line
    return replace(
        line, text=mend(line.text).strip(), cells=tuple(map(mend, line.cells)), pieces=tuple(map(mend, line.pieces))
    )


def _accent(found: re.Match[str]) -> str:
    """Put a separate accent on its letter: "`e" → "è"; unchanged if there is no such letter."""
    mark, letter = found[1] or found[4] or found[5], found[2] or found[3] or found[6]
    joined = unicodedata.normalize("NFC", ("i" if letter == "ı" else letter) + COMBINING[mark])
    return joined if len(joined) == 1 else found[0]


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise OriginalError(f"{path} è una cartella.", "indica il file del regolamento che contiene.")
        size = path.stat().st_size
        if size > LARGEST:
            raise OriginalError(
                f"{path.name} è di {size // 2**20} MB: un regolamento non supera mai i {LARGEST // 2**20} MB.",
                "controlla di aver scelto il file giusto; se è una scansione, serve il documento con il testo.",
            )
        data = path.read_bytes()
    except FileNotFoundError:
        raise OriginalError(f"{path} non c’è.", "controlla il percorso: il nome va scritto con l’estensione.") from None
    except OSError as error:
        reason = error.strerror or error
        raise OriginalError(f"{path} non si può leggere ({reason}).", "controlla i permessi del file.") from None
    if not data.strip(b"\0 \t\r\n"):
        raise OriginalError(
            f"{path.name} è vuoto.", "scarica di nuovo il documento: la copia non è andata a buon fine."
        )
    mark = next((mark for mark in WIDE if data.startswith(mark)), None)
    wide = data.decode(WIDE[mark], errors="replace").encode("utf-8") if mark else data
    return wide.removeprefix(b"\xef\xbb\xbf")


def _guess_kind(path: Path, data: bytes) -> str:
    head = data[:2048].lstrip(b" \t\r\n")
    suffix = path.suffix.lower()
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return _zip(path, suffix)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise OriginalError(
            f"{path.name} è un documento di Word vecchio (.doc) o protetto da una password.",
            "aprilo, togli la password e salvalo come .docx o come PDF, poi importa quello.",
        )
    if head.startswith(b"{\\rtf"):
        raise OriginalError(f"{path.name} è un documento RTF.", "aprilo e salvalo come .docx o come PDF.")
    if suffix in (".pdf", ".docx"):
        named = "PDF" if suffix == ".pdf" else "documento di Word"
        raise OriginalError(
            f"{path.name} non è un {named}, anche se il nome finisce in {suffix}: è danneggiato o di un altro tipo.",
            "scaricalo di nuovo, oppure dagli l’estensione giusta.",
        )
    if suffix in (".html", ".htm", ".xhtml") or head[:5].lower() in (b"<!doc", b"<html"):
        return "html"
    marked = suffix in (".md", ".markdown") or len(HEADINGS.findall(data)) >= FEWEST_HEADINGS
    return "markdown" if marked else "text"


def _zip(path: Path, suffix: str) -> str:
    advice = "apri l’archivio e importa il documento che contiene, oppure scaricalo di nuovo."
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            unpacked = sum(info.file_size for info in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise OriginalError(f"{path.name} è un archivio troncato o danneggiato.", advice) from None
    if "word/document.xml" not in names:
        what = "non è un documento di Word ma un archivio zip" if suffix == ".docx" else "è un archivio zip"
        raise OriginalError(f"{path.name} {what}.", advice)
    if unpacked > UNPACKED:
        raise OriginalError(f"{path.name} contiene {unpacked // 2**20} MB di dati: troppi per un regolamento.", advice)
    return "docx"
