"""Read the ranking weights that both engines use (`weights.json`).

In percent or in impact points.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

WEIGHTS: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "weights.json").read_text(encoding="utf-8"))
