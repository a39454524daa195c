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
    """Hold an input: a whole number in a range, or a choice.

    The range is from `low` to `high` in `unit`; the choices are `choices`. `group`: the words over the fields that
    share one row; `listed`: the choices are too many for buttons.
    """

    id: str
    label: str
    unit: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()
    group: str = ""
    listed: bool = False


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
    """Hold the answers under which `lines` apply.

    An answer is a choice's id or an interval of numbers, by question. `endless`: the lines hold for every number above
    the interval too, which ends only where typing does.
    """

    when: Mapping[str, str | Range]
    lines: tuple[Line, ...]
    endless: bool = False


@dataclass(frozen=True)
class Calculator:
    """Hold a calculator, from a file of `calcolatori/`.

    A script answers from `data` if `code` names one; else `cases` hold all answers. `name` and `about`: how the index
    calls it; `waiting`: shown before anything is typed; `intro` and `without` are source texts with references,
    `without` for browsers without scripts.
    """

    book: str
    id: str
    title: str
    name: str
    about: str
    waiting: str
    intro: str
    without: str
    inputs: tuple[Input, ...]
    cases: tuple[Case, ...]
    code: str
    data: Mapping[str, Datum]
    place: Place

    @property
    def page(self) -> str:
        """Return its page's name in «Tabelle»: its own for a scripted calculator, else its book's."""
        return self.id if self.code else self.book
