"""How long does evidence take from its first byte to its index, and to its first Verify?

A million rows of five columns go up as Arrow in pieces of 1 MiB, are decoded and sorted, beside
numpy sorting the five million values. And a Verify of a million values that have just been put,
which are not sorted yet, beside an echo.
"""

from __future__ import annotations

import time

import grpc
import numpy as np
import pyarrow as pa
from verifyd import Client, QueryResult

from bench.echo_server import SORT
from bench.figures import Figures, lower
from bench.sidecars import echo_server
from bench.warm_verify import BINDINGS, CLAIMS, timed
from bench.workload import Call, Workload, methods

ROWS, COLUMNS = 1_000_000, 5


def measure(quick: bool) -> Figures:
    """Medians of both, and their ratios."""
    with (
        echo_server() as server,
        Client(server.address, timeout=120) as client,
        grpc.insecure_channel(server.address) as channel,
    ):
        sort: Call = channel.unary_unary(SORT)  # type: ignore[assignment]  # bytes as they are
        uploaded, sorted_by_numpy = _uploads(client, sort, rounds=2 if quick else 7)
        first, echoed = _first_verifies(client, channel, rounds=3 if quick else 25)
    return {
        "upload_index_over_npsort": lower(uploaded / sorted_by_numpy, 6.5),
        "upload_index_ms": lower(1000 * uploaded),
        "unindexed_verify_over_echo": lower(first / echoed, 4.5),
        "unindexed_verify_ms": lower(1000 * first),
    }


def _uploads(client: Client, sort: Call, rounds: int) -> tuple[float, float]:
    """Median seconds of an upload with its index, and of numpy's sort of the same values."""
    random = np.random.default_rng(21)
    times = []
    for number in range(rounds + 1):
        values = np.round(random.lognormal(8, 2, (COLUMNS, ROWS)), 2)
        result = QueryResult("upload", pa.table({f"c{i}": v for i, v in enumerate(values)}))
        started = time.perf_counter()
        handle = client.put(result).id
        sort(handle.encode())
        uploaded = time.perf_counter()
        np.sort(values.ravel())
        if number:  # the first loads libraries
            times.append((uploaded - started, time.perf_counter() - uploaded))
        client.delete(handle)
    seconds, sorting = np.median(times, axis=0)
    return float(seconds), float(sorting)


def _first_verifies(client: Client, channel: grpc.Channel, rounds: int) -> tuple[float, float]:
    """Median seconds of the first Verify on a handle, and of an echo of it."""
    verify, echo = methods(channel)
    times = []
    for number in range(rounds + 1):
        work = Workload(seed=100 + number)
        handle = work.put(client, f"fresh_{number}")
        request = work.request(handle, CLAIMS, BINDINGS)
        echo(request)
        seconds = timed(verify, request)
        if number:
            times.append((seconds, np.median([timed(echo, request) for _ in range(9)])))
        client.delete(handle)
    first, echoed = np.median(times, axis=0)
    return float(first), float(echoed)
