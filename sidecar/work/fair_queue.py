"""Who waits, and who is next: callers take turns, however many each of them has waiting."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
Ticket = tuple[str, str]
"""A caller, and a kind of what it waits for; within a place the first to come is the first."""


class FairQueue(Generic[T]):
    """Items that wait."""

    def __init__(self) -> None:
        self._places: dict[Ticket, deque[T]] = {}
        self._waiting: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._waiting.total()

    def of(self, caller: str) -> int:
        """How many a caller has waiting."""
        return self._waiting[caller]

    def ahead(self, caller: str, kinds: Callable[[str], bool] = lambda _: True) -> int:
        """How many will be taken before one that this caller adds now, where all take turns.

        Args:
            caller: Who adds it.
            kinds: Which kinds count.
        """
        waiting: Counter[str] = Counter()
        for (name, kind), items in self._places.items():
            if kinds(kind):
                waiting[name] += len(items)
        own = waiting.pop(caller, 0)
        return own + sum(min(n, own + 1) for n in waiting.values())

    def add(self, place: Ticket, item: T) -> None:
        """Put an item at the end of its place."""
        self._places.setdefault(place, deque()).append(item)
        self._waiting[place[0]] += 1

    def take(self, rank: Callable[[Ticket], int | None]) -> tuple[Ticket, T] | None:
        """Take the next item; its place goes behind the others.

        Args:
            rank: The lowest is next, the one that waits longest among equals. None: not now.
        """
        ranks = {place: found for place in self._places if (found := rank(place)) is not None}
        if not ranks:
            return None
        place = min(ranks, key=ranks.__getitem__)
        items = self._places.pop(place)
        item = items.popleft()
        if items:
            self._places[place] = items
        self._left(place[0])
        return place, item

    def remove(self, place: Ticket, item: T) -> bool:
        """Take an item out that does not wait any more; whether it was there."""
        items = self._places.get(place, ())
        if item not in items:
            return False
        self._places[place].remove(item)
        if not items:
            del self._places[place]
        self._left(place[0])
        return True

    def clear(self) -> list[T]:
        """Take all of them out."""
        items = [item for items in self._places.values() for item in items]
        self._places.clear()
        self._waiting.clear()
        return items

    def _left(self, caller: str) -> None:
        self._waiting[caller] -= 1
        if not self._waiting[caller]:
            del self._waiting[caller]
