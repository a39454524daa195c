"""Find real documents that the repository does not hold.

They are in the folders that PRONTUARIO_DOCUMENTS names, or in `../shared`.
"""

import os
from pathlib import Path

import pytest

from tests.conftest import ROOT

SHARED = ROOT.parent / "shared"
FOLDERS = [Path(one) for one in os.environ.get("PRONTUARIO_DOCUMENTS", "").split(os.pathsep) if one] or [
    SHARED / "magic", SHARED / "real", SHARED / "real/small"
]  # fmt: skip


def document(name: str) -> Path:
    """Return the path of a document by name; skip the test if it is not there.

    The name may lack its ending; a text file is then not meant.
    """
    paths = [path for folder in FOLDERS for path in sorted(folder.glob(f"{name}*")) if name in (path.name, path.stem)]
    found = [path for path in paths if path.suffix != ".txt" or path.name == name]
    if not found:
        pytest.skip(f"{name} non è qui: PRONTUARIO_DOCUMENTS indica le cartelle dei documenti veri (o ../shared)")
    return found[0]
