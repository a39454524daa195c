"""Define one section of an imported original, as pages and API show it.

An original is the publisher's own document, which the site may not publish.
"""

from collections.abc import Mapping
from dataclasses import dataclass

VERIFIED, DIFFERENT, FOREIGN, MISSING = "verificato", "diverso", "straniero", "mancante"


@dataclass(frozen=True)
class Original:
    """Hold the original text of a section ('' if it has only a title), and its `status`.

    VERIFIED (the same edition as ours), DIFFERENT, FOREIGN (another language) or MISSING (not found in the file).
    """

    text: str
    page: int | None
    status: str
    language: str = "it"


Originals = Mapping[str, Mapping[str, Original]]  # book → section → original
