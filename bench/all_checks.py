"""What do all deterministic checks of one request cost, and do others wait for them?

A narrative of 20 KB with 50 claims and 30 citations, and a response of 10 KB in JSON with its
schema, against 10,000 values that were uploaded in advance and 30 items. ``checks_over_echo`` is
the median of such a call beside an echo of the same bytes. ``NAME_cpu_ms`` is the processor time of
one check above that of an echo, in the server and, for ``structure``, in its worker.
``others_over_idle`` is the median of an echo at a quarter of what the server can do, while such
requests take another quarter, beside the same with nothing else to do.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import numpy as np
from verifyd import Client, QueryResult
from verifyd.v1 import evidence_pb2, structure_pb2, verify_pb2

from bench.echo_server import METHOD
from bench.figures import Figures, lower
from bench.pace import capacity, paced
from bench.sidecars import Running, cpu_seconds, echo_server
from bench.warm_verify import timed
from bench.workload import VERIFY, methods

CHECKS = ("numeric", "citations", "support", "structure")
CLAIMS, CITATIONS = 50, 30
NARRATIVE_BYTES, RESPONSE_BYTES = 20_000, 10_000
_FILLER = (
    " The district office had described the same development in its earlier notes, and saw no need"
    " to change its outlook for the remaining part of the region."
)
_SCHEMA = {
    "type": "object",
    "required": ["answer", "rows", "limitOfCertainty"],
    "properties": {
        "answer": {"type": "string", "minLength": 1},
        "limitOfCertainty": {"type": "string"},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}},
    },
    "$defs": {
        "row": {
            "type": "object",
            "required": ["name", "value", "tags"],
            "properties": {
                "name": {"type": "string", "pattern": "^[A-Z]"},
                "value": {"type": "number", "minimum": 0},
                "tags": {"type": "array", "items": {"enum": ["high", "low", "flat"]}},
                "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            },
            "additionalProperties": False,
        }
    },
}


def measure(quick: bool) -> Figures:
    """All figures."""
    values = np.round(np.random.default_rng(5).lognormal(8, 2, 10_000), 2)
    calls = 20 if quick else 200
    with echo_server() as server, Client(server.address, timeout=60) as client:
        handle = client.put(QueryResult("q", [{"v": float(value)} for value in values])).id
        requests = [_request(values, handle, seed) for seed in range(calls)]
        with grpc.insecure_channel(server.address) as channel:
            verify, echo = methods(channel)
            whole = [_with(request, CHECKS) for request in requests]
            for body in whole[:20]:
                verify(body), echo(body)
            times = np.array([[timed(verify, body), timed(echo, body)] for body in whole])
            base = _spent(server, echo, whole)
            spent = {
                f"{name}_cpu_ms": lower(
                    _spent(server, verify, [_with(request, [name]) for request in requests]) - base
                )
                for name in CHECKS
            }
            together = _spent(server, verify, whole) - base
        ratio = asyncio.run(_others(server.address, whole, 1 if quick else 9))
    full, echoed = 1000 * np.median(times, axis=0)
    return {
        "checks_over_echo": lower(full / echoed),
        "checks_p50_ms": lower(full),
        "checks_cpu_ms": lower(together),
        **spent,
        "others_over_idle": lower(ratio, 1.6),
    }


def _spent(server: Running, call: Any, bodies: Sequence[bytes]) -> float:
    """Milliseconds of processor time for each call, of the server and its worker."""
    before = _cpu(server.pid)
    for body in bodies:
        call(body)
    return (_cpu(server.pid) - before) / len(bodies) * 1000


def _cpu(pid: int) -> float:
    children = Path(f"/proc/{pid}/task").glob("*/children")
    workers = [int(child) for file in children for child in file.read_text().split()]
    return sum(map(cpu_seconds, [pid, *workers]))


async def _others(address: str, bodies: Sequence[bytes], rounds: int) -> float:
    """The median of an echo beside such requests, over that with nothing else to do.

    Both take turns, and the median of their ratios counts: the machine may be busy with others.
    """
    async with grpc.aio.insecure_channel(address) as channel:
        echoing: Any = channel.unary_unary(METHOD)  # bytes as they are
        verifying: Any = channel.unary_unary(VERIFY)
        echo, verify = partial(echoing, bytes(4096)), partial(verifying, bodies[0])
        pause = 4 / await capacity(echo, 1600)
        others = 4 / await capacity(verify, 160)
        ratios = []
        for _ in range(rounds):
            idle = await paced(echo, pause, 1.0)
            beside = asyncio.create_task(paced(verify, others, 1.0))
            ratios.append(await paced(echo, pause, 1.0) / idle)
            await beside
    return float(np.median(ratios))


def _request(
    values: np.ndarray[Any, np.dtype[np.float64]], handle: str, seed: int
) -> verify_pb2.VerifyRequest:
    source = np.random.default_rng(seed)
    request = verify_pb2.VerifyRequest(
        narrative=_narrative(source.choice(values, CLAIMS).tolist()),
        structured_response=structure_pb2.StructuredResponse(
            response=_response(seed), schema_json=json.dumps(_SCHEMA)
        ),
    )
    request.evidence.handles.append(handle)
    request.evidence.items.extend(
        evidence_pb2.EvidenceItem(
            id=f"ev-abc-{n:03}",
            text=f"Region {n} was seen to grow.{_FILLER}",
            provenance=f"p{n % 5}",
        )
        for n in range(CITATIONS)
    )
    return request


def _narrative(stated: Sequence[float]) -> str:
    lines = []
    for n, value in enumerate(stated):
        cited = f" [ev-abc-{n:03}]" if n < CITATIONS else ""
        lines.append(f"Region {n} reached {value:,.2f} units{cited}.")
    filler = (NARRATIVE_BYTES - sum(map(len, lines))) // len(lines) // len(_FILLER)
    return "# Results\n\n" + "\n\n".join(line + _FILLER * filler for line in lines) + "\n"


def _response(seed: int) -> str:
    row = {"name": f"Region {seed}", "value": 12.5, "tags": ["high", "flat"], "note": None}
    count = RESPONSE_BYTES // len(json.dumps(row))
    response = {"answer": "Growth [1].", "limitOfCertainty": "As far as the data go."}
    return json.dumps({**response, "rows": [row] * count})


def _with(request: verify_pb2.VerifyRequest, checks: Sequence[str]) -> bytes:
    copy = verify_pb2.VerifyRequest()
    copy.CopyFrom(request)
    copy.checks.extend(checks)
    return copy.SerializeToString()
