"""Test that a commit's release is reproducible and lists its contents."""

import hashlib
import os
import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from scripts.model.software_version import VERSION
from tests.conftest import ROOT
from tests.release import reproducible_archive, sbom
from tests.release.__main__ import NOBODY_ASKED, PROMISES, Release, Stopped, begin, examine, main

CHANGES = """# Che cosa è cambiato

## Non ancora pubblicato

- Domani.

## 1.0.0 – 1 dicembre 2026

- Oggi.

## 1.0.0-rc.1

- Ieri.
"""


def test_a_changelog_section_is_that_of_the_version_alone() -> None:
    assert reproducible_archive.changelog_section(CHANGES, "1.0.0") == "- Oggi.\n"
    assert reproducible_archive.changelog_section(CHANGES, "1.0") == ""
    assert reproducible_archive.changelog_section(CHANGES, "2.0.0") == ""


def test_an_archive_has_the_same_bytes_from_another_folder_on_another_day(tmp_path: Path) -> None:
    made = []
    for number, name in enumerate(("uno", "un-altro"), 1):
        folder = tmp_path / name
        (folder / "site/a").mkdir(parents=True)
        for path in ("nginx.conf", "site/index.html", "site/a/z.js")[:: 1 if number == 1 else -1]:
            (folder / path).write_text(path, encoding="utf-8")
            (folder / path).chmod(0o640 if number == 1 else 0o755)
            os.utime(folder / path, (number, number))
        place = tmp_path / f"{name}.tar.gz"
        reproducible_archive.archive(
            place, "cima", {"site": folder / "site", "nginx.conf": folder / "nginx.conf"}, 1_700_000_000
        )
        made.append(place.read_bytes())
    assert made[0] == made[1]
    with tarfile.open(tmp_path / "uno.tar.gz") as tar:
        assert tar.getnames() == ["cima/nginx.conf", "cima/site/a/z.js", "cima/site/index.html"]
        assert {(one.mtime, one.uid, one.uname, one.mode) for one in tar} == {(1_700_000_000, 0, "", 0o644)}


def test_checksums_are_what_sha256sum_reads_and_a_difference_is_named(tmp_path: Path) -> None:
    one, other = tmp_path / "uno", tmp_path / "due"
    for folder in (one, other):
        folder.mkdir()
        (folder / "a").write_text("a", encoding="utf-8")
        (folder / "b").write_text(folder.name, encoding="utf-8")
    assert reproducible_archive.differences(one, other) == ["b"]
    assert reproducible_archive.write_sums(one).read_text(encoding="utf-8").splitlines() == [
        f"{hashlib.sha256(b'a').hexdigest()}  a",
        f"{hashlib.sha256(b'uno').hexdigest()}  b",
    ]


