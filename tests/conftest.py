"""Fixtures for every test.

``server``: a verifyd server with the shipped settings, as its own process on a Unix socket in a
temporary folder, started once for all tests of a run. ``server.target`` is what clients connect to.

``start_server``: starts more of them, each with its own settings, and stops them after the test::

    def test_x(start_server):
        server = start_server({"policy": {"mode": "observe"}}, "--reflection")
        ...
        server.stop()          # SIGTERM; returns the exit code
        server.log_lines()     # what it logged, parsed

All of them wait until the server is warm and says so, and are forks of one process that has
imported it (see ``forked``); ``start_program`` starts the program itself.

``children_import_tests``: processes that the test starts import what it imports, helpers of tests
among them.

``store_url``: an empty store of each kind, in a file and in a real PostgreSQL; see ``databases``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import case_files
import grpc
import pytest
import yaml
from databases import own_postgres, postgres, store_url
from forked import Forked, fork_server
from hypothesis import settings as hypothesis_settings
from recorded import Recorded
from verifyd import Client

from bench.model_endpoint import endpoint

__all__ = ["fork_server", "own_postgres", "postgres", "store_url"]

hypothesis_settings.register_profile(
    "busy", deadline=None
)  # an example's own time would be wall-clock time
hypothesis_settings.load_profile("busy")

START_S = 90  # the start takes a second; a busy machine may need many
Process = Forked | subprocess.Popen[bytes]
StartProcess = Callable[[Sequence[str], Mapping[str, str], Path], Process]


class RunningServer:
    """A server process.

    Attributes:
        target: What clients connect to.
        http: Where it serves HTTP, if it does.
        folder: Its private temporary folder.
        process: The process itself.
    """

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, Any],
        options: tuple[str, ...],
        start: StartProcess,
    ) -> None:
        self.folder = folder
        self.target = f"unix://{folder}/v.sock"
        self.http = ""
        self._log = folder / "log"
        config = folder / "settings.yaml"
        config.write_text(yaml.safe_dump(dict(settings)))
        listen = () if "--listen" in options else ("--listen", self.target)
        environ = {k: v for k, v in os.environ.items() if not k.startswith("VERIFYD_")}
        self._log.touch()
        words = ("serve", "--config", str(config), *listen, *options)
        self.process = start(words, environ, self._log)

    def wait_until_serving(self) -> None:
        """Wait for the log line that tells the address."""
        give_up = time.monotonic() + START_S
        while time.monotonic() < give_up:
            for line in self.log_text().splitlines():
                if '"message": "serving"' in line:
                    serving = json.loads(line)
                    self.target, self.http = serving["address"], serving.get("http", "")
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"the server did not start:\n{self.log_text()}")

    def channel(self, credentials: grpc.ChannelCredentials | None = None) -> grpc.Channel:
        """A channel to it."""
        if credentials is not None:
            return grpc.secure_channel(self.target, credentials)
        return grpc.insecure_channel(self.target)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(START_S)

    def log_text(self) -> str:
        """Everything that it wrote to standard error."""
        return self._log.read_text()

    def log_lines(self) -> list[dict[str, Any]]:
        """The same, line by line; a line that is not JSON fails the test."""
        return [json.loads(line) for line in self.log_text().splitlines()]


StartServer = Callable[..., RunningServer]
Connect = Callable[..., contextlib.AbstractContextManager[Client]]


def _program(words: Sequence[str], environ: Mapping[str, str], log: Path) -> Process:
    """``verifyd`` as a program of its own."""
    with log.open("wb") as errors:
        return subprocess.Popen(
            [sys.executable, "-m", "sidecar", *words], stderr=errors, env=environ
        )


@contextlib.contextmanager
def _running(
    settings: Mapping[str, Any],
    *options: str,
    start: StartProcess = Forked,
) -> Iterator[RunningServer]:
    with tempfile.TemporaryDirectory(prefix="verifyd-") as folder:  # a socket's path must be short
        server = RunningServer(Path(folder), settings, options, start)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait()


@contextlib.contextmanager
def _starting(process: StartProcess) -> Iterator[StartServer]:
    with contextlib.ExitStack() as stack:

        def start(settings: Mapping[str, Any] | None = None, *options: str) -> RunningServer:
            running = stack.enter_context(_running(settings or {}, *options, start=process))
            running.wait_until_serving()
            return running

        yield start


@pytest.fixture(scope="session")
def server(fork_server: None) -> Iterator[RunningServer]:
    """A server with the shipped settings, shared by all tests."""
    with _running({}) as running:
        running.wait_until_serving()
        yield running


@pytest.fixture
def start_server(fork_server: None) -> Iterator[StartServer]:
    """Starts servers with settings and options; stops them after the test."""
    with _starting(Forked) as start:
        yield start


@pytest.fixture
def start_program() -> Iterator[StartServer]:
    """The same, each started as an operator does: for what the interpreter's own life decides."""
    with _starting(_program) as start:
        yield start


@pytest.fixture(scope="session")
def connect(fork_server: None) -> Connect:
    """A client of a server with these settings, which ends with the client."""

    @contextlib.contextmanager
    def connecting(
        settings: Mapping[str, Any] | None = None, timeout: float = 30
    ) -> Iterator[Client]:
        with _running(settings or {}) as running:
            running.wait_until_serving()
            with Client(running.target, timeout=timeout) as client:
                yield client

    return connecting


@pytest.fixture
def children_import_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the path of imports to processes that the test starts."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


@pytest.fixture(scope="session")
def judged() -> Iterator[Callable[[Mapping[str, Any]], dict[str, Any]]]:
    """Settings of a case, with the endpoint of its recorded judge where they enable one."""
    with endpoint() as judge:
        judge.answer = Recorded(case.recorded for case in case_files.load()).answer

        def settings(written: Mapping[str, Any]) -> dict[str, Any]:
            claims = written.get("claims", {})
            own = {"base_url": judge.url} if claims.get("enabled") else {}
            return {**written, **({"claims": {**claims, **own}} if own else {})}

        yield settings


@pytest.fixture(scope="session")
def server_for(
    fork_server: None,
    judged: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> Iterator[Callable[[Mapping[str, Any]], RunningServer]]:
    """A server for each distinct settings, kept for the whole run: what the case files need."""
    with contextlib.ExitStack() as stack:
        started: dict[str, RunningServer] = {}

        def find(settings: Mapping[str, Any]) -> RunningServer:
            key = json.dumps(settings, sort_keys=True)
            if key not in started:
                started[key] = stack.enter_context(_running(judged(settings)))
                started[key].wait_until_serving()
            return started[key]

        yield find


@pytest.fixture(scope="session")
def http_server(server_for: Callable[[Mapping[str, Any]], RunningServer]) -> RunningServer:
    """A server with the shipped settings that serves HTTP as well."""
    return server_for({"server": {"http": "tcp://127.0.0.1:0"}})


@pytest.fixture(scope="session")
def settling_server_for(
    server_for: Callable[[Mapping[str, Any]], RunningServer],
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[Mapping[str, Any]], RunningServer]:
    """The same, each with a store in a file of its own: what the cases of outcomes need."""
    folder = tmp_path_factory.mktemp("stores")
    urls: dict[str, str] = {}

    def find(settings: Mapping[str, Any]) -> RunningServer:
        key = json.dumps(settings, sort_keys=True)
        url = urls.setdefault(key, f"sqlite://{folder}/{len(urls)}.db")
        return server_for({**settings, "store": {"url": url, "migrate": True, "timeout_s": 20}})

    return find
