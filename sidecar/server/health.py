"""The health service, which answers anybody and so must cost nobody anything.

What it answers is the library's. Here are the bounds: a request is read when it is its turn, since
one of 4 MiB is as cheap to send as one of ten bytes, and only so many callers may watch.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable

import grpc
from google.protobuf.message import DecodeError
from grpc_health.v1 import health, health_pb2
from grpc_health.v1.health import aio

from sidecar.errors import VerifydError
from sidecar.server.admission import Overloaded
from sidecar.server.call import Context, RequestMalformed, abort, read_only_request

PREFIX = f"/{health.SERVICE_NAME}/"

_READING = 16
"""Requests that are read at the same time; an honest one takes a few milliseconds."""

_READ_S = 0.5
"""Seconds in which a request must have come."""

_WATCHING = 100
"""Streams that watch: each holds some 20 KB for as long as its caller likes."""


class Health:
    """Tells how the server is: ``Check`` and ``Watch`` of ``grpc.health.v1.Health``.

    Attributes:
        is_serving: What it tells of the whole server.
    """

    def __init__(self) -> None:
        self._servicer = aio.HealthServicer()
        self._reading = asyncio.Semaphore(_READING)
        self._watching = 0
        self.is_serving = False

    def handlers(self) -> grpc.GenericRpcHandler:
        """Its methods. They read their requests themselves."""
        serialize = health_pb2.HealthCheckResponse.SerializeToString
        return grpc.method_handlers_generic_handler(
            health.SERVICE_NAME,
            {
                "Check": grpc.stream_unary_rpc_method_handler(self._check, None, serialize),
                "Watch": grpc.stream_stream_rpc_method_handler(self._watch, None, serialize),
            },
        )

    async def report(
        self, services: tuple[str, ...], status: health_pb2.HealthCheckResponse.ServingStatus
    ) -> None:
        """Tell from now on that the server and its services are so."""
        self.is_serving = status == health_pb2.HealthCheckResponse.SERVING
        for service in ("", *services):
            await self._servicer.set(service, status)

    async def stopping(self) -> None:
        """Tell from now on that nothing is served any more."""
        self.is_serving = False
        await self._servicer.enter_graceful_shutdown()

    async def _check(
        self, _: AsyncIterable[bytes], context: Context
    ) -> health_pb2.HealthCheckResponse | None:
        return await self._servicer.Check(await _request(context, self._reading), context)

    async def _watch(self, _: AsyncIterable[bytes], context: Context) -> None:
        request = await _request(context, self._reading)
        if self._watching >= _WATCHING:
            message = f"{self._watching} callers are watching already"
            await abort(context, Overloaded(message, 1.0, watching=self._watching))
        self._watching += 1
        try:
            await self._servicer.Watch(request, context)
        finally:
            self._watching -= 1


async def _request(context: Context, reading: asyncio.Semaphore) -> health_pb2.HealthCheckRequest:
    error: VerifydError
    try:
        async with reading, asyncio.timeout(_READ_S):
            return health_pb2.HealthCheckRequest.FromString(await read_only_request(context))
    except TimeoutError:
        error = RequestMalformed(f"the request did not come within {_READ_S} s")
    except DecodeError:
        error = RequestMalformed("the request is not a valid message of this method")
    except RequestMalformed as known:
        error = known
    await abort(context, error)
    raise error  # for the type checker: abort always raises
