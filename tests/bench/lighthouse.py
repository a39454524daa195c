"""Run Lighthouse's mobile profile on every kind of page.

`python -m tests.bench.lighthouse` (`make lighthouse`) writes the table of `docs/misure.md`. It is not part of the
tests, because it comes from npm and takes minutes.
"""

import datetime
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from scripts import pipeline
from scripts.model.italian_format import format_date
from tests.bench.figures_page import replace_between
from tests.browser.install_chromium import MISSING, find
from tests.conftest import ROOT, project_copy
from tests.running_server import FLAGS, served

VERSION = "12.8.2"
PLACE = Path(".venv/npm")
PAGES = ("", "bang/", "mtr/2/", "penalita/", "tabelle/", "tabelle/mtr/", "registro/", "cerca/?q=mulligan", "mtr/glossario/", "404.html")  # fmt: skip
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
HEAD = "| Pagina | Prestazioni | Accessibilità | Pratiche | SEO | FCP | LCP | CLS |\n|---|---:|---:|---:|---:|---:|---:|---:|"
ABSENT = f"""Non trovo Lighthouse, che viene da npm.
Che cosa fare: npm install --prefix {PLACE} lighthouse@{VERSION}"""


def command() -> str:
    """Return Lighthouse's executable; exit with instructions if missing."""
    own = ROOT / PLACE / "node_modules/.bin/lighthouse"
    found = str(own) if own.exists() else shutil.which("lighthouse")
    if found is None:
        raise SystemExit(ABSENT)
    return found


def report(lighthouse: str, chrome: str, address: str, folder: Path) -> dict[str, Any]:
    """Return Lighthouse's report of one page."""
    out = folder / "report.json"
    flags = " ".join(("--headless=new", *FLAGS))
    subprocess.run(
        [lighthouse, address, "--quiet", "--output=json", f"--output-path={out}", f"--chrome-flags={flags}",
         f"--only-categories={','.join(CATEGORIES)}"],
        check=True, env={"CHROME_PATH": chrome, "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder)},
    )  # fmt: skip
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


def row(path: str, found: dict[str, Any]) -> str:
    scores = [str(round(100 * (found["categories"][name]["score"] or 0))) for name in CATEGORIES]
    audits = found["audits"]
    paint = [audits[name]["numericValue"] / 1000 for name in ("first-contentful-paint", "largest-contentful-paint")]
    figures = [*(f"{seconds:.1f} s" for seconds in paint), f"{audits['cumulative-layout-shift']['numericValue']:.3f}"]
    return f"| `/{path}` | {' | '.join((*scores, *figures))} |".replace(".", ",").replace("404,html", "404.html")


def failures(found: dict[str, Any]) -> list[str]:
    """Return the audits that lower the score, except times: 'id: title'."""
    wanted = {a["id"] for name in CATEGORIES[1:] for a in found["categories"][name]["auditRefs"] if a["weight"]}
    audits = ((name, found["audits"][name]) for name in sorted(wanted))
    return [f"{name}: {audit['title']}" for name, audit in audits if audit["score"] not in (None, 1)]


def main() -> None:
    lighthouse, chrome = command(), find()
    if chrome is None:
        raise SystemExit(MISSING)
    rows = [HEAD]
    with tempfile.TemporaryDirectory() as folder:
        project = project_copy(Path(folder) / "progetto")
        pipeline.build_release(project)
        with served(project) as address:
            for path in PAGES:
                found = report(lighthouse, chrome, f"{address}/{path}", Path(folder))
                rows.append(row(path, found))
                print(rows[-1], *failures(found), sep="\n    ", flush=True)
    today = format_date(datetime.datetime.now(datetime.UTC).date())
    said = f"Lighthouse {VERSION}, profilo mobile, contro il server del progetto, il {today}, con `make lighthouse`."
    replace_between("lighthouse", f"{said}\n\n" + "\n".join(rows))


if __name__ == "__main__":
    main()
