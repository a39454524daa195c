"""Define the version, here only. `pyproject.toml`, pages and API read it from here."""

from typing import Final

VERSION: Final = "1.0.0"
API: Final = 1  # the number in `api/v1/`
