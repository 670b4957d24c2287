"""A server whose Verify answers whatever a test says, as a proxy or a broken server could."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.rpc import status_pb2

SERVICE = "verifyd.v1.VerifyService"
Respond = Callable[[bytes, grpc.ServicerContext], bytes]
RespondOnTheWay = Callable[[Iterator[bytes], grpc.ServicerContext], Iterator[bytes]]


@contextmanager
def serving(respond: Respond | None = None, stream: RespondOnTheWay | None = None) -> Iterator[str]:
    """The address of a server that answers Verify and streams so, and uploads with nothing."""
    server = grpc.server(ThreadPoolExecutor(8))
    methods: dict[str, Any] = {}
    if respond is not None:
        methods["Verify"] = grpc.unary_unary_rpc_method_handler(respond)
    if stream is not None:
        methods["VerifyStream"] = grpc.stream_stream_rpc_method_handler(stream)
    put: Any = grpc.stream_unary_rpc_method_handler(lambda pieces, _: (list(pieces), b"")[1])
    server.add_generic_rpc_handlers(
        [
            grpc.method_handlers_generic_handler(SERVICE, methods),
            grpc.method_handlers_generic_handler(
                "verifyd.v1.EvidenceService", {"PutQueryResult": put}
            ),
        ]
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"tcp://127.0.0.1:{port}"
    finally:
        server.stop(0).wait()


def answer(data: bytes) -> Respond:
    """Always these bytes."""
    return lambda _, __: data


def fail(code: grpc.StatusCode, *details: Message, trailer: bytes | None = None) -> Respond:
    """Always this error; the details are packed, or the trailer holds just any bytes."""
    status = status_pb2.Status(code=code.value[0], message="as a proxy says")
    for detail in details:
        packed = AnyMessage()
        packed.Pack(detail)
        status.details.append(packed)
    sent = status.SerializeToString() if trailer is None else trailer

    def respond(_: bytes, context: Any) -> bytes:
        if details or trailer is not None:
            context.set_trailing_metadata((("grpc-status-details-bin", sent),))
        context.abort(code, "as a proxy says")
        return b""

    return respond


def stall(_: bytes, context: grpc.ServicerContext) -> bytes:
    """No answer for as long as the call lives."""
    while context.is_active():
        time.sleep(0.01)
    return b""
