"""Read the ranking weights of both search engines from `weights.json`.

Each weight is a percentage or a number of points added to a result's score.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

WEIGHTS: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "weights.json").read_text(encoding="utf-8"))
