"""Starting the server under measurement."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


class Running(NamedTuple):
    """A server process and where it listens."""

    address: str
    pid: int
    http: str = ""


@contextmanager
def echo_server(mode: str = "value", *, http: bool = False) -> Iterator[Running]:
    """The real server with an echo, on a socket in a temporary folder, while the context lasts.

    Args:
        mode: How it binds numbers (``numeric.binding.mode``), whatever the default is.
        http: Whether it serves HTTP as well.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        address = f"unix://{folder}/v.sock"
        also = f"unix://{folder}/h.sock" if http else ""
        command = [sys.executable, "-m", "bench.echo_server", address, mode, also]
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                if process.stdout.readline() != "ready\n":
                    raise RuntimeError("the server did not start")
                yield Running(address, process.pid, also)
            finally:
                process.stdin.close()
                _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """Wait for the server; one that still works at what is long past its deadline is killed."""
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()


def cpu_seconds(pid: int) -> float:
    """User and system seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def cpu_with_worker(pid: int) -> float:
    """Seconds of this process, of a worker of it (0 where there is none), and of those it had."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = cpu_seconds(pid) if pid else 0.0
    return time.process_time() + ended.ru_utime + ended.ru_stime + running


def resident_bytes(pid: int) -> int:
    """Memory that a process has now."""
    return _kilobytes(pid, "VmRSS") * 1024


def peak_bytes(pid: int) -> int:
    """The most memory that a process has had."""
    return _kilobytes(pid, "VmHWM") * 1024


def _kilobytes(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])
