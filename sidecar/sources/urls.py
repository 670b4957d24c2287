"""URLs that may be fetched, in one spelling each.

Only what is unmistakable is a URL here: programs that read the same text in different ways are how
requests get to where they must not. An address in place of a name, in whatever base, is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote, urljoin

from sidecar.sources.errors import SourceError

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
        return parse(urljoin(self.text, location))

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


def parse(written: str) -> Url:
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
