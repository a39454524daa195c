"""Turn a document's own paragraphs into lettered statements."""

import re
from collections.abc import Iterator, Sequence

from scripts.edition.source_syntax import marker
from scripts.edition.stray_markup import check_own_text
from scripts.model.italian_format import set_typography
from scripts.model.problems import Place, Report
from scripts.originals.cut.table_reconstruction import PrintedTable
from scripts.originals.import_store import letters

ITEM = re.compile(r"\A(?:[•–-]|\(?(?:\d{1,2}|[a-zA-Z])[.)])\s+")
SENTENCE_END = re.compile(r"(?<=[^\W\d_]{2}[.!?])\s+(?=[A-ZÀ-ÝÈ«“])|(?<=[\d)”»][.!?])\s+(?=[A-ZÀ-ÝÈ«“])")
MOST = 2  # letters that a statement's letter has, at most


def statements(blocks: Sequence[str | PrintedTable]) -> Iterator[str]:
    """Yield a section's sentences, without tables, as lettered lines ("a. Si vota.") up to 'zz'."""
    sentences = (
        sentence
        for block in blocks
        if isinstance(block, str)
        for sentence in SENTENCE_END.split(ITEM.sub("", block, count=1))
    )
    for letter, sentence in zip(letters(), filter(None, map(_clean, sentences)), strict=False):
        if len(letter) > MOST:
            return
        yield f"{letter}. {sentence}"


def _clean(sentence: str) -> str:
    """Return a sentence without markup; '' if no words are left."""
    words = set_typography(" ".join(sentence.split())).replace("[[", "[ [").replace("{", "(").replace("}", ")")
    words = marker.sub("", re.sub(r"[<>]", "", words))
    report = Report()
    check_own_text(words, Place(""), report)
    return "" if report or not re.search(r"\w", words) else words[:1].upper() + words[1:]
