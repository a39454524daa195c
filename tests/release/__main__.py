"""Make the release of the last commit, tested in a clean clone.

The commit is checked, tested and measured, built twice, installed and summed up.

`python -m tests.release [--trial] [--unaudited] [--out FOLDER]` stops at the first fault, with status 1. `--trial`
leaves out what takes long (check, tests, browsers, bench, audit) and says so. `--unaudited` goes on if the service of
known vulnerabilities could not be asked, and says so in the notes.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT
from tests.release.reproducible_archive import (
    SUMS,
    archive,
    changelog_section,
    committed_version,
    differences,
    write_sums,
)

PROMISES = (
    "tests/golden/promises"  # a folder for each version that `python -m tests.compatibility.record_version` was run for
)
PYTHONS = ("3.11", "3.12", "3.13")
TAIL = 25  # lines shown of a step that failed
NOBODY_ASKED = 2  # how `python -m tests.licences` ends where it found no network
# what of the caller's shell would reach the files or the clone's `make`; PRONTUARIO_ORIGINALS is for the tests alone
LEFT_OUT = ("PYTHON", "MAKE", "MFLAGS", "PRONTUARIO_")
FOR_TESTS = ("PRONTUARIO_ORIGINALS", "PRONTUARIO_DOCUMENTS")
COUNTED = re.compile(r"^=+ (.*\d+ passed.*?) =+$", re.MULTILINE)  # pytest's last line

DIRTY = """Ci sono modifiche non ancora in un commit: quello che pubblichi si deve poter rifare.
    che cosa fare: «git status» le elenca; fai un commit o «git stash», poi ripeti."""
NO_SECTION = """CHANGELOG.md non ha una sezione «## {version}».
    che cosa fare: dai quel titolo a «## Non ancora pubblicato», con la data, e fanne un commit."""
UNPUBLISHED = """CHANGELOG.md ha ancora righe sotto «## Non ancora pubblicato», e questo commit le pubblica.
    che cosa fare: portale nella sezione della versione, e fanne un commit."""
TAGGED = """La versione {version} è già pubblicata da un altro commit (etichetta v{version}).
    che cosa fare: alza VERSION in scripts/model/software_version.py."""
STOPPED = "Fermo: «{name}» non è riuscito ({seconds:.0f} s). I suoi messaggi sono in {log} e finiscono così:\n{tail}"
UNAUDITED = """Nessuno ha potuto dire se le versioni fissate hanno falle note.
    che cosa fare: ripeti quando c’è rete, oppure lancia «make release UNAUDITED=1», che lo scrive nelle note."""
NO_VERSION = """scripts/model/software_version.py non contiene una versione (VERSION: Final = "1.2.3").
    che cosa fare: scrivila, e fanne un commit."""
NO_PROMISES = """tests/golden/promises/{version} non c’è: nessuna prova controllerebbe che una versione successiva legga questa.
    che cosa fare: lancia «python -m tests.compatibility.record_version» e fai un commit."""
NOT_OURS = """{folder} non è vuota e non è una pubblicazione di prima: qui non scrivo niente.
    che cosa fare: indica un’altra cartella con --out."""
DIFFERENT = "Lo stesso commit, costruito due volte, non dà gli stessi byte: {names}."
NO_TEST = "«{name}» non ha fatto nessuna prova: i suoi messaggi sono in {log}."
NO_PYTHON = "python{version} qui non c’è: il pacchetto non è stato provato con questa versione."
TRIAL = "È una prova, senza check, test, browsers, bench e audit: questi file non si pubblicano."


class Stopped(Exception):
    """Stop the release; the message says why, and what to do."""


