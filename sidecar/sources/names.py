"""Looking hosts up: once for each connection, in threads that nobody has to wait for.

The system's resolver cannot be interrupted. A lookup keeps its place until it ends, no matter who
has given up meanwhile, so that a name server which does not answer costs a few threads and no more.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from sidecar.sources.addresses import Address, is_public, read
from sidecar.sources.errors import SourceError

LookUp = Callable[[str], Sequence[str]]
"""The addresses of a host; blocks, and raises ``OSError`` where there are none."""

_AT_ONCE = 8
_MOST = 16
"""Addresses of one host that are looked at; one that is forbidden among the others forbids all."""


def system_look_up(host: str) -> Sequence[str]:
    """Ask the system's resolver for a name that is complete, whatever its search domains."""
    found = socket.getaddrinfo(f"{host}.", None, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class Names:
    """Finds the addresses that a host may be connected to at.

    Args:
        look_up: Finds all addresses of a host.
        is_allowed: Whether one of them may be connected to.
    """

    def __init__(
        self,
        look_up: LookUp = system_look_up,
        is_allowed: Callable[[Address], bool] = is_public,
    ) -> None:
        self._look_up = look_up
        self._is_allowed = is_allowed
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def addresses(self, host: str) -> list[str]:
        """The addresses of a host, each of which may be connected to.

        Raises:
            SourceError: If it has none, or one that is forbidden: who can put an own address beside
                a forbidden one chooses which of the two is connected to.
        """
        found = [read(one) for one in dict.fromkeys(await self._looked_up(host))]
        if not found:
            raise SourceError("SOURCE_UNREACHABLE", f"no address of {host} is known")
        known = [one for one in found if one is not None]
        if len(known) < len(found) or not all(map(self._is_allowed, known)):
            raise SourceError("SOURCE_ADDRESS_FORBIDDEN", host)
        return [str(one) for one in known[:_MOST]]

    async def _looked_up(self, host: str) -> Sequence[str]:
        await self._places.acquire()
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[Sequence[str]] = loop.create_future()

        def answered(found: Sequence[str]) -> None:
            self._places.release()
            if not waiting.done():
                waiting.set_result(found)

        def ask() -> None:
            found: Sequence[str] = ()
            with suppress(OSError, UnicodeError):
                found = self._look_up(host)
            with suppress(RuntimeError):  # the loop is closed: no one is waiting
                loop.call_soon_threadsafe(answered, found)

        Thread(target=ask, name="verifyd-names", daemon=True).start()
        return await waiting
