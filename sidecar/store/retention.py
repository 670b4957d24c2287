"""Deleting what is older than the settings keep it, a little at a time, while a server runs."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection

from sidecar.store.errors import StoreUnavailable
from sidecar.store.store import Store

log = logging.getLogger(__name__)

Delete = Callable[[Connection, int, int], int]
"""Deletes some of what is older than a time in microseconds; how many there were."""

_DAY_US = 24 * 60 * 60 * 1_000_000
_EVERY_S = 600.0
_SOON_S = 0.1  # others write meanwhile
_AT_ONCE = 200


class Retention:
    """Deletes what is old. All its methods are for one event loop to call.

    Args:
        store: Where it is.
        what: Its name in the log.
        keep_days: How old it gets; 0 for ever.
        delete: Deletes some of it.
    """

    def __init__(self, store: Store, what: str, keep_days: int, delete: Delete) -> None:
        self._store, self._what, self._delete = store, what, delete
        self._keep_us = keep_days * _DAY_US
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Delete from now on."""
        if self._keep_us:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Delete nothing any more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def delete_old(self) -> int:
        """Delete some of what is too old; how many there were.

        Raises:
            StoreUnavailable: If the store does not do it.
        """
        before_us = _now_us() - self._keep_us
        return await self._store.run(
            lambda connection: self._delete(connection, before_us, _AT_ONCE),
            float("inf"),
            writes=True,
        )

    async def _run(self) -> None:
        while True:
            deleted = 0
            try:
                deleted = await self.delete_old()
            except StoreUnavailable:
                log.warning("old %s could not be deleted", self._what)
            except Exception:  # whatever it is, what is old must not stay for ever
                log.exception("old %s could not be deleted", self._what)
            await asyncio.sleep(_SOON_S if deleted == _AT_ONCE else _EVERY_S)


def _now_us() -> int:
    return time.time_ns() // 1000
