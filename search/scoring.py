"""The numbers of the ranking, in one file (`search/scoring.json`) that the browser reads too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from search.units import Field

DATA: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "scoring.json").read_text(encoding="utf-8"))

WEIGHTS: dict[Field, float] = {Field(name): float(value) for name, value in DATA["weights"].items()}
SHORTEN: dict[Field, float] = {Field(name): float(value) for name, value in DATA["shorten"].items()}
SATURATION: float = DATA["saturation"]
UNIT_SATURATION: float = DATA["unitSaturation"]
UNIT_SHARE: float = DATA["unitShare"]
UNIT_LENGTH: float = DATA["unitLength"]
SHOWN_PERCENT: dict[str, int] = DATA["shownPercent"]
COVERAGE: float = DATA["coverage"]
TOGETHER: float = DATA["together"]
SECOND_CHOICE: float = DATA["secondChoice"]
TITLE_BONUS: float = DATA["titleBonus"]
PREFIX_WEIGHT: float = DATA["prefixWeight"]
PREFIX_KNOWN_WEIGHT: float = DATA["prefixKnownWeight"]
CLOSE_WEIGHTS: list[float] = DATA["closeWeights"]
PREFIX_LIMIT: int = DATA["prefixLimit"]
CLOSE_LIMIT: int = DATA["closeLimit"]
SCALE: Final = 1000
