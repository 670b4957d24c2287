"""The real server with two methods more, for measuring.

One is an echo, to measure everything else against. One sorts the columns of a handle, anew if they
are sorted, in the thread that does so for lookups.

    python -m bench.echo_server unix:///tmp/bench.sock value

The second argument is ``numeric.binding.mode``, a third one ``server.http``. Prints ``ready`` when
it serves; ends when its standard input is closed.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import grpc

from sidecar.evidence.index import TableIndex
from sidecar.evidence.index_builder import BUILDER
from sidecar.server.call import CALL
from sidecar.server.server import Server
from sidecar.settings.root import Settings

METHOD = "/bench.Echo/Echo"
SORT = "/bench.Echo/Sort"


async def _echo(request: bytes, _: object) -> bytes:
    return request


class _Sorting:
    """Sorts a table, or the same as if it had just been put, and says when it is done."""

    def __init__(self, index: TableIndex) -> None:
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._index = index

    def build(self) -> None:
        index = self._index if self._index.unsorted else TableIndex(self._index.table)
        index.build()
        self.done.get_loop().call_soon_threadsafe(self.done.set_result, None)


async def _serve(address: str, mode: str, http: str = "") -> None:
    async def sort(request: bytes, _: object) -> bytes:
        index = server.store.get(CALL.get().tenant, request.decode()).kept
        if not isinstance(index, TableIndex):
            raise TypeError("a source has nothing to sort")
        sorting = _Sorting(index)
        BUILDER.ask(sorting)
        await sorting.done
        return b""

    service, echo_name = METHOD.strip("/").split("/")
    methods: dict[str, Any] = {
        echo_name: grpc.unary_unary_rpc_method_handler(_echo),
        SORT.rpartition("/")[2]: grpc.unary_unary_rpc_method_handler(sort),
    }
    extra = grpc.method_handlers_generic_handler(service, methods)
    settings = Settings.model_validate(
        {"server": {"listen": address, "http": http}, "numeric": {"binding": {"mode": mode}}}
    )
    server = Server(settings, extra_handlers=[extra])
    await server.start()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop()


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:]))
