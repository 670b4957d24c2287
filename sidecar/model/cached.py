"""``cached_property`` without a lock: that of Python 3.11 has one for all instances of a class.

There, a property that one request takes seconds to compute makes every other request wait that asks
the same of its own text. Python 3.12 dropped that lock; this does the same on 3.11.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Generic, Self, TypeVar, overload

from sidecar.work.job import check_abandoned

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801 (used like that of functools)
    """A property that is computed once for each instance, which keeps it in its ``__dict__``.

    Two threads that ask an instance for it at once may both compute it; both get the value that was
    there first. So computing it must change nothing else.

    Args:
        compute: Makes the value of an instance.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        check_abandoned()  # what is computed once may take long
        # Only a first access comes here: afterwards the instance's own attribute hides this.
        value: T = instance.__dict__.setdefault(self._name, self._compute(instance))
        return value


_LONGEST = 100
"""Letters of a text whose answer is kept."""


def kept_if_short(most: int) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """Keep what a function makes of short texts: a cache of long ones would hold any memory.

    Args:
        most: Texts that are kept.
    """

    def decorate(make: Callable[[str], T]) -> Callable[[str], T]:
        kept = lru_cache(maxsize=most)(make)

        @wraps(make)
        def made(text: str) -> T:
            return kept(text) if len(text) <= _LONGEST else make(text)

        return made

    return decorate
