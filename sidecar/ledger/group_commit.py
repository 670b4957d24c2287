"""Group commit: what waits while a transaction ends is written by the next one, all together.

A commit waits for the disk, and those of one tenant wait for each other, since each holds the
digest of the one before. Each entry still ends in its own way.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

from sidecar.errors import VerifydError
from sidecar.store.errors import StoreUnavailable

Wanted = TypeVar("Wanted")
Found = TypeVar("Found")

AT_ONCE = 64
"""Most entries of a transaction."""

_ENDING = "the server is shutting down"


class GroupCommit(Generic[Wanted, Found]):
    """Gives what waits to a function, as many at once as there are.

    Args:
        write: Ends each of them, in their order, in one transaction.
        store: What the store is, for errors.
    """

    def __init__(
        self,
        write: Callable[[Sequence[Wanted]], Awaitable[Sequence[Found | Exception]]],
        store: str,
    ) -> None:
        self._write = write
        self._store = store
        self._waiting: deque[tuple[Wanted, asyncio.Future[Found]]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def add(self, wanted: Wanted, timeout_s: float) -> Found:
        """What becomes of one.

        Raises:
            StoreUnavailable: If it may not have been written: ask again.
            VerifydError: Its own.
        """
        future: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        try:
            async with asyncio.timeout(timeout_s):
                return await future
        except TimeoutError:
            raise self._unavailable("the store did not answer in time") from None

    async def close(self) -> None:
        """Write nothing more; who waits is refused."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        for _, future in self._waiting:
            _refuse(future, self._unavailable(_ENDING))
        self._waiting.clear()

    async def _work(self) -> None:
        while batch := self._next():
            try:
                found = await self._write([wanted for wanted, _ in batch])
            except BaseException as error:
                # Nothing was written, for none of them; or nobody knows, and they ask again.
                for _, future in batch:
                    _refuse(future, self._told(error))
                if not isinstance(error, Exception):
                    raise
            else:
                for (_, future), one in zip(batch, found, strict=True):
                    if isinstance(one, Exception):
                        _refuse(future, one)
                    elif not future.done():
                        future.set_result(one)

    def _next(self) -> list[tuple[Wanted, asyncio.Future[Found]]]:
        """Those who still wait, in their order."""
        batch: list[tuple[Wanted, asyncio.Future[Found]]] = []
        while self._waiting and len(batch) < AT_ONCE:
            one = self._waiting.popleft()
            if not one[1].done():  # anyone who waited for it has left
                batch.append(one)
        return batch

    def _told(self, error: BaseException) -> Exception:
        """An error for one of several callers, each of whom raises it anew."""
        if isinstance(error, VerifydError):
            return type(error)(str(error), **error.metadata)
        if isinstance(error, Exception):
            return error
        return self._unavailable(_ENDING)

    def _unavailable(self, problem: str) -> StoreUnavailable:
        return StoreUnavailable(problem, store=self._store)


def _refuse(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
