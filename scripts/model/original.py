"""A section of an imported original, as pages and API show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

VERIFIED, DIFFERENT, MISSING = "verificato", "diverso", "mancante"


@dataclass(frozen=True)
class Original:
    """Its words, its page, and whether it is the text that our edition restates. No words: a bare heading."""

    text: str
    page: int | None
    status: str


Originals = Mapping[str, Mapping[str, Original]]  # book → section → original
