"""The one model of the editions: Rulebook > Book > Section > Statement, with tables.

All values are frozen; every stage takes them and returns new ones. Texts are the source's own: references stand
in them as `[[anchor]]` or `[[anchor|words]]` and are resolved by `scripts.model.inline`.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scripts.model.infraction import UNWRITTEN, DecisionTable, Escalation, Exemption, Penalty, Uneventful
from scripts.model.problems import Place


class StatementKind(StrEnum):
    """What a statement is: a rule, an example of the original, a note on what is wrong in the original, or not written yet."""

    RULE = "regola"
    EXAMPLE = "esempio"
    NOTE = "nota"
    UNWRITTEN = "da scrivere"


@dataclass(frozen=True)
class Statement:
    """One rule that can be cited alone. `id` = section id + "." + `letter`, which is written, never counted."""

    id: str
    letter: str
    text: str
    kind: StatementKind
    place: Place


class ColumnType(StrEnum):
    """How a cell is read: see FORMATO.md, «Le tabelle»."""

    TEXT = "text"
    CARD = "card"
    INT = "int"
    NUMBER = "number"
    RANGE = "range"
    MONEY = "money"
    MINUTES = "minutes"
    SECONDS = "seconds"
    PERCENT = "percent"
    DATE = "date"
    BOOL = "bool"
    REF = "ref"


@dataclass(frozen=True)
class Range:
    """An interval of whole numbers, both ends included; `high` None = no upper end."""

    low: int
    high: int | None

    def __contains__(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low} o più"
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


Cell = str | int | float | bool | datetime.date | Range | None


@dataclass(frozen=True)
class Column:
    name: str
    type: ColumnType


@dataclass(frozen=True)
class TableRow:
    """`id` is the row's own anchor where the table is a list of entries, else None."""

    cells: tuple[Cell, ...]
    id: str | None
    place: Place


@dataclass(frozen=True)
class Table:
    """A reference table or a list. `entries` names the columns whose cells make a row's anchor."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    entries: tuple[str, ...]
    notes: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Section:
    """A section of the document, in the outline's order. `blocks` holds statements and tables as read."""

    id: str
    book: str
    level: int
    number: str
    title: str
    page: int | None
    blocks: tuple[Statement | Table, ...]
    place: Place

    @property
    def parent(self) -> str | None:
        """The id that this one continues; None for a chapter."""
        head, _, _ = self.id.rpartition(".")
        return head if self.level > 1 and head else None

    @property
    def chapter(self) -> str:
        """The id of the level-1 section that this one belongs to; for numbers like `mtr-2.5` that is `mtr-2`."""
        return self.id.split(".", 1)[0]

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(b for b in self.blocks if isinstance(b, Statement))

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(b for b in self.blocks if isinstance(b, Table))


# The kinds of infraction, in the order in which they are shown.
@dataclass(frozen=True)
class GlossaryTerm:
    """`forms` are all spellings under which the term occurs; `defined` is the statement that defines it."""

    term: str
    forms: tuple[str, ...]
    defined: str
    place: Place


@dataclass(frozen=True)
class Related:
    """A reference that the text does not write and a reader would want; shown in both directions."""

    source: str
    target: str
    why: str
    place: Place


MINUTES = re.compile(r"(\d+)(?:-(\d+))? minuti")  # how a statement says a clock's time


@dataclass(frozen=True)
class Clock:
    """A round clock. `says`: a table, whose every cell of minutes is a clock, or a statement with a number of minutes.

    `rules` stand beside the running clock, `end` are the calls when it is over; `sides`: 2 for a chess clock.
    """

    says: str
    name: str
    rules: tuple[str, ...]
    end: tuple[str, ...]
    sides: int
    place: Place


@dataclass(frozen=True)
class Revision:
    """A statement's text changed on `day`; `before` is the hash that links copied until then carry."""

    target: str
    day: datetime.date
    before: str
    what: str
    place: Place


@dataclass(frozen=True)
class Edition:
    """An edition before today's. `texts`: what those ids said in it whose text the next one changed, '' for one that it
    did not have yet; `until`: the day on which ours moved to the next."""

    slug: str
    name: str
    effective: datetime.date | None
    until: datetime.date
    texts: Mapping[str, str]
    place: Place


@dataclass(frozen=True)
class Pair:
    """What stands at the same place in two editions of a game ('' where one has nothing), and whether it differs."""

    one: str
    other: str
    differs: bool
    topic: str
    place: Place


@dataclass(frozen=True)
class Comparison:
    """Two editions side by side: `rules_src/confronti/<name>.tsv`. `labels`: what each is called beside the other."""

    name: str
    title: str
    books: tuple[str, str]
    labels: tuple[str, str]
    pairs: tuple[Pair, ...]


HISTORICAL = 2 * 365  # days after which an edition is called a historical document


