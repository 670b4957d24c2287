"""Places for fetches: so many at once, of which no caller has all."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Places:
    """Gives places in the order of asking, and leaves one for the other callers.

    Args:
        size: How many there are.
    """

    def __init__(self, size: int) -> None:
        self._of_one = max(1, size - 1)
        self._all = asyncio.Semaphore(size)
        self._own: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, caller: str) -> AsyncIterator[None]:
        """Hold a place while the context lasts."""
        own = self._own.setdefault(caller, asyncio.Semaphore(self._of_one))
        self._users[caller] += 1
        try:
            async with own, self._all:
                yield
        finally:
            self._users[caller] -= 1
            if not self._users[caller]:
                del self._users[caller], self._own[caller]
