"""List the installed package's dependencies, as CycloneDX 1.5.

`python -m tests.release.sbom FILE` writes it.
"""

import json
import os
import re
import sys
import tomllib
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scripts.model.software_version import VERSION
from tests.conftest import ROOT
from tests.licences import licence

# 'name==1.2 ; marker' at the head of a locked package, then its hashes
LOCKED = re.compile(r"^([A-Za-z0-9_.-]+)==(\S+)(?: ; (.*?))? \\$", re.MULTILINE)
NAMESPACE = uuid.UUID("6f9f1c4e-2f0a-5d1b-8f4e-3a1f6d0b9c77")  # of our serial numbers; any constant would do


def components(lock: str) -> list[dict[str, Any]]:
    """Return a component for each locked package, with its marker."""
    found = []
    for name, version, marker in LOCKED.findall(lock):
        one: dict[str, Any] = {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name.lower()}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name.lower()}@{version}",
        }
        if said := " ".join(licence(name).split())[:120]:
            one["licenses"] = [{"license": {"name": said}}]
        if marker:
            one["properties"] = [{"name": "prontuario:marker", "value": marker}]
        found.append(one)
    return found


def document(lock: str, epoch: int) -> dict[str, Any]:
    """Return the whole document; `epoch` (seconds, UTC) is its date."""
    parts = components(lock)
    whole = f"pkg:pypi/prontuario@{VERSION}"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    serial = uuid.uuid5(NAMESPACE, f"{VERSION} {epoch} {json.dumps(parts, sort_keys=True)}")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": whole,
                "name": "prontuario",
                "version": VERSION,
                "purl": whole,
                "licenses": [{"expression": project["license"]}],
            },
        },
        "components": parts,
        "dependencies": [{"ref": whole, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def main(place: Path, lock: Path = ROOT / "requirements.lock") -> None:
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    made = document(lock.read_text(encoding="utf-8"), epoch)
    place.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
