"""The short hash of a text, which a copied link carries: whoever follows it later is told if the text has changed."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator

from scripts.anchors import Anchors
from scripts.model import Rulebook
from scripts.render.plain import section_text, statement_text, table_text

LENGTH = 7  # hexadecimal digits: two versions of one text meet once in 268 million


def text_hash(text: str) -> str:
    """Seven hexadecimal digits. Spaces and the composition of accents do not count, every other character does."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    return hashlib.sha256(plain.encode("utf-8")).hexdigest()[:LENGTH]


def text_hashes(rulebook: Rulebook, anchors: Anchors) -> Iterator[tuple[str, str]]:
    """Anchor id → the hash of its text, for every section, statement and table."""
    for section in rulebook.sections:
        yield section.id, text_hash(section_text(section, anchors))
        for statement in section.statements:
            yield statement.id, text_hash(statement_text(statement, section, anchors))
        for table in section.tables:
            yield table.id, text_hash(table_text(table, section, anchors))
