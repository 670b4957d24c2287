"""Errors that end a request: each knows its status, its reason and its metadata.

A subclass stands beside the code that raises it. ``interceptors`` is the one place that turns them
into ``google.rpc.Status``; the reasons are those of ``error_reason.proto``. An error is never a
verdict: what a check finds is a ``Finding``, and a check that cannot finish is a ``Failure``.
"""

from __future__ import annotations

from typing import ClassVar


class VerifydError(Exception):
    """A request cannot be judged.

    Attributes:
        code: The name of a gRPC status code.
        reason: The name of an ``ErrorReason`` without its prefix.
        retry_after_s: When the same request may succeed, where waiting helps.
        metadata: Every value that the message mentions, for programs.
    """

    code: ClassVar[str] = "INTERNAL"
    reason: ClassVar[str] = "INTERNAL"
    retry_after_s: float | None = None

    def __init__(self, message: str, **metadata: object) -> None:
        super().__init__(message)
        self.metadata = {key: str(value) for key, value in metadata.items()}
