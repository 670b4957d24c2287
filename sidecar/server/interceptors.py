"""What happens around every call: who is calling, its deadline, its turn, its errors, its log line.

What is not a ``VerifydError`` is a fault of ours: the caller learns the request id, the log learns
the rest. Health checks pass by, so that a full or draining server can still say how it is.

A call is let in before its request is read, so that one that is refused, for its credentials or for
want of room, costs no more than its headers. For that every method is served as one with a stream
of requests: gRPC reads those of the other kind by itself, before anybody is asked.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any, ClassVar, NamedTuple, TypeAlias

import grpc.aio
from google.protobuf.message import DecodeError, Message

from sidecar.errors import VerifydError
from sidecar.instruments.base import CallEnding, Instrument
from sidecar.server.admission import Admission
from sidecar.server.auth import Authenticator
from sidecar.server.call import (
    CALL,
    Context,
    RequestMalformed,
    ServedCall,
    abort,
    read_only_request,
)
from sidecar.server.health import PREFIX as HEALTH
from sidecar.work.pool import Pool

_CANCELLED_S = 0.02
"""A client that cancels an upload ends its stream as well. Where the end is seen first, what came
so far is an upload cut short: for so long the cancellation may follow."""

log = logging.getLogger(__name__)

_PARSE_S = 60e-9
"""Seconds of processor time that parsing a byte takes at most."""

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
_Read: TypeAlias = Callable[[AsyncIterable[bytes], Context], Awaitable[Any]]


class DeadlineExceeded(VerifydError):
    """The time ran out before the request could be judged."""

    code: ClassVar[str] = "DEADLINE_EXCEEDED"
    reason: ClassVar[str] = "DEADLINE_EXCEEDED"


class Internal(VerifydError):
    """A fault of the server."""


class CallLimits(NamedTuple):
    """How long calls of a kind may take, and how many of them there are.

    Attributes:
        usual_s: Seconds for a call whose client sets no deadline.
        most_s: Most seconds for any call.
        admission: Gives each call its turn.
    """

    usual_s: float
    most_s: float
    admission: Admission

    def deadline_s(self, remaining_s: float | None) -> float:
        """The client's deadline, else the usual one, never more than the longest."""
        return min(self.usual_s if remaining_s is None else remaining_s, self.most_s)


