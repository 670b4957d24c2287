"""What is known of the call that is being served, and how an error ends it.

Each call runs in a task of its own, so a context variable holds it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

import grpc
import grpc.aio
from google.protobuf.duration_pb2 import Duration
from google.rpc import error_details_pb2, status_pb2

from sidecar.errors import VerifydError

if TYPE_CHECKING:
    from sidecar.runner import VerificationRun


class Context(Protocol):
    """What the server uses of a call: gRPC's own context has it, and that of HTTP."""

    async def read(self) -> Any:
        """The next message, or something other than bytes at their end."""

    def time_remaining(self) -> float | None:
        """Seconds until the client's deadline, if it has one."""

    def invocation_metadata(self) -> Any:
        """Pairs of names in lower case and values; or none."""

    def auth_context(self) -> Mapping[str, Iterable[bytes]]:
        """What is known of the peer, such as the names in its certificate."""

    async def abort(
        self, code: grpc.StatusCode, details: str = "", trailing_metadata: Any = ()
    ) -> NoReturn:
        """End the call with an error; raises ``grpc.aio.AbortError``."""

    def code(self) -> Any:
        """The status that it was ended with."""


CALL: ContextVar[ServedCall] = ContextVar("call")

MAX_REQUEST_ID = 128


class RequestIdInvalid(VerifydError):
    """The caller's request id is too long, or holds something other than printable ASCII."""

    code = "INVALID_ARGUMENT"
    reason = "REQUEST_ID_INVALID"


class RequestMalformed(VerifydError):
    """The bytes are no valid message, or a string in it is not UTF-8; or there are none."""

    code = "INVALID_ARGUMENT"
    reason = "REQUEST_MALFORMED"


async def read_only_request(context: Context) -> bytes:
    """The one request of a call whose method takes one, which is read now.

    Not from the stream of its requests, which would hold on to it after the call.

    Raises:
        RequestMalformed: If the call has none.
    """
    piece = await context.read()
    if isinstance(piece, bytes):
        return piece
    raise RequestMalformed("the call holds no request")


class WrittenEntry(NamedTuple):
    """An entry of the ledger that a call wrote, or found there.

    Attributes:
        kind: ``SETTLEMENT`` or ``REVERSAL``.
        result: ``SUCCESS`` or ``FAILURE`` of the task, ``REVERSED``, or ``REPLAYED`` where nothing
            was written.
    """

    kind: str
    result: str


@dataclass(slots=True)
class ServedCall:
    """One call.

    Attributes:
        method: Full name, such as ``/verifyd.v1.VerifyService/Verify``.
        request_id: The caller's, else one that was made here.
        tenant: Whom the evidence belongs to.
        agent_id: Who wrote the narrative, as the caller says.
        caller: The identity of who calls, as ``auth.Caller`` has it.
        deadline: When it must be answered, by ``time.monotonic``.
        facts: Digests, counts and codes for the log; never content.
        system: How it came, by the name that traces have for it.
        run: What the checks came to, once they have run.
        settled: What the ledger has of it, where it settles or takes back.
        bound: Ends the call, where its client has set no deadline.
        started: When it came, by ``time.perf_counter``.
        started_ns: The same in nanoseconds since the epoch.
    """

    method: str
    request_id: str
    tenant: str = ""
    agent_id: str = ""
    caller: str = ""
    deadline: float = 0.0
    facts: dict[str, object] = field(default_factory=dict)
    system: str = "grpc"
    run: VerificationRun | None = None
    settled: WrittenEntry | None = None
    bound: asyncio.Timeout | None = None
    started: float = field(default_factory=time.perf_counter)
    started_ns: int = field(default_factory=time.time_ns)

    def remaining_s(self) -> float:
        """Seconds until the deadline, at least 0."""
        return max(0.0, self.deadline - time.monotonic())

    def lengthen(self, seconds: float) -> None:
        """Give a call whose client has set no deadline so many seconds from its start."""
        until = time.monotonic() + seconds - (time.perf_counter() - self.started)
        if self.bound is not None and until > self.deadline:
            self.bound.reschedule(asyncio.get_running_loop().time() + until - time.monotonic())
            self.deadline = until

    def shorten(self, seconds: float) -> None:
        """Leave a call at most so many seconds from now."""
        self.deadline = min(self.deadline, time.monotonic() + seconds)

    def name(self, request_id: str) -> None:
        """Take the caller's id for the request, if there is one.

        Raises:
            RequestIdInvalid: If it could not stand in a log line.
        """
        if not request_id:
            return
        if len(request_id) > MAX_REQUEST_ID or not (
            request_id.isascii() and request_id.isprintable()
        ):
            raise RequestIdInvalid(
                f"a request id has at most {MAX_REQUEST_ID} printable ASCII characters",
                maximum=MAX_REQUEST_ID,
            )
        self.request_id = request_id


# Errors as ``google.rpc.Status``: the one place that turns them into what callers get.

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
    status = make_status(error)
    details = ((DETAILS, status.SerializeToString()),)
    await context.abort(grpc.StatusCode[error.code], status.message, details)


def make_status(error: VerifydError) -> status_pb2.Status:
    """What callers get of an error; without details where gRPC itself would give none."""
    code = grpc.StatusCode[error.code]
    status = status_pb2.Status(code=code.value[0], message=_cut(str(error)))
    if not error.reason:
        return status
    metadata = {key: _cut(value) for key, value in error.metadata.items()}
    status.details.add().Pack(
        error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=metadata)
    )
    if error.retry_after_s is not None:
        delay = Duration()
        delay.FromMilliseconds(int(error.retry_after_s * 1000))
        status.details.add().Pack(error_details_pb2.RetryInfo(retry_delay=delay))
    return status


def _cut(text: str) -> str:
    data = text[: MAX_SHOWN + 1].encode("utf-8", "backslashreplace")
    return text if len(data) <= MAX_SHOWN else data[:MAX_SHOWN].decode("utf-8", "ignore") + "…"
