"""Requests over a million values: one claim in ten is wrong, and no two texts are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import grpc
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from verifyd import Client, QueryResult
from verifyd.v1 import verify_pb2

from bench.echo_server import METHOD

VERIFY = "/verifyd.v1.VerifyService/Verify"
ROWS, COLUMNS = 200_000, 5

Call = Callable[[bytes], bytes]


class Workload:
    """A million values in five columns, and texts about them.

    Args:
        seed: Chooses values and texts.
    """

    def __init__(self, seed: int = 20) -> None:
        self._random = np.random.default_rng(seed)
        self.values: NDArray[np.float64] = np.round(
            self._random.lognormal(8, 2, (COLUMNS, ROWS)), 2
        )

    @property
    def table(self) -> pa.Table:
        """The values as an Arrow table."""
        return pa.table({f"measure_{i}": column for i, column in enumerate(self.values)})

    def put(self, client: Client, query_id: str = "bench") -> str:
        """Put the values ahead; returns the handle."""
        return client.put(QueryResult(query_id, self.table)).id

    def request(self, handle: str, claims: int, detail: verify_pb2.Detail) -> bytes:
        """A request whose text states so many numbers."""
        right = self._random.choice(self.values.ravel(), claims - claims // 10)
        wrong = np.round(self._random.uniform(1e9, 1e12, claims - right.size), 2)
        stated = self._random.permutation(np.concatenate([right, wrong])).tolist()
        lines = (
            f"- Region {chr(65 + i % 26)} reached {value:,.2f} units."
            for i, value in enumerate(stated)
        )
        request = verify_pb2.VerifyRequest(
            narrative="# Results\n\n" + "\n".join(lines) + "\n", checks=["numeric"], detail=detail
        )
        request.evidence.handles.append(handle)
        return request.SerializeToString()


class WorkloadMethods(NamedTuple):
    """What is called, as bytes: parsing replies is the caller's affair and not timed."""

    verify: Call
    echo: Call


def methods(channel: grpc.Channel) -> WorkloadMethods:
    """``Verify`` and the echo on a channel."""
    return WorkloadMethods(
        channel.unary_unary(VERIFY),  # type: ignore[arg-type]  # bytes as they are
        channel.unary_unary(METHOD),  # type: ignore[arg-type]
    )
