"""A sequence whose items are made when they are asked for, each once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Lazy(Sequence[T]):
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
