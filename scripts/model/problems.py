"""Problems found in the sources: collected with their place, reported together, in Italian."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

SHARED = ("rules_src/vocabolario/", "rules_src/confronti/", "rules_src/redirects.tsv")
NAMED = re.compile(r"(?<=[« ])[a-z0-9][a-z0-9.-]*[a-z0-9](?=[» ,]|\Z)")  # what an anchor or a slug may be


class Place(NamedTuple):
    """Where something stands: a path relative to the project's root and a line (1-based; 0 = the whole file)."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


def suggestion(given: str, known: Iterable[str]) -> str:
    """'forse mtr-2.5' for a misspelt name, '' where nothing known is near."""
    near = difflib.get_close_matches(given, list(known), n=3, cutoff=0.6)
    return f"forse {', '.join(near)}" if near else ""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong: where, what stands there, what was expected. `hint` says what to do next.

    `follows`: the folder of the book whose sources, if they have a problem of their own, are the cause of this one: a
    published anchor is missing because its line was not understood. `loses`: the problem is such a line, whose anchors
    are in no other place. `shared`: the folder of another book, which has it as much.
    """

    place: Place
    found: str
    expected: str = ""
    hint: str = ""
    follows: str = ""
    loses: bool = False
    shared: str = ""

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

    def add(
        self,
        place: Place,
        found: str,
        expected: str = "",
        hint: str = "",
        follows: str = "",
        loses: bool = False,
        shared: str = "",
    ) -> None:
        problem = Problem(place, found, expected, hint, follows, loses, shared)
        if problem not in self.problems:
            self.problems.append(problem)

    def of(self, folder: str) -> Report:
        """The problems of the files under `folder`, those that follow from them, and those of files that books share which
        name the book."""
        slug = folder.rpartition("/")[2]
        named = re.compile(rf"«{re.escape(slug)}(?:-[^»]*)?»")

        def told(p: Problem) -> bool:
            common = p.place.file.startswith(SHARED) and named.search(p.found)
            return bool(common or p.place.file.startswith(f"{folder}/") or folder in (p.follows, p.shared))

        return Report([p for p in self.problems if told(p)])

    def trace(self, gone: Mapping[str, str]) -> None:
        """What names one of the anchors that are `gone`, from the book in that folder, follows from what took it away."""
        for i, problem in enumerate(self.problems):
            name = next((name for name in NAMED.findall(problem.found) if name in gone), "")
            if name and not problem.follows and not problem.loses:
                self.problems[i] = replace(problem, follows=gone[name])

    def losing(self) -> set[str]:
        """The folders of the books in which a line was not understood, and its anchors are missing."""
        return {_book(problem.place) for problem in self.problems if problem.loses}

    def causes(self) -> list[Problem]:
        """The problems that follow from no other, in the order of the files."""
        return sorted(p for p in self.problems if not self._caused(p))

    def __bool__(self) -> bool:
        return bool(self.problems)

    def __str__(self) -> str:
        """Causes first, in the order of the files; what follows from them is only counted under the last one of a book."""
        roots = self.causes()
        lines = []
        for problem, after in zip(roots, [*roots[1:], None], strict=False):
            lines.append(str(problem))
            book = _book(problem.place)
            if book and (after is None or _book(after.place) != book):
                lines += _consequences([p for p in self.problems if p.follows == book and p not in roots])
        count = len(roots)
        head = "1 problema" if count == 1 else f"{count} problemi"
        return "\n".join([*lines, "", f"{head}: non è stato scritto niente."])

    def _caused(self, problem: Problem) -> bool:
        return bool(problem.follows) and any(
            not other.follows and _book(other.place) == problem.follows for other in self.problems
        )


def _book(place: Place) -> str:
    """'rules_src/bang/01-regole.md' → 'rules_src/bang'; '' for a file of no book."""
    parts = place.file.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else ""


def _consequences(problems: list[Problem]) -> list[str]:
    if not problems:
        return []
    if len(problems) == 1:
        return [f"    1 altro problema viene da qui: {problems[0].found}"]
    return [f"    altri {len(problems)} problemi vengono da qui: correggi questo e ricontrolla"]


class SourceError(Exception):
    """The sources cannot be built. Carries the whole report; the command line prints it and exits with 1."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report
