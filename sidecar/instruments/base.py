"""An instrument is notified of every call that ended. It never changes one, nor makes it wait.

Nothing is measured while a call runs, beyond the clock readings that its report needs anyway: so a
server without instruments pays nothing for them, and one place decides what is told.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from sidecar.server.call import Context, ServedCall


class CallEnding(NamedTuple):
    """How a call ended.

    Attributes:
        status: Name of the gRPC status code.
        reason: Of the error, one of ``ErrorReason`` without its prefix; empty where it has none.
        seconds: From the moment the server saw it.
    """

    status: str
    reason: str
    seconds: float


class Instrument(Protocol):
    """Something that measures."""

    def ended(self, call: ServedCall, ending: CallEnding, context: Context) -> None:
        """Take note of a call. What it raises is logged and goes no further."""

    async def stop(self) -> None:
        """Let go of threads and sockets, within a few seconds."""
