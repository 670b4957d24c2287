"""What is known of the call that is being served, for anyone who serves it.

Each call runs in a task of its own, so a context variable holds it.
"""

from __future__ import annotations

import asyncio
import time
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import grpc.aio

from sidecar.errors import VerifydError

if TYPE_CHECKING:  # what a call needs before any check is loaded is here
    from sidecar.runner import Run

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"

CALL: ContextVar[Call] = ContextVar("call")

MAX_REQUEST_ID = 128


class RequestIdInvalid(VerifydError):
    """The caller's request id is too long, or holds something other than printable ASCII."""

    code = "INVALID_ARGUMENT"
    reason = "REQUEST_ID_INVALID"


class RequestMalformed(VerifydError):
    """The bytes are no valid message, or a string in it is not UTF-8; or there are none."""

    code = "INVALID_ARGUMENT"
    reason = "REQUEST_MALFORMED"


async def only(context: Context) -> bytes:
    """The one request of a call whose method takes one, which is read now.

    Not from the stream of its requests, which would hold on to it after the call.

    Raises:
        RequestMalformed: If the call has none.
    """
    piece = await context.read()
    if isinstance(piece, bytes):
        return piece
    raise RequestMalformed("the call holds no request")


class Settled(NamedTuple):
    """An entry of the ledger that a call wrote, or found there.

    Attributes:
        kind: ``SETTLEMENT`` or ``REVERSAL``.
        result: ``SUCCESS`` or ``FAILURE`` of the task, ``REVERSED``, or ``REPLAYED`` where nothing
            was written.
    """

    kind: str
    result: str


@dataclass(slots=True)
class Call:
    """One call.

    Attributes:
        method: Full name, such as ``/verifyd.v1.VerifyService/Verify``.
        request_id: The caller's, else one that was made here.
        tenant: Whom the evidence belongs to.
        caller: The identity of who calls, as ``auth.Caller`` has it.
        deadline: When it must be answered, by ``time.monotonic``.
        facts: Digests, counts and codes for the log; never content.
        run: What the checks came to, once they have run.
        settled: What the ledger has of it, where it settles or takes back.
        bound: Ends the call, where its client has set no deadline.
        started: When it came, by ``time.perf_counter``.
        started_ns: The same in nanoseconds since the epoch.
    """

    method: str
    request_id: str
    tenant: str = ""
    caller: str = ""
    deadline: float = 0.0
    facts: dict[str, object] = field(default_factory=dict)
    run: Run | None = None
    settled: Settled | None = None
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
