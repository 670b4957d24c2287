"""Where connections come in: a socket, how many may be open, and the end of all of them."""

from __future__ import annotations

import asyncio
import resource
import ssl
from contextlib import suppress

from sidecar.server import listen
from sidecar.server.http.connection import Answer, Connection

MAX_CONNECTIONS = 1000
"""Connections that are open at the same time: each may take 200 KB before its call is let in."""

MAX_REFUSED = 16
"""Connections beyond that, each open until it has its refusal."""

DESCRIPTORS = 4 * MAX_CONNECTIONS
"""Open files to ask the system for: the usual limit, 1,024, leaves gRPC no room beside HTTP."""

_HANDSHAKE_S = 10.0


class Listener:
    """Takes connections, and has their requests answered.

    Args:
        where: Where it listens.
        answer: Makes the response to a request.
        refuse: The same for the only request of a connection of too many.
        tls: For TCP; None: in the clear.
    """

    def __init__(
        self,
        where: listen.Address,
        answer: Answer,
        refuse: Answer,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._where, self._tls = where, tls
        self._answer, self._refusal = answer, refuse
        self._connections: dict[Connection, None] = {}
        self._refused: dict[Connection, None] = {}
        self._server: asyncio.Server | None = None

    async def start(self) -> str:
        """Listen, and return the address.

        Raises:
            ListenError: If the place cannot be used.
        """
        loop, where, tls = asyncio.get_running_loop(), self._where, self._tls
        _allow_descriptors()
        try:
            if isinstance(where, listen.UnixAddress):
                with listen.restrict_to_group(where):
                    self._server = await loop.create_unix_server(self._connect, where.path)
                return f"unix://{where.path.absolute()}"
            self._server = await loop.create_server(
                self._connect,
                where.host,
                where.port,
                ssl=tls,
                ssl_handshake_timeout=_HANDSHAKE_S if tls else None,
            )
        except OSError as error:
            raise listen.ListenError(f"cannot listen on {where}: {error.strerror}") from None
        host, port = self._server.sockets[0].getsockname()[:2]
        scheme = "https" if tls else "http"
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"

    async def stop(self, grace_s: float) -> None:
        """Stop listening, let responses go out that are finished, and close what is open."""
        if self._server is None:
            return
        self._server.close()
        if isinstance(self._where, listen.UnixAddress):
            self._where.path.unlink(missing_ok=True)
        left = [*self._connections, *self._refused]
        for connection in left:
            connection.close_when_idle()
        with suppress(TimeoutError):
            async with asyncio.timeout(grace_s):
                await asyncio.gather(*(connection.closed() for connection in left))
        for connection in left:
            connection.abort()

    def _connect(self) -> asyncio.BaseProtocol:
        return Connection(self._answer, self._enter, self._leave)

    def _enter(self, connection: Connection) -> None:
        """Add a connection; where there are too many, the oldest that is idle makes room."""
        if len(self._connections) >= MAX_CONNECTIONS:
            idle = next((each for each in self._connections if not each.is_busy), None)
            if idle is None:
                self._refuse(connection)
                return
            self._leave(idle)
            idle.abort()
        self._connections[connection] = None

    def _refuse(self, connection: Connection) -> None:
        """Answer a connection with a refusal: there are too many."""
        oldest = next(iter(self._refused), None)
        if oldest is not None and len(self._refused) >= MAX_REFUSED:
            self._leave(oldest)
            oldest.abort()
        self._refused[connection] = None
        connection.answer_once(self._refusal)

    def _leave(self, connection: Connection) -> None:
        self._connections.pop(connection, None)
        self._refused.pop(connection, None)


def _allow_descriptors() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
