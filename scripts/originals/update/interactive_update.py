"""Walk a person through the sections that a newer document changes.

Nothing is kept beside the sources: a section that was read has the new document's fingerprint. So whoever stops half way
goes on where they were, also on another day.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scripts.edition import chapter_edits
from scripts.edition.history import EDITIONS
from scripts.model.book import Section, Statement, Table
from scripts.model.typography import slugify
from scripts.originals.compare.change_report import describe, mark_changes
from scripts.originals.compare.fingerprint import as_file, fingerprint, fingerprints_path
from scripts.originals.compare.sections import MOVED, REMOVED, RENUMBERED, Difference
from scripts.originals.cut.edition_outline import make_outline
from scripts.originals.cut.translated_outline import translate_number
from scripts.originals.errors import OriginalError
from scripts.originals.import_store import save
from scripts.originals.read import Source
from scripts.originals.update.book_edits import Manuscript
from scripts.originals.update.prompts import LEAVE, Questions, Stop
from scripts.originals.update.three_way_comparison import compare_copies

EDITION_LINE = re.compile(r"edition\s*=")
DATE_LINE = re.compile(r"#?\s*effective\s*=")
DOCUMENT_LINE = re.compile(r'^document = "[^"]*"', re.M)
KEEP, KEEP_ALL = "t", "a"
KEPT = {KEEP: "[t]ieni", KEEP_ALL: "tieni questo e gli [a]ltri della sezione"}
REST = {"r": "[r]itira", "p": "[p]iù tardi", LEAVE: "[f]ermati"}
ADDED = "Un enunciato nuovo in questa sezione (Invio: nessuno): "
CHANGED = "Che cosa cambia, in una frase: "
STOPPED = "Ti sei fermato: quello che hai deciso è scritto, e lo stesso comando riprende da qui."


@dataclass
class Update:
    """Bring a book to a newer edition, a question at a time.

    `ask` shows a question and returns what was answered.
    """

    root: Path
    slug: str
    source: Source
    name: str
    ask: Callable[[str], str]
    say: Callable[[str], None]
    width: int = 100
    today: datetime.date = field(default_factory=datetime.date.today)

    def __post_init__(self) -> None:
        self.ours = Manuscript(self.root, self.slug, self.today)
        self.questions = Questions(self.ask, self.say)
        self.refused: set[str] = set()
        self.hung: dict[str, list[str]] = {}
        self.changes = compare_copies(self.root, self.slug, self.source, self.name)

    def read(self) -> None:
        """Read the book as it stands on disk now, and what differs."""
        self.changes = compare_copies(self.root, self.slug, self.source, self.name)
        self.ours.read()

    def run(self, edition: str = "", effective: datetime.date | None = None) -> int:
        """Walk through what is left; return an exit status."""
        try:
            again = True
            while again:  # a section that has another title is read once it has it
                self.make_places()
                self.hung = self.ours.hanging(
                    self.ours.ids(self.ours.sections.get(one.id) for one in self.changes.todo)
                )
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
        """List what is still to be read, with our statements."""
        unmade = self.unmade()
        todo = [*unmade, *(one for one in self.changes.todo if not any(one.id == new.id for new in unmade))]
        elsewhere = [
            one
            for one in self.changes.changes
            if {RENUMBERED, MOVED} & {*one.kinds} and not any(one.id == t.id for t in todo)
        ]
        if not todo and not elsewhere:
            return f"{self.slug}: non resta niente da rileggere."
        counts = Counter(kind for one in todo for kind in one.kinds)
        told = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
        lines = [f"{self.slug}: {told or 'non resta niente da rileggere'}"]
        hanging = self.ours.hanging(self.ours.ids(self.ours.sections.get(one.id) for one in todo))
        for one in todo:
            number = one.new_number or one.old_number
            lines.append("  " + " ".join(filter(None, (f"{', '.join(one.kinds)}:", one.id, number, f"«{one.title}»"))))
            for anchor in self.ours.undecided(one.id):
                words = self.ours.records[anchor].text.replace("\n", " ")
                lines.append(f"    {anchor}: {words[:70]}{'…' if len(words) > 70 else ''}")
                lines += [f"      lo nominano {', '.join(hanging[anchor])}"] if anchor in hanging else []
        lines += ["Con le stesse parole, in un altro posto:"] if elsewhere else []
        lines += [f"    {describe(one)}" for one in elsewhere]
        return "\n".join(lines)

    def unmade(self) -> list[Difference]:
        return [one for one in self.changes.fresh if self.told(one) not in self.refused]

    @staticmethod
    def told(one: Difference) -> str:
        return f"{one.new_number} {one.title}"

    def make_places(self) -> None:
        """Ask for each new or retitled section, and give it its heading."""
        while waiting := self.unmade():
            one = waiting[0]
            if one.id:
                if self.questions.yes(f"{one.id} si chiama adesso «{one.title}»: cambio il titolo?"):
                    self.ours.retitle(one.id, self.title_of(one))
                else:
                    self.refused.add(self.told(one))
                    continue
            else:
                self.say(f"\nNel documento nuovo c’è in più: {self.told(one)}\n{' '.join(one.new)}\n")
                above = self.above(one)
                if above is None or not self.questions.yes(f"Le faccio posto dopo {above.id}?"):
                    self.refused.add(self.told(one))
                    continue
                if any(section.number == one.new_number for section in self.ours.sections.values() if section.number):
                    self.ours.write(self.headings())  # the one that had its number has another now
                    self.ours.read()
                    above = self.ours.sections[above.id]
                anchor, file = self.ours.make_place(self.number_of(one), self.title_of(one), above)
                self.say(f"{anchor}: ha il suo posto in {file}.")
            self.read()

    def title_of(self, one: Difference) -> str:
        """Return a new title as ours writes it; ask where languages differ."""
        if not self.changes.foreign:
            return one.title
        return f"{self.questions.line(f'In italiano «{one.title}»: ')} ({one.title})"

    def number_of(self, one: Difference) -> str:
        return (
            translate_number(one.new_number, make_outline(self.ours.book.sections))
            if self.changes.foreign
            else one.new_number
        )

    def above(self, one: Difference) -> Section | None:
        """Find our section after which a new one stands."""
        last = None
        for passage in self.changes.passages:
            if not passage.id and passage.number == one.new_number and passage.title == one.title:
                return last
            last = self.ours.sections.get(passage.id, last)
        return None

    def section(self, one: Difference) -> bool:
        """Show a change, ask about our texts; tell whether its title changed."""
        self.say(f"\n{'─' * min(self.width, 60)}\n{describe(one)}\n")
        self.say(mark_changes(one, self.width))
        if REMOVED in one.kinds:
            return self.removed(one)
        postponed, undecided = False, self.ours.undecided(one.id)
        for position, anchor in enumerate(undecided):
            block = next(b for b in self.ours.sections[one.id].blocks if b.id == anchor)
            self.say(f"\n{anchor}: {block.text if isinstance(block, Statement) else self.ours.records[anchor].text}")
            if anchor in self.hung:
                self.say(f"  lo nominano {', '.join(self.hung[anchor])}")
            answer = self.block(block)
            postponed |= answer == "p"
            if answer == KEEP_ALL:
                for kept in undecided[position:]:
                    self.ours.keep(kept)
                break
        while words := self.questions.sentence(ADDED, self.ours.records):
            self.ours.add(one.id, words, self.questions.line(CHANGED))
        if not postponed:
            new = next(s for s in self.changes.new.sections if s.heading.id == one.id)
            self.mark({one.id: fingerprint(new.words)})
        return False

    def block(self, block: Statement | Table) -> str:
        """Ask about one of our texts and do it; "p" is postponed.

        Returns the letter of what was decided: "p" is postponed.
        """
        answer = self.questions.choice({**KEPT, "c": "[c]ambia", **REST})
        if answer == KEEP:
            self.ours.keep(block.id)
        elif answer == "c":
            if isinstance(block, Table):
                return answer if self.change_table(block) else "p"
            words = self.questions.sentence("La frase nuova: ", self.ours.records, needed=True)
            self.ours.restate(block, words, self.questions.line(CHANGED))
        elif answer == "r":
            self.retire(block.id, [block.id], self.ours.records[block.id].section)
        return answer

    def retire(self, anchor: str, blocks: Sequence[str], default: str) -> None:
        """Ask where the links lead and why, and retire the blocks."""
        section = self.ours.records[anchor].section
        successor = self.questions.successor(anchor, default, self.ours.records)
        known = self.ours.published_of(self.ours.gone(blocks, section))
        why = self.questions.line("Perché, in una frase: ") if known else ""
        self.ours.retire(blocks, successor, section, why)

    def change_table(self, block: Table) -> bool:
        """Wait for a person to change a table's file; tell whether they did."""
        was = {one: self.ours.before.get(one, self.ours.records[one].text) for one in self.ours.entries(block.id)}
        self.ours.write(self.ours.noted({block.id: was[block.id]}, ""))
        while True:
            said = self.ask(f"Cambia {self.ours.folder}/tabelle/{block.id}.tsv, salvala, poi Invio ([p]iù tardi): ")
            if said.strip().lower().startswith("p"):
                return False
            try:
                self.ours.read()
            except OriginalError as error:
                self.say(str(error))
                continue
            if self.ours.records[block.id].text != was[block.id]:
                break
            self.say("La tabella è come prima.")
        changed = {
            one: text
            for one, text in was.items()
            if one not in self.ours.records or self.ours.records[one].text != text
        }
        new = {one: "" for one in self.ours.entries(block.id) if one not in was}
        noted = self.ours.noted(changed | new, "")
        what = self.questions.line(CHANGED)
        noted |= self.ours.revised({block.id: was[block.id]}, what)
        self.ours.write(
            {**noted, **self.ours.redirected({one: block.id for one in changed if one not in self.ours.records})}
        )
        self.ours.read()
        return True

    def removed(self, one: Difference) -> bool:
        """Ask about a section whose title is gone; tell whether it got another."""
        answer = self.questions.choice({"n": "[n]uovo titolo", **REST})
        if answer == "n":
            self.ours.retitle(one.id, self.questions.line("Il titolo nel documento nuovo: "))
        elif answer == "r":
            section = self.ours.sections[one.id]
            leaf = not any(other.parent == one.id for other in self.ours.book.sections)
            gone = [*(block.id for block in section.blocks), *([one.id] if leaf else [])]
            self.retire(one.id, gone, section.parent or "")
            self.mark({one.id: ""})
        return answer == "n"

    def mark(self, prints: Mapping[str, str]) -> None:
        """Note that sections were read, by their new fingerprints."""
        known = {**self.changes.prints, **prints}
        self.changes = replace(self.changes, prints={one: mark for one, mark in known.items() if mark})
        path = fingerprints_path(self.root, self.slug).relative_to(self.root).as_posix()
        self.ours.write({path: as_file(self.changes.prints)})

    def finish(self, edition: str, effective: datetime.date | None) -> None:
        """Write the new edition once nothing is left."""
        self.say(f"\nTutte le sezioni sono rilette. L’edizione era «{self.ours.book.info.edition}».")
        given = bool(edition)
        taken = {path.stem for path in (self.root / self.ours.folder / EDITIONS).glob("*.tsv")} | {
            slugify(self.ours.book.info.edition)
        }
        while not slugify(edition) or slugify(edition) in taken or '"' in edition:
            edition = self.questions.line("Come si chiama la nuova («1.1», «maggio 2026»): ")
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
        files = self.headings() | {self.ours.leaving: self.ours.leaving_text(self.ours.today)}
        files[f"{self.ours.folder}/book.toml"] = "\n".join(
            edit_book_toml(self.ours.lines(f"{self.ours.folder}/book.toml"), edition, effective)
        )
        prints = {s.heading.id: s.fingerprint for s in new.sections if s.found}
        files[fingerprints_path(self.root, self.slug).relative_to(self.root).as_posix()] = as_file(prints)
        recipe = self.root / self.ours.folder / "recipe.toml"
        if recipe.exists() and DOCUMENT_LINE.search(text := recipe.read_text(encoding="utf-8")):
            files[f"{self.ours.folder}/recipe.toml"] = DOCUMENT_LINE.sub(f'document = "{Path(self.name).stem}"', text)
        self.ours.write(files)
        save(self.root, new)
        changed = list(self.ours.before)
        self.say(f"{self.ours.folder}: edizione «{edition}»; ancore cambiate, nuove o ritirate: {len(changed)}.")
        self.say(self.still_to_read(changed))

    def headings(self) -> dict[str, str]:
        """Return the chapters with the new numbers and pages."""
        files: dict[str, list[str]] = {}
        numbers = {one.id: self.number_of(one) for one in self.changes.changes if RENUMBERED in one.kinds}
        for read in self.changes.new.sections:
            section = self.ours.sections.get(read.heading.id)
            if section is None or not read.found:
                continue
            lines = files.setdefault(section.place.file, self.ours.lines(section.place.file))
            number = numbers.get(section.id, section.number)
            at = section.place.line - 1
            page = section.page and (read.page or section.page)
            lines[at] = chapter_edits.retitle(lines[at], section.title, number, page)
        return {file: "\n".join(lines) for file, lines in files.items()}

    def still_to_read(self, changed: Collection[str]) -> str:
        """List what no command can decide."""
        lines = [f"  {one}, che nominano {', '.join(places)}" for one, places in self.ours.hanging(changed).items()]
        lines += [f"  {told}: così nel documento, da noi no" for told in sorted(self.refused)]
        lines += [f"  {one.id}: da scrivere" for one in self.ours.book.unwritten]
        lines += [f"  {one.id} è in un altro posto del documento" for one in self.changes.changes if MOVED in one.kinds]
        lines += [f"  {self.ours.folder}/book.toml: la nota e l’indirizzo", "  prontuario check, poi prontuario lock"]
        return "\n".join(["Resta da rileggere:", *lines])


def edit_book_toml(lines: Sequence[str], edition: str, effective: datetime.date | None) -> list[str]:
    """Return `book.toml` with another edition and date."""
    made = []
    for line in lines:
        if EDITION_LINE.match(line):
            made.append(f'edition = "{edition}"')
            made += [f"effective = {effective}"] if effective else []
        elif not DATE_LINE.match(line):
            made.append(line)
    return made
