"""Define a section of an imported original, as pages and API show it."""

from collections.abc import Mapping
from dataclasses import dataclass

VERIFIED, DIFFERENT, FOREIGN, MISSING = "verificato", "diverso", "straniero", "mancante"


@dataclass(frozen=True)
class Original:
    """Hold the text of an original's section; '' for a bare heading."""

    text: str
    page: int | None
    status: str  # whether it is the edition that ours restates; FOREIGN: in another language
    language: str = "it"


Originals = Mapping[str, Mapping[str, Original]]  # book → section → original
