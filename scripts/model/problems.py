"""Collect problems of the sources, with place and Italian message."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

SHARED = ("rules_src/vocabolario/", "rules_src/confronti/", "rules_src/redirects.tsv")
NAMED = re.compile(r"(?<=[« ])[a-z0-9][a-z0-9.-]*[a-z0-9](?=[» ,]|\Z)")  # what an anchor or a slug may be


class Place(NamedTuple):
    """Hold a path below the project's root, and a line from 1; line 0 is the whole file."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


def suggest(given: str, known: Iterable[str]) -> str:
    """Suggest up to three known names similar to a misspelt one: 'forse mtr-2.5', or ''."""
    near = difflib.get_close_matches(given, list(known), n=3, cutoff=0.6)
    return f"forse {', '.join(near)}" if near else ""


@dataclass(frozen=True, order=True)
class Problem:
    """Hold one problem: place, what was found, what was expected, hint what to do.

    `follows`: folder of the book whose problems cause this one; `loses`: the line is so faulty that its anchors are
    missing; `shared`: folder of another book that has the same problem.
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
    """Collect problems while the build runs, without printing or raising."""

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
        """Add a problem, unless it is there already; takes `Problem`'s fields."""
        problem = Problem(place, found, expected, hint, follows, loses, shared)
        if problem not in self.problems:
            self.problems.append(problem)

    def of(self, folder: str) -> Report:
        """Return a new report with the problems of one book's folder, such as 'rules_src/mtr'.

        These are in its files, caused by it, shared with another book, or in shared files that name it.
        """
        slug = folder.rpartition("/")[2]
        named = re.compile(rf"«{re.escape(slug)}(?:-[^»]*)?»")

        def concerns(p: Problem) -> bool:
            common = p.place.file.startswith(SHARED) and named.search(p.found)
            return bool(common or p.place.file.startswith(f"{folder}/") or folder in (p.follows, p.shared))

        return Report([p for p in self.problems if concerns(p)])

    def trace_causes(self, gone: Mapping[str, str]) -> None:
        """Mark problems that name a removed anchor as consequences (`gone`: anchor id → folder)."""
        for i, problem in enumerate(self.problems):
            name = next((name for name in NAMED.findall(problem.found) if name in gone), "")
            if name and not problem.follows and not problem.loses:
                self.problems[i] = replace(problem, follows=gone[name])

    def find_losing(self) -> set[str]:
        """Return the folders of books with a line so faulty that its anchors are missing."""
        return {_get_book_folder(problem.place) for problem in self.problems if problem.loses}

    def list_causes(self) -> list[Problem]:
        """Return the problems that no other problem causes, sorted by place."""
        return sorted(p for p in self.problems if not self._is_caused(p))

    def __bool__(self) -> bool:
        return bool(self.problems)

    def __str__(self) -> str:
        """Return the report in Italian: the causes, then how many problems follow from each book."""
        roots = self.list_causes()
        lines = []
        for problem, after in zip(roots, [*roots[1:], None], strict=False):
            lines.append(str(problem))
            book = _get_book_folder(problem.place)
            if book and (after is None or _get_book_folder(after.place) != book):
                lines += _count_consequences([p for p in self.problems if p.follows == book and p not in roots])
        count = len(roots)
        head = "1 problema" if count == 1 else f"{count} problemi"
        return "\n".join([*lines, "", f"{head}: non è stato scritto niente."])

    def _is_caused(self, problem: Problem) -> bool:
        return bool(problem.follows) and any(
            not other.follows and _get_book_folder(other.place) == problem.follows for other in self.problems
        )


def _get_book_folder(place: Place) -> str:
    """Return the folder of a place's book, such as 'rules_src/bang'; '' outside a book."""
    parts = place.file.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else ""


def _count_consequences(problems: list[Problem]) -> list[str]:
    if not problems:
        return []
    if len(problems) == 1:
        return [f"    1 altro problema viene da qui: {problems[0].found}"]
    return [f"    altri {len(problems)} problemi vengono da qui: correggi questo e ricontrolla"]


class SourceError(Exception):
    """Report that the sources cannot be built; `report` holds all problems."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report
