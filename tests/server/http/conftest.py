"""A server with the shipped settings that serves HTTP as well, for all tests of a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from http_calls import HttpCaller


@pytest.fixture(scope="session")
def http_server(server_for: Callable[[Mapping[str, Any]], Any]) -> Any:
    """The server."""
    return server_for({"server": {"http": "tcp://127.0.0.1:0"}})


@pytest.fixture
def http(http_server: Any) -> Iterator[HttpCaller]:
    """A connection to it."""
    with HttpCaller(http_server.http) as caller:
        yield caller
