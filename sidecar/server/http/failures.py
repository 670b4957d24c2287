"""Errors as the Connect protocol writes them."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Sequence
from typing import NamedTuple

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.json_format import MessageToDict
from google.rpc import error_details_pb2

from sidecar.server.http.request import Header, Response

HTTP_STATUS = {
    "CANCELLED": 499,
    "UNKNOWN": 500,
    "INVALID_ARGUMENT": 400,
    "DEADLINE_EXCEEDED": 504,
    "NOT_FOUND": 404,
    "ALREADY_EXISTS": 409,
    "PERMISSION_DENIED": 403,
    "RESOURCE_EXHAUSTED": 429,
    "FAILED_PRECONDITION": 400,
    "ABORTED": 409,
    "OUT_OF_RANGE": 400,
    "UNIMPLEMENTED": 501,
    "INTERNAL": 500,
    "UNAVAILABLE": 503,
    "DATA_LOSS": 500,
    "UNAUTHENTICATED": 401,
}
"""Of each gRPC status, as the Connect protocol has it."""

_JSON: Header = ("content-type", "application/json")


class Failure(NamedTuple):
    """How a call failed.

    Attributes:
        code: Of gRPC.
        message: For people.
        details: Of ``google.rpc.Status``.
    """

    code: grpc.StatusCode
    message: str
    details: Sequence[AnyMessage] = ()


def refuse(failure: Failure, status: int, headers: Sequence[Header] = ()) -> Response:
    """An error as the Connect protocol has it, for a request that has no other form as well."""
    body = json.dumps(to_json(failure), ensure_ascii=False).encode()
    again = [("retry-after", str(seconds)) for seconds in _retry_after(failure)]
    return Response(status, [_JSON, *headers, *again], body)


def _retry_after(failure: Failure) -> Sequence[int]:
    """Whole seconds after which the same may succeed, where that is known."""
    info = error_details_pb2.RetryInfo()
    delays = [info.retry_delay.ToTimedelta() for each in failure.details if each.Unpack(info)]
    return [math.ceil(delay.total_seconds()) for delay in delays]


def to_json(failure: Failure) -> dict[str, object]:
    """An error."""
    code = "canceled" if failure.code.name == "CANCELLED" else failure.code.name.lower()
    error: dict[str, object] = {"code": code, "message": failure.message}
    if failure.details:
        error["details"] = [_detail(each) for each in failure.details]
    return error


def _detail(detail: AnyMessage) -> dict[str, object]:
    """A detail, in bytes for clients and readable for people."""
    shown = MessageToDict(detail)
    del shown["@type"]
    value = base64.b64encode(detail.value).decode().rstrip("=")
    return {"type": detail.type_url.rpartition("/")[2], "value": value, "debug": shown}
