"""Looking hosts up: once for each connection, in threads that nobody has to wait for.

The system's resolver cannot be interrupted. A lookup keeps its place until it ends, no matter who
has given up meanwhile, so that a name server which does not answer costs a few threads and no more.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Thread

from sidecar.sources.errors import SourceError

# Which addresses may be connected to: those that anybody on the internet could.

Address = IPv4Address | IPv6Address

_UNICAST = IPv6Network("2000::/3")
"""All that is handed out; IPv4 in IPv6, translators (64:ff9b::/96) and local ones are outside."""

_NOT_6 = (
    IPv6Network("2001::/23"),  # Teredo and other protocols
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("2002::/16"),  # 6to4
    IPv6Network("3fff::/20"),  # documentation
)
_NOT_4 = (
    IPv4Network("192.0.0.0/24"),  # protocols; Oracle's metadata
    IPv4Network("192.88.99.0/24"),  # relays of 6to4
    IPv4Network("168.63.129.16/32"),  # Azure's own services
)


def is_public(address: Address) -> bool:
    """Whether an address belongs to some host on the internet."""
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address):
        return address in _UNICAST and not any(address in network for network in _NOT_6)
    return not any(address in network for network in _NOT_4)


def read(written: str) -> Address | None:
    """The address that a text is, if it is one; those of one interface alone are none."""
    try:
        return None if "%" in written else ip_address(written)
    except ValueError:
        return None


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
