"""The calculators of «Tabelle»: what each asks, the numbers and tables that it reads, and what it answers in each case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scripts.model.book import Range
from scripts.model.problems import Place

# The calculators that are scripts: docs/assets/js/tables/<code>.js, with what their page has more than a form.
CODES = ("draft-timer", "tiebreak")


@dataclass(frozen=True)
class Datum:
    """A line of a book's `calcoli.tsv`: the table or statement `anchor`; `value` is a number that stands in that statement."""

    name: str
    anchor: str
    value: int | float | None
    place: Place


@dataclass(frozen=True)
class Choice:
    """One answer of a question; `group` is the title under which a long list shows it."""

    id: str
    label: str
    group: str = ""


@dataclass(frozen=True)
class Input:
    """What a calculator asks: a whole number from `low` to `high` (`unit`: of what), or one of `choices`.

    `group`: the words over the fields that stand in one row; `listed`: the choices are too many for buttons.
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
    """The number that was typed into an input, divided by `by` and rounded up."""

    input: str
    by: int = 1


Wording = tuple[str | Typed, ...]


@dataclass(frozen=True)
class Reckoned:
    """One result with the anchors that say so; without `value` the book is silent, and `note` tells why."""

    label: str
    value: Wording
    note: Wording
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """The answers to which `lines` belong: a choice's id for each question, an interval for the number.

    `endless`: they would be the same for every number above the interval too, which ends only where typing does.
    """

    when: Mapping[str, str | Range]
    lines: tuple[Reckoned, ...]
    endless: bool = False


@dataclass(frozen=True)
class Calculator:
    """A file of a book's `calcolatori/`. With `code` a script answers, from `data`; otherwise `cases` are all its answers.

    `name` and `about`: how the index calls it; `waiting`: shown before anything is typed; `intro` and `without` are source
    texts with references, `without` for browsers without scripts.
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
        """The name of its page in «Tabelle»: its own where a script answers, else its book's."""
        return self.id if self.code else self.book