@dataclass
class Release:
    """Hold what the steps share.

    `out`: folder of the finished files; `work`: folder that is removed afterwards.
    """

    commit: str
    version: str
    epoch: int
    work: Path
    out: Path

    @property
    def clone(self) -> Path:
        return self.work / "clone"

    @property
    def python(self) -> Path:
        return self.clone / ".venv/bin/python"

    def log(self, name: str) -> Path:
        """Return the file with a step's output."""
        return self.out / "log" / f"{re.sub('[ :/]+', '-', name)}.txt"

    def environment(self) -> dict[str, str]:
        """Return a clean environment for the steps.

        No setting of the caller may affect the files.
        """
        kept = {name: value for name, value in os.environ.items() if name in FOR_TESTS or not name.startswith(LEFT_OUT)}
        return kept | {"SOURCE_DATE_EPOCH": str(self.epoch), "LC_ALL": "C.UTF-8", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def run(self, name: str, command: Sequence[str | Path], folder: Path, **more: str) -> int:
        """Run a step and return its exit status, 0 or `allowed`.

        Raises Stopped, with the last lines of output, for any other. `name`: of the step and its log; `more`:
        `allowed`, and environment variables.
        """
        start, log = time.monotonic(), self.log(name)
        log.parent.mkdir(parents=True, exist_ok=True)
        allowed = int(more.pop("allowed", "0"))
        print(f"→ {name}", end="", flush=True)
        with log.open("w", encoding="utf-8") as said:
            status = subprocess.run(
                command, cwd=folder, env=self.environment() | more, stdout=said, stderr=subprocess.STDOUT, check=False
            ).returncode
        seconds = time.monotonic() - start
        print(f" ({seconds:.0f} s)", flush=True)
        if status not in (0, allowed):
            tail = "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-TAIL:])
            raise Stopped(STOPPED.format(name=name, seconds=seconds, log=log, tail=tail))
        return status


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True
    ).stdout.strip()


def begin(work: Path, out: Path | None, trial: bool) -> Release:
    """Check the commit before the long steps. Raises Stopped."""
    if git("status", "--porcelain"):
        raise Stopped(DIRTY)
    commit, epoch = git("rev-parse", "HEAD"), int(git("log", "-1", "--format=%ct"))
    if not (version := committed_version(ROOT, commit)):
        raise Stopped(NO_VERSION)
    if not trial and version.endswith(".0") and not (ROOT / PROMISES / version).is_dir():
        raise Stopped(NO_PROMISES.format(version=version))
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not trial and not changelog_section(changes, version):
        raise Stopped(NO_SECTION.format(version=version))
    if not trial and changelog_section(changes, "Non").strip():
        raise Stopped(UNPUBLISHED)
    if git("tag", "--list", f"v{version}") and git("rev-list", "-n", "1", f"v{version}") != commit:
        raise Stopped(TAGGED.format(version=version))
    folder = out.resolve() if out else ROOT / "dist" / version
    if folder.exists() and any(folder.iterdir()) and not any((folder / name).exists() for name in (SUMS, "log")):
        raise Stopped(NOT_OURS.format(folder=folder))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return Release(commit, version, epoch, work, folder)


def clone(release: Release, place: Path) -> None:
    source = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(place)]
    release.run(f"clone pulito in {place.name}", source, ROOT)
    release.run(f"commit di {place.name}", ["git", "checkout", "--quiet", "--detach", release.commit], place)


def prepare(release: Release) -> None:
    python = f"PYTHON=python{sys.version_info.major}.{sys.version_info.minor}"
    release.run("ambiente", ["make", ".venv/.pronto-dev", python], release.clone)
    if (npm := ROOT / ".venv/npm").is_dir():  # tsc and prettier, without which `make check` skips types and form
        shutil.copytree(npm, release.clone / ".venv/npm", symlinks=True)


def examine(release: Release, unaudited: bool) -> str:
    """Check, test and measure; return the notes' text on tests and known vulnerabilities."""
    for target in ("check", "test", "browsers", "bench"):
        release.run(f"make {target}", ["make", target], release.clone)
    tested = "; ".join(f"{target}: {counted(release, f'make {target}')}" for target in ("test", "browsers"))
    figures = release.clone / "docs/misure.md"
    shutil.copy(figures, release.out / "misure.md")
    release.run("misure messe da parte", ["git", "checkout", "--quiet", "--", "."], release.clone)
    asked = release.run(
        "make audit", [release.python, "-m", "tests.licences"], release.clone, allowed=str(NOBODY_ASKED)
    )
    if asked == NOBODY_ASKED and not unaudited:
        raise Stopped(UNAUDITED)
    holes = (
        "Nessuna falla nota nelle versioni fissate." if not asked else "Non si è potuto sapere se ci sono falle note."
    )
    return f"{tested}.\n\n{holes}"


def counted(release: Release, step: str) -> str:
    """Return a step's passed and skipped tests; Stopped if it ran none."""
    found = COUNTED.findall(release.log(step).read_text(encoding="utf-8", errors="replace"))
    if not found:
        raise Stopped(NO_TEST.format(name=step, log=release.log(step)))
    return str(found[-1])


