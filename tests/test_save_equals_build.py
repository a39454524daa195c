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
from tests.conftest import ROOT, project_copy, small_project


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


def test_a_save_gives_what_a_build_gives(tmp_path: Path) -> None:
    root = small_project(tmp_path / "progetto", "bang")
    draft = Draft(root, tmp_path / "bozza")
    change(root, "rules_src/bang/01-regole-da-torneo.md", r"^b\. (.*)\.$", r"b. \1, per ora.")
    draft.refresh()
    question_and_row(root)
    draft.refresh()
    change(root, "rules_src/bang/infrazioni/birra-senza-effetto.toml", '"Lascia giocare', '"Per ora lascia giocare')
    draft.refresh()
    built = built_apart(root)
    assert not differing(draft, built)
    assert draft.engine.search("zibaldone").total
    new_chapter(root)
    draft.refresh()
    (root / "rules_src/bang/06-appunti.md").unlink()
    draft.refresh()
    assert not differing(draft, built), "what a save leaves behind"
    title_and_written_page(root)
    draft.refresh(whole=True)
    new_chapter(root)
    draft.refresh()
    assert not differing(draft, built_apart(root))


def test_a_save_of_one_book_is_right_in_all(built: Path, tmp_path: Path) -> None:
    root = project_copy(tmp_path / "progetto")
    texts = {}
    for file in ("mtr/02-meccaniche.md", "naruto-it/*-infrazioni*.md", "naruto-usa/0*.md"):
        path = min((root / "rules_src").glob(file))
        texts[path] = path.read_bytes()
        change(root, path.relative_to(root).as_posix(), r"^b\. (.*)\.$", r"b. \1, provvisoriamente.")
    draft = Draft(root, tmp_path / "bozza")
    assert len(differing(draft, shown(built / CURRENT))) > len(texts)
    for path, text in texts.items():
        path.write_bytes(text)
        assert [record.id.split("-")[0] for record in draft.refresh()][:1] == [path.parent.name.split("-")[0]]
    assert not differing(draft, shown(built / CURRENT))


def test_a_mistake_leaves_what_was_shown(tmp_path: Path) -> None:
    root = small_project(tmp_path / "progetto", "wot")
    draft = Draft(root, tmp_path / "bozza")
    before = shown(draft.folder)
    change(root, "rules_src/wot/04-turno.md", r"^c\. (.*)\.$", r"c. \1, provvisoriamente.")
    change(root, "rules_src/wot/03-preparazione.md", r"^a\. (.*)\.$", r"a. \1 ([[wot-niente]]).")
    with pytest.raises(SourceError, match=r"rules_src/wot/03-preparazione\.md:\d+"):
        draft.refresh()
    change(root, "rules_src/wot/03-preparazione.md", r" \(\[\[wot-niente\]\]\)", "")
    change(root, "docs/informazioni.md", r"^# .*$", r"\g<0>\n\n[rotto](wot/04-turno.md)")
    with pytest.raises(SourceError):
        draft.refresh(whole=True)
    assert shown(draft.folder) == before
    change(root, "docs/informazioni.md", r"\[rotto\].*", "")
    assert len(draft.refresh()) == 1
    assert not differing(draft, built_apart(root))


def test_one_book_with_a_mistake_does_not_stop_the_others(tmp_path: Path) -> None:
    root = small_project(tmp_path / "progetto", "wot", "bang")
    rules = "rules_src/wot/03-preparazione.md"
    change(root, rules, r"^a\. (.*)\.$", r"a. \1 ([[wot-niente]]).")
    draft = Draft(root, tmp_path / "bozza")
    assert [book.slug for book in draft.sources.rulebook.books] == ["bang"]
    assert "wot-niente" in str(draft.wrong)
    with pytest.raises(SourceError):
        draft.refresh(saved={"wot"})
    change(root, rules, r" \(\[\[wot-niente\]\]\)", "")
    draft.refresh(saved={"wot"})
    assert {book.slug for book in draft.sources.rulebook.books} == {"bang", "wot"}
    assert not draft.wrong
