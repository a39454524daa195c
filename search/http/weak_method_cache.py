"""Cache a method's results without keeping its object alive."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar
from weakref import WeakMethod

Answer = TypeVar("Answer")


def weak_cache(method: Callable[..., Answer], maxsize: int | None = None) -> Callable[..., Answer]:
    """Return a cached version of a bound method that does not keep its object alive.

    `lru_cache` on the method itself would. Calls fail once the object is gone. `maxsize`: as for `lru_cache`.
    """
    of = WeakMethod(method)

    def cached_method(*given: object) -> Answer:
        bound = of()
        assert bound
        return bound(*given)

    return lru_cache(maxsize=maxsize)(cached_method)
