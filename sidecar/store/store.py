"""A store: transactions in it, each within its time, whatever the database does.

A database that hangs must not hold up anyone who asks. So each use runs in a task of its own, which
is left to end by itself where the time is over: closing a connection that does not answer takes
time too.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from sidecar.settings.sources import SettingsError
from sidecar.store import schema
from sidecar.store.database import Database, Work
from sidecar.store.errors import StoreUnavailable
from sidecar.store.postgresql import Postgresql
from sidecar.store.settings import StoreSettings, parse
from sidecar.store.sqlite import Sqlite, make_file

# A circuit breaker: nobody waits for a store of which others have waited in vain.

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


log = logging.getLogger(__name__)

T = TypeVar("T")

_OPENING_S = 60.0
"""Seconds that bringing a schema up to date may take, beside other servers that do the same."""

_START_S = 2.0
"""Seconds that a start waits for that: calls wait meanwhile, and most have nothing to store."""

_FAIR = 0.25
"""The least share of the settings' time after which a failure says that the store hangs."""

_CLOSING_S = 0.3
"""Seconds that what is given up at the end gets to undo what it did."""


class Store:
    """A database that the settings name. All its methods are for one event loop to call.

    Args:
        settings: With a URL.
        environ: Has the password, if there is one.

    Attributes:
        address: Where it is.
        timeout_s: Seconds that one use of it may take.
    """

    def __init__(self, settings: StoreSettings, environ: Mapping[str, str] = os.environ) -> None:
        self.address = parse(settings.url)
        self.timeout_s = settings.timeout_s
        self._migrates = settings.migrate or self.address.kind == "sqlite"
        self._database: Database = (
            Sqlite(self.address, settings)
            if self.address.kind == "sqlite"
            else Postgresql(self.address, settings, environ)
        )
        self._breaker = Breaker(self._tried)
        self._ready = False
        self._opening: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Make the store ready; one that cannot be reached is tried again when it is used.

        Raises:
            SettingsError: If its schema is none that this version can use.
        """
        try:
            await self._bounded(self._opened(), _START_S)
        except StoreUnavailable as error:
            log.warning("the store cannot be used yet", extra=error.metadata)

    async def run(self, work: Work[T], timeout_s: float, *, writes: bool = False) -> T:
        """What a function returns, in one transaction: all of it happens, or nothing.

        Args:
            work: Is given the connection; it may be called in another thread.
            timeout_s: Seconds that are waited for it; never more than the settings' own.
            writes: Whether it may write.

        Raises:
            StoreUnavailable: If it did not end in time, or the database did not do it; at once,
                where the last ones did not end in time.
            BaseException: What the function raises.
        """

        async def transaction() -> T:
            try:
                await self._opened()
            except SettingsError as error:
                raise self._unavailable("has another schema") from error
            return await self._database.transaction(work, writes=writes)

        if self._breaker.is_open:
            raise self._unavailable("does not answer")
        started = time.monotonic()
        try:
            found = await self._bounded(transaction(), min(timeout_s, self.timeout_s))
        except StoreUnavailable:
            # Not who gave up counts: the database has a time limit as well, and may come first.
            if time.monotonic() - started >= _FAIR * self.timeout_s:
                self._breaker.timed_out()
            raise
        except Exception:
            self._breaker.answered()
            raise
        self._breaker.answered()
        return found

    async def migrate(self) -> bool:
        """Bring the schema up to date; whether it was not.

        Raises:
            StoreUnavailable: If the database cannot be used.
            SchemaNewer: If it has a schema that is not known here.
        """
        return await self._bounded(self._migrate(), _OPENING_S)

    async def version(self) -> str | None:
        """The schema that the database has; None where it has none. It makes nothing.

        Raises:
            StoreUnavailable: If the database cannot be used.
        """

        async def asked() -> str | None:
            path = Path(self.address.database)
            if self.address.kind == "sqlite" and not await asyncio.to_thread(path.exists):
                return None
            return await self._database.transaction(schema.read_version, writes=False)

        return await self._bounded(asked(), self.timeout_s)

    def insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """An ``INSERT`` that knows what to do where a row is there already."""
        if self.address.kind == "sqlite":
            return sqlite.insert(table)
        return postgresql.insert(table)

    async def close(self) -> None:
        """Let go of all connections; what still runs is given up."""
        await self._breaker.close()
        running = [*self._tasks]
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running, timeout=_CLOSING_S)
        await self._database.close()

    async def _tried(self) -> None:
        """Use the store for nobody.

        Raises:
            StoreUnavailable: If it does not answer.
        """

        def begun(_: Connection) -> None:
            """Nothing: a transaction that writes has what it needs once it is begun."""

        work = self._database.transaction(begun, writes=True)
        await self._bounded(work, self.timeout_s)

    async def _opened(self) -> None:
        """Make the store ready, once for all who wait for it, and longer than any of them may."""
        if self._ready:
            return
        if self._opening is None or self._opening.done():
            self._opening = self._begun(self._open())
        await asyncio.shield(self._opening)

    async def _open(self) -> None:
        async with asyncio.timeout(_OPENING_S):
            if self._migrates:
                await self._migrate()
            else:
                await self._database.transaction(schema.require, writes=False)
        self._ready = True

    async def _migrate(self) -> bool:
        if self.address.kind == "sqlite":
            await asyncio.to_thread(make_file, self.address)
        # Anyone who writes locks others out, and waits for them: most find nothing to do.
        if await self._database.transaction(schema.is_current, writes=False):
            return False
        return await self._database.transaction(schema.migrate, writes=True)

    async def _bounded(self, work: Coroutine[Any, Any, T], timeout_s: float) -> T:
        """What comes of work that is given up when its time is over."""
        task = self._begun(work)
        try:
            done, _ = await asyncio.wait({task}, timeout=timeout_s)
        finally:
            task.cancel()  # nothing, where it has ended
        if not done:
            raise self._unavailable("did not answer in time")
        try:
            return await task
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            log.warning("the store failed", exc_info=error)
            raise self._unavailable("cannot be used") from error

    def _begun(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Work that goes on by itself."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # which nobody may be there to see

    def _unavailable(self, problem: str) -> StoreUnavailable:
        return StoreUnavailable(f"the store {problem}", store=self.address.kind)
