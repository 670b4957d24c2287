"""How many calls an endpoint gets at once, and how long is waited before one is tried again."""

from __future__ import annotations

import asyncio
from typing import Self

_FIRST_WAIT_S = 0.25
_LONGEST_WAIT_S = 8.0


class Slots:
    """Places for calls, given out in the order of asking: ``async with slots``.

    Attributes:
        size: How many there are.
        in_use: How many are taken.
        waiting: How many calls wait for one.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.in_use = 0
        self.waiting = 0
        self._places = asyncio.Semaphore(size)

    async def __aenter__(self) -> Self:
        self.waiting += 1
        try:
            await self._places.acquire()
        finally:
            self.waiting -= 1
        self.in_use += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        self.in_use -= 1
        self._places.release()


def backoff_s(digest: str, failed: int) -> float:
    """Seconds before the next try: from half of a doubling wait to all of it.

    Where in between depends on the question, so that those that failed together do not come back
    together, and yet each run is like the last.

    Args:
        digest: Of the question, in hexadecimal.
        failed: How many tries have failed; at least 1.
    """
    longest: float = min(_FIRST_WAIT_S * 2.0 ** (failed - 1), _LONGEST_WAIT_S)
    spread = int(digest[:8], 16) / 0xFFFFFFFF
    return longest * (1 + spread) / 2
