"""Test that a published id always leads to its rule."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scripts import cli, pipeline
from scripts.edition.published_anchors import LOCK, REDIRECTS, format_lock, read_lock
from scripts.model.anchor_index import AnchorKind
from scripts.model.problems import Report
from scripts.pipeline import Sources
from scripts.render.api import make_anchors
from scripts.site.http_headers import make_header_files
from scripts.site.releases import write_tree
from search.http.service import open_app
from search.index.build_index import build_index
from tests.search.test_service import get
from tests.source_faults import GOLDEN, book_with

FORWARD = re.compile(r'<h1><a href="[^"#]*#([^"]+)"')
LETTERS = "abcdefghijklmnopqrstuvwxyz"
Place = tuple[str, str]  # a book, and the last part of a section's anchor
SECOND = """slug = "{0}"
code = "{1}"
title = "Il libro {0}"
game = "Prova"
edition = "1.0"
effective = 2020-02-29
language = "it"
publisher = "Nessuno"
url = "https://example.org/"
order = 9
accent = {{ light = "#335577", dark = "#aaccee" }}
note = "Un documento inventato per le prove."
"""


class Author:
    """Edit chapters at random as a forgetful person would."""

    def __init__(self, root: Path) -> None:
        book_with("", root)
        self.root = root
        self.count = 0
        self.sections: dict[Place, dict[str, str]] = {
            ("prova", "prima"): {"a": self.fact(), "b": self.fact()},
            ("prova", "seconda"): {"a": self.fact()},
        }
        self.titles: dict[Place, str] = {}
        self.rows = ["Asso", "Due"]
        self.redirects: dict[str, str] = {}
        self.known: dict[str, str] = {}  # every id ever published → the fact, or the row, that it was published with

    def fact(self) -> str:
        self.count += 1
        return f"Il fatto numero {self.count} vale per ogni partita."

    @property
    def chapter(self) -> Path:
        return self.root / "rules_src/prova/09-libero.md"

    @property
    def books(self) -> list[str]:
        return sorted({book for book, _ in self.sections})

    @property
    def places(self) -> list[Place]:
        return sorted(self.sections)

    @property
    def home(self) -> dict[str, str]:
        """Return fact (a made-up statement) → its current anchor."""
        return {fact: f"{anchor(at)}.{letter}" for at, facts in self.sections.items() for letter, fact in facts.items()}

    def free(self, at: Place) -> str:
        return next(x for x in LETTERS if f"{anchor(at)}.{x}" not in self.known and x not in self.sections[at])

    def leads(self, before: str, now: str) -> None:
        """Redirect a published id from its old anchor to the new one."""
        if before in self.known and before != now:
            self.redirects[before] = now

    def write(self) -> None:
        rows = "".join(f"{old}\t{new}\n" for old, new in self.redirects.items())
        files = {REDIRECTS: f"vecchia\tnuova\n{rows}"}
        for book in self.books:
            text = f"# Libero {{#{book}-9 n=9}}\n\na. Qui si prova.\n"
            if book == "prova":
                text += "\n{tabella prova-9.voci}\n"
            else:
                files[Path(f"rules_src/{book}/book.toml")] = SECOND.format(book, book.upper())
            for at in self.places:
                if at[0] == book:
                    text += f"\n## {self.titles.get(at, at[1].capitalize())} {{#{anchor(at)}}}\n\n"
                    text += "".join(f"{letter}. {fact}\n" for letter, fact in sorted(self.sections[at].items()))
            files[Path(f"rules_src/{book}/09-libero.md")] = text
        table = "# titolo: Voci\n# voci: Carta\nCarta:card\n" + "".join(f"{row}\n" for row in self.rows)
        files[Path("rules_src/prova/tabelle/prova-9.voci.tsv")] = table
        for folder in (self.root / "rules_src").iterdir():
            if folder.is_dir() and folder.name not in self.books:
                shutil.rmtree(folder)
        write_tree(self.root, {path.as_posix(): text for path, text in files.items()})

    def load(self) -> tuple[Sources, Report]:
        self.write()
        report = Report()
        return pipeline.load_sources(self.root, report), report

    def publish(self) -> Sources:
        """Publish what passes the checks; redirect the rest."""
        sources, report = self.load()
        if report:
            living = set(sources.anchors)
            for old in self.known:
                if old not in living and self.redirects.get(old) not in living | set(self.redirects):
                    self.redirects[old] = self.home.get(self.known[old], "prova-9")
            for old in [
                one for one in self.redirects if one in living
            ]:  # a letter used again: the author takes another
                at = next(at for at in self.places if anchor(at) == old.rpartition(".")[0])
                self.sections[at][self.free(at)] = self.sections[at].pop(old.rpartition(".")[2])
            sources, report = self.load()
            assert not report, str(report)
        published = read_lock(self.root, Report())
        (self.root / LOCK).write_text(format_lock([*published, *sources.anchors]), encoding="utf-8")
        for one, record in sources.records.items():
            self.known.setdefault(one, record.text if record.kind is not AnchorKind.SECTION else "")
        self.check(
            sources,
            {one: url.partition("#")[2] for one, url in make_anchors(sources.records, sources.redirects).items()},
        )
        return sources

    def check(self, sources: Sources, led: Mapping[str, str]) -> None:
        """Check that every published id leads to its fact; `led`: id → its target."""
        for one, said in self.known.items():
            goal = led[one]  # nothing that was published leads to nothing
            assert goal in sources.records, one
            if one in sources.records:
                assert goal == one
                assert not said or one == "prova-9.voci" or sources.records[one].text == said, (
                    f"{one} says another rule"
                )
            else:
                assert goal == self.home.get(said, goal), f"{one} leads elsewhere than to its fact"
                assert goal in (self.home.get(said), *self.redirects.values()), f"{one} leads where nobody said"


def anchor(at: Place) -> str:
    return f"{at[0]}-9.{at[1]}"


def insert(author: Author, n: int) -> None:
    at = author.places[n % len(author.places)]
    taken = author.sections[at]
    letter = LETTERS[n % 8]  # perhaps one that was
    author.sections[at] = taken | {author.free(at) if letter in taken else letter: author.fact()}


def delete(author: Author, n: int) -> None:
    facts = author.sections[author.places[n % len(author.places)]]
    if len(facts) > 1:
        del facts[sorted(facts)[n % len(facts)]]


def move(author: Author, n: int) -> None:
    """Move a statement to another section, book or letter; if `n` is odd, without a redirect."""
    source, goal = (author.places[m % len(author.places)] for m in (n, n // 2))
    if len(author.sections[source]) > 1:
        letter = sorted(author.sections[source])[-1]
        fact = author.sections[source].pop(letter)
        free = author.free(goal)
        author.sections[goal][free] = fact
        if n % 2 == 0:
            author.leads(f"{anchor(source)}.{letter}", f"{anchor(goal)}.{free}")


def rename(author: Author, n: int) -> None:
    author.titles[author.places[n % len(author.places)]] = f"Titolo {n}"


def carry(author: Author, before: Place, now: Place, said: bool) -> None:
    """Give a section and its statements a new anchor; with redirects if `said`."""
    author.sections[now] = author.sections.pop(before)
    if said:
        author.leads(anchor(before), anchor(now))
        for letter in author.sections[now]:
            author.leads(f"{anchor(before)}.{letter}", f"{anchor(now)}.{letter}")


def fresh(author: Author, book: str) -> str:
    return next(slug for x in LETTERS if f"{book}-9.{(slug := 'nuova-' + x * 3)}" not in author.known and (book, slug) not in author.sections)  # fmt: skip


def rename_section(author: Author, n: int) -> None:
    before = author.places[n % len(author.places)]
    carry(author, before, (before[0], fresh(author, before[0])), n % 2 == 0)


def move_section(author: Author, n: int) -> None:
    before, book = author.places[n % len(author.places)], author.books[n % len(author.books)]
    if any(at[0] == before[0] and at != before for at in author.places):
        carry(author, before, (book, fresh(author, book)), n % 2 == 0)


def add_section(author: Author, n: int) -> None:
    author.sections.setdefault(
        (author.books[n % len(author.books)], f"altra-{LETTERS[n % 5] * 3}"), {"a": author.fact()}
    )


def drop_section(author: Author, n: int) -> None:
    at = author.places[n % len(author.places)]
    if sum(one[0] == at[0] for one in author.places) > 1:
        del author.sections[at]


def add_book(author: Author, n: int) -> None:
    author.sections.setdefault((f"libro-{LETTERS[n % 3]}", "prima"), {"a": author.fact(), "b": author.fact()})


def drop_book(author: Author, n: int) -> None:
    if author.books[n % len(author.books)] != "prova":
        author.sections = {
            at: facts for at, facts in author.sections.items() if at[0] != author.books[n % len(author.books)]
        }


def rename_book(author: Author, n: int) -> None:
    before, now = author.books[n % len(author.books)], f"libro-{LETTERS[3 + n % 9]}"
    if before != "prova" and now not in author.books:
        for at in [at for at in author.places if at[0] == before]:
            carry(author, at, (now, at[1]), n % 2 == 0)
        author.leads(f"{before}-9", f"{now}-9")


def add_row(author: Author, n: int) -> None:
    if (row := f"Carta {LETTERS[n % 20]}") not in author.rows:
        author.rows.insert(n % len(author.rows), row)


def drop_row(author: Author, n: int) -> None:
    if len(author.rows) > 1:
        author.rows.pop(n % len(author.rows))


def rename_row(author: Author, n: int) -> None:
    if f"Carta {LETTERS[n % 20]}" not in author.rows:
        author.rows[n % len(author.rows)] = f"Carta {LETTERS[n % 20]}"


def move_row(author: Author, n: int) -> None:
    author.rows.append(author.rows.pop(n % len(author.rows)))


EDITS: list[Callable[[Author, int], None]] = [insert, delete, move, rename, rename_section, move_section, add_section, drop_section,
                                              add_book, drop_book, rename_book, add_row, drop_row, rename_row, move_row]  # fmt: skip


def led_by_both(sources: Sources, folder: Path, ids: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield id → its link's target, first on a static host, then on our server."""
    links = pipeline.make_link_files(sources, {})
    yield {one: FORWARD.findall(links[f"r/{one}/index.html"])[0] for one in ids}
    build_index(folder / "index", sources.corpus)
    write_tree(folder / "site", pipeline.make_page_data(sources, {}))
    write_tree(folder / "index", pipeline.make_live_files(sources, {}, {}))
    write_tree(folder, make_header_files("", {"script": set(), "style": set()}))
    app = open_app(folder)
    asked = {one: get(app, f"/r/{one}") for one in ids}
    assert {answer.status_code for answer in asked.values()} == {308}
    yield {one: answer.headers["location"].partition("#")[2] for one, answer in asked.items()}


