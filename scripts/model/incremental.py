"""Rebuild a value only if one of its inputs has changed.

The last value of each name is cached, with its inputs. A function that reads anything else than its
inputs would get a stale value.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from scripts.model.problems import Problem, Report

V = TypeVar("V")
T = TypeVar("T")


class TrackedMapping(Mapping[str, V]):
    """Wrap a mapping and record which keys are read (iterating: all)."""

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

    def is_unchanged(self, now: Mapping[str, V]) -> bool:
        """Return whether every key read has the same value in `now`."""
        if self._all:
            return self._of == now
        return all(now.get(key) == value for key, value in self._read.items())


class _Memo(NamedTuple):
    """Hold a value with the inputs it was made from."""

    given: Any
    noted: tuple[TrackedMapping[Any], ...]
    value: Any


_KEPT: dict[str, _Memo] = {}


def memoise(name: str, given: Any, make: Callable[..., T], *read: Mapping[str, Any]) -> T:
    """Return `make(*read)`, or the last value under `name` if nothing it read has changed.

    `given`: the other values on which `make` depends, compared whole; `read`: mappings of which only the keys that
    `make` looks up count.
    """
    known = _KEPT.get(name)
    if (
        known is None
        or known.given != given
        or not all(n.is_unchanged(now) for n, now in zip(known.noted, read, strict=True))
    ):
        noted = tuple(TrackedMapping(mapping) for mapping in read)
        known = _KEPT[name] = _Memo(given, noted, make(*noted))
    value: T = known.value
    return value


def memoise_reporting(name: str, given: Any, make: Callable[..., T], report: Report, *read: Mapping[str, Any]) -> T:
    """Memoise a function that adds problems to a report.

    As `memoise`, for `make(report, *read)`. If the value is reused, its problems are added to `report` again.
    """

    def made(*noted: Mapping[str, Any]) -> tuple[T, list[Problem]]:
        inside = Report()
        return make(inside, *noted), inside.problems

    value, problems = memoise(name, given, made, *read)
    report.problems += [problem for problem in problems if problem not in report.problems]
    return value
