"""Stores of servers, and the server inside the test's process, whose event loop must not wait."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import grpc.aio
import pytest
from blockbuster import blockbuster_ctx
from databases import KINDS, make_store
from sampled import sampled
from talks import Talking

from sidecar.server.server import Server
from sidecar.settings.root import Settings

Serve = Callable[..., AbstractAsyncContextManager[tuple[Server, grpc.aio.Channel]]]


@pytest.fixture(params=sampled(KINDS, len(KINDS)))
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store: in a file, and by ``make test-slow`` in PostgreSQL.

    The tests of stores, reviews and the ledger run over both always.
    """
    return make_store(request, tmp_path)


@pytest.fixture
def serve() -> Serve:
    """Serves in this process; once it is up, blocking calls of ours on the loop are errors."""

    @asynccontextmanager
    async def serving(
        settings: dict[str, Any] | None = None, **options: Any
    ) -> AsyncIterator[tuple[Server, grpc.aio.Channel]]:
        with tempfile.TemporaryDirectory(prefix="verifyd-") as folder:
            own = {"listen": f"unix://{folder}/v.sock"} | (settings or {}).pop("server", {})
            server = Server(Settings.model_validate({"server": own} | (settings or {})), **options)
            await server.start()
            async with grpc.aio.insecure_channel(server.address) as channel:
                with blockbuster_ctx("sidecar") as guard:
                    # asyncpg looks at ~/.pgpass and ~/.postgresql before each connection
                    where = "asyncpg/connect_utils.py"
                    guard.functions["os.stat"].can_block_in(where, "_read_password_file")
                    guard.functions["os.path.abspath"].can_block_in(where, "_dot_postgresql_path")
                    yield server, channel
            await server.stop()

    return serving


@pytest.fixture(scope="module")
def talking(server: Any) -> Iterator[Talking]:
    """A channel to the shared server."""
    with server.channel() as channel:
        yield Talking(channel)
