"""Define the rulebook model: Rulebook > Book > Section > Statement, with tables.

All values are frozen; every stage takes them and returns new ones. Texts are the source's own: references in them are
written `[[anchor]]` or `[[anchor|words]]` and are parsed by `scripts.model.references`.
"""

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scripts.model.infraction import DecisionTable, Escalation, Exemption, Penalty, Together, Uneventful
from scripts.model.problems import Place


class StatementKind(StrEnum):
    """List the kinds of statement; UNWRITTEN waits for its text."""

    RULE = "regola"
    EXAMPLE = "esempio"
    NOTE = "nota"
    UNWRITTEN = "da scrivere"


@dataclass(frozen=True)
class Statement:
    """Hold the smallest part of a section that can be cited: one rule, example or note.

    `id`: the section's id, '.' and `letter` ('mtr-2.5.c'); `text`: with references as `[[anchor]]`.
    """

    id: str
    letter: str
    text: str
    kind: StatementKind
    place: Place


class ColumnType(StrEnum):
    """List the types of table columns, as sources name them."""

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
    """Hold an interval of whole numbers, ends included (`high` None: endless)."""

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
    """Hold one row of a table; `id`: the row's anchor, None if the table's rows cannot be cited."""

    cells: tuple[Cell, ...]
    id: str | None
    place: Place


@dataclass(frozen=True)
class Table:
    """Hold a table of a section.

    `entries`: names of the columns from which each row's anchor is made; () if rows have none. `notes`: texts below it.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    entries: tuple[str, ...]
    notes: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Section:
    """Hold a section with its statements and tables (`blocks`, in source order).

    `level`: 1 for a chapter; `number`: as printed, '' for none; `page`: in the original, None if not known.
    """

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
        """Return the id of the section's chapter: 'mtr-2' for 'mtr-2.5'."""
        return self.id.split(".", 1)[0]

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(b for b in self.blocks if isinstance(b, Statement))

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(b for b in self.blocks if isinstance(b, Table))


@dataclass(frozen=True)
class GlossaryTerm:
    """Hold a glossary term: its `forms` (spellings) and the anchor of its definition."""

    term: str
    forms: tuple[str, ...]
    defined: str
    place: Place


@dataclass(frozen=True)
class Related:
    """Hold a link, with its reason, between anchors whose texts do not refer to each other."""

    source: str
    target: str
    why: str
    place: Place


MINUTES = re.compile(r"(\d+)(?:-(\d+))? minuti")  # how a statement says a clock's time


@dataclass(frozen=True)
class Clock:
    """Hold a round clock (a countdown that the site offers).

    `says`: anchor of a statement with its minutes, or of a table, each cell of which in minutes is a clock; `rules`:
    anchors of rules shown beside the clock; `end`: of rules shown when time is over; `sides`: 1, or 2 for a chess clock.
    """

    says: str
    name: str
    rules: tuple[str, ...]
    end: tuple[str, ...]
    sides: int
    place: Place


@dataclass(frozen=True)
class Revision:
    """Record that a statement's text (`target`) changed on a day.

    `before`: hash of the old text, which older links carry; `what`: the change in words.
    """

    target: str
    day: datetime.date
    before: str
    what: str
    place: Place


@dataclass(frozen=True)
class Edition:
    """Hold an earlier edition of a document.

    `until`: the day on which this site moved to the next edition; `texts`: anchor → old text, where the next edition
    changed it ('' if this edition lacked it).
    """

    slug: str
    name: str
    effective: datetime.date | None
    until: datetime.date
    texts: Mapping[str, str]
    place: Place


@dataclass(frozen=True)
class Pair:
    """Hold two editions' anchors on one topic, and whether they differ.

    `one`, `other`: '' if that edition says nothing on it.
    """

    one: str
    other: str
    differs: bool
    topic: str
    place: Place


@dataclass(frozen=True)
class Comparison:
    """Hold the comparison of two editions, read from `rules_src/confronti/<name>.tsv`.

    `books`: the two slugs; `labels`: their names in the table's head.
    """

    name: str
    title: str
    books: tuple[str, str]
    labels: tuple[str, str]
    pairs: tuple[Pair, ...]


HISTORICAL = 2 * 365  # days after which an edition is called a historical document


@dataclass(frozen=True)
class Accent:
    """Hold a book's colours on light and dark pages, as '#rrggbb'."""

    light: str
    dark: str


