"""Read and edit a book's source files during an update."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from scripts.edition import published_anchors, source_syntax
from scripts.edition.atomic_write import write_changed
from scripts.edition.books import read_rulebook
from scripts.edition.revision_history import EDITIONS, read_edition
from scripts.model.anchor_contents import Records, make_records
from scripts.model.anchor_index import AnchorKind, collect_anchors
from scripts.model.book import Section, StatementKind
from scripts.model.italian_format import slugify
from scripts.model.problems import Report
from scripts.originals.errors import OriginalError

REVISIONS = "modifiche.tsv"
NAME = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")  # an anchor, in any file
SILENT = {"fingerprints.tsv", "anchors.lock", "redirects.tsv", REVISIONS}  # they name anchors and say nothing of them


class Sources:
    """Hold the sources of a book as last read from disk.

    `leaving`: path of the old edition's file; `before`: its texts by anchor, None if no update has begun.
    """

    def __init__(self, root: Path, slug: str) -> None:
        self.root, self.slug, self.folder = root, slug, f"rules_src/{slug}"
        self.read()

    def read(self) -> None:
        """Read the book again; OriginalError if it has problems."""
        report = Report()
        rulebook = read_rulebook(self.root, report)
        anchors = collect_anchors(rulebook, report)
        if report:
            raise OriginalError("Le fonti hanno dei problemi.", f"vedi: prontuario check --book {self.slug}.")
        self.records: Records = make_records(rulebook, anchors)
        self.book = rulebook.book(self.slug)
        self.sections = {section.id: section for section in self.book.sections}
        path = self.root / self.folder / EDITIONS / f"{slugify(self.book.info.edition)}.tsv"
        self.leaving = path.relative_to(self.root).as_posix()  # the old edition’s file
        left = read_edition(self.root, path, report) if path.exists() else None
        self.before: Mapping[str, str] | None = left.texts if left else None  # its texts by id

    def texts(self) -> dict[str, str]:
        """Return anchor → text, for sections the title; '' if a statement is not written yet."""
        own = (record for record in self.records.values() if record.book == self.slug)
        unwritten = {s.id for one in self.book.sections for s in one.statements if s.kind is StatementKind.UNWRITTEN}
        return {
            one.id: one.title if one.kind is AnchorKind.SECTION else "" if one.id in unwritten else one.text
            for one in own
        }

    def find_mentions(self, anchors: Collection[str]) -> dict[str, list[str]]:
        """Return anchor → places ('file:line') in the sources that name it."""
        found: dict[str, list[str]] = {}
        for path in sorted((self.root / "rules_src").rglob("*.*")):
            if path.name in SILENT or path.parent.name == EDITIONS or not path.is_file():
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
                if line.startswith(("#", "{tabella")):
                    continue
                for name in set(NAME.findall(line)) & set(anchors):
                    place = path.relative_to(self.root / "rules_src").as_posix()
                    found.setdefault(name, []).append(f"{place}:{number}")
        return found

    def change_headings(self, headings: Mapping[str, tuple[str, str, int | None]]) -> None:
        """Rewrite headings in the chapters, then read the book again.

        `headings`: section id → (title, number, page).
        """
        files: dict[str, list[str]] = {}
        for one, (title, number, page) in headings.items():
            section = self.sections[one]
            lines = files.setdefault(section.place.file, self.lines(section.place.file))
            lines[section.place.line - 1] = source_syntax.write_heading(section.level, title, one, number, page)
        self.write({file: "\n".join(lines) for file, lines in files.items()})
        self.read()

    def add_section(self, number: str, title: str, above: Section) -> str:
        """Add an unwritten section after the section `above`; return its anchor."""
        by_number = {section.number: section for section in self.sections.values() if section.number}
        parent = by_number.get(number.rpartition(".")[0])
        chapter = number.isdigit()
        level = 1 if chapter else parent.level + 1 if parent else above.level + (above.parent is None)
        under = "" if chapter else parent.id if parent else (above.parent or above.id)
        series = f"{self.slug}-{number.rpartition('.')[0]}".rstrip("-")
        numbered = [f"{self.slug}-{number}"] if number and under in ("", series) and " " not in number else []
        stem = f"{under}." if under else f"{self.slug}-"
        tails = ("", "-sez", *(f"-v{n}" for n in range(2, 99)))
        used = {*self.records, *self.published(), *self.redirects()}
        names = (*numbered, *(f"{stem}{slugify(title)}{tail}" for tail in tails))
        anchor = next(name for name in names if name not in used)
        heading = source_syntax.write_heading(level, title, anchor, number, None)
        block = [heading, "", f"a. [{StatementKind.UNWRITTEN}]"]
        lines = append_block(self.lines(above.place.file), above.place.line, block)
        self.write({above.place.file: "\n".join(lines)})
        self.read()
        return anchor

    def write(self, files: Mapping[str, str]) -> None:
        """Write files, given as path below the project's root → content."""
        write_changed(self.root, files)

    def lines(self, file: str) -> list[str]:
        """Return the lines of a file."""
        return (self.root / file).read_text(encoding="utf-8").split("\n")

    def published(self) -> set[str]:
        """Return every anchor ever published."""
        return set(published_anchors.read_lock(self.root, Report()))

    def redirects(self) -> dict[str, str]:
        """Return retired anchor → successor."""
        return {old: new for old, (new, _) in published_anchors.read_redirects(self.root, Report()).items()}

    def add_rows(self, file: str, head: str, rows: Iterable[str]) -> dict[str, str]:
        """Return {path: content} of a TSV file with more rows; {} without rows.

        `head`: first line if the file does not exist yet.
        """
        path, added = self.root / file, list(rows)
        old = path.read_text(encoding="utf-8").rstrip("\n") if path.exists() else head
        return {file: "\n".join([old, *added]) + "\n"} if added else {}


def append_block(lines: Sequence[str], heading: int, block: Sequence[str]) -> list[str]:
    """Return a chapter's lines with a block added at the end of a section.

    `heading`: line of the section's heading, from 1.
    """
    end = heading
    while end < len(lines) and not lines[end].startswith("#"):
        end += 1
    last = end
    while not lines[last - 1].strip():
        last -= 1
    rest = list(lines[end:])
    return [*lines[:last], "", *block, "", *rest] if rest else [*lines[:last], "", *block, *lines[last:]]
