"""A server whose metrics tell what it holds."""

from __future__ import annotations

import http.client
import re
import socket
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.served import Served, served

_PATIENCE_S = 20.0
_NOTHING = {0.0}


class WatchedServer:
    """A server with its metrics.

    Attributes:
        server: It.
    """

    def __init__(self, server: Served, metrics: Path) -> None:
        self.server, self._metrics = server, metrics

    def values(self, name: str) -> set[float]:
        """The values of a metric, without the prefix of its name; none if there is no such one."""
        connection = http.client.HTTPConnection("metrics")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(self._metrics))
        connection.request("GET", "/metrics")
        page = connection.getresponse().read().decode()
        connection.close()
        found = re.findall(rf"^verifyd_{name}(?:{{.*}})? (\S+)$", page, re.MULTILINE)
        return set(map(float, found))

    def left(self, names: Sequence[str]) -> list[str]:
        """Which of some metrics are not zero, though all calls have ended."""
        give_up = time.monotonic() + _PATIENCE_S
        while True:
            held = {name: found for name in names if (found := self.values(name)) != _NOTHING}
            if not held or time.monotonic() > give_up:
                return [f"{name} is {found}" for name, found in held.items()]
            time.sleep(0.05)


@contextmanager
def watched(settings: Mapping[str, Any] | None = None) -> Iterator[WatchedServer]:
    """A server with these settings, while the context lasts."""
    with tempfile.TemporaryDirectory(prefix="watched-") as folder:
        metrics = Path(folder, "metrics.sock")
        own = {"metrics": {"listen": f"unix://{metrics}"}}
        with served({**(settings or {}), **own}) as server:
            yield WatchedServer(server, metrics)
