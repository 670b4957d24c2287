"""Servers with webhooks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from gateway_calls import gateways
from http_calls import HttpCaller

Settings = dict[str, Any]
TENANTS = ("finance", "health")


@pytest.fixture
def connected(server_for: Callable[[Settings], Any]) -> Iterator[Callable[..., HttpCaller]]:
    """Connections to a server with these settings of webhooks."""
    callers: list[HttpCaller] = []

    def connect(**settings: Any) -> HttpCaller:
        callers.append(HttpCaller(server_for(gateways(**settings)).http))
        return callers[-1]

    yield connect
    for caller in callers:
        caller.socket.close()


@pytest.fixture
def tenants(start_server: Callable[[Settings], Any], tmp_path: Path) -> Any:
    """A server with a token for each of ``TENANTS``, which is its name."""
    tokens = tmp_path / "tokens.yaml"
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in TENANTS}
    tokens.write_text(yaml.safe_dump(digests))
    settings = gateways()
    settings["server"]["token_file"] = str(tokens)
    return start_server(settings)
