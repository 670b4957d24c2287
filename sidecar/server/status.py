"""Errors as ``google.rpc.Status``: the one place that turns them into what callers get."""

from __future__ import annotations

import grpc
from google.protobuf.duration_pb2 import Duration
from google.rpc import error_details_pb2, status_pb2

from sidecar.errors import VerifydError
from sidecar.server.call import Context

DOMAIN = "verifyd"
DETAILS = "grpc-status-details-bin"
MAX_SHOWN = 256
"""Bytes of a message, and of each value in it: metadata past 8 KiB would be refused."""


async def abort(context: Context, error: VerifydError) -> None:
    """End a call with an error.

    Raises:
        grpc.aio.AbortError: Always.
    """
    # An aborted call lives on in a circle of gRPC's own, with all that its traceback holds.
    error.__traceback__ = error.__context__ = error.__cause__ = None
    code = grpc.StatusCode[error.code]
    message = _cut(str(error))
    status = status_pb2.Status(code=code.value[0], message=message)
    metadata = {key: _cut(value) for key, value in error.metadata.items()}
    status.details.add().Pack(
        error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=metadata)
    )
    if error.retry_after_s is not None:
        delay = Duration()
        delay.FromMilliseconds(int(error.retry_after_s * 1000))
        status.details.add().Pack(error_details_pb2.RetryInfo(retry_delay=delay))
    await context.abort(code, message, ((DETAILS, status.SerializeToString()),))


def _cut(text: str) -> str:
    data = text[: MAX_SHOWN + 1].encode("utf-8", "backslashreplace")
    return text if len(data) <= MAX_SHOWN else data[:MAX_SHOWN].decode("utf-8", "ignore") + "…"
