"""How many calls are served at once, who waits, who is refused, and when the last one has left.

Tenants take turns, and none may have all places, in the queue neither. A call that would wait
longer than its deadline is refused at once, and gets the time to come again: one that is refused
after seconds has cost its caller those seconds, and everybody else the memory that it held.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import ClassVar, NamedTuple

from sidecar.errors import VerifydError
from sidecar.work.fair_queue import FairQueue, Lane

_RETRY_S = (0.1, 60.0)
"""Least and most seconds after which a refused call should come again."""

_WEIGHT = 0.1
"""Of the last turn in the average of how long one takes."""


class Overloaded(VerifydError):
    """The server, or the tenant's share of it, is full, and waiting would take too long."""

    code: ClassVar[str] = "RESOURCE_EXHAUSTED"
    reason: ClassVar[str] = "OVERLOADED"

    def __init__(self, message: str, wait_s: float, **metadata: object) -> None:
        super().__init__(message, **metadata)
        least, most = _RETRY_S
        self.retry_after_s = min(max(wait_s, least), most)


class ShuttingDown(VerifydError):
    """The server is draining."""

    code: ClassVar[str] = "UNAVAILABLE"
    reason: ClassVar[str] = "SHUTTING_DOWN"
    retry_after_s = 1.0


class AdmissionStatistics(NamedTuple):
    """Calls inside and waiting now, and how many were refused."""

    in_flight: int
    queued: int
    refused: int


class Admission:
    """Lets calls in.

    Args:
        max_in_flight: Calls inside at the same time.
        max_queue: Calls that wait outside; past it they are refused.
        share: Of both, the most that one tenant gets; 1 where there is one tenant.
        work_s: Seconds that a call of a tenant would wait for a thread, behind so many others.
    """

    def __init__(
        self,
        max_in_flight: int,
        max_queue: int,
        share: float = 1.0,
        work_s: Callable[[str, int], float] = lambda *_: 0.0,
    ) -> None:
        self._most = max_in_flight, max_queue
        self._of_one = math.ceil(max_in_flight * share), math.ceil(max_queue * share)
        self._work_s = work_s
        self._inside: Counter[str] = Counter()
        self._line: FairQueue[asyncio.Future[None]] = FairQueue()
        self._turn_s = 0.0
        self._given = 0.0
        self._refused = 0
        self._draining = False
        self._empty = asyncio.Event()

    @asynccontextmanager
    async def turn(self, tenant: str, within_s: float) -> AsyncIterator[None]:
        """Around a call: waits for its turn, and gives its place to the next one afterwards.

        Args:
            tenant: Whose call it is.
            within_s: Seconds in which it must begin.

        Raises:
            ShuttingDown: If the server takes no new calls.
            Overloaded: If it could not begin in time, or too many are waiting.
        """
        if self._draining:
            raise ShuttingDown("the server is shutting down and takes no new calls")
        try:
            await self._enter(tenant, within_s)
            try:
                yield
            finally:
                self._leave(tenant)
        finally:
            if self._draining and not self._inside and not self._line:
                self._empty.set()

    async def drain(self, seconds: float) -> int:
        """Refuse new calls, wait for those inside and in the queue; how many were left."""
        self._draining = True
        if self._inside or self._line:
            try:
                async with asyncio.timeout(seconds):
                    await self._empty.wait()
            except TimeoutError:
                pass
        return self._inside.total() + len(self._line)

    def statistics(self) -> AdmissionStatistics:
        """Report what it holds and did. May be called from any thread."""
        return AdmissionStatistics(self._inside.total(), len(self._line), self._refused)

    async def _enter(self, tenant: str, within_s: float) -> None:
        place = tenant, ""
        must_wait = self._rank(place) is None  # else nobody of this tenant is waiting
        turns = self._line.count_ahead(tenant) + 1 if must_wait else 0
        wait_s = max(turns * self._turn_s, self._work_s(tenant, turns))
        _, queue = self._most
        full = must_wait and (
            len(self._line) >= queue or self._line.count_waiting(tenant) >= self._of_one[1]
        )
        if full or wait_s > within_s:
            self._refuse(wait_s)
        if not must_wait:
            self._inside[tenant] += 1
            return
        if not self._line:
            self._given = time.monotonic()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.add(place, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._line.remove(place, turn)
            else:  # it was given at the same moment
                self._leave(tenant)
            raise

    def _refuse(self, wait_s: float) -> None:
        self._refused += 1
        inside, queued = self._inside.total(), len(self._line)
        raise Overloaded(
            f"{inside} calls are in flight and {queued} are waiting; this one would wait for about"
            f" {wait_s:.1f} s",
            wait_s,
            in_flight=inside,
            queued=queued,
        )

    def _leave(self, tenant: str) -> None:
        self._inside[tenant] -= 1
        if not self._inside[tenant]:
            del self._inside[tenant]
        if self._line:
            now = time.monotonic()
            self._turn_s += (now - self._given - self._turn_s) * _WEIGHT
            self._given = now
        self._give()

    def _give(self) -> None:
        """Let in who is next, as long as there are places."""
        while (taken := self._line.take(self._rank)) is not None:
            (tenant, _), turn = taken
            if not turn.cancelled():
                self._inside[tenant] += 1
                turn.set_result(None)

    def _rank(self, place: Lane) -> int | None:
        """How many calls a tenant has inside, if it may have one more."""
        inside = self._inside[place[0]]
        free = self._inside.total() < self._most[0] and inside < self._of_one[0]
        return inside if free else None
