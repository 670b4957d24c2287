"""Conversations that are kept until their answers come, since gateways send these alone.

They are in memory alone, bounded in bytes, count and time. What is no longer there is unknown, and
its answer is verified against nothing.
"""

from __future__ import annotations

import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from sidecar.server.gateways.hooks import Conversation, Trace

_ENTRY_BYTES = 1024
"""What an entry takes beside the conversation."""


class _Entry(NamedTuple):
    conversation: Conversation
    expires: float
    nbytes: int


class _Shelf:
    """The conversations of a tenant, the oldest first."""

    def __init__(self) -> None:
        self.entries: OrderedDict[Trace, _Entry] = OrderedDict()
        self.nbytes = 0

    def add(self, trace: Trace, entry: _Entry) -> None:
        self.entries[trace] = entry
        self.nbytes += entry.nbytes

    def drop(self, trace: Trace) -> None:
        self.nbytes -= self.entries.pop(trace).nbytes

    @property
    def oldest(self) -> Trace:
        """The conversation that came first; there is one."""
        (first,) = islice(self.entries, 1)
        return first


class Conversations:
    """The conversations of all tenants.

    Args:
        most_bytes: Bytes of all together.
        most: How many there are at most.
        ttl_s: Seconds that each is kept.
        clock: Tells the time in seconds.
    """

    def __init__(
        self,
        most_bytes: int,
        most: int,
        ttl_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most_bytes, self._most, self._ttl_s, self._clock = most_bytes, most, ttl_s, clock
        self._shelves: dict[str, _Shelf] = {}

    def put(self, tenant: str, trace: Trace, conversation: Conversation) -> bool:
        """Keep a conversation in the place of an earlier one; whether there was room for it."""
        shelf = self._shelves.setdefault(tenant, _Shelf())
        if trace in shelf.entries:
            shelf.drop(trace)
        nbytes = sum(map(sys.getsizeof, (*conversation, *trace))) + _ENTRY_BYTES
        if nbytes <= self._most_bytes:
            shelf.add(trace, _Entry(conversation, self._clock() + self._ttl_s, nbytes))
        self._make_room()
        return trace in shelf.entries

    def get(self, tenant: str, trace: Trace) -> Conversation | None:
        """The conversation of a trace, unless it is unknown."""
        shelf = self._shelves.get(tenant)
        entry = shelf.entries.get(trace) if shelf else None
        return entry.conversation if entry and self._clock() < entry.expires else None

    def _make_room(self) -> None:
        """Drop what has expired, then the oldest of the tenant with the most bytes."""
        now = self._clock()
        for tenant, shelf in list(self._shelves.items()):
            while shelf.entries and shelf.entries[shelf.oldest].expires <= now:
                shelf.drop(shelf.oldest)
            if not shelf.entries:
                del self._shelves[tenant]
        while self._is_over():
            shelf = max(self._shelves.values(), key=lambda shelf: shelf.nbytes)
            shelf.drop(shelf.oldest)

    def _is_over(self) -> bool:
        shelves = self._shelves.values()
        count, nbytes = sum(len(one.entries) for one in shelves), sum(one.nbytes for one in shelves)
        return count > self._most or nbytes > self._most_bytes
