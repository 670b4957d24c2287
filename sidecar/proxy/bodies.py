"""Bodies that are held in memory: each has a bound, and all of them together."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sidecar.proxy.conversation import unreadable
from sidecar.proxy.errors import ProxyError
from sidecar.proxy.options import MAX_ANSWER_BYTES, MAX_REQUEST_BYTES
from sidecar.proxy.upstream import Reply
from sidecar.server.http.request import Request
from sidecar.streaming.memory import HeldBytes, StreamsTooLarge


async def read_request(request: Request, held: HeldBytes) -> bytes:
    """The body of a request whose answer will be verified.

    Raises:
        ProxyError: If it is too large, or compressed.
    """
    if request.headers.get("content-encoding", "identity") != "identity":
        raise ProxyError(415, "request_compressed", "the body is compressed; send it as it is")
    body = bytearray()
    async for piece in request.body():
        body += piece
        if len(body) > MAX_REQUEST_BYTES:
            message = f"the body has more than {MAX_REQUEST_BYTES} bytes"
            raise ProxyError(413, "request_too_large", message)
        _take(held, piece)
    return bytes(body)


async def read_answer(reply: Reply, held: HeldBytes) -> bytes:
    """All of an answer.

    Raises:
        ProxyError: As below.
    """
    return b"".join([piece async for piece in answer_pieces(reply, held)])


async def answer_pieces(reply: Reply, held: HeldBytes) -> AsyncIterator[bytes]:
    """The pieces of an answer that is verified.

    Raises:
        ProxyError: If it is too large or compressed, or the upstream fails.
    """
    if reply.header("content-encoding") not in ("", "identity"):
        raise unreadable("its answer is compressed though that was not accepted")
    taken = 0
    async for piece in reply.pieces():
        taken += len(piece)
        if taken > MAX_ANSWER_BYTES:
            raise unreadable(f"its answer has more than {MAX_ANSWER_BYTES} bytes")
        _take(held, piece)
        yield piece


def _take(held: HeldBytes, piece: bytes) -> None:
    try:
        held.take(len(piece))
    except StreamsTooLarge:
        message = "too many requests and answers are held; try again later"
        raise ProxyError(503, "overloaded", message) from None
