"""Update a book to a newer edition, step by step; an editor changes the sentences.

All state is in the sources, so that an update can be continued later: until it ends, `edizioni/<edition>.tsv` holds all
texts from before, and a reviewed section has the new document's fingerprint.
"""

import datetime
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from scripts.edition import published_anchors
from scripts.edition.revision_history import EDITIONS, format_edition
from scripts.model.anchor_contents import hash_text
from scripts.model.anchor_index import AnchorKind
from scripts.model.book import Section
from scripts.model.italian_format import set_typography, slugify
from scripts.originals.compare.change_report import describe, page
from scripts.originals.compare.fingerprint import as_file, fingerprints_path
from scripts.originals.compare.sections import MOVED, REMOVED, RENUMBERED, Difference
from scripts.originals.cut.edition_outline import make_outline
from scripts.originals.cut.translated_outline import get_quoted_title, translate_number
from scripts.originals.errors import OriginalError
from scripts.originals.import_store import save
from scripts.originals.read import Source
from scripts.originals.update.book_source_editor import REVISIONS, Sources
from scripts.originals.update.change_sentences import describe_change
from scripts.originals.update.three_way_comparison import compare_copies

EDITION_LINE = re.compile(r"edition\s*=")
DATE_LINE = re.compile(r"#?\s*effective\s*=")
DOCUMENT_LINE = re.compile(r'^document = "[^"]*"', re.M)
ALL = "tutte"


