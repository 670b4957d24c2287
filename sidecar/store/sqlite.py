"""A file of SQLite: a transaction is one piece of work for a thread.

SQLite works in the process itself, so handing each statement over to a thread would take longer
than the statement. Files are written ahead (readers and one writer do not wait for each other), and
each commit waits for the disk. Transactions begin as what they will be: one that would read first
and write later could find another writer between the two.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL

from sidecar.store.database import Work
from sidecar.store.settings import StoreAddress, StoreSettings

T = TypeVar("T")

_WRITING = "verifyd_writing"
"""The execution option of connections that write."""

_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


def make_file(address: StoreAddress) -> None:
    """Make the file of a SQLite store, and its folder, for nobody else to read.

    Raises:
        OSError: If it cannot be made.
    """
    path = Path(address.database)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))


class Sqlite:
    """A file of SQLite.

    Args:
        address: Where the file is.
        settings: How many connections, and how long they wait for those of other processes.
    """

    def __init__(self, address: StoreAddress, settings: StoreSettings) -> None:
        self._reading = create_engine(
            URL.create("sqlite", database=address.database),
            pool_size=settings.pool_size,
            max_overflow=0,
            connect_args={"timeout": settings.timeout_s, "check_same_thread": False},
        )
        event.listen(self._reading, "connect", _prepare)
        event.listen(self._reading, "begin", _begin)
        self._writing = self._reading.execution_options(**{_WRITING: True})
        self._threads = ThreadPoolExecutor(settings.pool_size, "store")

    async def transaction(self, work: Work[T], *, writes: bool) -> T:
        """See ``Database``."""
        use = _ConnectionUse()
        engine = self._writing if writes else self._reading
        done = self._threads.submit(use.run, engine, work)
        try:
            return await asyncio.wrap_future(done)
        except asyncio.CancelledError:
            use.give_up()
            raise

    async def close(self) -> None:
        """See ``Database``."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._reading.dispose()


class _ConnectionUse:
    """One use of a connection by a thread, which others may end."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_given_up = False
        self._connection: sqlite3.Connection | None = None

    def run(self, engine: Engine, work: Work[T]) -> T:
        """What the function returns, in a transaction.

        Raises:
            WorkAbandoned: If nobody waits for it any more.
        """
        with engine.connect() as connection, self._interruptible(connection), connection.begin():
            found = work(connection)
            self._check()
            return found

    def give_up(self) -> None:
        """End it, without what it has done."""
        with self._lock:
            self._is_given_up = True
            if self._connection is not None:
                self._connection.interrupt()

    @contextmanager
    def _interruptible(self, connection: Connection) -> Iterator[None]:
        """Afterwards the connection is another's, who must not be interrupted."""
        with self._lock:
            self._connection = connection.connection.driver_connection
        try:
            self._check()
            yield
        finally:
            with self._lock:
                self._connection = None

    def _check(self) -> None:
        if self._is_given_up:
            raise WorkAbandoned


class WorkAbandoned(Exception):
    """Nobody waits any more for what a thread does."""


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions are begun here, not by Python's module
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get(_WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