@dataclass(frozen=True)
class Accent:
    """A book's colour in the light and in the dark scheme, as '#rrggbb'."""

    light: str
    dark: str


@dataclass(frozen=True)
class BookInfo:
    """Hold what `book.toml` says. `effective` is the day from which the restated document applied, if it gives one.

    `order`: the book's place on the site; books without one follow, by slug. `names`: what people call it in a search;
    a name that several books have means all of them. `game_id`: shared by the documents of a game, '' for a game of
    one document; `superseded_by`: the slug of the document that is in force instead, '' if this one is.
    `own_text`: the book's sentences are those of its document, which belongs to who publishes it.
    """

    slug: str
    code: str
    title: str
    game: str
    edition: str
    effective: datetime.date | None
    language: str
    publisher: str
    url: str
    accent: Accent
    note: str
    order: int | None = None
    names: tuple[str, ...] = ()
    game_id: str = ""
    superseded_by: str = ""
    own_text: bool = False

    @property
    def in_force(self) -> bool:
        return not self.superseded_by

    @property
    def short_game(self) -> str:
        """'Magic: The Gathering' → 'Magic'."""
        return self.game.partition(":")[0]

    @property
    def unwritten(self) -> tuple[str, ...]:
        """The keys of `book.toml` that nobody has written yet: a draft's, or an address that leads nowhere."""
        texts = {"title": self.title, "game": self.game, "edition": self.edition, "publisher": self.publisher}
        left = [key for key, text in texts.items() if text.strip() in ("", StatementKind.UNWRITTEN)]
        return (*left, *(() if self.url.startswith(("http://", "https://")) else ("url",)))

    @property
    def undated(self) -> bool:
        return self.effective is None

    def historical(self, latest: datetime.date) -> bool:
        """Older than two years on the day `latest`: an edition may have followed."""
        return self.effective is not None and (latest - self.effective).days > HISTORICAL


@dataclass(frozen=True)
class Book:
    info: BookInfo
    sections: tuple[Section, ...]
    infractions: tuple[DecisionTable, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    escalations: tuple[Escalation, ...] = ()
    infraction_roots: tuple[str, ...] = ()
    uneventful: tuple[Uneventful, ...] = ()  # told situations that are no infraction
    exemptions: tuple[Exemption, ...] = ()
    glossary: tuple[GlossaryTerm, ...] = ()
    related: tuple[Related, ...] = ()
    revisions: tuple[Revision, ...] = ()
    editions: tuple[Edition, ...] = ()  # those before today's, oldest first
    clocks: tuple[Clock, ...] = ()
    scope: str = ""  # where its penalties hold, in a sentence
    unforeseen: tuple[str, ...] = ()  # the rules on what no rule punishes
    base_table: str = ""  # the table that says the penalty with which each infraction begins
    roots_place: Place = field(default=Place(""))  # where penalita.toml names the infraction roots

    @property
    def slug(self) -> str:
        return self.info.slug

    @property
    def chapters(self) -> tuple[Section, ...]:
        return tuple(s for s in self.sections if s.level == 1)

    def sections_of(self, chapter: Section) -> tuple[Section, ...]:
        """The chapter and all that belongs to it, in the document's order."""
        return tuple(s for s in self.sections if s.chapter == chapter.id)

    @property
    def unwritten(self) -> tuple[Section, ...]:
        """The sections that still have a statement to be written."""
        return tuple(s for s in self.sections if any(t.kind is StatementKind.UNWRITTEN for t in s.statements))

    @property
    def unwritten_infractions(self) -> tuple[DecisionTable, ...]:
        return tuple(t for t in self.infractions if any(row.lowest == UNWRITTEN for row in t.rows))

    def penalty(self, penalty_id: str) -> Penalty:
        return next(p for p in self.penalties if p.id == penalty_id)

    @property
    def tables(self) -> Iterator[tuple[Section, Table]]:
        return ((section, table) for section in self.sections for table in section.tables)


@dataclass(frozen=True)
class Rulebook:
    """All books, in the order in which they are shown."""

    books: tuple[Book, ...] = field(default_factory=tuple)
    comparisons: tuple[Comparison, ...] = ()

    def book(self, slug: str) -> Book:
        return next(b for b in self.books if b.slug == slug)

    @property
    def slugs(self) -> tuple[str, ...]:
        return tuple(book.slug for book in self.books)

    @property
    def latest(self) -> datetime.date:
        """The last day that the sources know, so that the same sources say the same: of an edition or of a change."""
        days = [revision.day for book in self.books for revision in book.revisions]
        days += [book.info.effective for book in self.books if book.info.effective]
        return max(days, default=datetime.date.min)

    @property
    def sections(self) -> Iterator[Section]:
        return (section for book in self.books for section in book.sections)

    @property
    def statements(self) -> Iterator[tuple[Section, Statement]]:
        return ((section, s) for section in self.sections for s in section.statements)
