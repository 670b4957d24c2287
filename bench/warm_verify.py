"""How long does a warm Verify take beside an echo of the same bytes on the same server?

Against a million values that were uploaded in advance, 50 claims in a text that differs in every
call, with bindings and with verdicts only. Calls of all kinds take turns, one at a time.
``claims_N_s`` is one whole Verify of so many claims, against the target of five seconds.
"""

from __future__ import annotations

import time

import grpc
import numpy as np
from verifyd import Client
from verifyd.v1 import verify_pb2

from bench.figures import Figures, lower
from bench.sidecars import echo_server
from bench.workload import Call, Workload, methods

CLAIMS = 50
LARGE = (500, 5000)
BINDINGS, VERDICTS = verify_pb2.DETAIL_BINDINGS, verify_pb2.DETAIL_VERDICTS


def measure(quick: bool, mode: str = "value") -> Figures:
    """Medians and 99th percentiles, in milliseconds, and their ratios."""
    work = Workload()
    calls = 20 if quick else 1000 if mode == "value" else 100
    with echo_server(mode) as server, Client(server.address, timeout=120) as client:
        handle = work.put(client)
        with grpc.insecure_channel(server.address) as channel:
            verify, echo = methods(channel)
            pairs = [
                [work.request(handle, CLAIMS, detail) for detail in (BINDINGS, VERDICTS)]
                for _ in range(calls)
            ]
            for full, slim in pairs[: calls // 10 or 20]:  # connections, caches, indexes
                verify(full), verify(slim), echo(full)
            times = 1000 * np.array(
                [[timed(verify, f), timed(verify, s), timed(echo, f)] for f, s in pairs]
            )
            large = {
                count: np.median(
                    [
                        timed(verify, work.request(handle, count, BINDINGS))
                        for _ in range(1 if quick else 5)
                    ]
                )
                for count in LARGE
            }
    full, slim, echoed = np.percentile(times, 50, axis=0)
    p99, _, echo_p99 = np.percentile(times, 99, axis=0)
    return {
        "warm_verify_over_echo": lower(full / echoed, 1.8),
        "warm_verdicts_over_echo": lower(slim / echoed, 1.4),
        "warm_verify_p50_ms": lower(full),
        "warm_verify_p99_ms": lower(p99),
        "echo_p50_ms": lower(echoed),
        "echo_p99_ms": lower(echo_p99),
        "claims_50_s": lower(full / 1000, 5.0),
        **{f"claims_{count}_s": lower(float(seconds), 5.0) for count, seconds in large.items()},
    }


def timed(call: Call, request: bytes) -> float:
    """Seconds of one call."""
    started = time.perf_counter()
    call(request)
    return time.perf_counter() - started
