"""What does a sidecar cost in every pod before anyone calls it?

Start to first reply, and resident memory with nothing to do, beside a server that has gRPC and
numpy and answers one method.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import grpc
import numpy as np

from bench.figures import Figures, lower

HEALTH = "/grpc.health.v1.Health/Check"
VERIFYD = ["-m", "sidecar", "serve", "--listen"]
BARE = ["-m", "bench.bare_server"]


def measure(quick: bool) -> Figures:
    """Medians of both servers, which take turns."""
    rounds = 2 if quick else 9
    found = np.array([[_start(VERIFYD), _start(BARE)] for _ in range(rounds)])
    (seconds, memory), (bare_seconds, bare_memory) = np.median(found, axis=0)
    return {
        "start_over_bare": lower(seconds / bare_seconds, 1.3),
        "idle_rss_over_bare": lower(memory / bare_memory, 1.5),
        "start_s": lower(seconds),
        "idle_rss_mb": lower(memory / 2**20),
    }


def _start(command: list[str]) -> tuple[float, float]:
    """Seconds from the start of a server to its first reply, and bytes that it then takes."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        socket = Path(folder, "v.sock")
        started = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, *command, f"unix://{socket}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                while not socket.exists():
                    if process.poll() is not None:
                        raise RuntimeError("the server did not start")
                    time.sleep(0.001)
                with grpc.insecure_channel(f"unix://{socket}") as channel:
                    check: Any = channel.unary_unary(HEALTH)  # bytes as they are
                    check(b"", wait_for_ready=True, timeout=30)
                seconds = time.perf_counter() - started
                time.sleep(0.2)
                return seconds, _resident(process.pid)
            finally:
                process.terminate()


def _resident(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    kilobytes = next(line for line in lines if line.startswith("VmRSS:")).split()[1]
    return 1024.0 * int(kilobytes)
