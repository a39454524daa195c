"""Change our book on disk on its way to another edition.

What our texts said before stands in `edizioni/<edition>.tsv`, so whoever stops half way loses nothing.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.edition import chapter_edits, patterns, published_anchors
from scripts.edition.atomic_write import write_changed
from scripts.edition.books import read_rulebook
from scripts.edition.history import EDITIONS, format_edition, read_edition
from scripts.model.anchor_records import Records, hash_text, make_records
from scripts.model.anchors import collect_anchors
from scripts.model.book import Section, Statement, StatementKind
from scripts.model.problems import Report
from scripts.model.typography import slugify
from scripts.originals.errors import OriginalError
from scripts.originals.import_store import letters

REVISIONS = "modifiche.tsv"
NAME = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")  # an anchor, in any file
LONGEST_LETTER = 2  # characters of a statement's letter; «set» is the name of a table
SILENT = {"fingerprints.tsv", "anchors.lock", "redirects.tsv", REVISIONS}  # they name anchors and say nothing of them


@dataclass
class Manuscript:
    """Hold our book as read last, and the edition that is being left.

    `leaving`: the file of the edition that is being left; `before`: what the ids decided so far said in it.
    """

    root: Path
    slug: str
    today: datetime.date

    def __post_init__(self) -> None:
        self.folder = f"rules_src/{self.slug}"
        self.read()

    def read(self) -> None:
        """Read the book as it stands on disk now.

        Raises OriginalError where it has problems.
        """
        report = Report()
        rulebook = read_rulebook(self.root, report)
        anchors = collect_anchors(rulebook, report)
        if report:
            raise OriginalError("Le fonti hanno dei problemi.", f"vedi: prontuario check --book {self.slug}.")
        self.records: Records = make_records(rulebook, anchors)
        self.book = rulebook.book(self.slug)
        self.sections = {section.id: section for section in self.book.sections}
        path = self.root / self.folder / EDITIONS / f"{slugify(self.book.info.edition)}.tsv"
        self.leaving = path.relative_to(self.root).as_posix()
        left = read_edition(self.root, path, report) if path.exists() else None
        self.before: dict[str, str] = dict(left.texts) if left else {}  # what the ids decided so far said

    def undecided(self, section: str) -> list[str]:
        """List a section's statements and tables that were not decided yet."""
        blocks = self.sections[section].blocks if section in self.sections else ()
        written = [b.id for b in blocks if not (isinstance(b, Statement) and b.kind is StatementKind.UNWRITTEN)]
        return [one for one in written if not self.decided(one)]

    def decided(self, anchor: str) -> bool:
        """Tell whether an anchor's change is made and noted."""
        before, now = self.before.get(anchor), self.records[anchor]
        told = {(revision.target, revision.before) for revision in self.book.revisions}
        return before is not None and before != now.text and (anchor, hash_text(before)) in told

    def ids(self, sections: Iterable[Section | None]) -> set[str]:
        """Return the sections' anchors with all that stands in them."""
        wanted = {section.id for section in sections if section}
        return {one.id for one in self.records.values() if one.section in wanted}

    def hanging(self, anchors: Collection[str]) -> dict[str, list[str]]:
        """Map anchors to the lines of the sources that name them."""
        found: dict[str, list[str]] = {}
        for path in sorted((self.root / "rules_src").rglob("*.*")):
            if path.name in SILENT or path.parent.name == EDITIONS or not path.is_file():
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
                if line.startswith(("#", "{tabella")):
                    continue
                for name in set(NAME.findall(line)) & set(anchors):
                    found.setdefault(name, []).append(
                        f"{path.relative_to(self.root / 'rules_src').as_posix()}:{number}"
                    )
        return found

    def entries(self, table: str) -> list[str]:
        """List the table's anchor and those of its rows."""
        return [table, *(one for one in self.records if one.startswith(f"{table}."))]

    def keep(self, anchor: str) -> None:
        """Drop journal entries left by an interrupted run."""
        if anchor in self.before:
            del self.before[anchor]
            self.write({self.leaving: self.leaving_text()})

    def retitle(self, section: str, title: str) -> None:
        place, heading = self.sections[section].place, self.sections[section]
        lines = self.lines(place.file)
        lines[place.line - 1] = chapter_edits.retitle(lines[place.line - 1], title, heading.number, heading.page)
        self.write({place.file: "\n".join(lines)})
        self.read()

    def make_place(self, number: str, title: str, above: Section) -> tuple[str, str]:
        """Add a section after the one `above`; return its anchor and file."""
        by_number = {section.number: section for section in self.sections.values() if section.number}
        parent = by_number.get(number.rpartition(".")[0])
        chapter = number.isdigit()
        level = 1 if chapter else parent.level + 1 if parent else above.level + (above.parent is None)
        under = "" if chapter else parent.id if parent else (above.parent or above.id)
        series = f"{self.slug}-{number.rpartition('.')[0]}".rstrip("-")
        numbered = [f"{self.slug}-{number}"] if number and under in ("", series) and " " not in number else []
        stem = f"{under}." if under else f"{self.slug}-"
        names = (
            *numbered,
            *(f"{stem}{slugify(title)}{tail}" for tail in ("", "-sez", *(f"-v{n}" for n in range(2, 99)))),
        )
        used = {*self.records, *self.published(), *self.redirects()}
        anchor = next(name for name in names if name not in used)
        heading = chapter_edits.retitle(f"{'#' * level} {title} {{#{anchor}}}", title, number, None)
        lines = self.lines(above.place.file)
        block = [heading, "", f"a. [{StatementKind.UNWRITTEN}]"]
        made = chapter_edits.append_block(lines, above.place.line, block, apart=True)
        self.write({**self.noted({anchor: ""}), above.place.file: "\n".join(made)})
        return anchor, above.place.file

    def add(self, section: str, words: str, what: str) -> None:
        """Add a statement with the first letter that was never used."""
        lines = self.lines(self.sections[section].place.file)
        empty = next((s for s in self.sections[section].statements if s.kind is StatementKind.UNWRITTEN), None)
        inside = (one.rpartition(".") for one in (*self.records, *self.published()))
        used = {name for above, _, name in inside if above == section and len(name) <= LONGEST_LETTER}
        used |= {statement.letter for statement in self.sections[section].statements}
        last = max((at for at, name in enumerate(letters()) if name in used), default=-1)
        letter = empty.letter if empty else list(letters())[last + 1]
        if empty:
            lines[empty.place.line - 1] = f"{letter}. {words}"
        else:
            lines = chapter_edits.append_block(lines, self.sections[section].place.line, [f"{letter}. {words}"])
        noted = self.noted({f"{section}.{letter}": ""}, what)
        self.write({**noted, self.sections[section].place.file: "\n".join(lines)})
        self.read()

    def gone(self, blocks: Sequence[str], section: str) -> dict[str, str]:
        """Map what goes with some blocks to what it says."""
        tables = {table.id for table in self.sections[section].tables}
        ids = (one for block in blocks for one in (self.entries(block) if block in tables else [block]))
        return {one: self.records[one].title if one == section else self.records[one].text for one in ids}

    def published_of(self, texts: Mapping[str, str]) -> dict[str, str]:
        published = self.published()
        return {one: text for one, text in texts.items() if one in published}

    def retire(self, blocks: Sequence[str], successor: str, section: str, why: str) -> None:
        """Remove blocks, redirect their links, and drop their questions."""
        place = self.sections[section].place
        lines = self.lines(place.file)
        starts = {s.id: s.place.line for s in self.sections[section].statements} | {section: place.line}
        starts |= {m["id"]: n for n, line in enumerate(lines, 1) if (m := patterns.table.match(line))}
        for line in sorted((starts[one] for one in blocks), reverse=True):
            lines = chapter_edits.remove_block(lines, line)
        gone = self.gone(blocks, section)
        told = self.published_of(gone)
        noted = self.noted(told, f"Ritirato: {why}" if told else "")
        asked = {}
        for path in sorted((self.root / self.folder / "domande").glob("*.tsv")):
            rows = path.read_text(encoding="utf-8").split("\n")
            asked[path.relative_to(self.root).as_posix()] = "\n".join(r for r in rows if r.split("\t")[0] not in gone)
        redirected = self.redirected(dict.fromkeys(told, successor))
        tables = [table.id for table in self.sections[section].tables if table.id in blocks]
        self.write({**noted, **asked, **redirected, place.file: "\n".join(lines)})
        for table in tables:
            (self.root / self.folder / "tabelle" / f"{table}.tsv").unlink()
        self.read()

    def restate(self, block: Statement, words: str, what: str) -> None:
        """Change a statement's words; `what` changes stands in modifiche.tsv."""
        noted = self.noted({block.id: self.records[block.id].text}, what)
        lines = chapter_edits.restate(self.lines(block.place.file), block.place.line, words)
        self.write({**noted, block.place.file: "\n".join(lines)})
        self.read()

    def write(self, files: Mapping[str, str]) -> None:
        """Write files; remove a chapter in which nothing is left."""
        gone = [Path(file) for file, text in files.items() if file.endswith(".md") and not text.strip()]
        write_changed(self.root, {file: text for file, text in files.items() if Path(file) not in gone})
        for file in gone:
            (self.root / file).unlink()
            (self.root / self.folder / "domande" / f"{file.stem}.tsv").unlink(missing_ok=True)

    def lines(self, file: str) -> list[str]:
        return (self.root / file).read_text(encoding="utf-8").split("\n")

    def published(self) -> set[str]:
        return set(published_anchors.read_lock(self.root, Report()))

    def redirects(self) -> dict[str, str]:
        return {old: new for old, (new, _) in published_anchors.read_redirects(self.root, Report()).items()}

    def leaving_text(self, until: datetime.date | None = None) -> str:
        return format_edition(self.book.info.edition, self.book.info.effective, until, self.before)

    def noted(self, texts: Mapping[str, str], what: str = "") -> dict[str, str]:
        """Note what ids said before, and what changes; the first text counts."""
        self.before = {**texts, **self.before}
        return {self.leaving: self.leaving_text(), **(self.revised(texts, what) if what else {})}

    def revised(self, texts: Mapping[str, str], what: str) -> dict[str, str]:
        path = self.root / self.folder / REVISIONS
        rows = (
            path.read_text(encoding="utf-8").rstrip("\n").split("\n")
            if path.exists()
            else ["ancora\tdata\tprima\tche cosa"]
        )
        for anchor, text in texts.items():
            mark = hash_text(text)
            rows = [row for row in rows if row.split("\t")[::2][:2] != [anchor, mark]]
            rows.append(f"{anchor}\t{self.today}\t{mark}\t{what}")
        return {f"{self.folder}/{REVISIONS}": "\n".join(rows) + "\n"}

    def redirected(self, redirects: Mapping[str, str]) -> dict[str, str]:
        """Add redirects, so that old ones lead on by themselves."""
        if not redirects:
            return {}
        path = self.root / published_anchors.REDIRECTS
        rows = path.read_text(encoding="utf-8").rstrip("\n").split("\n") if path.exists() else ["vecchia\tnuova"]
        rows = [row for row in rows if row.split("\t")[0] not in redirects]
        rows += [f"{old}\t{new}" for old, new in redirects.items()]
        return {published_anchors.REDIRECTS.as_posix(): "\n".join(rows) + "\n"}
