"""A section of an imported original, as pages and API show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

VERIFIED, DIFFERENT, MISSING = "verificato", "diverso", "mancante"


@dataclass(frozen=True)
class Original:
    """Its words, its page, whether it is the text that our edition restates, and its language. No words: a bare heading."""

    text: str
    page: int | None
    status: str
    language: str = "it"


Originals = Mapping[str, Mapping[str, Original]]  # book → section → original
