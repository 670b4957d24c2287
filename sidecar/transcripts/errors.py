"""What is refused about conversations, each with its status and reason."""

from __future__ import annotations

from typing import ClassVar

from sidecar.errors import VerifydError


class TranscriptMalformed(VerifydError):
    """The messages cannot be read in whole.

    Args:
        problem: What is wrong.
        index: The place of the message, where it is one.
    """

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TRANSCRIPT_MALFORMED"

    def __init__(self, problem: str, index: int | None = None) -> None:
        at = "the conversation" if index is None else f"message {index} of the conversation"
        place = {} if index is None else {"index": index}
        super().__init__(f"{at} cannot be read: {problem}", problem=problem, **place)


class TranscriptTooLarge(VerifydError):
    """A limit is passed.

    Args:
        limit: Its name.
        given: How much there is.
        maximum: How much there may be.
    """

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TRANSCRIPT_TOO_LARGE"

    def __init__(self, limit: str, given: int, maximum: int) -> None:
        message = f"the conversation passes {limit}: {given}, allowed {maximum}"
        super().__init__(message, limit=limit, given=given, maximum=maximum)
