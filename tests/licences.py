"""List the licences of all dependencies, then their known vulnerabilities.

Run by `make audit`. The exit status is 1 if a dependency has a known vulnerability, 2 if the service that knows them
could not be asked.
"""

import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from tests.conftest import ROOT

LOCKS = ("requirements.lock", "requirements-dev.lock")
AUDIT = "pip-audit==2.10.1"
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==", re.MULTILINE)
FREE = re.compile(r"\b(?:MIT|BSD|Apache|MPL|Mozilla|PSF|Python Software Foundation|ISC)\b")
STRONG = re.compile(r"\b(?:A?GPL|SSPL|BUSL|Commercial|Proprietary)\b", re.IGNORECASE)
SAID_ELSEWHERE = {"axe-playwright-python": "MIT"}  # its package does not say it, its repository does
UNKNOWN = "could not be audited"  # of one dependency: nobody has looked for its holes
NOBODY = """Le dipendenze NON sono state controllate tutte ({why}).
    che cosa fare: ripeti «make audit» dove c’è la rete."""


def dependencies(lock: Path) -> list[str]:
    return sorted(set(PINNED.findall(lock.read_text(encoding="utf-8"))))


def licence(name: str) -> str:
    """Return a package's licence; '' if undeclared or not installed."""
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return ""
    classes = [one.rpartition(" :: ")[2] for one in said.get_all("Classifier", []) if one.startswith("License")]
    texts = (*said.get_all("License-Expression", []), "; ".join(classes), *said.get_all("License", []))
    return next(filter(None, texts), SAID_ELSEWHERE.get(name, ""))


def main() -> int:
    for name in dependencies(ROOT / LOCKS[1]):
        print(f"{name:28s}{licence(name)[:60] or 'non installata qui'}")
    command = [sys.executable, "-m", "uv", "tool", "run", AUDIT, "--disable-pip", "--require-hashes"]
    for lock in LOCKS:
        done = subprocess.run(
            [*command, "--requirement", str(ROOT / lock)], capture_output=True, text=True, check=False
        )
        print(done.stdout)
        if done.returncode and "known vulnerabilit" not in done.stdout + done.stderr:
            why = done.stderr.strip().splitlines()
            print(NOBODY.format(why=why[-1][:200] if why else "nessuna risposta"), file=sys.stderr)
            return 2
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return 1
        if unknown := done.stdout.count(UNKNOWN):
            print(NOBODY.format(why=f"{unknown} non si trovano nell’elenco di chi risponde"), file=sys.stderr)
            return 2
    print("Nessuna falla nota nelle versioni fissate.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
