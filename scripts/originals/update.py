"""A newer edition of a document → our book, section by section: what to keep, to change, to retire.

Nothing is kept beside the sources: a section that was read has the new document's fingerprint, and what our texts said
before stands in `edizioni/<edition>.tsv`. So whoever stops half way goes on where they were, also on another day.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scripts.edition import lock, patterns, rewriting
from scripts.edition.books import read_rulebook
from scripts.edition.history import EDITIONS, edition_text, read_edition
from scripts.edition.marks import check_marks
from scripts.edition.writing import write_changed
from scripts.model import inline
from scripts.model.anchors import collect_anchors, nearest
from scripts.model.book import Section, Statement, StatementKind, Table
from scripts.model.italian import slugify, typographic
from scripts.model.problems import Place, Report
from scripts.model.record import Records, records, text_hash
from scripts.originals import importing
from scripts.originals.compare.fingerprint import as_file, fingerprint, fingerprints_path, read_fingerprints
from scripts.originals.compare.page import side_by_side
from scripts.originals.compare.sections import (
    MOVED,
    REMOVED,
    RENUMBERED,
    RETITLED,
    Difference,
    compare_passages,
    compare_with_prints,
    parted,
    passages,
)
from scripts.originals.errors import OriginalError
from scripts.originals.read import Source
from scripts.originals.stages import Imported
from scripts.originals.store import kept_passages, letters, read_state, save

REVISIONS = "modifiche.tsv"
NAME = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")  # an anchor, in any file
SILENT = {"fingerprints.tsv", "anchors.lock", "redirects.tsv", REVISIONS}  # they name anchors and say nothing of them
EDITION_LINE = re.compile(r"edition\s*=")
DATE_LINE = re.compile(r"#?\s*effective\s*=")
KEEP = {"t": "[t]ieni"}
REST = {"r": "[r]itira", "p": "[p]iù tardi", "f": "[f]ermati"}
STOPPED = "Ti sei fermato: quello che hai deciso è scritto, e lo stesso comando riprende da qui."


class Stop(Exception):
    """The person stops here."""


@dataclass(frozen=True)
class Compared:
    """The copy that was imported and the new one, with our book. `todo`: the sections still to be read; `fresh`: those
    that ours has not, or under another title; `changes`: all that differs; `prints`: of the sections as they were read."""

    new: Imported
    todo: tuple[Difference, ...]
    fresh: tuple[Difference, ...]
    changes: tuple[Difference, ...]
    prints: Mapping[str, str]


def compared(root: Path, book: str, source: Source, name: str) -> Compared:
    """Raises OriginalError where no copy was imported, or the new document is another one."""
    state = read_state(root, book)
    kept = kept_passages(state, book)
    new = importing.import_source(root, importing.read_book_source(root, book), source, name)
    prints = read_fingerprints(root, book) or {one: kept["fingerprint"] for one, kept in state["sections"].items()}
    words = {passage.id: passage.words for passage in kept}
    found = (replace(one, old=words.get(one.id, ())) for one in compare_with_prints(new, prints))
    after = parted(passages(new))
    heads = {passage.id: fingerprint(passage.words) for passage in after if passage.id}
    todo = tuple(one for one in found if prints.get(one.id) != heads.get(one.id))  # not where only what follows is new
    gone = {one.id for one in todo if REMOVED in one.kinds}
    changes = compare_passages(parted(kept), after)
    fresh = tuple(one for one in changes if not one.id or (RETITLED in one.kinds and one.id in gone))
    return Compared(new, todo, tuple(one for one in fresh if REMOVED not in one.kinds), changes, prints)


@dataclass
class Update:
    """A book on its way to a newer edition. `ask` shows a question and returns what was answered."""

    root: Path
    slug: str
    source: Source
    name: str
    ask: Callable[[str], str]
    say: Callable[[str], None]
    width: int = 100
    today: datetime.date = field(default_factory=datetime.date.today)

    def __post_init__(self) -> None:
        self.folder = f"rules_src/{self.slug}"
        self.refused: set[str] = set()
        self.hung: dict[str, list[str]] = {}
        self.read()

    def read(self) -> None:
        """The book as it stands on disk now, and what differs."""
        self.changes = compared(self.root, self.slug, self.source, self.name)
        self.read_book()

    def read_book(self) -> None:
        report = Report()
        rulebook = read_rulebook(self.root, report)
        anchors = collect_anchors(rulebook, report)
        try:
            self.records: Records = {} if report else records(rulebook, anchors)
        except KeyError:  # a reference that leads nowhere
            self.records = {}
        if not self.records:
            raise OriginalError("Le fonti hanno dei problemi.", f"vedi: prontuario check --book {self.slug}.")
        self.book = rulebook.book(self.slug)
        self.sections = {section.id: section for section in self.book.sections}
        path = self.root / self.folder / EDITIONS / f"{slugify(self.book.info.edition)}.tsv"
        self.leaving = path.relative_to(self.root).as_posix()
        left = read_edition(self.root, path, report) if path.exists() else None
        self.before: dict[str, str] = dict(left.texts) if left else {}  # what the ids decided so far said

    # what there is to do

    def run(self, edition: str = "", effective: datetime.date | None = None) -> int:
        """Walks through what is left; at the end the book is of the new edition. Returns an exit status."""
        try:
            again = True
            while again:  # a section that has another title is read once it has it
                self.make_places()
                self.hung = self.hanging(self.ids(self.sections.get(one.id) for one in self.changes.todo))
                again = any(self.section(difference) for difference in self.changes.todo)
                self.read()
            if not self.changes.todo:
                self.finish(edition, effective)
                return 0
        except (Stop, EOFError, KeyboardInterrupt):
            self.say(f"\n{STOPPED}")
        self.read()
        self.say(self.listing())
        return 1

    def listing(self) -> str:
        """What is still to be read, with our statements and what names them."""
        todo = [*self.unmade(), *self.changes.todo]
        if not todo:
            return f"{self.slug}: non resta niente da rileggere."
        counts = Counter(kind for one in todo for kind in one.kinds)
        lines = [f"{self.slug}: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common())]
        hanging = self.hanging(self.ids(self.sections.get(one.id) for one in todo))
        for one in todo:
            number = one.new_number or one.old_number
            lines.append("  " + " ".join(filter(None, (f"{', '.join(one.kinds)}:", one.id, number, f"«{one.title}»"))))
            for anchor in self.undecided(one.id):
                words = self.records[anchor].text.replace("\n", " ")
                lines.append(f"    {anchor}: {words[:70]}{'…' if len(words) > 70 else ''}")
                lines += [f"      lo nominano {', '.join(hanging[anchor])}"] if anchor in hanging else []
        return "\n".join(lines)

    def undecided(self, section: str) -> list[str]:
        """The statements and tables of a section about which nothing was decided yet."""
        blocks = self.sections[section].blocks if section in self.sections else ()
        written = [b.id for b in blocks if not (isinstance(b, Statement) and b.kind is StatementKind.UNWRITTEN)]
        return [one for one in written if not self.decided(one)]

    def decided(self, anchor: str) -> bool:
        """Whether it says something else than in the edition that is being left, and what is told."""
        before, now = self.before.get(anchor), self.records[anchor]
        told = {(revision.target, revision.before) for revision in self.book.revisions}
        return before is not None and before != now.text and (anchor, text_hash(before)) in told

    def ids(self, sections: Iterable[Section | None]) -> set[str]:
        """The sections' anchors with all that stands in them."""
        wanted = {section.id for section in sections if section}
        return {one.id for one in self.records.values() if one.section in wanted}

    def hanging(self, anchors: Collection[str]) -> dict[str, list[str]]:
        """Which lines of the sources name those anchors: what may have to change with them."""
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

    # sections that ours has not

    def unmade(self) -> list[Difference]:
        return [one for one in self.changes.fresh if self.told(one) not in self.refused]

    @staticmethod
    def told(one: Difference) -> str:
        return f"{one.new_number} {one.title}"

    def make_places(self) -> None:
        """Asks for each section that the new document has more, or calls otherwise, and gives it its heading."""
        while waiting := self.unmade():
            one = waiting[0]
            if one.id:
                if self.yes(f"{one.id} si chiama adesso «{one.title}»: cambio il titolo?"):
                    self.retitle(one.id, one.title)
                else:
                    self.refused.add(self.told(one))
                    continue
            else:
                self.say(f"\nNel documento nuovo c’è in più: {self.told(one)}\n{' '.join(one.new)}\n")
                above = self.above(one)
                if above is None or not self.yes(f"Le faccio posto dopo {above.id}?"):
                    self.refused.add(self.told(one))
                    continue
                self.make_place(one, above)
            self.read()

    def above(self, one: Difference) -> Section | None:
        """Our section after which a new one stands: the last before it in the new document that we have."""
        last = None
        for passage in parted(passages(self.changes.new)):
            if not passage.id and passage.number == one.new_number and passage.title == one.title:
                return last
            last = self.sections.get(passage.id, last)
        return None

    def make_place(self, one: Difference, above: Section) -> None:
        by_number = {section.number: section for section in self.sections.values() if section.number}
        parent = by_number.get(one.new_number.rpartition(".")[0])
        level = parent.level + 1 if parent else above.level
        under = parent.id if parent else (above.parent or above.id)
        numbered = (
            [f"{self.slug}-{one.new_number}"] if under == f"{self.slug}-{one.new_number.rpartition('.')[0]}" else []
        )
        names = (
            *numbered,
            *(f"{under}.{slugify(one.title)}{tail}" for tail in ("", "-sez", *(f"-v{n}" for n in range(2, 99)))),
        )
        used = {*self.records, *self.published(), *self.redirects()}
        anchor = next(name for name in names if name not in used)
        heading = f"{'#' * level} {one.title} {{#{anchor} n={one.new_number}}}"
        lines = self.lines(above.place.file)
        block = [heading, "", f"a. [{StatementKind.UNWRITTEN}]"]
        made = rewriting.with_block(lines, above.place.line, block, apart=True)
        self.write({**self.noted({anchor: ""}), above.place.file: "\n".join(made)})
        self.say(f"{anchor}: ha il suo posto in {above.place.file}.")

    def retitle(self, section: str, title: str) -> None:
        place, heading = self.sections[section].place, self.sections[section]
        lines = self.lines(place.file)
        lines[place.line - 1] = rewriting.retitled(lines[place.line - 1], title, heading.number, heading.page)
        self.write({place.file: "\n".join(lines)})
        self.read_book()

    # a section

    def section(self, one: Difference) -> bool:
        """Shows old and new text and asks about each of our texts; what is postponed leaves the section to be read.

        Whether the section has got another title, by which the document has to be taken apart again."""
        number = one.new_number or one.old_number
        self.say(f"\n{'─' * min(self.width, 60)}\n{', '.join(one.kinds)}: {one.id} {number} «{one.title}»\n")
        self.say(side_by_side(one.old, one.new, self.width))
        if REMOVED in one.kinds:
            return self.removed(one)
        postponed = False
        for anchor in self.undecided(one.id):
            block = next(b for b in self.sections[one.id].blocks if b.id == anchor)
            self.say(f"\n{anchor}: {block.text if isinstance(block, Statement) else self.records[anchor].text}")
            if anchor in self.hung:
                self.say(f"  lo nominano {', '.join(self.hung[anchor])}")
            postponed |= self.table(block) if isinstance(block, Table) else self.statement(block)
        while words := self.sentence("Un enunciato nuovo in questa sezione (Invio: nessuno): "):
            self.add(one.id, words)
        if not postponed:
            new = next(s for s in self.changes.new.sections if s.heading.id == one.id)
            self.mark({one.id: fingerprint(new.words)})
        return False

    def statement(self, block: Statement) -> bool:
        """Whether it was postponed."""
        answer = self.choice({**KEEP, "c": "[c]ambia", **REST})
        if answer == "t":
            self.keep(block.id)
        elif answer == "c":
            words = self.sentence("La frase nuova: ", needed=True)
            noted = self.noted({block.id: self.records[block.id].text}, self.line("Che cosa cambia, in una frase: "))
            lines = rewriting.restated(self.lines(block.place.file), block.place.line, words)
            self.write({**noted, block.place.file: "\n".join(lines)})
            self.read_book()
        elif answer == "r":
            section = self.records[block.id].section
            self.retire([block.id], self.successor(block.id, section), section)
        return answer == "p"

    def table(self, block: Table) -> bool:
        """Whether it was postponed."""
        answer = self.choice({**KEEP, "c": "[c]ambia", **REST})
        if answer == "t":
            self.keep(block.id)
        elif answer == "c":
            self.change_table(block)
        elif answer == "r":
            section = self.records[block.id].section
            self.retire([block.id], self.successor(block.id, section), section)
        return answer == "p"

    def change_table(self, block: Table) -> None:
        """A table is changed in its file, by who reads; what it and its entries said is noted before and after."""
        was = {one: self.before.get(one, self.records[one].text) for one in self.entries(block.id)}
        self.write(self.noted({block.id: was[block.id]}, ""))
        while True:
            self.ask(f"Cambia {self.folder}/tabelle/{block.id}.tsv, salvala, poi Invio: ")
            try:
                self.read_book()
            except OriginalError as error:
                self.say(str(error))
                continue
            if self.records[block.id].text != was[block.id]:
                break
            self.say("La tabella è come prima.")
        changed = {one: text for one, text in was.items() if one not in self.records or self.records[one].text != text}
        new = {one: "" for one in self.entries(block.id) if one not in was}
        noted = self.noted(changed | new, "")
        what = self.line("Che cosa cambia, in una frase: ")
        noted |= self.revised({block.id: was[block.id]}, what)
        self.write({**noted, **self.redirected({one: block.id for one in changed if one not in self.records})})
        self.read_book()

    def entries(self, table: str) -> list[str]:
        """The table's anchor and those of its rows."""
        return [table, *(one for one in self.records if one.startswith(f"{table}."))]

    def removed(self, one: Difference) -> bool:
        """A section whose title the new document does not have. Whether it got another one."""
        answer = self.choice({"n": "[n]uovo titolo", **REST})
        if answer == "n":
            self.retitle(one.id, self.line("Il titolo nel documento nuovo: "))
        elif answer == "r":
            section = self.sections[one.id]
            leaf = not any(other.parent == one.id for other in self.book.sections)
            gone = [*(block.id for block in section.blocks), *([one.id] if leaf else [])]
            self.retire(gone, self.successor(one.id, section.parent or ""), one.id)
            self.mark({one.id: ""})
        return answer == "n"

    # what is decided

    def keep(self, anchor: str) -> None:
        """What was noted of it and not written any more, because of a power cut, goes."""
        if anchor in self.before:
            del self.before[anchor]
            self.write({self.leaving: self.leaving_text()})

    def add(self, section: str, words: str) -> None:
        """A statement with the first letter that was never used, or in the place of one that is still to be written."""
        lines = self.lines(self.sections[section].place.file)
        empty = next((s for s in self.sections[section].statements if s.kind is StatementKind.UNWRITTEN), None)
        used = {
            one.rpartition(".")[2] for one in (*self.records, *self.published()) if one.rpartition(".")[0] == section
        }
        names = [s.letter for s in self.sections[section].statements]
        last = max((list(letters()).index(name) for name in {*names, *used} if name in set(letters())), default=-1)
        letter = empty.letter if empty else list(letters())[last + 1]
        if empty:
            lines[empty.place.line - 1] = f"{letter}. {words}"
        else:
            lines = rewriting.with_block(lines, self.sections[section].place.line, [f"{letter}. {words}"])
        noted = self.noted({f"{section}.{letter}": ""}, self.line("Che cosa cambia, in una frase: "))
        self.write({**noted, self.sections[section].place.file: "\n".join(lines)})
        self.read_book()

    def retire(self, blocks: Sequence[str], successor: str, section: str) -> None:
        """They leave the chapter; their links, and their entries', lead to the successor, and their questions go."""
        file = self.sections[section].place.file
        lines = self.lines(file)
        tables = {table.id for table in self.sections[section].tables} & set(blocks)
        starts = {s.id: s.place.line for s in self.sections[section].statements} | {
            section: self.sections[section].place.line
        }
        starts |= {m["id"]: n for n, line in enumerate(lines, 1) if (m := patterns.table.match(line))}
        for line in sorted((starts[one] for one in blocks), reverse=True):
            lines = rewriting.without(lines, line)
        ids = [one for block in blocks for one in (self.entries(block) if block in tables else [block])]
        told = {one: self.records[one].title if one == section else self.records[one].text for one in ids}
        told = {one: text for one, text in told.items() if one in self.published()}
        noted = self.noted(told, f"Ritirato: {self.line('Perché, in una frase: ')}" if told else "")
        asked = {}
        for path in sorted((self.root / self.folder / "domande").glob("*.tsv")):
            rows = path.read_text(encoding="utf-8").split("\n")
            asked[path.relative_to(self.root).as_posix()] = "\n".join(r for r in rows if r.split("\t")[0] not in ids)
        self.write({**noted, **asked, **self.redirected(dict.fromkeys(told, successor)), file: "\n".join(lines)})
        for table in tables:
            (self.root / self.folder / "tabelle" / f"{table}.tsv").unlink()
        self.read_book()

    # what is written

    def write(self, files: Mapping[str, str]) -> None:
        write_changed(self.root, files)

    def lines(self, file: str) -> list[str]:
        return (self.root / file).read_text(encoding="utf-8").split("\n")

    def published(self) -> set[str]:
        return set(lock.read_lock(self.root, Report()))

    def redirects(self) -> dict[str, str]:
        return {old: new for old, (new, _) in lock.read_redirects(self.root, Report()).items()}

    def leaving_text(self, until: datetime.date | None = None) -> str:
        return edition_text(self.book.info.edition, self.book.info.effective, until, self.before)

    def noted(self, texts: Mapping[str, str], what: str = "") -> dict[str, str]:
        """What the ids said in the edition that is being left, and in `modifiche.tsv` what changes; the first text counts."""
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
            mark = text_hash(text)
            rows = [row for row in rows if row.split("\t")[::2][:2] != [anchor, mark]]
            rows.append(f"{anchor}\t{self.today}\t{mark}\t{what}")
        return {f"{self.folder}/{REVISIONS}": "\n".join(rows) + "\n"}

    def redirected(self, redirects: Mapping[str, str]) -> dict[str, str]:
        """The redirects with those more; what led to one that goes leads on by itself."""
        if not redirects:
            return {}
        path = self.root / lock.REDIRECTS
        rows = path.read_text(encoding="utf-8").rstrip("\n").split("\n") if path.exists() else ["vecchia\tnuova"]
        rows = [row for row in rows if row.split("\t")[0] not in redirects]
        rows += [f"{old}\t{new}" for old, new in redirects.items()]
        return {lock.REDIRECTS.as_posix(): "\n".join(rows) + "\n"}

    def mark(self, prints: Mapping[str, str]) -> None:
        """Those sections were read: theirs are the new document's fingerprints; '' where it has none any more."""
        known = {**self.changes.prints, **prints}
        self.changes = replace(self.changes, prints={one: mark for one, mark in known.items() if mark})
        path = fingerprints_path(self.root, self.slug).relative_to(self.root).as_posix()
        self.write({path: as_file(self.changes.prints)})

    def finish(self, edition: str, effective: datetime.date | None) -> None:
        """Nothing is left: the book is of the new edition."""
        self.say(f"\nTutte le sezioni sono rilette. L’edizione era «{self.book.info.edition}».")
        given = bool(edition)
        taken = {path.stem for path in (self.root / self.folder / EDITIONS).glob("*.tsv")} | {
            slugify(self.book.info.edition)
        }
        while not slugify(edition) or slugify(edition) in taken or '"' in edition:
            edition = self.line("Come si chiama la nuova («1.1», «maggio 2026»): ")
        while (
            not given
            and effective is None
            and (day := self.ask("Da quando vale (2026-05-31; Invio se non lo dice): ").strip())
        ):
            try:
                effective = datetime.date.fromisoformat(day)
            except ValueError:
                self.say("Una data come 2026-05-31.")
        new = self.changes.new
        files = self.headings() | {self.leaving: self.leaving_text(self.today)}
        files[f"{self.folder}/book.toml"] = "\n".join(
            edited(self.lines(f"{self.folder}/book.toml"), edition, effective)
        )
        prints = {s.heading.id: fingerprint(s.words) for s in new.sections if s.found}
        files[fingerprints_path(self.root, self.slug).relative_to(self.root).as_posix()] = as_file(prints)
        self.write(files)
        save(self.root, new)
        changed = list(self.before)
        self.say(f"{self.folder}: edizione «{edition}»; {len(changed)} ancore cambiate, nuove o ritirate.")
        self.say(self.still_to_read(changed))

    def headings(self) -> dict[str, str]:
        """The chapters with the numbers and the pages of the new document."""
        files: dict[str, list[str]] = {}
        numbers = {one.id: one.new_number for one in self.changes.changes if RENUMBERED in one.kinds}
        for read in self.changes.new.sections:
            section = self.sections.get(read.heading.id)
            if section is None or not read.found:
                continue
            lines = files.setdefault(section.place.file, self.lines(section.place.file))
            number = numbers.get(section.id, section.number)
            at = section.place.line - 1
            page = section.page and (read.page or section.page)
            lines[at] = rewriting.retitled(lines[at], section.title, number, page)
        return {file: "\n".join(lines) for file, lines in files.items()}

    def still_to_read(self, changed: Collection[str]) -> str:
        """What no command can decide."""
        lines = [f"  {one}, che nominano {', '.join(places)}" for one, places in self.hanging(changed).items()]
        lines += [f"  {told}: nel documento c’è, da noi no" for told in sorted(self.refused)]
        lines += [f"  {one.id}: da scrivere" for one in self.book.unwritten]
        lines += [f"  {one.id} è in un altro posto del documento" for one in self.changes.changes if MOVED in one.kinds]
        lines += [f"  {self.folder}/book.toml: la nota e l’indirizzo", "  prontuario check, poi prontuario lock"]
        return "\n".join(["Resta da rileggere:", *lines])

    # questions

    def choice(self, options: Mapping[str, str]) -> str:
        while (answer := self.ask(f"{', '.join(options.values())}: ").strip().lower()[:1]) not in options:
            self.say(f"Una lettera fra {', '.join(options)}.")
        if answer == "f":
            raise Stop
        return answer

    def yes(self, question: str) -> bool:
        return self.ask(f"{question} [s/n] ").strip().lower().startswith("s")

    def line(self, question: str) -> str:
        """One line of words, with real apostrophes."""
        while not (words := typographic(" ".join(self.ask(question).split()))):
            pass
        return words

    def sentence(self, question: str, needed: bool = False) -> str:
        """A statement's words as a chapter takes them; '' where none are `needed`."""
        while True:
            words = self.line(question) if needed else typographic(" ".join(self.ask(question).split()))
            report = Report()
            check_marks(words, Place(""), report)
            if wrong := [target for target in inline.targets(words) if target not in self.records]:
                self.say(
                    f"«{wrong[0]}» non è un’ancora: {', '.join(nearest(wrong[0], self.records)) or 'nessuna le somiglia'}."
                )
            elif report:
                self.say(str(report.problems[0]))
            elif patterns.marker.match(words):
                self.say("Il segno fra parentesi quadre si mette nel capitolo.")
            else:
                return words

    def successor(self, anchor: str, default: str) -> str:
        """Where the links to what goes lead."""
        while True:
            given = self.ask(f"Dove portano i collegamenti a {anchor}? (Invio: {default}) ").strip() or default
            if given in self.records and given != anchor and not given.startswith(f"{anchor}."):
                return given
            self.say(f"«{given}» non è un’altra ancora: {', '.join(nearest(given, self.records))}.")


def edited(lines: Sequence[str], edition: str, effective: datetime.date | None) -> list[str]:
    """`book.toml` with that edition and date."""
    made = []
    for line in lines:
        if EDITION_LINE.match(line):
            made.append(f'edition = "{edition}"')
            made += [f"effective = {effective}"] if effective else []
        elif not DATE_LINE.match(line):
            made.append(line)
    return made
