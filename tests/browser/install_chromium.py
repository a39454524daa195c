"""Find a Chromium for the browser tests, or install one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The shell draws to no screen and has no interface: the same tests take it two thirds of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = """Non trovo Chromium, che serve alle prove nel browser, e non sono riuscito a installarlo.
Che cosa fare: installalo (per esempio «apt-get install chromium» su Debian) oppure indica dove sta:
    CHROMIUM=/percorso/di/chromium make test"""


def find() -> str | None:
    """Return the path of a Chromium; None without any.

    It is $CHROMIUM, the system's, or the one that Playwright downloaded.
    """
    given = os.environ.get("CHROMIUM")
    if given and Path(given).exists():
        return given
    for name in NAMES:
        if path := shutil.which(name):
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def attempt(*command: str, seconds: int) -> None:
    """Run an installer; whether it worked is checked afterwards."""
    try:
        subprocess.run(command, timeout=seconds, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        print(f"«{' '.join(command[:3])}» non è riuscito.", file=sys.stderr)


def main() -> int:
    if find():
        return 0
    print("Installo Chromium per le prove nel browser…", flush=True)
    attempt(sys.executable, "-m", "playwright", "install", "chromium", seconds=600)
    if not find() and shutil.which("apt-get") and os.geteuid() == 0:
        attempt("apt-get", "update", seconds=300)
        for package in NAMES[:2]:
            if not find():
                attempt("apt-get", "install", "--yes", "--no-install-recommends", package, seconds=900)
    if find():
        return 0
    print(MISSING, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