def test_the_list_of_dependencies_names_all_that_is_locked() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    made = sbom.document(lock, 1_700_000_000)
    assert made == sbom.document(lock, 1_700_000_000)
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.5")
    assert made["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert made["metadata"]["component"]["version"] == VERSION
    assert len(made["components"]) == len(re.findall(r"^\S+==", lock, re.MULTILINE)) > 20
    references = [one["bom-ref"] for one in made["components"]]
    assert len(set(references)) == len(references)
    assert made["dependencies"][0]["dependsOn"] == references
    assert sum("licenses" in one for one in made["components"]) > 20


def test_what_is_not_in_a_commit_is_not_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.release.__main__.git", lambda *_: " M README.md")
    assert main(["--trial", "--out", str(tmp_path / "fuori")]) == 1
    assert "non ancora in un commit" in capsys.readouterr().err
    assert not (tmp_path / "fuori").exists()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a committed project ready to publish as 1.0.0."""
    folder = tmp_path / "progetto"
    for name, text in (
        ("scripts/model/software_version.py", 'VERSION: Final = "1.0.0"\n'),
        ("CHANGELOG.md", CHANGES.replace("- Domani.\n", "")),
        (f"{PROMISES}/1.0.0/ancore.txt", "wot-1\n"),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    git(folder, "init", "--quiet")
    commit(folder)
    monkeypatch.setattr("tests.release.__main__.ROOT", folder)
    return folder


def git(folder: Path, *arguments: str) -> None:
    person = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", "-C", folder, *person, *arguments], check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Change")


def test_a_ready_commit_is_published_beside_its_own_tag(project: Path, tmp_path: Path) -> None:
    git(project, "tag", "v1.0.0")
    release = begin(tmp_path / "lavoro", tmp_path / "fuori", trial=False)
    assert (release.version, release.out) == ("1.0.0", tmp_path / "fuori")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("CHANGELOG.md", "# Che cosa è cambiato\n\n## Non ancora pubblicato\n", "«## 1.0.0»"),
        ("CHANGELOG.md", CHANGES, "ancora righe sotto «## Non ancora pubblicato»"),
        ("scripts/model/software_version.py", "VERSION = 1\n", "non contiene una versione"),
        ("scripts/model/software_version.py", 'VERSION: Final = "1.1.0"\n', "promises/1.1.0 non c’è"),
    ],
)
def test_what_a_version_lacks_is_said_before_anything_starts(project: Path, name: str, text: str, said: str) -> None:
    (project / name).write_text(text, encoding="utf-8")
    commit(project)
    with pytest.raises(Stopped, match=re.escape(said)):
        begin(project, None, trial=False)
    assert not (project / "dist").exists()


def test_a_version_that_another_commit_published_is_not_published_again(project: Path) -> None:
    git(project, "tag", "v1.0.0")
    (project / "README.md").write_text("dopo", encoding="utf-8")
    commit(project)
    with pytest.raises(Stopped, match="già pubblicata da un altro commit"):
        begin(project, None, trial=True)


def test_a_folder_of_something_else_is_not_emptied(project: Path, tmp_path: Path) -> None:
    taken = tmp_path / "casa"
    taken.mkdir()
    (taken / "lettera.txt").write_text("cara", encoding="utf-8")
    with pytest.raises(Stopped, match="non è vuota"):
        begin(project, taken, trial=True)
    assert (taken / "lettera.txt").exists()


@pytest.mark.usefixtures("project")
def test_no_setting_of_the_caller_reaches_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONPATH", "MAKEFLAGS", "PRONTUARIO_ADDRESS", "PRONTUARIO_ORIGINALS"):
        monkeypatch.setenv(name, "altro")
    found = begin(tmp_path, tmp_path / "fuori", trial=True).environment()
    assert {"PYTHONPATH", "MAKEFLAGS", "PRONTUARIO_ADDRESS"}.isdisjoint(found)
    assert found["PRONTUARIO_ORIGINALS"] == "altro"


@pytest.fixture
def examined(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """Return a release whose steps succeed without running."""
    assert project.is_dir()
    release = begin(tmp_path / "lavoro", tmp_path / "fuori", trial=False)
    figures = release.clone / "docs/misure.md"
    figures.parent.mkdir(parents=True)
    figures.write_text("misure", encoding="utf-8")

    def run(self: Release, name: str, *_: object, **__: object) -> int:
        self.log(name).parent.mkdir(exist_ok=True)
        self.log(name).write_text("===== 3 passed, 1 skipped in 2.00s =====\n", encoding="utf-8")
        return NOBODY_ASKED if name == "make audit" else 0

    monkeypatch.setattr(Release, "run", run)
    return release


def test_a_release_that_nobody_audited_stops_or_says_so(examined: Release) -> None:
    with pytest.raises(Stopped, match="UNAUDITED=1"):
        examine(examined, unaudited=False)
    said = examine(examined, unaudited=True)
    assert "Non si è potuto sapere se ci sono falle note." in said
    assert "test: 3 passed, 1 skipped in 2.00s; browsers: 3 passed" in said


def test_a_step_that_ran_no_test_stops(examined: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.release.__main__.COUNTED", re.compile("nothing"))
    with pytest.raises(Stopped, match="nessuna prova"):
        examine(examined, unaudited=True)