def make_files(release: Release, source: Path, out: Path) -> None:
    """Build a clone's wheel, site and dependency list into `out`."""
    out.mkdir(parents=True, exist_ok=True)
    wheel = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), "."]
    release.run(f"pacchetto da {source.name}", [str(release.python), *wheel], source)
    build = ["-m", "scripts.cli", "--root", str(source), "build"]
    release.run(f"sito da {source.name}", [str(release.python), *build], source)
    top, built = f"prontuario-{release.version}-sito", source / "build/current"
    folders = {"site": built / "site", "nginx.conf": built / "nginx.conf"}
    archive(out / f"{top}.tar.gz", top, folders, release.epoch)
    listed = [str(release.python), "-m", "tests.release.sbom", str(out / "sbom.cdx.json")]
    release.run(f"dipendenze da {source.name}", listed, source)


def make_twice(release: Release) -> None:
    """Build everything in two clones in different folders; Stopped if a byte differs."""
    one, other, second = release.work / "uno", release.work / "due", release.work / "un-altro-clone"
    make_files(release, release.clone, one)
    clone(release, second)
    make_files(release, second, other)
    if names := differences(one, other):
        raise Stopped(DIFFERENT.format(names=", ".join(names)))
    print("Gli stessi byte da due cloni.", flush=True)
    for path in one.iterdir():
        shutil.copy(path, release.out)


def pythons() -> Iterator[tuple[str, str]]:
    """Yield (version, executable) for each version in PYTHONS.

    Pythons of pyenv count; the executable is '' for a version that is not installed.
    """
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in PYTHONS:
        found = [*versions.glob(f"{version}.*/bin/python{version}"), shutil.which(f"python{version}")]
        runs = (str(path) for path in found if path and subprocess.run([path, "-c", ""], check=False).returncode == 0)
        yield version, next(runs, "")


def install(release: Release) -> None:
    """Install the wheel in fresh environments, and build in each.

    Each Python gets the wheel with its dependencies, and builds in an empty folder.
    """
    wheel = next(release.out.glob("*.whl"))
    for version, python in pythons():
        if not python:
            print(NO_PYTHON.format(version=version))
            continue
        place, folder = release.work / f"ambiente-{version}", release.work / f"vuota-{version}"
        folder.mkdir()
        release.run(f"python{version}: ambiente", [python, "-m", "venv", str(place)], folder)
        release.run(f"python{version}: installato", [place / "bin/pip", "install", "--quiet", str(wheel)], folder)
        for arguments in (["--version"], ["new-book", "collaudo", str(release.clone / "tests/golden/dama/originale.txt")],
                          ["check", "--book", "collaudo"], ["build"]):  # fmt: skip
            release.run(f"python{version}: prontuario {arguments[0]}", [place / "bin/prontuario", *arguments], folder)


def finish(release: Release, said: str) -> None:
    text = (release.clone / "CHANGELOG.md").read_text(encoding="utf-8")
    notes = f"# Prontuario {release.version}\n\nCommit {release.commit}.\n\n{said}\n\n"
    notes += changelog_section(text, release.version)
    (release.out / "NOTE.md").write_text(notes, encoding="utf-8")
    write_sums(release.out)
    print(f"Prontuario {release.version} è in {release.out}:")
    for path in sorted(path for path in release.out.iterdir() if path.is_file()):
        print(f"  {path.stat().st_size / 1e6:8.2f} MB  {path.name}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make release", description="Fa la pubblicazione dell’ultimo commit.")
    parser.add_argument("--trial", action="store_true", help="senza check, test, browsers, bench e audit")
    parser.add_argument("--unaudited", action="store_true", help="anche se non si sa di falle note")
    parser.add_argument("--out", type=Path, help="dove (dist/VERSIONE)")
    told = parser.parse_args(arguments)
    os.umask(0o022)
    with tempfile.TemporaryDirectory(prefix="prontuario-") as work:
        try:
            release = begin(Path(work), told.out, told.trial)
            clone(release, release.clone)
            prepare(release)
            said = TRIAL if told.trial else examine(release, told.unaudited)
            make_twice(release)
            install(release)
            finish(release, said)
        except Stopped as stopped:
            print(stopped, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
