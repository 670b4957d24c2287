"""Errors of a call: the request could not be judged, so nothing was approved.

Every error has the server's reason, one of ``ERROR_REASON_*`` in ``error_reason.proto`` without
that prefix, and its metadata. The subclasses are for ``except``; where none fits, the base is
raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import grpc

if TYPE_CHECKING:
    from google.rpc import error_details_pb2

_DETAILS_KEY: Final = "grpc-status-details-bin"
_DOMAIN: Final = "verifyd"


class VerifydError(Exception):
    """A call failed.

    Attributes:
        reason: Why, for programs, such as ``NARRATIVE_EMPTY``; ``ARGUMENT_INVALID`` where the
            client saw it itself; the status code's name where the server gave none.
        code: The name of the gRPC status code, such as ``INVALID_ARGUMENT``.
        message: Why, for people.
        metadata: The values that the message mentions.
        request_id: The id of the request, where it is known.
        retry_after_s: Seconds that the server asks to wait before another attempt; else 0.
    """

    def __init__(
        self,
        reason: str,
        code: str,
        message: str,
        metadata: Mapping[str, str] | None = None,
        *,
        request_id: str = "",
        retry_after_s: float = 0.0,
    ) -> None:
        super().__init__(f"{reason}: {message}")
        self.reason = reason
        self.code = code
        self.message = message
        self.metadata = dict(metadata or {})
        self.request_id = request_id
        self.retry_after_s = retry_after_s


class InvalidRequest(VerifydError):
    """The request or its evidence is not valid; sending it again will not help."""


class InvalidArgument(InvalidRequest, ValueError, TypeError):
    """An argument of a call is wrong; nothing was sent.

    It is a ``ValueError`` and a ``TypeError`` as well, so that ``except`` finds it by either.

    Attributes:
        argument: Which one, such as ``overrides.numeric``.
        choices: What could stand there, where that is a list of names.
    """

    def __init__(self, message: str, argument: str, choices: Iterable[str] = ()) -> None:
        self.argument = argument
        self.choices = tuple(choices)
        metadata = {"argument": argument, "choices": ",".join(self.choices)}
        super().__init__("ARGUMENT_INVALID", "INVALID_ARGUMENT", message, metadata)


class EvidenceNotFound(VerifydError):
    """A handle is unknown to the server: expired, evicted, deleted, or never put."""


class NotAllowed(VerifydError):
    """The server does not let this caller do that, such as loosening a setting."""


class Unauthenticated(VerifydError):
    """The call's token is missing or unknown."""


class Overloaded(VerifydError):
    """The server is busy; it was asked again until the time ran out."""


class DeadlineExceeded(VerifydError):
    """The time ran out."""


class Unavailable(VerifydError):
    """The server cannot be reached, or is shutting down."""


class ReviewConflict(VerifydError):
    """Somebody else has decided meanwhile, or already: read the review again."""


class SidecarError(Exception):
    """A private sidecar (``Client.local``) is not installed, or did not start."""


_BY_REASON: Final = {
    "EVIDENCE_NOT_FOUND": EvidenceNotFound,
    "OVERLOADED": Overloaded,
    "REVIEW_ALREADY_DECIDED": ReviewConflict,
    "REVIEW_CHANGED": ReviewConflict,
}
_BY_CODE: Final = {
    "INVALID_ARGUMENT": InvalidRequest,
    "PERMISSION_DENIED": NotAllowed,
    "UNAUTHENTICATED": Unauthenticated,
    "DEADLINE_EXCEEDED": DeadlineExceeded,
    "UNAVAILABLE": Unavailable,
}


_ADVICE: Final = {
    "DEADLINE_EXCEEDED": "give it longer with timeout=SECONDS",
    "NOTHING_TO_VERIFY": "give query results, such as {'q1': rows}, or handles, items, sources or"
    " structured, or name checks",
    "CREDENTIALS_MISSING": "give it to the client: Client(address, token=...)",
    "CREDENTIALS_INVALID": "the client's token should be one of the server's server.token_file",
}
"""What a caller can do, by reason, where the server's message does not say."""


def from_call(failed: Any, address: str, request_id: str = "") -> VerifydError:
    """The error that a failed call stands for.

    Args:
        failed: What gRPC raised, blocking or not: it has a code, a text and trailing metadata.
        address: Where the server was expected, for the advice where it was not met.
        request_id: The id that the request was sent with.
    """
    code: grpc.StatusCode = failed.code()
    message: str = failed.details() or ""
    info, retry_after_s = _details(failed.trailing_metadata() or ())
    reason = info.reason or code.name
    metadata = dict(info.metadata)
    if code is grpc.StatusCode.UNAVAILABLE and not info.reason:
        metadata["address"] = address
        message = f"no verifyd answers at {address} ({message}). {_advice(address, message)}"
    elif reason in _ADVICE:
        message = f"{message}; {_ADVICE[reason]}"
    kind = _BY_REASON.get(reason) or _BY_CODE.get(code.name, VerifydError)
    request_id = metadata.get("request_id", request_id)
    return kind(
        reason,
        code.name,
        message,
        metadata,
        request_id=request_id,
        retry_after_s=retry_after_s,
    )


def _advice(address: str, message: str) -> str:
    """What to try where no server was met."""
    if "handshake" in message.lower():
        return (
            "The server speaks no TLS, or its certificate is not trusted: leave out `tls` for a"
            " Unix socket, or name its authority with `TLS(ca=...)`."
        )
    secured = "" if address.startswith("unix:") else ", and give `tls=TLS(...)` if it asks for TLS"
    return (
        f"Is the sidecar running? Start it with `verifyd serve --listen {address}` (distribution"
        f" verifyd-sidecar){secured}, or use `Client.local()`, which starts one."
    )


def _details(
    trailers: Iterable[tuple[str, str | bytes]],
) -> tuple[error_details_pb2.ErrorInfo, float]:
    """The ``ErrorInfo`` of verifyd (an empty one where there is none) and the time to wait."""
    # Only for a failed call.
    from google.protobuf.message import DecodeError
    from google.rpc import error_details_pb2, status_pb2

    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    data = next((value for key, value in trailers if key == _DETAILS_KEY), b"")
    try:
        for detail in status_pb2.Status.FromString(data).details:
            if not detail.Unpack(info):
                detail.Unpack(retry)
    except DecodeError:
        pass  # a proxy may send anything; the code and the message still stand
    own = info if info.domain == _DOMAIN else error_details_pb2.ErrorInfo()
    delay = retry.retry_delay  # which may be longer than a timedelta
    return own, delay.seconds + delay.nanos / 1e9
