"""URLs that may be fetched and the addresses of their hosts; why a source has no text."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Thread
from typing import NamedTuple
from urllib.parse import quote, urljoin

from sidecar.model.source_text import Unavailable

REASONS = {
    "SOURCE_NO_TEXT": "the request has no text of it, and nothing may be fetched",
    "SOURCE_NO_URL": "there is no URL to fetch it from",
    "SOURCE_URL_INVALID": "its URL cannot be used",
    "SOURCE_HOST_NOT_ALLOWED": "the settings do not allow its host",
    "SOURCE_ADDRESS_FORBIDDEN": "its host has an address that is not public",
    "SOURCE_ROBOTS_DISALLOWED": "its host's robots.txt does not allow it, or cannot be read",
    "SOURCE_NOT_CACHED": "there is no cached copy of it, and fetching is not allowed",
    "SOURCE_NOT_FOUND": "its host does not have it",
    "SOURCE_REFUSED": "its host refuses to send it",
    "SOURCE_UNREACHABLE": "its host cannot be reached, or broke off",
    "SOURCE_TIMEOUT": "it did not come in time",
    "SOURCE_TOO_LARGE": "it is larger than the settings allow",
    "SOURCE_TOO_MANY_REDIRECTS": "it redirects more often than the settings allow",
    "SOURCE_UNREADABLE": "no text can be read from it",
    "SOURCE_NOT_INSTALLED": "a package is not installed: see the extra web",
}
"""Every reason of an ``Unavailable``."""


class SourceError(Exception):
    """A source has no text.

    Attributes:
        reason: A key of ``REASONS``.
        detail: What more may be shown: never a URL's path or query, nor what a host answered.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        words = REASONS[reason]
        super().__init__(f"{words}: {detail}" if detail else words)
        self.reason = reason
        self.detail = detail

    @property
    def unavailable(self) -> Unavailable:
        """The same for anyone who asked."""
        return Unavailable(self.reason, str(self))


# URLs that may be fetched, in one spelling each.
#
# Only what is unmistakable is a URL here: programs that read the same text in different ways are
# how requests get to where they must not. An address in place of a name, in whatever base, is none.

_LONGEST = 8192
_PORT = 443

_URL = re.compile(
    r"https://(?P<host>[^/?#:@\[\]%]{1,255})(:(?P<port>\d{1,5}))?(?P<target>[/?][^#]*)?(#.*)?",
    re.ASCII | re.IGNORECASE,
)
_UNCLEAR = re.compile(r"[\x00-\x20\x7f-\x9f\\]")
"""What some programs skip, and others take for a slash."""

_HOST = re.compile(
    r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*"
    r"[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?"  # a last label that begins with a digit makes an address
)
_LONGEST_HOST = 253
_SAFE = "!$%&'()*+,-./:;=?@_~"


class Url(NamedTuple):
    """A URL with the scheme ``https``.

    Attributes:
        host: In lower-case ASCII, without a final dot.
        port: Its port.
        target: Path and query, in ASCII.
    """

    host: str
    port: int
    target: str

    @property
    def text(self) -> str:
        """All of it, the same for equal URLs."""
        port = "" if self.port == _PORT else f":{self.port}"
        return f"https://{self.host}{port}{self.target}"

    def joined(self, location: str) -> Url:
        """Where a redirect leads from here.

        Raises:
            SourceError: If that is no URL which may be fetched.
        """
        _check(location)  # before a library skips what it must not
        return parse_url(urljoin(self.text, location))

    def is_allowed(self, hosts: Sequence[str]) -> bool:
        """Whether a list of allowed hosts, written as in the settings, has this one."""
        for allowed in hosts:
            name, _, port = allowed.partition(":")
            if self.port == int(port or _PORT) and self._is_like(name):
                return True
        return False

    def _is_like(self, name: str) -> bool:
        if name == "*":
            return "." in self.host  # a bare name is one of the network that the server is in
        return self.host.endswith(name[1:]) if name.startswith("*.") else self.host == name


def parse_url(written: str) -> Url:
    """The URL that a text is.

    Raises:
        SourceError: If it is none, or one that may not be fetched.
    """
    written = written.strip(" ")
    _check(written)
    found = _URL.fullmatch(written)
    if found is None:
        raise _invalid("it should be https://HOST/PATH, without credentials")
    port = int(found["port"] or _PORT)
    if not 0 < port < 65536:
        raise _invalid("no such port")
    target = found["target"] or "/"
    path = target if target.startswith("/") else f"/{target}"
    return Url(_host(found["host"]), port, quote(path, _SAFE))


def _check(written: str) -> None:
    if len(written) > _LONGEST:
        raise _invalid("it is too long")
    if _UNCLEAR.search(written):
        raise _invalid("it has a space, a control character or a backslash")
    if not written.isascii() and any("\ud800" <= letter <= "\udfff" for letter in written):
        raise _invalid("it is not valid Unicode")


def _host(written: str) -> str:
    name = (written if written.isascii() else _encoded(written)).lower().removesuffix(".")
    if len(name) > _LONGEST_HOST or not _HOST.fullmatch(name):
        raise _invalid("its host is not a name")
    return name


def _encoded(name: str) -> str:
    """A name with other letters as the name system has it."""
    try:
        import idna  # noqa: PLC0415 (optional, and large)
    except ImportError:
        raise SourceError("SOURCE_NOT_INSTALLED") from None
    try:
        return idna.encode(name, uts46=True).decode()
    except UnicodeError:
        raise _invalid("its host is not a name") from None


def _invalid(detail: str) -> SourceError:
    return SourceError("SOURCE_URL_INVALID", detail)


# Looking hosts up: once for each connection, in threads that nobody has to wait for.
#
# The system's resolver cannot be interrupted. A lookup keeps its place until it ends, no matter who
# has given up meanwhile, so that a name server which does not answer costs a few threads and no
# more.

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


def parse_address(written: str) -> Address | None:
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


def look_up_system(host: str) -> Sequence[str]:
    """Ask the system's resolver for a name that is complete, whatever its search domains."""
    found = socket.getaddrinfo(f"{host}.", None, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class HostLookup:
    """Finds the addresses that a host may be connected to at.

    Args:
        look_up: Finds all addresses of a host.
        is_allowed: Whether one of them may be connected to.
    """

    def __init__(
        self,
        look_up: LookUp = look_up_system,
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
        found = [parse_address(one) for one in dict.fromkeys(await self._looked_up(host))]
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
