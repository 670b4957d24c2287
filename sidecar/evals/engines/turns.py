"""Work side by side, and work that needs to be alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Lets many work together, or one alone. Who wants to be alone goes first."""

    def __init__(self) -> None:
        self._changed = asyncio.Condition()
        self._together = self._wanting = 0
        self._alone = asyncio.Lock()

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        """Beside others, once nobody is alone or wants to be."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._wanting)
            self._together += 1
        try:
            yield
        finally:
            self._together -= 1
            await self._tell()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """With nobody beside, once all others have ended."""
        self._wanting += 1
        try:
            async with self._alone:
                async with self._changed:
                    await self._changed.wait_for(lambda: not self._together)
                yield
        finally:
            self._wanting -= 1
            await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()
