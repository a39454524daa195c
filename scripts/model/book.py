"""Define the rulebook model: Rulebook > Book > Section > Statement, with tables.

All values are frozen; every stage takes them and returns new ones. Texts are the source's own: references in them are
written `[[anchor]]` or `[[anchor|words]]` and are parsed by `scripts.model.references`.
"""

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scripts.model.infraction import UNWRITTEN, DecisionTable, Escalation, Exemption, Penalty, Together, Uneventful
from scripts.model.problems import Place


class StatementKind(StrEnum):
    """List the kinds of statement: rule, example, note, unwritten."""

    RULE = "regola"
    EXAMPLE = "esempio"
    NOTE = "nota"
    UNWRITTEN = "da scrivere"


@dataclass(frozen=True)
class Statement:
    """Hold one rule that can be cited alone. `id`: the section's, "." and the `letter` written in the source."""

    id: str
    letter: str
    text: str
    kind: StatementKind
    place: Place


class ColumnType(StrEnum):
    """List the types of column: see FORMATO.md, «Le tabelle»."""

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
    """Hold an interval of whole numbers; `high` None means no end. Both ends are included."""

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
    """Hold a table column's name and type."""

    name: str
    type: ColumnType


@dataclass(frozen=True)
class TableRow:
    """Hold one row of a table; `id` is its anchor in lists, else None."""

    cells: tuple[Cell, ...]
    id: str | None
    place: Place


@dataclass(frozen=True)
class Table:
    """Hold a reference table or a list. `entries` names the columns that make a row's anchor."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    entries: tuple[str, ...]
    notes: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Section:
    """Hold a section; `blocks` are its statements and tables, as read."""

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
        """Return the parent section's id; None for a chapter."""
        head, _, _ = self.id.rpartition(".")
        return head if self.level > 1 and head else None

    @property
    def chapter(self) -> str:
        """Return the id of the level-1 section it belongs to: 'mtr-2' for 'mtr-2.5'."""
        return self.id.split(".", 1)[0]

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(b for b in self.blocks if isinstance(b, Statement))

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(b for b in self.blocks if isinstance(b, Table))


@dataclass(frozen=True)
class GlossaryTerm:
    """Hold a glossary term: `forms` are its spellings, `defined` its defining statement."""

    term: str
    forms: tuple[str, ...]
    defined: str
    place: Place


@dataclass(frozen=True)
class Related:
    """Hold a useful reference that the text lacks, shown in both directions."""

    source: str
    target: str
    why: str
    place: Place


MINUTES = re.compile(r"(\d+)(?:-(\d+))? minuti")  # how a statement says a clock's time


@dataclass(frozen=True)
class Clock:
    """Hold a round clock."""

    says: str  # a table, each cell of which in minutes is a clock, or a statement with a number of minutes
    name: str
    rules: tuple[str, ...]  # shown beside the running clock
    end: tuple[str, ...]  # the calls when time is over
    sides: int  # 2 for a chess clock
    place: Place


@dataclass(frozen=True)
class Revision:
    """Record that a statement's text changed on `day`. `before` is the old text's hash, found in older links."""

    target: str
    day: datetime.date
    before: str
    what: str
    place: Place


@dataclass(frozen=True)
class Edition:
    """Hold an edition before today's."""

    slug: str
    name: str
    effective: datetime.date | None
    until: datetime.date  # the day on which ours moved to the next
    texts: Mapping[str, str]  # id → text, where the next edition changed it; '' for one that this lacked
    place: Place


@dataclass(frozen=True)
class Pair:
    """Hold two editions' texts on one matter, and whether they differ. '' if an edition says nothing on it."""

    one: str
    other: str
    differs: bool
    topic: str
    place: Place


@dataclass(frozen=True)
class Comparison:
    """Hold two editions compared; `labels` are their names. They are read from `rules_src/confronti/<name>.tsv`."""

    name: str
    title: str
    books: tuple[str, str]
    labels: tuple[str, str]
    pairs: tuple[Pair, ...]


HISTORICAL = 2 * 365  # days after which an edition is called a historical document


@dataclass(frozen=True)
class Accent:
    """Hold a book's colours for light and dark pages, as '#rrggbb'."""

    light: str
    dark: str


@dataclass(frozen=True)
class BookInfo:
    """Hold the content of `book.toml`."""

    slug: str
    code: str
    title: str
    game: str
    edition: str
    effective: datetime.date | None  # from which day the restated document applied, if it says
    language: str
    publisher: str
    url: str
    accent: Accent
    note: str
    order: int | None = None  # on the site; books without one follow, by slug
    names: tuple[str, ...] = ()  # what people call it in a search; of several books: all of them
    game_id: str = ""  # shared by the documents of a game, '' for a game of one document
    superseded_by: str = ""  # the slug of the document in force instead, '' if this one is
    own_text: bool = False  # the sentences are the document's own, published by whoever owns it

    @property
    def in_force(self) -> bool:
        return not self.superseded_by

    @property
    def short_game(self) -> str:
        """Return the game's name without its subtitle: 'Magic: The Gathering' → 'Magic'."""
        return self.game.partition(":")[0]

    @property
    def unwritten(self) -> tuple[str, ...]:
        """Return the keys of `book.toml` that still hold a draft's value. Also an address that is malformed."""
        texts = {"title": self.title, "game": self.game, "edition": self.edition, "publisher": self.publisher}
        left = [key for key, text in texts.items() if text.strip() in ("", StatementKind.UNWRITTEN)]
        return (*left, *(() if self.url.startswith(("http://", "https://")) else ("url",)))

    @property
    def undated(self) -> bool:
        return self.effective is None

    def is_historical(self, latest: datetime.date) -> bool:
        """Tell whether the document was over two years old on day `latest`. An edition may have followed."""
        return self.effective is not None and (latest - self.effective).days > HISTORICAL


@dataclass(frozen=True)
class Book:
    """Hold one document with everything read from its folder."""

    info: BookInfo
    sections: tuple[Section, ...]
    infractions: tuple[DecisionTable, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    escalations: tuple[Escalation, ...] = ()
    together: tuple[Together, ...] = ()
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

    def list_sections(self, chapter: Section) -> tuple[Section, ...]:
        """Return the chapter and its sections, in document order."""
        return tuple(s for s in self.sections if s.chapter == chapter.id)

    @property
    def unwritten(self) -> tuple[Section, ...]:
        """Return the sections with unwritten statements."""
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
    """Hold all books, in display order."""

    books: tuple[Book, ...] = field(default_factory=tuple)
    comparisons: tuple[Comparison, ...] = ()

    def book(self, slug: str) -> Book:
        return next(b for b in self.books if b.slug == slug)

    @property
    def slugs(self) -> tuple[str, ...]:
        return tuple(book.slug for book in self.books)

    @property
    def latest(self) -> datetime.date:
        """Return the date of the newest edition or change, used for today: equal sources give equal pages."""
        days = [revision.day for book in self.books for revision in book.revisions]
        days += [book.info.effective for book in self.books if book.info.effective]
        return max(days, default=datetime.date.min)

    @property
    def sections(self) -> Iterator[Section]:
        return (section for book in self.books for section in book.sections)

    @property
    def statements(self) -> Iterator[tuple[Section, Statement]]:
        return ((section, s) for section in self.sections for s in section.statements)