def test_no_published_id_ever_leads_to_another_rule_or_to_nothing(tmp_path: Path) -> None:
    """Check every id at every step, and all pages at the end."""
    seen: Counter[str] = Counter()

    @settings(max_examples=12, deadline=None, derandomize=True)
    @given(edits=st.lists(st.tuples(st.sampled_from(EDITS), st.integers(0, 40)), max_size=14))
    @example(edits=[(delete, 0), (insert, 0)])  # a letter used again
    @example(edits=[(add_book, 0), (rename_book, 0), (drop_book, 0)])
    def history(edits: list[tuple[Callable[[Author, int], None], int]]) -> None:
        root = tmp_path / "edizione"
        shutil.rmtree(root, ignore_errors=True)
        author = Author(root)
        sources = author.publish()
        for edit, n in edits:
            edit(author, n)
            sources = author.publish()
            seen[edit.__name__] += 1
        for led in led_by_both(sources, root / "sito", author.known):
            author.check(sources, led)

    history()
    assert set(seen) == {edit.__name__ for edit in EDITS}


def test_a_book_that_goes_away_takes_no_id_with_it(tmp_path: Path) -> None:
    author = Author(tmp_path)
    author.publish()
    shutil.rmtree(tmp_path / "rules_src/prova")
    report = Report()
    pipeline.load_sources(tmp_path, report)
    assert "il libro «prova» non c’è" in str(report)
    assert any("prova-9.prima.a" in problem.found for problem in report.problems)


