"""One RPC within its deadline: which failures are worth another attempt, and how long to wait.

Nothing here waits or sends: a *conversation* yields the calls and pauses that it needs and is sent
their outcomes. ``Client`` performs them blocking, ``AsyncClient`` awaits them, and everything that
a client knows is written once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from math import isnan
from typing import Any, Final, NamedTuple, TypeVar

from verifyd import _arguments
from verifyd.errors import Overloaded, Unavailable, VerifydError

ATTEMPTS: Final = 6
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 1.0


class Call(NamedTuple):
    """One attempt of one RPC.

    Attributes:
        method: Its name.
        request: A message, or an iterator of messages for an upload.
        timeout: Seconds.
        request_id: The caller's id, for the error.
    """

    method: str
    request: object
    timeout: float
    request_id: str = ""


class Pause(NamedTuple):
    """Seconds to wait."""

    seconds: float


T = TypeVar("T")
Conversation = Generator[Call | Pause, Any, T]


def deadline_of(timeout: float | None, default: float) -> float:
    """When the answer is due, by ``time.monotonic``.

    Args:
        timeout: Seconds that the caller gave.
        default: Seconds where the caller gave none.

    Raises:
        InvalidArgument: If it is no number.
    """
    seconds = default if timeout is None else timeout
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or isnan(seconds):
        raise _arguments.wrong("timeout", seconds, "a number of seconds")
    return time.monotonic() + seconds


def call(
    method: str, request: Callable[[], object], deadline: float, request_id: str = ""
) -> Conversation[Any]:
    """Make one RPC; ask again while it is safe and the time lasts.

    Safe are ``UNAVAILABLE`` and ``OVERLOADED``: they say nothing about the request, and doing any
    of these methods twice is as good as once. Anything else would fail again, or means something.

    Args:
        method: Its name.
        request: Makes the request, anew for each attempt.
        deadline: When the answer is due, by ``time.monotonic``.
        request_id: The caller's id, for the error.
    """
    for attempt in range(ATTEMPTS):
        left = max(0.0, deadline - time.monotonic())
        try:
            return (yield Call(method, request(), left, request_id))
        except (Unavailable, Overloaded) as error:
            seconds = pause_s(attempt, error)
            if attempt == ATTEMPTS - 1 or time.monotonic() + seconds >= deadline:
                raise
        yield Pause(seconds)
    raise AssertionError("the last attempt returns or raises")


def pause_s(attempt: int, error: VerifydError) -> float:
    """Seconds before the next attempt: doubled each time, a random half off, so callers spread."""
    import random  # noqa: PLC0415 (only after a failed attempt)

    longest = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * float(2**attempt))
    jittered = longest * random.uniform(0.5, 1.0)  # noqa: S311 (nothing secret)
    return max(jittered, error.retry_after_s)
