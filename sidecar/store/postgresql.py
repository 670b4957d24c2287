"""A PostgreSQL, which is waited for on the event loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

from sidecar.store.database import Work
from sidecar.store.settings import StoreAddress, StoreSettings

T = TypeVar("T")


class Postgresql:
    """A PostgreSQL.

    Args:
        address: Where it is.
        settings: How many connections, how they are secured, and how long they wait.
        environ: Has the password, if there is one.
    """

    def __init__(
        self, address: StoreAddress, settings: StoreSettings, environ: Mapping[str, str]
    ) -> None:
        bound = f"{int(settings.timeout_s * 1000)}ms"
        self.url = URL.create(
            "postgresql+asyncpg",
            username=address.user,
            password=environ.get(settings.password_env) or None,
            host=address.host,
            port=address.port,
            database=address.database,
        )
        self._writing = create_async_engine(
            self.url,
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
                    # A plan that is kept may be that of a table which was empty.
                    "plan_cache_mode": "force_custom_plan",
                    "statement_timeout": bound,
                    "idle_in_transaction_session_timeout": bound,
                },
            },
        )
        # Transactions that read see the database as it is when they begin, as SQLite's do.
        self._reading = self._writing.execution_options(isolation_level="REPEATABLE READ")

    async def transaction(self, work: Work[T], *, writes: bool) -> T:
        """See ``Database``."""
        async with (self._writing if writes else self._reading).begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """See ``Database``."""
        await self._writing.dispose()
