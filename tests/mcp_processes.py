"""MCP servers as clients of the protocol find them: processes of their own."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

COMMAND = [sys.executable, "-m", "sidecar", "mcp"]
Connect = Callable[..., AbstractAsyncContextManager[Client]]


@contextlib.asynccontextmanager
async def over_stdio(*options: str) -> AsyncIterator[Client]:
    """A client of a server that it has started."""
    command, *words = COMMAND
    started = StdioServerParameters(command=command, args=[*words, *options], env=dict(os.environ))
    async with Client(stdio_client(started)) as client:
        yield client


@contextlib.asynccontextmanager
async def over_http(*options: str) -> AsyncIterator[Client]:
    """A client of a server that listens on a port of its own."""
    with serving_http(*options) as (_, url):
        async with Client(url) as client:
            yield client


@contextlib.contextmanager
def serving_http(
    *options: str, environ: dict[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process that serves HTTP, and its address."""
    command = [*COMMAND, "--http", "127.0.0.1:0", *options]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, **(environ or {})}
    ) as process:
        try:
            assert process.stderr is not None
            told = re.search(r"http://\S+", process.stderr.readline())
            assert told is not None
            yield process, told[0]
        finally:
            process.terminate()
