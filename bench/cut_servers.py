"""Servers for ``bench.power_cut``: real ones, which are killed from outside or at a failpoint.

    python -m bench.cut_servers POINT serve --config FILE --listen ADDRESS

runs ``verifyd serve`` and kills it with SIGKILL at the failpoint of that number, from 0. Failpoints
are each statement that the ledger sends to its database, before it and after it, and both sides of
each commit of them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect

from sidecar.__main__ import main as verifyd

_START_S = 60.0
_OF_THE_LEDGER = ("settlements", "audit_heads", "postings", "outcome_records", "audit_lines")


class Cut(NamedTuple):
    """Where a server dies."""

    point: int


class CuttableServer:
    """A server on a socket.

    Attributes:
        address: What clients connect to.
    """

    def __init__(self, folder: Path, config: Path, number: int, cut: Cut | None) -> None:
        self.address = f"unix://{folder}/{number}.sock"
        start = ["-m", "sidecar"] if cut is None else ["-m", "bench.cut_servers", str(cut.point)]
        options = ["serve", "--config", str(config), "--listen", self.address]
        self._log = folder / f"{number}.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen([sys.executable, *start, *options], stderr=log)

    def wait(self) -> None:
        """Wait until it serves."""
        give_up = time.monotonic() + _START_S
        while b'"message": "serving"' not in self._log.read_bytes():
            if self._process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"no server:\n{self._log.read_text()}")
            time.sleep(0.01)

    def kill(self) -> None:
        """Kill it, as a power cut does."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it, if it still runs."""
        self._process.terminate()
        self._process.wait(_START_S)

    def died(self, number: signal.Signals) -> bool:
        """Whether a signal ended it just now."""
        try:
            return self._process.wait(0.3) == -number
        except subprocess.TimeoutExpired:
            return False


def configured(file: Path, url: str) -> Path:
    """Settings of a server with a store."""
    settings = {"store": {"url": url, "migrate": True, "timeout_s": 10.0}}
    file.write_text(yaml.safe_dump(settings))
    return file


def starter(folder: Path, config: Path, stack: ExitStack) -> Callable[..., CuttableServer]:
    """Starts servers one after the other; the last ends with the stack."""
    numbers = count()

    def start(cut: Cut | None = None) -> CuttableServer:
        server = CuttableServer(folder, config, next(numbers), cut)
        stack.callback(server.kill)
        server.wait()
        return server

    return start


def _arm(point: int) -> None:
    """Kill this process at a failpoint."""
    passed = count()

    def reached() -> None:
        if next(passed) == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def is_of_ledger(statement: str) -> bool:
        return any(name in statement for name in _OF_THE_LEDGER)

    armed = False

    def touched(_: Any, __: Any, statement: str, *___: Any) -> None:
        nonlocal armed
        if is_of_ledger(statement):
            armed = True  # commits before it are none of the ledger's
            reached()

    event.listen(Engine, "before_cursor_execute", touched)
    event.listen(Engine, "after_cursor_execute", touched)
    commit = DefaultDialect.do_commit

    def do_commit(self: DefaultDialect, connection: Any) -> None:
        if armed:
            reached()
        commit(self, connection)  # type: ignore[no-untyped-call]
        if armed:
            reached()

    DefaultDialect.do_commit = do_commit  # type: ignore[method-assign]


def main() -> int:
    """Run the command."""
    point, words = int(sys.argv[1]), sys.argv[2:]
    settings = words[words.index("--config") :][:2]
    verifyd(["store", "migrate", *settings])  # whose statements are no failpoints
    _arm(point)
    return verifyd(words)


if __name__ == "__main__":
    sys.exit(main())
