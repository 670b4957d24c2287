"""How long does a warm Verify take beside an echo of the same bytes on the same server?

Fifty claims, half of them right, against a million values that were put ahead. The text differs in
every call, so nothing can be remembered from the one before. Calls of each kind take turns, one at
a time; reading the replies is not timed, in either.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import grpc
import numpy as np
import pyarrow as pa
from verifyd import Client, QueryResult
from verifyd.v1 import verify_pb2

from bench.echo_server import METHOD
from bench.sidecars import echo_server

VERIFY = "/verifyd.v1.VerifyService/Verify"
ROWS, COLUMNS, CLAIMS = 200_000, 5, 50

Call = Callable[[bytes], bytes]
Figures = dict[str, dict[str, float | str | None]]


def measure(calls: int) -> Figures:
    """Medians and 99th percentiles of both, in milliseconds, and their ratios."""
    random = np.random.default_rng(20)
    values = np.round(random.lognormal(8, 2, (COLUMNS, ROWS)), 2)
    table = pa.table({f"measure_{i}": column for i, column in enumerate(values)})
    with echo_server() as server, Client(server.address, timeout=120) as client:
        handle = client.put(QueryResult("bench", table))
        requests = [_request(values, handle.id, random) for _ in range(calls)]
        with grpc.insecure_channel(server.address) as channel:
            verify: Call = channel.unary_unary(VERIFY)  # type: ignore[assignment]  # bytes as they are
            echo: Call = channel.unary_unary(METHOD)  # type: ignore[assignment]
            for request in requests[: max(20, calls // 10)]:  # connections, caches, indexes
                verify(request)
                echo(request)
            times = np.array([[_timed(verify, r), _timed(echo, r)] for r in requests])
    (p50, echo_p50), (p99, echo_p99) = np.percentile(times * 1000, (50, 99), axis=0)
    return {
        "warm_verify_over_echo": _figure(p50 / echo_p50, 1.8),
        "warm_verify_p50_ms": _figure(p50),
        "warm_verify_p99_ms": _figure(p99),
        "echo_p50_ms": _figure(echo_p50),
        "echo_p99_ms": _figure(echo_p99),
        "claims_50_s": _figure(p50 / 1000, 5.0),
    }


def _request(values: np.ndarray, handle: str, random: np.random.Generator) -> bytes:
    right = random.choice(values.ravel(), CLAIMS // 2)
    wrong = np.round(random.uniform(1e9, 1e12, CLAIMS - right.size), 2)
    stated = random.permutation(np.concatenate([right, wrong]))
    text = _narrative(stated.tolist())
    request = verify_pb2.VerifyRequest(narrative=text, checks=["numeric"])
    request.evidence.handles.append(handle)
    return request.SerializeToString()


def _narrative(stated: Sequence[float]) -> str:
    lines = (f"- Region {chr(65 + i % 26)} reached {v:,.2f} units." for i, v in enumerate(stated))
    return "# Results\n\n" + "\n".join(lines) + "\n"


def _timed(call: Call, request: bytes) -> float:
    started = time.perf_counter()
    call(request)
    return time.perf_counter() - started


def _figure(value: float, bar: float | None = None) -> dict[str, float | str | None]:
    return {"value": round(float(value), 6), "bar": bar, "better": "lower"}
