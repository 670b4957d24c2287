"""How many calls are served at once, how many wait, and when the last one has left."""

from __future__ import annotations

import asyncio
from typing import ClassVar, NamedTuple

from sidecar.errors import VerifydError


class Overloaded(VerifydError):
    """Too many calls are in flight, and the queue is full."""

    code: ClassVar[str] = "RESOURCE_EXHAUSTED"
    reason: ClassVar[str] = "OVERLOADED"
    retry_after_s: ClassVar[float | None] = 0.1


class ShuttingDown(VerifydError):
    """The server is draining."""

    code: ClassVar[str] = "UNAVAILABLE"
    reason: ClassVar[str] = "SHUTTING_DOWN"
    retry_after_s: ClassVar[float | None] = 1.0


class AdmissionStatistics(NamedTuple):
    """Calls inside and waiting now, and how many were refused because the queue was full."""

    in_flight: int
    queued: int
    refused: int


class Admission:
    """Lets calls in, in the order in which they came.

    Use it as a context manager around a call.

    Args:
        max_in_flight: Calls inside at the same time.
        max_queue: Calls that wait outside; past it they are refused.
    """

    def __init__(self, max_in_flight: int, max_queue: int) -> None:
        self._free = asyncio.Semaphore(max_in_flight)
        self._max_queue = max_queue
        self._in_flight = 0
        self._queued = 0
        self._refused = 0
        self._draining = False
        self._empty = asyncio.Event()

    async def __aenter__(self) -> None:
        if self._draining:
            raise ShuttingDown("the server is shutting down and takes no new calls")
        if self._free.locked() and self._queued >= self._max_queue:
            self._refused += 1
            raise Overloaded(
                f"{self._in_flight} calls are in flight and {self._queued} are waiting",
                in_flight=self._in_flight,
                queued=self._queued,
            )
        self._queued += 1
        try:
            await self._free.acquire()
            self._in_flight += 1
        finally:
            self._queued -= 1
            self._notice()

    async def __aexit__(self, *_: object) -> None:
        self._in_flight -= 1
        self._free.release()
        self._notice()

    async def drain(self, seconds: float) -> int:
        """Refuse new calls, wait for those inside and in the queue; how many were left."""
        self._draining = True
        self._notice()
        try:
            async with asyncio.timeout(seconds):
                await self._empty.wait()
        except TimeoutError:
            pass
        return self._in_flight + self._queued

    def statistics(self) -> AdmissionStatistics:
        """Report what it holds and did. May be called from any thread."""
        return AdmissionStatistics(self._in_flight, self._queued, self._refused)

    def _notice(self) -> None:
        if self._draining and not self._in_flight and not self._queued:
            self._empty.set()
