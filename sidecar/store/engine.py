"""Connections to a store: how each database is opened so that what is committed stays.

SQLite writes ahead (readers and one writer do not wait for each other) and waits for the disk at
each commit. Its transactions begin as what they will be: one that would read first and write later
could find another writer between the two.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sidecar.store.address import Address
from sidecar.store.settings import StoreSettings

_WRITING = "verifyd_writing"
"""The execution option of connections that write."""

_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


def engine(address: Address, settings: StoreSettings, environ: Mapping[str, str]) -> AsyncEngine:
    """Connects to a store when it is first used."""
    make = _sqlite if address.kind == "sqlite" else _postgresql
    return make(address, settings, environ)


def reading(made: AsyncEngine) -> AsyncEngine:
    """The same, whose transactions see the database as it is when they begin."""
    if made.dialect.name == "sqlite":  # where all of them do
        return made
    return made.execution_options(isolation_level="REPEATABLE READ")


def writing(made: AsyncEngine) -> AsyncEngine:
    """The same, whose transactions may write."""
    return made.execution_options(**{_WRITING: True})


def make_file(address: Address) -> None:
    """Make the file of a SQLite store, and its folder, for nobody else to read.

    Raises:
        OSError: If it cannot be made.
    """
    path = Path(address.database)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))


def _sqlite(address: Address, settings: StoreSettings, _: Mapping[str, str]) -> AsyncEngine:
    made = create_async_engine(
        URL.create("sqlite+aiosqlite", database=address.database),
        pool_size=settings.pool_size,
        max_overflow=0,
        pool_timeout=settings.timeout_s,
        connect_args={"timeout": settings.timeout_s},
    )
    event.listen(made.sync_engine, "connect", _prepare)
    event.listen(made.sync_engine, "begin", _begin)
    return made


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions are begun here, not by Python's module
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get(_WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _postgresql(
    address: Address, settings: StoreSettings, environ: Mapping[str, str]
) -> AsyncEngine:
    bound = f"{int(settings.timeout_s * 1000)}ms"
    url = URL.create(
        "postgresql+asyncpg",
        username=address.user,
        password=environ.get(settings.password_env) or None,
        host=address.host,
        port=address.port,
        database=address.database,
    )
    return create_async_engine(
        url,
        pool_size=settings.pool_size,
        max_overflow=0,
        pool_timeout=settings.timeout_s,
        pool_pre_ping=True,  # a server that was restarted has forgotten its connections
        connect_args={
            "timeout": settings.timeout_s,
            "command_timeout": settings.timeout_s,
            "ssl": settings.tls,
            "server_settings": {
                "application_name": "verifyd",
                "statement_timeout": bound,
                "idle_in_transaction_session_timeout": bound,
            },
        },
    )
