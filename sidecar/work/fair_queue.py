"""Who waits, and who is next: callers take turns, however many each of them has waiting."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
Lane = tuple[str, str]
"""A caller, and a kind of what it waits for; within a lane the first to come is the first."""


class FairQueue(Generic[T]):
    """Items that wait."""

    def __init__(self) -> None:
        self._lanes: dict[Lane, deque[T]] = {}
        self._waiting: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._waiting.total()

    def count_waiting(self, caller: str) -> int:
        """How many a caller has waiting."""
        return self._waiting[caller]

    def count_ahead(self, caller: str, kinds: Callable[[str], bool] = lambda _: True) -> int:
        """How many will be taken before one that this caller adds now, where all take turns.

        Args:
            caller: Who adds it.
            kinds: Which kinds count.
        """
        waiting: Counter[str] = Counter()
        for (name, kind), items in self._lanes.items():
            if kinds(kind):
                waiting[name] += len(items)
        own = waiting.pop(caller, 0)
        return own + sum(min(n, own + 1) for n in waiting.values())

    def add(self, lane: Lane, item: T) -> None:
        """Put an item at the end of its lane."""
        self._lanes.setdefault(lane, deque()).append(item)
        self._waiting[lane[0]] += 1

    def take(self, rank: Callable[[Lane], int | None]) -> tuple[Lane, T] | None:
        """Take the next item; its lane goes behind the others.

        Args:
            rank: The lowest is next, the one that waits longest among equals. None: not now.
        """
        ranks = {lane: found for lane in self._lanes if (found := rank(lane)) is not None}
        if not ranks:
            return None
        lane = min(ranks, key=ranks.__getitem__)
        items = self._lanes.pop(lane)
        item = items.popleft()
        if items:
            self._lanes[lane] = items
        self._left(lane[0])
        return lane, item

    def remove(self, lane: Lane, item: T) -> bool:
        """Take an item out that does not wait any more; whether it was there."""
        items = self._lanes.get(lane, ())
        if item not in items:
            return False
        self._lanes[lane].remove(item)
        if not items:
            del self._lanes[lane]
        self._left(lane[0])
        return True

    def clear(self) -> list[T]:
        """Take all of them out."""
        items = [item for items in self._lanes.values() for item in items]
        self._lanes.clear()
        self._waiting.clear()
        return items

    def _left(self, caller: str) -> None:
        self._waiting[caller] -= 1
        if not self._waiting[caller]:
            del self._waiting[caller]
