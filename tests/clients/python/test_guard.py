"""What every adapter of a framework lets on: what verifyd releases, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from verifyd import (
    Client,
    DeadlineExceeded,
    InvalidArgument,
    InvalidRequest,
    NotAllowed,
    Overloaded,
    TranscriptResult,
    Unauthenticated,
    Unavailable,
    VerifydError,
)
from verifyd.integrations import Held, Judgement
from verifyd.integrations._guard import MARK, Guard, is_feedback
from verifyd.v1 import report_pb2, verify_pb2
from verifyd.v1 import transcript_service_pb2 as pb

MESSAGES = [{"role": "assistant", "content": "12 shops."}]


class Answering(Client):
    """A client that sends nothing, and answers or fails as it is told."""

    def __init__(self, answer: Callable[[], TranscriptResult]) -> None:
        super().__init__("unix:///nowhere/verifyd.sock")
        self._answer = answer

    def verify_transcript(self, *given: Any, **asked: Any) -> TranscriptResult:
        return self._answer()


def found(hint: str = "", **fields: Any) -> TranscriptResult:
    response = verify_pb2.VerifyResponse(report=report_pb2.Report(retry_hint=hint))
    return TranscriptResult(pb.VerifyTranscriptResponse(response=response, **fields))


def failing(error: VerifydError) -> Callable[[], TranscriptResult]:
    def fail() -> TranscriptResult:
        raise error

    return fail


async def judged(answer: Callable[[], TranscriptResult], **options: Any) -> Judgement:
    with Answering(answer) as client:
        guard = Guard(client, **options)
        awaited = await guard.judge(MESSAGES)
        blocked = guard.judge_now(MESSAGES)
    assert awaited.released == blocked.released
    return awaited


@pytest.mark.parametrize(
    ("fields", "released"),
    [
        ({"decision": 1, "action": 1}, True),
        ({"decision": 3, "action": 2}, False),
        ({"decision": 3, "action": 1}, True),  # a server that only observes
        ({"action": 1}, False),
        ({"decision": 99, "action": 1}, False),
        ({"decision": 1, "action": 99}, False),
        ({}, False),
    ],
)
async def test_only_a_known_release_lets_on(fields: dict[str, Any], released: bool) -> None:
    assert (await judged(lambda: found(**fields))).released is released
    # What is asked for where verifyd is away says nothing about what it answers.
    assert (await judged(lambda: found(**fields), on_error="release")).released is released


AWAY = (Unavailable, Overloaded, DeadlineExceeded)
REFUSED = (InvalidRequest, NotAllowed, Unauthenticated, VerifydError)


@pytest.mark.parametrize("kind", [*AWAY, *REFUSED])
async def test_an_error_holds_unless_verifyd_is_away_and_that_was_asked_for(
    kind: type[VerifydError],
) -> None:
    error = kind("REASON", "CODE", "said so")
    held = await judged(failing(error))
    assert (held.released, held.error, held.feedback) == (False, error, "")
    assert "said so" in str(Held(held))
    assert (await judged(failing(error), on_error="release")).released is (kind in AWAY)


async def test_a_mistake_of_the_program_is_raised() -> None:
    with pytest.raises(InvalidArgument):
        await judged(failing(InvalidArgument("no such form", "form")), on_error="release")
    with pytest.raises(InvalidArgument, match="hold, release"):
        Guard(None, on_error="ignore")  # type: ignore[arg-type]


async def test_feedback_is_marked_and_found_again() -> None:
    held = await judged(lambda: found("Say 11.", decision=3, action=2))
    assert held.feedback == f"{MARK}Say 11."
    # Frameworks quote it in words of their own.
    assert is_feedback(f"Error: {held.feedback}\nFix the errors and try again.")
    assert not is_feedback("Say 11.")
    assert not is_feedback(None)
    released = await judged(lambda: found("A warning.", decision=2, action=1))
    assert released.feedback == ""
