"""A published id for ever leads to its rule: editions edited at random, and what the site and the server make of them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scripts import cli, pipeline
from scripts.edition.lock import LOCK, REDIRECTS, lock_text, read_lock
from scripts.model.problems import Report
from scripts.pipeline import Sources
from scripts.render.api import anchors_json
from tests.mending import GOLDEN, book_with

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Author:
    """Edits a chapter as a person would, forgetting things; every statement says a fact of its own, by which it is known."""

    def __init__(self, root: Path) -> None:
        book_with("", root)
        self.root, self.chapter = root, root / "rules_src/prova/09-libero.md"
        self.sections: dict[str, dict[str, str]] = {
            "prima": {"a": self.fact(1), "b": self.fact(2)},
            "seconda": {"a": self.fact(3)},
        }
        self.titles = {slug: slug.capitalize() for slug in self.sections}
        self.rows = ["Asso", "Due"]
        self.redirects: dict[str, str] = {}
        self.known: dict[str, str] = {}  # every id ever published → the fact that it was published with
        self.count = 3

    def fact(self, number: int) -> str:
        return f"Il fatto numero {number} vale per ogni partita."

    def write(self) -> None:
        text = "# Libero {#prova-9 n=9}\n\na. Qui si prova.\n\n{tabella prova-9.voci}\n"
        for slug, statements in self.sections.items():
            text += f"\n## {self.titles[slug]} {{#prova-9.{slug}}}\n\n"
            text += "".join(f"{letter}. {fact}\n" for letter, fact in statements.items())
        self.chapter.write_text(text, encoding="utf-8")
        table = "# titolo: Voci\n# voci: Carta\nCarta:card\n" + "".join(f"{row}\n" for row in self.rows)
        (self.chapter.parent / "tabelle/prova-9.voci.tsv").write_text(table, encoding="utf-8")
        rows = "".join(f"{old}\t{new}\n" for old, new in self.redirects.items())
        (self.root / REDIRECTS).write_text(f"vecchia\tnuova\n{rows}", encoding="utf-8")

    def load(self) -> tuple[Sources, Report]:
        self.write()
        report = Report()
        return pipeline.load(self.root, report), report

    def publish(self) -> None:
        """Builds where the checks let it, and mends with redirects what they do not let pass."""
        sources, report = self.load()
        if report:
            living = set(sources.anchors)
            for old in [one for one in self.known if one not in living]:
                if self.redirects.get(old) not in living:
                    self.redirects[old] = "prova-9"
            for old in [
                one for one in self.redirects if one in living
            ]:  # a letter used again: the author takes another
                slug, _, letter = old.removeprefix("prova-9.").rpartition(".")
                free = next(
                    x for x in LETTERS if f"prova-9.{slug}.{x}" not in self.known and x not in self.sections[slug]
                )
                self.sections[slug] = {free if x == letter else x: fact for x, fact in self.sections[slug].items()}
            sources, report = self.load()
            assert not report, str(report)
        published = read_lock(self.root, Report())
        (self.root / LOCK).write_text(lock_text([*published, *sources.anchors]), encoding="utf-8")
        for anchor, record in sources.records.items():
            self.known.setdefault(anchor, record.text)
        self.check(sources)

    def check(self, sources: Sources) -> None:
        urls = anchors_json(sources.records, sources.redirects)
        assert set(self.known) <= set(urls), "nothing that was published leads to nothing"
        for anchor, fact in self.known.items():
            leads = urls[anchor].partition("#")[2]
            if anchor in sources.records:
                assert leads == anchor
                if "fatto numero" in fact and anchor.count(".") == 2:
                    assert sources.records[anchor].text == fact, f"{anchor} says another rule"
            else:
                assert sources.records[leads], anchor
                assert leads in (self.redirects[anchor], *self.redirects.values()), f"{anchor} leads where nobody said"


def insert(author: Author, n: int) -> None:
    slug = sorted(author.sections)[n % len(author.sections)]
    author.count += 1
    letter = LETTERS[n % 8]  # perhaps one that is taken, or was
    statements = author.sections[slug]
    if letter in statements:
        letter = next(x for x in LETTERS if x not in statements)
    author.sections[slug] = dict(sorted({**statements, letter: author.fact(author.count)}.items()))


def delete(author: Author, n: int) -> None:
    slug = sorted(author.sections)[n % len(author.sections)]
    if len(author.sections[slug]) > 1:
        del author.sections[slug][sorted(author.sections[slug])[n % len(author.sections[slug])]]


def move(author: Author, n: int) -> None:
    slugs = sorted(author.sections)
    source, goal = slugs[n % len(slugs)], slugs[(n + 1) % len(slugs)]
    if source != goal and len(author.sections[source]) > 1:
        letter = sorted(author.sections[source])[-1]
        fact = author.sections[source].pop(letter)
        free = next(x for x in LETTERS if f"prova-9.{goal}.{x}" not in author.known and x not in author.sections[goal])
        author.sections[goal][free] = fact
        if f"prova-9.{source}.{letter}" in author.known:
            author.redirects[f"prova-9.{source}.{letter}"] = f"prova-9.{goal}.{free}"


def rename(author: Author, n: int) -> None:
    slug = sorted(author.sections)[n % len(author.sections)]
    author.titles[slug] = f"Titolo {n}"


def add_section(author: Author, n: int) -> None:
    author.count += 1
    author.sections.setdefault(f"nuova-{LETTERS[n % 5] * 3}", {"a": author.fact(author.count)})
    author.titles = {slug: author.titles.get(slug, slug.capitalize()) for slug in author.sections}


def drop_section(author: Author, n: int) -> None:
    if len(author.sections) > 1:
        del author.sections[sorted(author.sections)[n % len(author.sections)]]


def rows(author: Author, n: int) -> None:
    if n % 2 or len(author.rows) < 2:
        author.rows.append(f"Carta {LETTERS[n % 20]}") if f"Carta {LETTERS[n % 20]}" not in author.rows else None
    else:
        author.rows.pop(n % len(author.rows))


EDITS: list[Callable[[Author, int], None]] = [insert, delete, move, rename, add_section, drop_section, rows]


@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(st.tuples(st.sampled_from(EDITS), st.integers(0, 40)), max_size=8))
def test_no_published_id_ever_leads_to_another_rule_or_to_nothing(
    tmp_path: Path, edits: list[tuple[Callable[[Author, int], None], int]]
) -> None:
    root = tmp_path / "edizione"
    shutil.rmtree(root, ignore_errors=True)
    author = Author(root)
    author.publish()
    for edit, n in edits:
        edit(author, n)
        author.publish()


def test_a_book_that_goes_away_takes_no_id_with_it(tmp_path: Path) -> None:
    author = Author(tmp_path)
    author.publish()
    shutil.rmtree(tmp_path / "rules_src/prova")
    report = Report()
    pipeline.load(tmp_path, report)
    assert "prova-9.prima.a" in str(report)


def git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), "-c", "user.name=Prova", "-c", "user.email=prova@example.org", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A repository with the made-up book in it, published."""
    root = tmp_path / "archivio"
    author = Author(root)
    author.publish()
    shutil.copy(GOLDEN.parents[1] / ".gitattributes", root)
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message=inizio")
    return root


