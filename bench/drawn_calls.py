"""Sending drawn requests, and how they end."""

from __future__ import annotations

from typing import Any, NamedTuple

import grpc
from google.rpc import error_details_pb2, status_pb2
from verifyd.v1 import evidence_service_pb2, verify_pb2

from bench.drawn_stories import HANDLE
from bench.fuzz_drawn import DrawnInput

ANY_SIZE = (
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", -1),
    ("grpc.use_local_subchannel_pool", 1),  # a connection of its own
    ("grpc.enable_retries", 0),
)
"""Options of a channel that leaves every refusal to the server."""

Metadata = tuple[tuple[str, str], ...]


class Ended(NamedTuple):
    """How a call ended.

    Attributes:
        ending: ``OK``, or the reason or status code of the error.
        faults: What no call may end with.
        kept_bytes: Memory that the server says it keeps of an upload.
    """

    ending: str
    faults: tuple[str, ...] = ()
    kept_bytes: int = 0


class DrawnCaller:
    """Calls a server with drawn requests, on a connection of its own.

    Handles of evidence that it has put take the place of those in requests.

    Args:
        address: The server's.
        timeout_s: Of each call.
        metadata: Of each call.
    """

    def __init__(self, address: str, timeout_s: float, metadata: Metadata = ()) -> None:
        self.channel = grpc.insecure_channel(address, ANY_SIZE)
        self._timeout = timeout_s
        self._metadata = metadata
        self._handle = HANDLE.encode()

    def close(self) -> None:
        """End the connection."""
        self.channel.close()

    def call(self, drawn: DrawnInput) -> Ended:
        """Send a request and wait for its end."""
        messages = [each.replace(HANDLE.encode(), self._handle) for each in drawn.messages]
        options: dict[str, Any] = {"timeout": self._timeout, "metadata": self._metadata}
        channel: Any = self.channel  # its methods take bytes as they are
        try:
            match drawn.streams:
                case (False, False):
                    reply = channel.unary_unary(drawn.method)(messages[0], **options)
                case (True, False):
                    reply = channel.stream_unary(drawn.method)(iter(messages), **options)
                case _:
                    replies = channel.unary_stream(drawn.method)(messages[0], **options)
                    reply = next(iter(replies), b"")
                    replies.cancel()
        except grpc.RpcError as error:
            return _failed(error)
        return self._answered(drawn.method, reply)

    def _answered(self, method: str, reply: bytes) -> Ended:
        match method.rpartition("/")[2]:
            case "Verify":
                return verified(reply)
            case "PutQueryResult":
                put = evidence_service_pb2.PutQueryResultResponse.FromString(reply)
                self._handle = put.handle.encode()
                return Ended("OK", kept_bytes=put.info.memory_bytes)
            case "PutSource":
                kept = evidence_service_pb2.PutSourceResponse.FromString(reply)
                self._handle = kept.handle.encode()
                return Ended("OK", kept_bytes=kept.info.memory_bytes)
            case _:
                return Ended("OK")


def verified(reply: bytes) -> Ended:
    """What a report says: a check that raised is reported in it."""
    results = verify_pb2.VerifyResponse.FromString(reply).report.results
    failed = [result for result in results if result.failure.reason]
    raised = [f"{each.check} raised" for each in failed if each.failure.reason == "INTERNAL"]
    reasons = {each.failure.reason for each in failed}
    return Ended(" and ".join(["OK", *sorted(reasons)]), tuple(raised))


def _failed(error: Any) -> Ended:
    """An error's reason, or its code where it has none."""
    reason = reason_of(error)
    code = error.code().name
    if "INTERNAL" in {code, reason} or code == "UNKNOWN":
        return Ended(code, (f"{code} {reason}: {error.details()}"[:300],))
    return Ended(reason or code)


def reason_of(error: Any) -> str:
    """The reason in an error's status, or nothing."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            info = error_details_pb2.ErrorInfo()
            for detail in status_pb2.Status.FromString(value).details:
                if detail.Unpack(info):
                    return str(info.reason)
    return ""
