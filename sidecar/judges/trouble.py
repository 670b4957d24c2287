"""What came in the way of a call: a value, since an exception would carry the call along."""

from __future__ import annotations

from typing import NamedTuple

from sidecar.judges.errors import JudgeError


class CallFailure(NamedTuple):
    """Why a call has no answer.

    Attributes:
        reason: As in ``JudgeError``.
        detail: What may be shown of it.
        again: Whether the same call may succeed now.
        retry_after_s: When, where the endpoint says so.
        told: What the endpoint says where it may not understand the request, for finding another
            way to ask; never shown.
        no_object: Whether the model wrote something else than the object that it was asked for.
    """

    reason: str
    detail: str = ""
    again: bool = False
    retry_after_s: float | None = None
    told: str | None = None
    no_object: bool = False

    @property
    def error(self) -> JudgeError:
        """The same for anyone who asked."""
        return JudgeError(self.reason, self.detail, self.retry_after_s)
