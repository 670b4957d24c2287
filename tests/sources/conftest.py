"""Fixtures of sources: a host on this machine, and a witness of every connection that is made."""

from __future__ import annotations

import ssl
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from blockbuster import blockbuster_ctx
from sources.fake_host import Host, contexts, serving

from sidecar.model.evidence import Source
from sidecar.model.source_text import SourceText, Unavailable
from sidecar.sources.resolver import SourceResolver
from sidecar.sources.settings import SourcesSettings
from sidecar.sources.urls import Address

OPEN = "127.0.0.1"
"""Counts as public here; every other address of this machine is as forbidden as it should be."""

_CONNECTED: list[str] = []


def _witness(event: str, arguments: tuple[Any, ...]) -> None:
    """See what sockets connect to: the interpreter tells it, whoever asks."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        _CONNECTED.append(arguments[1][0])


sys.addaudithook(_witness)


@pytest.fixture
def connected() -> Iterator[list[str]]:
    """The addresses that were connected to in this test."""
    _CONNECTED.clear()
    yield _CONNECTED
    _CONNECTED.clear()


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The contexts of the host and of those who ask it."""
    return contexts(tmp_path_factory.mktemp("tls"))


@pytest.fixture
async def host(tls: tuple[ssl.SSLContext, ssl.SSLContext]) -> AsyncIterator[Host]:
    """A host of this test."""
    async with serving(tls[0]) as running:
        yield running


@pytest.fixture
def zone() -> dict[str, Sequence[str] | Callable[[], Sequence[str]]]:
    """The addresses of each name, or what tells them anew each time."""
    return {"page.test": [OPEN], "www.page.test": [OPEN], "other.test": [OPEN]}


@pytest.fixture
async def sources(
    tls: tuple[ssl.SSLContext, ssl.SSLContext],
    zone: dict[str, Sequence[str] | Callable[[], Sequence[str]]],
) -> AsyncIterator[SourceResolver]:
    """Sources whose names are those of the zone; what they do on the loop must not block it."""

    def look_up(name: str) -> Sequence[str]:
        if name not in zone:
            raise OSError(f"no such name: {name}")
        found = zone[name]
        return found() if callable(found) else found

    def is_open(address: Address) -> bool:
        return address == ip_address(OPEN)

    with blockbuster_ctx("sidecar"):
        made = SourceResolver(look_up, is_open, tls[1])
        yield made
        await made.close()


@pytest.fixture
def settings(host: Host) -> Callable[..., SourcesSettings]:
    """Settings that allow the host under most of its names."""

    def make(**changes: Any) -> SourcesSettings:
        names = ("page.test", "*.page.test", "inner.test")
        own = {
            "mode": "fresh",
            "allowed_hosts": [f"{name}:{host.port}" for name in names],
            "respect_robots": False,
            "timeout_s": 8,
        }
        return SourcesSettings.model_validate(own | changes)

    return make


Fetch = Callable[..., Any]


@pytest.fixture
def fetch(sources: SourceResolver, host: Host, settings: Callable[..., SourcesSettings]) -> Fetch:
    """Fetches a path, or a whole URL; the settings may be changed by name."""

    async def get(path: str, text: str = "", **changes: Any) -> SourceText | Unavailable:
        url = host.url(path) if path.startswith("/") else path
        source = Source(id="s", number=1, url=url, text=text)
        return await sources.text_of(source, settings(**changes), 60)

    return get


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where copies are kept."""
    return tmp_path / "cache"