def git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), "-c", "user.name=Prova", "-c", "user.email=prova@example.org", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Create a repository with the made-up book, published."""
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
        lock.write_text(format_lock([*read_lock(archive, Report()), anchor, f"prova-9.seconda.{anchor[-1] * 2}"]))
        git(archive, "commit", "--quiet", "--all", "--message", branch)
    git(archive, "merge", "--quiet", "--no-edit", "uno")
    assert {"prova-9.prima.ca", "prova-9.prima.cb", "prova-9.seconda.aa", "prova-9.seconda.bb"} <= set(
        read_lock(archive, Report())
    )


def test_a_change_says_what_it_does_to_anchors(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chapter = archive / "rules_src/prova/09-libero.md"
    text = chapter.read_text(encoding="utf-8")
    assert cli.main(["--root", str(archive), "anchors"]) == 0
    assert "nessuna ancora cambia" in capsys.readouterr().out
    chapter.write_text(text.replace("vale per ogni partita", "vale in ogni partita", 1), encoding="utf-8")
    assert cli.main(["--root", str(archive), "anchors"]) == 0
    assert "riscritta: prova-9.prima.a (la sigla era " in capsys.readouterr().out
    text = text.replace(
        "a. Il fatto numero 1 vale per ogni partita.\n",
        "a. Chi tace acconsente, sempre.\nc. Vale, vedi [[prova-9.prima.b]].\n",
    )
    chapter.write_text(text.replace("b. Il fatto numero 2 vale per ogni partita.\n", ""), encoding="utf-8")
    assert cli.main(["--root", str(archive), "anchors", "HEAD"]) == 1
    said = capsys.readouterr().out
    assert "SPARITA: prova-9.prima.b" in said
    assert "ALTRO TESTO: prova-9.prima.a" in said
    assert "nuova: prova-9.prima.c" in said


def test_a_retired_id_that_leads_elsewhere_is_said(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