class CallGuard(grpc.aio.ServerInterceptor):
    """Wraps every method but those of the health service.

    Args:
        authenticate: Tells the tenant of a call, or refuses it.
        calls: Limits of calls that answer once.
        streams: Limits of those that answer as long as they last.
        pool: Parses requests that are long.
        instruments: Are notified of every call.
        asked: Is set by the first call of all, health checks included.
        loaded: Is set once the methods are there; calls wait for it.
        system: How the calls come, by the name that traces have for it.
    """

    def __init__(
        self,
        authenticate: Authenticator,
        calls: CallLimits,
        streams: CallLimits,
        pool: Pool,
        instruments: Sequence[Instrument],
        *,
        asked: asyncio.Event,
        loaded: asyncio.Event,
        system: str = "grpc",
    ) -> None:
        self._authenticate = authenticate
        self._calls, self._streams = calls, streams
        self._pool = pool
        self._instruments = instruments
        self._asked = asked
        self._loaded = loaded
        self._system = system
        self._guarded: dict[str, Handler] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """The method's own handler, guarded; each is wrapped once."""
        method = handler_call_details.method
        guarded = self._guarded.get(method)
        if guarded is not None:
            return guarded
        self._asked.set()
        if method.startswith(HEALTH):
            return await continuation(handler_call_details)
        await self._loaded.wait()
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        guarded = self._guarded[method] = self._guard(method, handler)
        return guarded

    def _guard(self, method: str, handler: Handler) -> Handler:
        """A handler that takes and gives bytes, so that errors of parsing are ours to tell."""
        inner: Any = (  # the type of the synchronous server, which this is not
            handler.unary_unary
            or handler.stream_unary
            or handler.unary_stream
            or handler.stream_stream
        )
        read = self._reader(handler)

        async def unary(pieces: AsyncIterable[bytes], context: Context) -> Any:
            async with self._call(method, context, self._calls):
                try:
                    return to_bytes(await inner(await read(pieces, context), context))
                except VerifydError:
                    if handler.request_streaming:
                        await asyncio.sleep(_CANCELLED_S)
                    raise

        async def stream(pieces: AsyncIterable[bytes], context: Context) -> AsyncIterator[Any]:
            async with self._call(method, context, self._streams):
                responses = inner(await read(pieces, context), context)
                async with aclosing(responses):
                    async for response in responses:
                        yield to_bytes(response)

        if handler.response_streaming:
            return grpc.stream_stream_rpc_method_handler(stream)
        return grpc.stream_unary_rpc_method_handler(unary)

    def _reader(self, handler: Handler) -> _Read:
        """What reads the request of a call, or gives the stream of its requests."""
        deserialize = handler.request_deserializer

        async def parsed(data: bytes) -> Any:
            if deserialize is None:
                return data
            try:
                call, cost_s = CALL.get(), _PARSE_S * len(data)
                return await self._pool.run_by_cost(
                    cost_s, deserialize, call.tenant, "parse", call.remaining_s(), data
                )
            except DecodeError:
                problem = "the request is not a valid message of this method"
                raise RequestMalformed(problem) from None

        async def one(_: AsyncIterable[bytes], context: Context) -> Any:
            return await parsed(await read_only_request(context))

        async def each(pieces: AsyncIterable[bytes]) -> AsyncIterator[Any]:
            async for data in pieces:
                yield await parsed(data)

        async def stream(pieces: AsyncIterable[bytes], _: Context) -> AsyncIterator[Any]:
            return each(pieces)

        return stream if handler.request_streaming else one

    @asynccontextmanager
    async def _call(self, method: str, context: Context, limits: CallLimits) -> AsyncIterator[None]:
        """Everything that happens before and after a call."""
        call = ServedCall(method, os.urandom(8).hex(), system=self._system)
        CALL.set(call)
        seconds = limits.deadline_s(context.time_remaining())
        call.deadline = time.monotonic() + seconds
        status, error = "OK", None
        try:
            call.tenant, call.caller = self._authenticate(context)
            async with asyncio.timeout(seconds) as bound:
                if context.time_remaining() is None:
                    call.bound = bound
                async with limits.admission.turn(call.tenant, seconds):
                    yield
        except VerifydError as known:
            error = known
        except TimeoutError:
            ms = int(seconds * 1000)
            error = DeadlineExceeded(f"the call did not finish within {ms} ms", deadline_ms=ms)
        except (asyncio.CancelledError, GeneratorExit):
            status = "CANCELLED"
            raise
        except grpc.aio.AbortError:
            status = getattr(context.code(), "name", "UNKNOWN")
            raise
        except Exception:
            log.exception("call failed", extra={"request_id": call.request_id, "method": method})
            error = Internal(
                f"the server has a fault; its log holds the details of request {call.request_id}",
                request_id=call.request_id,
            )
        finally:
            self._tell(call, error.code if error else status, error, context)
        if error is not None:
            await abort(context, error)

    def _tell(
        self, call: ServedCall, status: str, error: VerifydError | None, context: Context
    ) -> None:
        """Tell the instruments and the log how a call ended."""
        seconds = time.perf_counter() - call.started
        ending = CallEnding(status, error.reason if error else "", seconds)
        for instrument in self._instruments:
            try:
                instrument.ended(call, ending, context)
            except Exception:  # the call is served, whatever its measuring comes to
                log.exception(
                    "an instrument failed", extra={"instrument": type(instrument).__name__}
                )
        fields: dict[str, object] = {
            "method": call.method,
            "status": status,
            "reason": ending.reason or None,
            "tenant": call.tenant,
            "request_id": call.request_id,
            "ms": round(seconds * 1000, 3),
        }
        log.info("call", extra=fields | call.facts)


def to_bytes(response: Any) -> Any:
    """A message as bytes that are always the same for the same message."""
    if isinstance(response, Message):
        return response.SerializeToString(deterministic=True)
    return response
