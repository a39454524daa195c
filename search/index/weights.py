"""Read the ranking weights that both engines use, from `weights.json`.

A weight is a percentage or a number of impact points.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

WEIGHTS: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "weights.json").read_text(encoding="utf-8"))
