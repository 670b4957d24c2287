"""Processes of ``verifyd`` that start in milliseconds: forks of one that has imported it.

A start takes a processor a second, most of it for imports. Here one process, the fork server of
``multiprocessing``, imports them once and then only forks; it has no thread, and calls nothing of
gRPC. What a fork runs, logs and exits with is its own, as if it had been started alone: how the
interpreter starts, and what it loads, is tested elsewhere (``server/test_start.py``).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from pathlib import Path

import pytest

_PRELOADED = [
    "sidecar.cli.serve",
    "sidecar.server.methods",
    "sidecar.server.http.front",
    "sidecar.evidence.kernels",
    "sidecar.checks.claims_inquiry",
    "sidecar.instruments.metrics",
    "sidecar.ledger.ledger",
    "sidecar.reviews.queue",
    "sidecar.settings.strict_yaml",
    "sidecar.store.store",
    "alembic.command",
    "openai",
    "trio",
]
"""What servers of tests import, whatever their settings."""

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(_PRELOADED)


class Forked:
    """A process; it has what tests need of ``subprocess.Popen``.

    Args:
        words: The command line, without ``verifyd``.
        environ: Its whole environment.
        log: The file that gets its standard error.
    """

    def __init__(self, words: Sequence[str], environ: Mapping[str, str], log: Path) -> None:
        self._process = _CONTEXT.Process(target=_run, args=(list(words), dict(environ), log))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """The exit code, once it has ended."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, when it has ended."""
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("verifyd", timeout or 0)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


def _run(words: list[str], environ: dict[str, str], log: Path) -> None:
    from sidecar.__main__ import main  # noqa: PLC0415 (only the fork needs it)
    from sidecar.server import server  # noqa: PLC0415 (as above)

    server.FIRST_CALL_S = 0.0  # for what is loaded already, no health check has to wait
    os.environ.clear()
    os.environ.update(environ)
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), sys.stderr.fileno())
    sys.exit(main(words))


@pytest.fixture(scope="session")
def fork_server() -> None:
    """The process that is forked, with the environment of the run, not of the first test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRPC_VERBOSITY", "NONE")  # read by gRPC when it is imported; see ``main``
        forkserver.ensure_running()
