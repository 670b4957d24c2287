"""What does the most expensive request of 4 MiB cost?

Every shape of ``worst_requests`` goes to a server of its own: processor time, and memory beyond
what the server had before.

    python -m bench.worst [PART OF A NAME ...]    prints all of them
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NamedTuple

import grpc
import pyarrow as pa
from verifyd.v1 import evidence_pb2, verify_pb2

from bench import worst_requests
from bench.figures import Figures, lower
from bench.sidecars import cpu_seconds, echo_server, peak_bytes, resident_bytes
from bench.workload import methods


class WorstCost(NamedTuple):
    """Of one request."""

    cpu_s: float
    bytes: int
    ending: str


def measure(quick: bool) -> Figures:
    """The worst of all shapes."""
    shapes = worst_requests.requests()
    costs = [cost(shapes[name]()) for name in (["rows_of_nulls"] if quick else shapes)]
    return {
        "worst_request_cpu_s": lower(max(c.cpu_s for c in costs), 2.0),
        "worst_request_mb": lower(max(c.bytes for c in costs) / 2**20, 100),
    }


def cost(request: bytes) -> WorstCost:
    """What a request costs a server that has served a small one."""
    with echo_server() as server, grpc.insecure_channel(server.address) as channel:
        verify = methods(channel).verify
        verify(_small())
        # The kernel's peak starts anew, from what there is now.
        Path(f"/proc/{server.pid}/clear_refs").write_text("5")
        before, used = resident_bytes(server.pid), cpu_seconds(server.pid)
        try:
            verify(request)
            ending = "OK"
        except grpc.RpcError as error:
            ending = f"{error.code().name}: {error.details()}"
        _rest(server.pid)
        return WorstCost(
            cpu_seconds(server.pid) - used, peak_bytes(server.pid) - before, ending[:100]
        )


def _rest(pid: int) -> None:
    """Wait until a server does nothing: a call past its deadline may still be at work."""
    used = -1.0
    while used != cpu_seconds(pid):
        used = cpu_seconds(pid)
        time.sleep(0.3)


def _small() -> bytes:
    """Brings in every library that evidence needs."""
    table = pa.table({"a": [1]})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    results = [
        evidence_pb2.QueryResult(query_id="a", arrow=sink.getvalue().to_pybytes()),
        evidence_pb2.QueryResult(query_id="b", json='[{"a": 1}]'),
    ]
    evidence = evidence_pb2.Evidence(query_results=results)
    return verify_pb2.VerifyRequest(narrative="1", evidence=evidence).SerializeToString()


def main() -> None:
    """Print every shape whose name holds one of the arguments, or all."""
    for name, make in worst_requests.requests().items():
        if all(word not in name for word in sys.argv[1:] or [name]):
            continue
        seconds, nbytes, ending = cost(make())
        print(f"{name:30} {seconds:5.2f} s {nbytes / 2**20:6.1f} MB  {ending}", flush=True)


if __name__ == "__main__":
    main()
