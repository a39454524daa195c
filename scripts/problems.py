"""Problems found in the sources: collected with their place, reported together, in Italian."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Place(NamedTuple):
    """Where something stands: a path relative to the project's root and a line (1-based; 0 = the whole file)."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong: where, what stands there, what was expected. `hint` says what to do next."""

    place: Place
    found: str
    expected: str = ""
    hint: str = ""

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.found}"]
        if self.expected:
            lines.append(f"    ci si aspettava: {self.expected}")
        if self.hint:
            lines.append(f"    che cosa fare: {self.hint}")
        return "\n".join(lines)


@dataclass
class Report:
    """Collects problems as the stages run. Passed as a parameter; nothing is printed or raised here."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, place: Place, found: str, expected: str = "", hint: str = "") -> None:
        problem = Problem(place, found, expected, hint)
        if problem not in self.problems:
            self.problems.append(problem)

    def __bool__(self) -> bool:
        return bool(self.problems)

    def __str__(self) -> str:
        count = len(self.problems)
        head = "1 problema" if count == 1 else f"{count} problemi"
        return "\n".join([*(str(p) for p in sorted(self.problems)), "", f"{head}: non è stato scritto niente."])


class SourceError(Exception):
    """The sources cannot be built. Carries the whole report; the command line prints it and exits with 1."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report
