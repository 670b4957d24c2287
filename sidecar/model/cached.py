"""What is computed when it is first read: properties, short texts, items of sequences.

``cached_property`` has no lock: that of Python 3.11 has one for all instances of a class.

There, a property that one request takes seconds to compute makes every other request wait that asks
the same of its own text. Python 3.12 dropped that lock; this does the same on 3.11.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
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


def cache_if_short(most: int) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
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


# Sequences whose items are made when they are read.


class LazySequence(Sequence[T]):
    """A sequence of a known length.

    Threads may share it: an item that two of them ask for at once is made twice, and equal.

    Args:
        size: How many items there are.
    """

    def __init__(self, size: int) -> None:
        self._made: list[T | None] = [None] * size

    @abstractmethod
    def _make(self, indices: Sequence[int]) -> Iterable[T]:
        """Makes some of the items, in this order."""

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return self.items(range(*index.indices(len(self))))
        item = self._made[index]
        return self.items((index % len(self),))[0] if item is None else item

    def __iter__(self) -> Iterator[T]:
        return iter(self.items(range(len(self))))

    def items(self, indices: Sequence[int]) -> list[T]:
        """Some of the items; those that are missing are made together."""
        made = self._made
        missing = [index for index in indices if made[index] is None]
        if missing:
            for index, item in zip(missing, self._make(missing), strict=True):
                made[index] = item
        return [made[index] for index in indices]  # type: ignore[misc]  # none is missing now

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # equal to others by its items, like a list

    def __repr__(self) -> str:
        return repr(list(self))
