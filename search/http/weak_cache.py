"""Cache a method's results without keeping its object alive."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar
from weakref import WeakMethod

Answer = TypeVar("Answer")


def weak_cache(method: Callable[..., Answer], maxsize: int | None = None) -> Callable[..., Answer]:
    """Cache a method's results on its object.

    `maxsize` at most, None for all. An `lru_cache` over the method itself would hold the object that holds it: a
    release that nobody uses any more would stay until somebody goes through all the memory to look for it.
    """
    of = WeakMethod(method)

    def cached_method(*given: object) -> Answer:
        bound = of()
        assert bound
        return bound(*given)

    return lru_cache(maxsize=maxsize)(cached_method)
