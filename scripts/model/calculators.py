"""Define the calculators of «Tabelle»: inputs, sources, answers."""

from collections.abc import Mapping
from dataclasses import dataclass

from scripts.model.book import Range
from scripts.model.problems import Place

# The calculators that are scripts: docs/assets/js/tables/<code>.js, with what their page has more than a form.
CODES = ("draft-timer", "tiebreak")


@dataclass(frozen=True)
class Datum:
    """Hold a line of `calcoli.tsv`: a table, or a number of a statement."""

    name: str
    anchor: str
    value: int | float | None
    place: Place


@dataclass(frozen=True)
class Choice:
    """Hold one choice of an input; `group` is its heading in long lists."""

    id: str
    label: str
    group: str = ""


@dataclass(frozen=True)
class Input:
    """Hold an input: a whole number from `low` to `high`, or one of `choices`."""

    id: str
    label: str
    unit: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()
    group: str = ""  # the words over the fields that share one row
    listed: bool = False  # the choices are too many for buttons


@dataclass(frozen=True)
class Typed:
    """Hold the number typed into an input, to be divided by `by` and rounded up."""

    input: str
    by: int = 1


Wording = tuple[str | Typed, ...]


@dataclass(frozen=True)
class Line:
    """Hold one line of an answer with its anchors. Without `value` the book does not say: `note` tells why."""

    label: str
    value: Wording
    note: Wording
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """Hold the answers under which `lines` apply."""

    when: Mapping[str, str | Range]  # question → a choice's id or an interval of numbers
    lines: tuple[Line, ...]
    endless: bool = False  # the interval ends only where typing does


@dataclass(frozen=True)
class Calculator:
    """Hold a calculator of `calcolatori/`: answered by a script from `data`, or by `cases`."""

    book: str
    id: str
    title: str
    name: str  # how the index calls it
    about: str  # what the index says of it
    waiting: str  # shown before anything is typed
    intro: str  # a source text with references
    without: str  # the same, for browsers without scripts
    inputs: tuple[Input, ...]
    cases: tuple[Case, ...]
    code: str  # the script's name, or ''
    data: Mapping[str, Datum]
    place: Place

    @property
    def page(self) -> str:
        """Return its page's name in «Tabelle»: its own for a scripted calculator, else its book's."""
        return self.id if self.code else self.book
