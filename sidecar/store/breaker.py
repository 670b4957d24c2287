"""A circuit breaker: nobody waits for a store of which others have waited in vain.

After some uses in a row that were not answered in time, callers are refused at once. Meanwhile the
store is tried by nobody's call, and once it answers, callers are let through again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sidecar.store.errors import StoreUnavailable

log = logging.getLogger(__name__)

MOST = 3
"""Uses in a row that may wait in vain."""

_EVERY_S = 0.5


class Breaker:
    """Counts the uses of a store that were not answered. For one event loop to call.

    Args:
        tried: Uses the store for nobody.
    """

    def __init__(self, tried: Callable[[], Awaitable[object]]) -> None:
        self._tried = tried
        self._unanswered = 0
        self._trying: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether callers are refused."""
        return self._trying is not None

    def answered(self) -> None:
        """A use came to an end, whatever that was."""
        self._unanswered = 0

    def timed_out(self) -> None:
        """A use waited in vain."""
        self._unanswered += 1
        if self._unanswered >= MOST and self._trying is None:
            log.warning("the store does not answer: callers are refused until it does")
            self._trying = asyncio.create_task(self._try())

    async def close(self) -> None:
        """Try no more."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.wait([self._trying])

    async def _try(self) -> None:
        while True:
            await asyncio.sleep(_EVERY_S)
            try:
                await self._tried()
            except StoreUnavailable:
                continue
            except Exception:  # whatever it is, callers must not be refused for ever
                log.exception("the store could not be tried")
                continue
            break
        log.warning("the store answers again")
        self._unanswered, self._trying = 0, None