@dataclass(frozen=True)
class BookInfo:
    """Hold what `book.toml` says of a document: names, edition, colours, order.

    `code`: short name in citations ('MTR'); `effective`: day from which the document applies, None if it does not say;
    `note`: a sentence on it; `order`: on the site, books without one follow by slug; `names`: what people call it in a
    search; `game_id`: shared by the documents of a game, '' for a game of one; `superseded_by`: slug of the document in
    force instead, or ''; `own_text`: the sentences are the document's own, published by its owner.
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
        """Return whether no later document supersedes this one."""
        return not self.superseded_by

    @property
    def short_game(self) -> str:
        """Return the game's name without subtitle: 'Magic: The Gathering' → 'Magic'."""
        return self.game.partition(":")[0]

    @property
    def unwritten(self) -> tuple[str, ...]:
        """Return the keys of `book.toml` still to be filled in, such as a placeholder 'url'."""
        texts = {"title": self.title, "game": self.game, "edition": self.edition, "publisher": self.publisher}
        left = [key for key, text in texts.items() if text.strip() in ("", StatementKind.UNWRITTEN)]
        return (*left, *(() if self.url.startswith(("http://", "https://")) else ("url",)))

    def is_historical(self, latest: datetime.date) -> bool:
        """Return whether the document was over two years old on `latest`."""
        return self.effective is not None and (latest - self.effective).days > HISTORICAL


@dataclass(frozen=True)
class Book:
    """Hold one rules document with everything read from its folder.

    `together`: rules for two infractions at once; `infraction_roots`: sections whose subsections must have a decision
    table (declared at `roots_place`); `uneventful`: situations without infraction; `exemptions`: anchors that need no
    decision table; `editions`: earlier ones, oldest first; `scope`: where the penalties hold, in a sentence;
    `unforeseen`: anchors of rules on what no rule punishes; `base_table`: id of the table with each infraction's usual
    penalty, or ''.
    """

    info: BookInfo
    sections: tuple[Section, ...]
    infractions: tuple[DecisionTable, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    escalations: tuple[Escalation, ...] = ()
    together: tuple[Together, ...] = ()
    infraction_roots: tuple[str, ...] = ()
    uneventful: tuple[Uneventful, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    glossary: tuple[GlossaryTerm, ...] = ()
    related: tuple[Related, ...] = ()
    revisions: tuple[Revision, ...] = ()
    editions: tuple[Edition, ...] = ()
    clocks: tuple[Clock, ...] = ()
    scope: str = ""
    unforeseen: tuple[str, ...] = ()
    base_table: str = ""
    roots_place: Place = field(default=Place(""))

    @property
    def slug(self) -> str:
        return self.info.slug

    @property
    def chapters(self) -> tuple[Section, ...]:
        return tuple(s for s in self.sections if s.level == 1)

    @property
    def unwritten(self) -> tuple[Section, ...]:
        """Return the sections with statements still to be written."""
        return tuple(s for s in self.sections if any(t.kind is StatementKind.UNWRITTEN for t in s.statements))

    @property
    def unwritten_infractions(self) -> tuple[DecisionTable, ...]:
        """Return the decision tables with a penalty still to be written."""
        return tuple(table for table in self.infractions if table.unwritten)

    def penalty(self, penalty_id: str) -> Penalty:
        """Return the penalty with this id; StopIteration if there is none."""
        return next(p for p in self.penalties if p.id == penalty_id)

    @property
    def tables(self) -> Iterator[tuple[Section, Table]]:
        """Yield each table with its section."""
        return ((section, table) for section in self.sections for table in section.tables)


@dataclass(frozen=True)
class Rulebook:
    """Hold all books in display order, and the comparisons of editions."""

    books: tuple[Book, ...] = field(default_factory=tuple)
    comparisons: tuple[Comparison, ...] = ()

    def book(self, slug: str) -> Book:
        return next(b for b in self.books if b.slug == slug)

    @property
    def slugs(self) -> tuple[str, ...]:
        return tuple(book.slug for book in self.books)

    @property
    def latest(self) -> datetime.date:
        """Return the newest date in the sources, used instead of today's."""
        days = [revision.day for book in self.books for revision in book.revisions]
        days += [book.info.effective for book in self.books if book.info.effective]
        return max(days, default=datetime.date.min)

    @property
    def sections(self) -> Iterator[Section]:
        return (section for book in self.books for section in book.sections)

    @property
    def statements(self) -> Iterator[tuple[Section, Statement]]:
        return ((section, s) for section in self.sections for s in section.statements)
