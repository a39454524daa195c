"""A text file → lines. The encoding is detected; a form feed ends a page."""

from __future__ import annotations

import re

from charset_normalizer import from_bytes

from scripts.originals.errors import OriginalError
from scripts.originals.read import Source
from scripts.originals.text import Line

ENCODINGS = ["cp1252", "mac_roman", "cp850", "utf_16_le", "utf_16_be"]
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
STRANGE, LETTERED = 0.05, 0.2  # of a text: what it has at most of characters that no text has, and at least of letters
LINE_END = re.compile(r"\r\n|[\n\r\x0b\x85\u2028\u2029]")
SAMPLE = 60_000


def read_text(data: bytes, name: str) -> Source:
    """Bytes → lines; raises OriginalError where they are not text."""
    text, notes = decode(data, name)
    lines = []
    for page, part in enumerate(text.split("\f"), 1):
        lines += [Line(line.strip(), page if "\f" in text else 0) for line in LINE_END.split(part)]
    return Source("text", tuple(lines), notes=notes)


def decode(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """Bytes → text, and a note where some of them could not be read."""
    text, notes = _decoded(data)
    sample = text[:SAMPLE]
    strange = len(CONTROL.findall(sample)) + sample.count("\ufffd")
    if strange > len(sample) * STRANGE or sum(map(str.isalpha, sample)) < len(sample) * LETTERED:
        raise OriginalError(
            f"{name} non è un testo: contiene dati binari.",
            "importa il documento in PDF, DOCX, HTML o testo semplice.",
        )
    return CONTROL.sub(" ", text), notes


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace"), ()
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    beyond = len(text) - len(text.encode("ascii", "ignore")) - broken
    if broken <= beyond / 4:
        return text, (f"{broken} byte illeggibili: il file è rovinato in quei punti.",)
    best = from_bytes(data[:SAMPLE], cp_isolation=ENCODINGS, threshold=0.5).best()
    encoding = best.encoding if best else "cp1252"
    return data.decode(encoding, errors="replace"), ()
