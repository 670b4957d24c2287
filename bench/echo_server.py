"""The real server with one method more: an echo, to measure everything else against.

    python -m bench.echo_server unix:///tmp/bench.sock

Prints ``ready`` when it serves; ends when its standard input is closed.
"""

from __future__ import annotations

import asyncio
import sys

import grpc

from sidecar.server import Server
from sidecar.settings import Settings

METHOD = "/bench.Echo/Echo"


async def _echo(request: bytes, _: object) -> bytes:
    return request


async def _serve(address: str) -> None:
    service, method = METHOD.strip("/").split("/")
    echo = grpc.method_handlers_generic_handler(
        service, {method: grpc.unary_unary_rpc_method_handler(_echo)}
    )
    settings = Settings.model_validate({"server": {"listen": address}})
    server = Server(settings, extra_handlers=[echo])
    await server.start()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1]))
