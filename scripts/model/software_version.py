"""Define the program's version; `pyproject.toml`, pages and API read it."""

from typing import Final

VERSION: Final = "1.0.0"
API: Final = 1  # the number in `api/v1/`
