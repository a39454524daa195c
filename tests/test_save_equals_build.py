"""Test that a save makes the same bytes as a full build."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.model.problems import SourceError
from scripts.pipeline import CURRENT, Draft
from scripts.site.fingerprinted_assets import remove_stamps
from scripts.site.releases import read_tree
from tests.conftest import ROOT, small_project


def shown(folder: Path) -> dict[str, str | bytes]:
    """Return everything served of a release, without stamps."""
    served = {p: content for p, content in read_tree(folder).items() if p.startswith(("site/", "index/pages/"))}
    return {
        remove_stamps(p): remove_stamps(content) if isinstance(content, str) else content
        for p, content in served.items()
    }


def built_apart(root: Path) -> dict[str, str | bytes]:
    """Return the result of a build that remembers no saves."""
    command = [sys.executable, "-m", "scripts.cli", "--root", str(root), "build"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return shown(root / CURRENT)


def differing(draft: Draft, built: dict[str, str | bytes]) -> list[str]:
    now = shown(draft.folder)
    return sorted(path for path in now | built if now.get(path) != built.get(path))


def change(root: Path, file: str, pattern: str, new: str) -> None:
    path = root / file
    text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
    assert count == 1
    path.write_text(text, encoding="utf-8")


def new_chapter(root: Path) -> None:
    text = "# Appunti {#bang-appunti}\n\na. Un appunto provvisorio rimanda al [[bang-1.1.a|primo turno]].\n"
    (root / "rules_src/bang/06-appunti.md").write_text(text, encoding="utf-8")


def question_and_row(root: Path) -> None:
    change(
        root, "rules_src/bang/domande/01-regole-da-torneo.tsv", r"^(bang-\S+)\t", r"\1\tche cosa vuol dire zibaldone|"
    )
    change(root, "rules_src/bang/tabelle/bang-1.turni.tsv", r"^10-14\t3$", "10-14\t2")


def title_and_written_page(root: Path) -> None:
    change(root, "rules_src/bang/05-altro.md", r"^# (.*?) \{", r"# \1 provvisorio {")
    change(root, "docs/informazioni.md", r"^# (.*)$", r"# \1 provvisorie")


WRONG, RIGHT = r"^a\. (.*)\.$", r" \(\[\[wot-niente\]\]\)"


def begin_with_a_mistake(root: Path, folder: Path) -> Draft:
    """Open a draft while one book has a mistake, which leaves out that book alone, and mend it."""
    rules = "rules_src/wot/03-preparazione.md"
    change(root, rules, WRONG, r"a. \1 ([[wot-niente]]).")
    draft = Draft(root, folder)
    assert [book.slug for book in draft.sources.rulebook.books] == ["bang"]
    assert "wot-niente" in str(draft.wrong)
    with pytest.raises(SourceError):
        draft.refresh(saved={"wot"})
    change(root, rules, RIGHT, "")
    draft.refresh(saved={"wot"})
    assert {book.slug for book in draft.sources.rulebook.books} == {"bang", "wot"}
    assert not draft.wrong
    return draft


def fail_twice(root: Path, draft: Draft) -> None:
    """Save a wrong reference, then a wrong link beside a right sentence.

    What was shown must stay until all is right.
    """
    before = shown(draft.folder)
    change(root, "rules_src/wot/04-turno.md", r"^c\. (.*)\.$", r"c. \1, provvisoriamente.")
    change(root, "rules_src/wot/03-preparazione.md", WRONG, r"a. \1 ([[wot-niente]]).")
    with pytest.raises(SourceError, match=r"rules_src/wot/03-preparazione\.md:\d+"):
        draft.refresh(saved={"wot"})
    change(root, "rules_src/wot/03-preparazione.md", RIGHT, "")
    change(root, "docs/informazioni.md", r"^# .*$", r"\g<0>\n\n[rotto](wot/04-turno.md)")
    with pytest.raises(SourceError):
        draft.refresh(whole=True)
    assert shown(draft.folder) == before
    change(root, "docs/informazioni.md", r"\[rotto\].*", "")


def test_saves_give_what_a_build_gives(tmp_path: Path) -> None:
    """Compare once, after saves of every kind.

    Those that render single pages come last, else others would mend them.
    """
    root = small_project(tmp_path / "progetto", "bang", "wot")
    draft = begin_with_a_mistake(root, tmp_path / "bozza")
    fail_twice(root, draft)
    title_and_written_page(root)
    new_chapter(root)
    draft.refresh(whole=True)
    change(root, "rules_src/bang/06-appunti.md", "bang-appunti", "bang-annotazioni")  # its page goes, another comes
    draft.refresh()
    for file, pattern, new, records in (
        ("bang/01-regole-da-torneo.md", r"^b\. (.*)\.$", r"b. \1, per ora.", 1),
        ("bang/infrazioni/birra-senza-effetto.toml", '"Lascia giocare', '"Per ora lascia giocare', 0),
    ):
        change(root, f"rules_src/{file}", pattern, new)
        assert [record.book for record in draft.refresh()] == [file.partition("/")[0]] * records
    question_and_row(root)
    draft.refresh()
    assert not differing(draft, built_apart(root))
    assert draft.engine.search("zibaldone").total
