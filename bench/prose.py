"""What does a number cost in prose that names rows and columns, as answers of agents do?

An even part of each set of ``narratives``, in the mode ``context``, with tables that were uploaded
in advance. Each text is new to the server when its processor time is taken, above that of an echo
of the same bytes; only others of its set came before. What one number cost, and how many narratives
and numbers there were, is stated set by set as well: the whole depends on which sets are at hand. A
call takes turns with its echo; ``context_prose_over_echo`` and ``context_prose_p50_ms`` are of the
narratives with 10 to 25 numbers. ``context_prose_per_s`` counts narratives with 16 calls in flight,
sets mixed; client and server share the machine's cores.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

import grpc
import numpy as np
from numpy.typing import NDArray
from verifyd import Client
from verifyd.v1 import verify_pb2

from bench.figures import Figures, higher, lower
from bench.narratives import Narrative, sources
from bench.sidecars import Running, cpu_seconds, echo_server
from bench.throughput import answers
from bench.warm_verify import BINDINGS, timed
from bench.workload import VERIFY, WorkloadMethods, methods

_MODE = "context"
_NARRATIVES = 12
"""Of each set, at most: one sports report has about forty numbers."""
_USUAL = range(10, 26)
"""Numbers of a usual narrative."""
_TIMEOUT_S = 60.0


class Spent(NamedTuple):
    """What the narratives of a set cost.

    Attributes:
        numbers: Of each narrative.
        cpu_ms: Of all, above their echoes.
        times: Milliseconds of each call and of its echo. Shape (narratives, 2).
    """

    numbers: Sequence[int]
    cpu_ms: float
    times: NDArray[np.float64]


def measure(quick: bool) -> Figures:
    """All figures."""
    parts = sources(2 if quick else _NARRATIVES)
    with echo_server(_MODE) as server, Client(server.address, timeout=_TIMEOUT_S) as client:
        requests = {part.name: _requests(client, part.chosen) for part in parts}
        warming = [_requests(client, part.rest) for part in parts]
        with grpc.insecure_channel(server.address) as channel:
            called = methods(channel)
            for request in chain.from_iterable(warming):
                called.verify(request), called.echo(request)
            spent = {name: _spent(server, called, each) for name, each in requests.items()}
        mixed = [each for turn in zip_longest(*requests.values()) for each in turn if each]
        per_s = asyncio.run(_rate(server.address, mixed))
    return figures(spent, per_s)


def figures(spent: Mapping[str, Spent], per_s: float) -> Figures:
    """The whole, then set by set."""
    counts = list(chain.from_iterable(each.numbers for each in spent.values()))
    times = np.concatenate([each.times for each in spent.values()])
    verified, echoed = np.median(times[[count in _USUAL for count in counts]], axis=0)
    cpu_ms = sum(each.cpu_ms for each in spent.values())
    found = {
        "context_prose_ms_per_number": lower(cpu_ms / sum(counts)),
        "context_prose_over_echo": lower(verified / echoed),
        "context_prose_p50_ms": lower(verified),
        "context_prose_per_s": higher(per_s),
    }
    for name, each in spent.items():
        found |= {
            f"context_prose_{name}_ms_per_number": lower(each.cpu_ms / sum(each.numbers)),
            f"context_prose_{name}_numbers": higher(sum(each.numbers)),
            f"context_prose_{name}_narratives": higher(len(each.numbers)),
        }
    return found


def _requests(client: Client, narratives: Iterable[Narrative]) -> list[bytes]:
    """A request for each narrative; its tables are uploaded in advance."""
    return [_request(client, each) for each in narratives]


def _request(client: Client, narrative: Narrative) -> bytes:
    request = verify_pb2.VerifyRequest(
        narrative=narrative.text, checks=["numeric"], detail=BINDINGS
    )
    request.evidence.handles.extend(client.put(result).id for result in narrative.results)
    return request.SerializeToString()


def _spent(server: Running, called: WorkloadMethods, requests: Sequence[bytes]) -> Spent:
    """Call each with its echo, then the echoes alone, whose processor time is taken off."""
    replies: list[bytes] = []

    def verify(request: bytes) -> bytes:
        replies.append(called.verify(request))
        return replies[-1]

    before = cpu_seconds(server.pid)
    times = [(timed(verify, each), timed(called.echo, each)) for each in requests]
    both = cpu_seconds(server.pid)
    for each in requests:
        called.echo(each)
    above = (both - before) - (cpu_seconds(server.pid) - both)
    return Spent([judged(reply) for reply in replies], 1000 * above, 1000 * np.array(times))


async def _rate(address: str, requests: Sequence[bytes]) -> float:
    """Narratives a second."""
    async with grpc.aio.insecure_channel(address) as channel:
        replies, seconds = await answers(channel, VERIFY, requests, _TIMEOUT_S)
    for reply in replies:
        judged(reply)
    return len(requests) / seconds


def judged(reply: bytes) -> int:
    """How many numbers were judged; a check that did not finish has no cost to tell."""
    (result,) = verify_pb2.VerifyResponse.FromString(reply).report.results
    if result.failure.reason:
        raise RuntimeError(f"{result.check}: {result.failure.reason}: {result.failure.message}")
    return result.findings.numeric.claims_total
