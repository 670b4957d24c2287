"""``verifyd serve`` as a process, with its log, its memory, its CPU and its end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from verifyd.v1 import verify_pb2, verify_pb2_grpc

START_S = 30
PATIENCE_S = 15.0
"""CPU seconds of work after an answer that are waited for."""

_WINDOW_S = 0.2
_BUSY = 0.3
"""The share of a core that is work, even of a server that shares the machine with others."""


@dataclass(frozen=True)
class Served:
    """A server.

    Attributes:
        address: Where it listens.
        process: It.
        log: The file with its standard error.
    """

    address: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def pid(self) -> int:
        """Of its process."""
        return self.process.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    def faults(self) -> list[str]:
        """What its log tells of exceptions and errors, and lines that are not of its log."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [fault for fault in map(_fault, lines) if fault]

    def work_after(self, idle: float = 0.0, window_s: float = _WINDOW_S) -> float:
        """CPU seconds until it does nothing, or nothing but what it did before.

        Args:
            idle: CPU seconds a second of that.
            window_s: How long it must be idle.
        """
        total = 0.0
        while total <= PATIENCE_S and self.alive:
            used, started = cpu_seconds(self.pid), time.perf_counter()
            time.sleep(window_s)
            elapsed = time.perf_counter() - started
            own = cpu_seconds(self.pid) - used - idle * elapsed
            if own < _BUSY * elapsed:
                break
            total += own
        return total

    def terminate(self, within_s: float) -> tuple[int | None, float]:
        """Send SIGTERM; returns the exit status, or None if there was none in time, and seconds."""
        started = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        try:
            status: int | None = self.process.wait(within_s)
        except subprocess.TimeoutExpired:
            status = None
        return status, time.perf_counter() - started


@contextmanager
def served(settings: Mapping[str, Any] | None = None) -> Iterator[Served]:
    """A server on a socket in a temporary folder, while the context lasts.

    Args:
        settings: As in its YAML file.
    """
    with tempfile.TemporaryDirectory(prefix="served-") as folder:
        address, log = f"unix://{folder}/v.sock", Path(folder, "log")
        config = Path(folder, "settings.json")
        config.write_text(json.dumps(settings or {}))
        command = [sys.executable, "-m", "sidecar", "serve", "--listen", address]
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [*command, "--config", str(config), "--until-stdin-ends"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=os.environ | {"PYTHONFAULTHANDLER": "1"},
            )
        server = Served(address, process, log)
        try:
            _wait(server)
            yield server
        finally:
            process.kill()
            process.wait()
            if process.stdin:
                with suppress(OSError):
                    process.stdin.close()


def _wait(server: Served) -> None:
    """Until it has answered a call, so that everything is loaded."""
    with grpc.insecure_channel(server.address) as channel:
        stub = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
        try:
            stub.ListChecks(verify_pb2.ListChecksRequest(), timeout=START_S, wait_for_ready=True)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.UNAUTHENTICATED:
                raise RuntimeError(f"no server: {server.log.read_text()[-2000:]}") from error


def _fault(line: str) -> str:
    """What a line of the log tells of a fault, or nothing."""
    try:
        record = json.loads(line)
    except ValueError:
        return line.strip()
    if record.get("level") not in {"error", "critical"} and "exception" not in record:
        return ""
    kinds, trace = record.get("exception", []), record.get("trace", [])
    return ": ".join([record["message"], *kinds, *trace[-1:]])


def cpu_seconds(pid: int) -> float:
    """CPU seconds of a process and its children, those that ended included."""
    return (_ticks(pid) + sum(_ticks(child) for child in _children(pid))) / 100


def _ticks(pid: int) -> int:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15]))
    return 0


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                found += map(int, (task / "children").read_text().split())
    return found
