"""A connection to a server that serves HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from http_calls import HttpCaller


@pytest.fixture
def http(http_server: Any) -> Iterator[HttpCaller]:
    """It stays open for all calls of a test."""
    with HttpCaller(http_server.http) as caller:
        yield caller
