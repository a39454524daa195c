"""Define the calculators of the page «Tabelle»: inputs, sources, answers.

A calculator answers a question such as «how many rounds for 40 players» from the rulebook's numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scripts.model.book import Range
from scripts.model.problems import Place

# The calculators that are scripts: docs/assets/js/tables/<code>.js, with what their page has more than a form.
CODES = ("draft-timer", "tiebreak")


@dataclass(frozen=True)
class Datum:
    """Hold a line of `calcoli.tsv`: a name for a table, or for a number in a statement.

    `anchor`: the table or statement; `value`: the number, None for a table.
    """

    name: str
    anchor: str
    value: int | float | None
    place: Place


@dataclass(frozen=True)
class Choice:
    """Hold one choice of an input: id, words shown, and its heading in a long list."""

    id: str
    label: str
    group: str = ""


@dataclass(frozen=True)
class Input:
    """Hold an input: a whole number from `low` to `high`, or one of `choices`.

    `unit`: of the number, in words; `group`: label shared by fields in one row; `listed`: the choices
    are too many for buttons.
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
    """Stand for the typed number in an answer's words, divided by `by` and rounded up."""

    input: str
    by: int = 1


Wording = tuple[str | Typed, ...]


@dataclass(frozen=True)
class Line:
    """Hold one line of an answer, with the anchors it cites.

    Without `value` the book does not answer, and `note` tells why.
    """

    label: str
    value: Wording
    note: Wording
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """Hold the inputs' values for which the answer `lines` apply.

    `when`: input id → a choice's id or an interval; `endless`: the interval has no upper end.
    """

    when: Mapping[str, str | Range]
    lines: tuple[Line, ...]
    endless: bool = False


@dataclass(frozen=True)
class Calculator:
    """Hold a calculator of a book's folder `calcolatori/`.

    Its answers are `cases`, or are computed from `data` (values by name) by the script named `code`, else ''. `name`,
    `about`: title and description in the index of calculators; `waiting`: shown before anything is typed; `intro`,
    `without`: introductions with references, the second for browsers without scripts.
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
        """Return the name of the calculator's page in «Tabelle».

        It is the id of a scripted calculator; other calculators share the page named by their book's slug.
        """
        return self.id if self.code else self.book