def test_two_who_add_rules_merge_without_conflict(archive: Path) -> None:
    for branch, anchor in (("uno", "prova-9.prima.ca"), ("due", "prova-9.prima.cb")):
        git(archive, "switch", "--quiet", "--create", branch, "main")
        lock = archive / LOCK
        lock.write_text(lock_text([*read_lock(archive, Report()), anchor, f"prova-9.seconda.{anchor[-1] * 2}"]))
        git(archive, "commit", "--quiet", "--all", "--message", branch)
    git(archive, "merge", "--quiet", "--no-edit", "uno")
    assert {"prova-9.prima.ca", "prova-9.prima.cb", "prova-9.seconda.aa", "prova-9.seconda.bb"} <= set(
        read_lock(archive, Report())
    )


def test_a_change_says_what_it_does_to_anchors(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chapter = archive / "rules_src/prova/09-libero.md"
    text = chapter.read_text(encoding="utf-8")
    assert cli.main(["--root", str(archive), "anchors"]) == 0
    assert "niente" in capsys.readouterr().out
    text = text.replace(
        "a. Il fatto numero 1 vale per ogni partita.\n", "a. Chi tace acconsente, sempre.\nc. Il fatto numero 9 vale.\n"
    )
    chapter.write_text(text.replace("b. Il fatto numero 2 vale per ogni partita.\n", ""), encoding="utf-8")
    assert cli.main(["--root", str(archive), "anchors", "HEAD"]) == 1
    said = capsys.readouterr().out
    assert "SPARITA: prova-9.prima.b" in said
    assert "ALTRO TESTO: prova-9.prima.a" in said
    assert "nuova: prova-9.prima.c" in said


def test_a_retired_id_that_leads_elsewhere_is_said(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was retired before no check knows: the links to it lead where the redirects of today say."""
    chapter, redirects = archive / "rules_src/prova/09-libero.md", archive / REDIRECTS
    living = chapter.read_text(encoding="utf-8")
    kept = living.replace("b. Il fatto numero 2 vale per ogni partita.\n", "")
    chapter.write_text(kept, encoding="utf-8")
    head = "vecchia\tnuova\n"
    redirects.write_text(f"{head}prova-9.prima.b\tprova-9.prima.a\n", encoding="utf-8")
    git(archive, "commit", "--quiet", "--all", "--message", "ritirata")
    for text, rows, expected in (
        (kept, f"{head}prova-9.prima.b\tprova-9.seconda.a\n", "ALTRA META: prova-9.prima.b"),
        (living, head, "RIUSATA: prova-9.prima.b"),
        (kept, head, "SPARITA: prova-9.prima.b"),
    ):
        chapter.write_text(text, encoding="utf-8")
        redirects.write_text(rows, encoding="utf-8")
        assert cli.main(["--root", str(archive), "anchors", "HEAD"]) == 1
        assert expected in capsys.readouterr().out
