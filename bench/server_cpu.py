"""How much CPU does the server spend on a warm Verify beside that of an echo?

Processor time of the server's process over many calls of each kind, 50 claims, with bindings.
"""

from __future__ import annotations

import grpc
from verifyd import Client

from bench.figures import Figures, lower
from bench.sidecars import cpu_seconds, echo_server
from bench.warm_verify import BINDINGS, CLAIMS
from bench.workload import Call, Workload, methods


def measure(quick: bool, mode: str = "value") -> Figures:
    """Milliseconds of processor time for each call, above those of an echo."""
    work = Workload()
    calls = 50 if quick else 1500 if mode == "value" else 100
    with echo_server(mode) as server, Client(server.address, timeout=120) as client:
        handle = work.put(client)
        requests = [work.request(handle, CLAIMS, BINDINGS) for _ in range(calls)]
        with grpc.insecure_channel(server.address) as channel:
            verify, echo = methods(channel)

            def spent(call: Call) -> float:
                before = cpu_seconds(server.pid)
                for request in requests:
                    call(request)
                return (cpu_seconds(server.pid) - before) / calls * 1000

            spent(verify)  # indexes are built
            above = spent(verify) - spent(echo)
    return {"verify_cpu_ms_over_echo": lower(above, 1.0)}
