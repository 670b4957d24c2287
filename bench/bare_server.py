"""The least that a Python server with gRPC and numpy can be: one method, which answers nothing.

python -m bench.bare_server unix:///tmp/bench.sock
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import grpc.aio
import numpy as np


async def _check(request: bytes, _: object) -> bytes:
    return bytes(np.zeros(len(request), np.uint8))


async def _serve(address: str) -> None:
    handler: Any = grpc.unary_unary_rpc_method_handler(_check)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": handler})]
    )
    server.add_insecure_port(address)
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1]))
