"""What does a sidecar cost in every pod before anyone calls it?

Start to the first health check that says it serves, and resident memory with nothing to do, beside
a server that has gRPC and numpy and answers one method. ``start_to_verify_s`` is the time to the
first verdict: what is not loaded when health is first asked must not be paid for later.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import numpy as np
from verifyd.v1 import evidence_pb2, verify_pb2

from bench.figures import Figures, lower
from bench.sidecars import resident_bytes

HEALTH = "/grpc.health.v1.Health/Check"
SERVING = b"\x08\x01"
VERIFY = "/verifyd.v1.VerifyService/Verify"
VERIFYD = ["-m", "sidecar", "serve", "--listen"]
BARE = ["-m", "bench.bare_server"]
ROWS = '[{"region": "North", "staff": 1234}, {"region": "South", "staff": 5678}]'
REQUEST = verify_pb2.VerifyRequest(
    narrative="The North has 1,234 staff, the South 6,578.",
    evidence=evidence_pb2.Evidence(
        query_results=[evidence_pb2.QueryResult(query_id="staff", json=ROWS)]
    ),
).SerializeToString()


class StartupCost(NamedTuple):
    """Of one start.

    Attributes:
        health_s: Seconds from the start of the process to the first health check.
        answer_s: To the first answer of the method that it is there for.
        idle_bytes: Memory, some time after that.
    """

    health_s: float
    answer_s: float
    idle_bytes: float


def measure(quick: bool) -> Figures:
    """Medians of both servers, which take turns."""
    rounds = 2 if quick else 9
    found = np.array([[_verifyd(), _bare()] for _ in range(rounds)])
    ours, bare = (StartupCost(*costs) for costs in np.median(found, axis=0))
    return {
        "start_over_bare": lower(ours.health_s / bare.health_s, 1.8),
        "idle_rss_over_bare": lower(ours.idle_bytes / bare.idle_bytes, 1.7),
        "start_s": lower(ours.health_s),
        "start_to_verify_s": lower(ours.answer_s),
        "idle_rss_mb": lower(ours.idle_bytes / 2**20),
    }


def _verifyd() -> StartupCost:
    return _start(VERIFYD, SERVING, VERIFY, REQUEST)


def _bare() -> StartupCost:
    return _start(BARE, b"", HEALTH, b"")


def _start(command: list[str], healthy: bytes, method: str, request: bytes) -> StartupCost:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        socket = Path(folder, "v.sock")
        started = time.perf_counter()
        with _process([*command, f"unix://{socket}"]) as process:
            while not socket.exists():
                if process.poll() is not None:
                    raise RuntimeError("the server did not start")
                time.sleep(0.001)
            with grpc.insecure_channel(f"unix://{socket}") as channel:
                while _call(channel, HEALTH, b"") != healthy:
                    time.sleep(0.001)
                health_s = time.perf_counter() - started
                _call(channel, method, request)
                answer_s = time.perf_counter() - started
            time.sleep(0.2)
            return StartupCost(health_s, answer_s, resident_bytes(process.pid))


@contextmanager
def _process(arguments: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def _call(channel: grpc.Channel, method: str, request: bytes) -> bytes:
    """An answer as bytes: no generated code takes part."""
    call: Any = channel.unary_unary(method)
    answer: bytes = call(request, wait_for_ready=True, timeout=30)
    return answer