class Update:
    """Run a book's update: compare, list what to review, finish.

    `source`: the new document; `name`: of its file.
    """

    def __init__(self, root: Path, slug: str, source: Source, name: str, today: datetime.date | None = None) -> None:
        self.root, self.slug, self.source, self.name = root, slug, source, name
        self.today = today or datetime.date.today()
        self.ours = Sources(root, slug)
        self.compared = compare_copies(root, slug, source, name)

    def read(self) -> None:
        """Read the book again from disk, and compare it again."""
        self.ours.read()
        self.compared = compare_copies(self.root, self.slug, self.source, self.name)

    # The beginning

    def start(self) -> list[str]:
        """Save the old texts, then write new titles, numbers and sections.

        Returns an Italian line for each section added or renamed; [] if the update has begun
        already or nothing differs.
        """
        if self.ours.before is not None or not (self.compared.todo or self.compared.fresh or self._elsewhere()):
            return []
        texts = self.ours.texts()
        told: list[str] = []
        seen: set[str] = set()
        self._number()
        while waiting := [one for one in self.compared.fresh if _name(one) not in seen]:
            seen.add(_name(waiting[0]))
            if said := self._place(waiting[0]):
                told.append(said)
                self.read()
        info = self.ours.book.info
        self.ours.write({self.ours.leaving: format_edition(info.edition, info.effective, None, texts)})
        self.read()
        return told

    def _number(self) -> None:
        """Write the new document's numbers and pages into our headings."""
        numbers = {one.id: self._translate(one.new_number) for one in self.compared.changes if RENUMBERED in one.kinds}
        headings = {}
        for read in self.compared.new.sections:
            section = self.ours.sections.get(read.heading.id)
            if section and read.found:
                page_number = section.page and (read.page or section.page)
                headings[section.id] = (section.title, numbers.get(section.id, section.number), page_number)
        self.ours.change_headings(headings)

    def _place(self, one: Difference) -> str:
        """Retitle or add a section; return what was done, in Italian, or '' if it has no place."""
        translated = self.compared.foreign
        if one.id:
            section = self.ours.sections[one.id]
            quoted = get_quoted_title(section.title)
            own = section.title.removesuffix(f"({quoted})").strip() if quoted else section.title
            title = f"{own} ({one.title})" if translated else one.title
            self.ours.change_headings({one.id: (set_typography(title), section.number, section.page)})
            check = ": controlla il titolo italiano" if translated else ""
            return f"{one.id} ora si chiama «{title}» (prima «{section.title}»){check}"
        above = self._above(one)
        if above is None:
            return ""
        title = set_typography(f"Da tradurre ({one.title})" if translated else one.title)
        anchor = self.ours.add_section(self._translate(one.new_number), title, above)
        return f"{anchor} «{title}» ha già il suo posto in {self.ours.sections[anchor].place}: è da scrivere"

    def _translate(self, number: str) -> str:
        foreign = self.compared.foreign
        return translate_number(number, make_outline(self.ours.book.sections)) if foreign else number

    def _above(self, one: Difference) -> Section | None:
        """Return our section after which a new section (`one`) belongs; None if unknown."""
        last = None
        for passage in self.compared.passages:
            if not passage.id and passage.number == one.new_number and passage.title == one.title:
                return last
            last = self.ours.sections.get(passage.id, last)
        return None

    # What is left

    def mark_read(self, names: Collection[str]) -> None:
        """Mark sections as reviewed, given by anchor, number or 'tutte' (all).

        Raises OriginalError for a section that need not be reviewed, or that the new document lacks.
        """
        prints = dict(self.compared.prints)
        fingerprints = {section.heading.id: section.fingerprint for section in self.compared.new.sections}
        left = {one.id: one for one in self.compared.todo}
        known = {**{name: one for one in left for name in (one, self.ours.sections[one].number)}, ALL: ALL}
        for name in names:
            if name not in known:
                raise OriginalError(f"«{name}» non è fra le sezioni da rileggere.", "--elenco mostra l’elenco.")
            for one in left if name == ALL else [known[name]]:
                if REMOVED in left[one].kinds:
                    raise OriginalError(
                        f"La sezione {one} non si trova nel documento nuovo.",
                        f"togli la sezione da {self.ours.sections[one].place}, o dalle il titolo che ha adesso.",
                    )
                prints[one] = fingerprints[one]
        self.ours.write({fingerprints_path(self.slug): as_file(prints)})
        self.read()

    def left(self) -> list[Difference]:
        """Return the sections still to be reviewed, in document order."""
        fresh = self.compared.fresh
        left = [*fresh, *(one for one in self.compared.todo if not any(one.id == new.id for new in fresh))]
        order = {(one.id, one.title): place for place, one in enumerate(self.compared.changes)}
        return sorted(left, key=lambda one: order.get((one.id, one.title), len(order)))

    def _elsewhere(self) -> list[Difference]:
        left = {one.id for one in self.left()}
        found = (one for one in self.compared.changes if {RENUMBERED, MOVED} & {*one.kinds})
        return [one for one in found if one.id not in left]

    def listing(self) -> str:
        """Return the sections to review as Italian text, with their place in our chapters."""
        left, elsewhere = self.left(), self._elsewhere()
        if not left and not elsewhere:
            return f"{self.slug}: non resta niente da rileggere."
        lines = [f"{self.slug}: {len(left)} sezioni da rileggere" if len(left) != 1 else f"{self.slug}: una sezione"]
        for one in left:
            section = self.ours.sections.get(one.id)
            lines.append(f"  {describe(one)}{f' in {section.place}' if section else ''}")
        lines += ["Hanno le stesse parole, ma in un altro posto:"] if elsewhere else []
        return "\n".join([*lines, *(f"    {describe(one)}" for one in elsewhere)])

    def page(self) -> str:
        """Return an HTML page of the sections to review: changed words beside our statements."""
        return page(self.slug, self.ours.book.info.edition, self.name, self.left(), self.root)

    # The end

    def finish(self, edition: str, effective: datetime.date | None) -> str:
        """Write the new edition into the sources; return in Italian what an editor must decide.

        Raises OriginalError if sections are not reviewed yet, or for an unusable name.
        """
        if self.compared.todo:
            left = ", ".join(one.id for one in self.compared.todo)
            raise OriginalError(
                f"Sono ancora da rileggere: {left}.", "rileggile e segnale con --lette; --elenco le mostra."
            )
        folder, old = self.ours.folder, self.ours.book.info
        taken = {path.stem for path in (self.root / folder / EDITIONS).glob("*.tsv")} | {slugify(old.edition)}
        if not slugify(edition) or slugify(edition) in taken or '"' in edition:
            raise OriginalError(
                f"L’edizione non può chiamarsi «{edition}».",
                "è il nome di un’altra edizione, o è illeggibile: scegli un nome diverso.",
            )
        self._number()
        before, now = dict(self.ours.before or {}), self.ours.texts()
        published = self.ours.published()
        changed = self._changed(before or now, now, published)
        files = {self.ours.leaving: format_edition(old.edition, old.effective, self.today, changed)}
        files |= self._revised(changed, now, edition)
        files |= self._redirected([one for one in changed if one not in now])
        files[f"{folder}/book.toml"] = "\n".join(
            edit_book_toml(self.ours.lines(f"{folder}/book.toml"), edition, effective)
        )
        new = self.compared.new
        prints = {s.heading.id: s.fingerprint for s in new.sections if s.found}
        files[fingerprints_path(self.slug)] = as_file(prints)
        recipe = self.root / folder / "recipe.toml"
        if recipe.exists() and DOCUMENT_LINE.search(text := recipe.read_text(encoding="utf-8")):
            files[f"{folder}/recipe.toml"] = DOCUMENT_LINE.sub(f'document = "{Path(self.name).stem}"', text)
        self.ours.write(files)
        save(self.root, new)
        return "\n".join([
            f"{folder}: edizione «{edition}»; ancore cambiate, nuove o ritirate: {len(changed)}.", *self._decide(changed)
        ])  # fmt: skip

    def _changed(self, before: Mapping[str, str], now: Mapping[str, str], published: Collection[str]) -> dict[str, str]:
        """Return anchor → old text of changed, new and removed anchors.

        `before`, `now`: anchor → text. A section counts only if it is new or removed, a removed anchor
        only if it is in `published`.
        """
        found = {}
        for one in sorted({*before, *now}):
            record = self.ours.records.get(one)
            heading = one in before and record is not None and record.kind is AnchorKind.SECTION
            if before.get(one, "") != now.get(one, "") and not heading and (one in now or one in published):
                found[one] = before.get(one, "")
        return found

    def _revised(self, changed: Mapping[str, str], now: Mapping[str, str], edition: str) -> dict[str, str]:
        """Return {path: content} of `modifiche.tsv` with a line for each change that it lacks.

        `changed`: anchor → old text; `now`: anchor → new text; `edition`: name of the new edition.
        """
        said = {(revision.target, revision.before) for revision in self.ours.book.revisions}
        rows = []
        for one, text in changed.items():
            record = self.ours.records.get(one)
            if (one, hash_text(text)) in said or (record and record.kind in (AnchorKind.SECTION, AnchorKind.ENTRY)):
                continue
            what = describe_change(text, now.get(one, ""), edition)
            rows.append(f"{one}\t{self.today}\t{hash_text(text)}\t{what}")
        return self.ours.add_rows(f"{self.ours.folder}/{REVISIONS}", "ancora\tdata\tprima\tche cosa", rows)

    def _redirected(self, gone: Sequence[str]) -> dict[str, str]:
        """Return {path: content} of the redirects file with lines added for removed anchors.

        Each leads to the section around it or before it.
        """
        told = self.ours.redirects()
        rows = [f"{one}\t{self._successor(one)}" for one in gone if one not in told]
        return self.ours.add_rows(published_anchors.REDIRECTS.as_posix(), "vecchia\tnuova", rows)

    def _successor(self, anchor: str) -> str:
        stem = anchor
        while "." in stem:
            stem = stem.rpartition(".")[0]
            if stem in self.ours.records:
                return stem
        order = [one.id for one in self.compared.before]
        place = next((at for at, one in enumerate(order) if anchor == one or anchor.startswith(f"{one}.")), 0)
        earlier = (one for one in reversed(order[:place]) if one in self.ours.records)
        return next(earlier, next(iter(self.ours.sections)))

    def _decide(self, changed: Mapping[str, str]) -> list[str]:
        """Return Italian lines on what an editor must still check; `changed`: id → old text."""
        mentions = self.ours.find_mentions(changed)
        lines = [f"  {', '.join(places)}, dove si nomina {one}" for one, places in mentions.items()]
        lines += [f"  {describe(one)}: nel documento c’è, da noi manca" for one in self.compared.fresh]
        lines += [f"  {one.id}: da scrivere" for one in self.ours.book.unwritten]
        lines += [
            f"  {one.id} è in un altro posto del documento" for one in self.compared.changes if MOVED in one.kinds
        ]
        lines += (
            [f"  {self.ours.folder}/{REVISIONS} e {published_anchors.REDIRECTS}: le righe nuove"] if changed else []
        )
        lines += [f"  {self.ours.folder}/book.toml: la nota e l’indirizzo", "  prontuario check, poi prontuario lock"]
        return ["Resta da rileggere:", *lines]


def _name(one: Difference) -> str:
    return f"{one.id} {one.new_number} {one.title}"


def edit_book_toml(lines: Sequence[str], edition: str, effective: datetime.date | None) -> list[str]:
    """Return the lines of `book.toml` with a new edition and date (None: without the line)."""
    made = []
    for line in lines:
        if EDITION_LINE.match(line):
            made.append(f'edition = "{edition}"')
            made += [f"effective = {effective}"] if effective else []
        elif not DATE_LINE.match(line):
            made.append(line)
    return made
