"""Values that are made again only where what they are made from has changed: for who writes and waits to see it.

One value is kept under each name, the last one made. What it was made from is compared, so that a kept value is the one
that would be made; whoever makes it from less than it reads breaks that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from scripts.model.problems import Problem, Report

V = TypeVar("V")
T = TypeVar("T")


class Noted(Mapping[str, V]):
    """A mapping that notes what is read of it; who goes through it reads all."""

    def __init__(self, of: Mapping[str, V]) -> None:
        self._of = of
        self._read: dict[str, V | None] = {}
        self._all = False

    def __getitem__(self, key: str) -> V:
        self._read[key] = self._of.get(key)
        return self._of[key]

    def __iter__(self) -> Iterator[str]:
        self._all = True
        return iter(self._of)

    def __len__(self) -> int:
        self._all = True
        return len(self._of)

    def same(self, now: Mapping[str, V]) -> bool:
        """Whether all that was read is the same in `now`."""
        if self._all:
            return self._of == now
        return all(now.get(key) == value for key, value in self._read.items())


class _Kept(NamedTuple):
    given: Any
    noted: tuple[Noted[Any], ...]
    value: Any


_KEPT: dict[str, _Kept] = {}


def kept(name: str, given: Any, make: Callable[..., T], *read: Mapping[str, Any]) -> T:
    """What `make` makes of the mappings `read`, of which it is told what it looks at, and of `given`, which it knows."""
    known = _KEPT.get(name)
    if known is None or known.given != given or not all(n.same(now) for n, now in zip(known.noted, read, strict=True)):
        noted = tuple(Noted(mapping) for mapping in read)
        known = _KEPT[name] = _Kept(given, noted, make(*noted))
    value: T = known.value
    return value


def reported(name: str, given: Any, make: Callable[..., T], report: Report, *read: Mapping[str, Any]) -> T:
    """The same of a `make` that reports problems, to its first argument: they are kept with the value."""

    def made(*noted: Mapping[str, Any]) -> tuple[T, list[Problem]]:
        inside = Report()
        return make(inside, *noted), inside.problems

    value, problems = kept(name, given, made, *read)
    report.problems += [problem for problem in problems if problem not in report.problems]
    return value
