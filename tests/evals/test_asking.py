"""Asking an agent: its time, its retries, and whatever it returns."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

import pytest
from evals import agents

from sidecar.evals.agents import AgentError
from sidecar.evals.agents.local import FunctionAgent
from sidecar.evals.model import EvalQuestion, EvalResult, EvidenceItem, ResearchRun
from sidecar.evals.runner import Patience, ask


async def asked(function: Any, **patience: Any) -> EvalResult:
    return await ask(FunctionAgent(function), agents.question(1), 7, Patience(**patience))


async def test_text_is_an_answer() -> None:
    result = await asked(agents.right)
    assert (result.run.answer, result.run.error) == ("North has 1,001 staff.", "")
    assert (result.attempts, result.place, result.question.id) == (1, 7, "q001")
    assert result.run.question == agents.question(1).question
    assert result.run.started_at
    assert result.run.run_id


async def test_a_mapping_has_fields_of_a_run() -> None:
    given = {
        "answer": "It is so [ev-a-001].",
        "evidence": [{"id": "ev-a-001", "text": "so", "title": "a.py"}],
        "usage": {"input_tokens": 3, "cost": 0.5},
        "confidence": 0.8,
        "run_id": "mine",
        "verification": {"status": "passed", "decision": "PASS"},
    }
    run = (await asked(lambda _: given)).run
    assert run.error == ""
    assert run.evidence == (EvidenceItem(id="ev-a-001", text="so", title="a.py"),)
    assert (run.usage.input_tokens, run.usage.cost, run.run_id) == (3, 0.5, "mine")
    assert run.verification is None, "an agent does not verify itself"


async def test_a_run_is_a_run_of_the_question_that_was_asked() -> None:
    made = ResearchRun(run_id="r", question="another", answer="x", duration_seconds=4.0)
    run = (await asked(lambda _: made)).run
    assert (run.question, run.duration_seconds) == (agents.question(1).question, 4.0)


async def test_no_agent_sees_what_is_expected() -> None:
    seen: list[EvalQuestion] = []

    def agent(given: EvalQuestion) -> str:
        seen.append(given)
        return "x"

    result = await asked(agent)
    assert seen[0].expected_answer is None
    assert result.question.expected_answer == "secret"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "not NoneType"),
        (7, "not int"),
        ("", "empty"),
        (" \n", "empty"),
        ("\u200b\0", "empty"),
        ({}, "empty"),
        ({"answr": "x"}, "did you mean"),
        ({"answer": 7}, "answer: "),
        ({"answer": "x", "confidence": "high"}, "confidence: "),
        ({"answer": "x", "output": {"a": float("nan")}}, "JSON does not have"),
        ({"answer": "x", "output": {"a": object()}}, "JSON does not have"),
        ({"answer": "x", "confidence": 80.0}, "confidence: should be from 0 to 1"),
        ({"answer": "x", "confidence": -1e308}, "confidence: should be from 0 to 1"),
        ({"answer": "x", "usage": {"input_tokens": 10**400}}, "usage.input_tokens: "),
        ({"answer": "x", "usage": {"output_tokens": -1}}, "usage.output_tokens: "),
        ({"answer": "x", "usage": {"cost": 1e308}}, "usage.cost: "),
        ({"answer": "x", "duration_seconds": 1e308}, "duration_seconds: "),
        ("half a pair: \ud800", "JSON does not have"),
        ("x" * (17 << 20), "longer than"),
    ],
)
async def test_a_bad_answer_is_an_error_of_its_question(given: Any, told: str) -> None:
    result = await asked(lambda _: given)
    assert result.run.error.startswith("AGENT_ANSWER_INVALID: ")
    assert told in result.run.error
    assert result.run.answer == ""
    assert result.attempts == 1


async def test_what_may_pass_is_tried_again_three_times() -> None:
    calls = 0

    async def flaky(_: EvalQuestion) -> str:
        nonlocal calls
        calls += 1
        if calls < 4:
            raise AgentError("AGENT_BUSY", "busy", retryable=True, retry_after_s=0.01)
        return "here"

    result = await asked(flaky, retries=3)
    assert (result.run.answer, result.attempts, calls) == ("here", 4, 4)


async def test_after_the_last_try_the_error_is_told() -> None:
    def lost(_: EvalQuestion) -> str:
        raise ConnectionResetError("gone")

    result = await asked(lost, retries=1)
    assert result.run.error == "AGENT_UNREACHABLE: ConnectionResetError: gone"
    assert result.attempts == 2


async def test_a_fault_is_not_tried_again() -> None:
    def broken(_: EvalQuestion) -> str:
        raise KeyError("x")

    result = await asked(broken, retries=3)
    assert (result.run.error, result.attempts) == ("AGENT_FAILED: KeyError: 'x'", 1)


@pytest.mark.parametrize("blocks", [True, False])
async def test_the_deadline_ends_a_question(blocks: bool) -> None:
    async def waits(_: EvalQuestion) -> str:
        await asyncio.sleep(3600)
        return "late"

    def sleeps(_: EvalQuestion) -> str:
        time.sleep(1)
        return "late"

    result = await asked(sleeps if blocks else waits, timeout_s=0.1)
    assert result.run.error == "AGENT_TIMEOUT: no answer within 0.1 s"


async def test_no_wait_goes_past_the_deadline() -> None:
    async def busy(_: EvalQuestion) -> str:
        raise AgentError("AGENT_BUSY", "busy", retryable=True, retry_after_s=60)

    result = await asked(busy, timeout_s=5, retries=9)
    assert (result.run.error, result.attempts) == ("AGENT_BUSY: busy", 1)


async def exiting(_: EvalQuestion) -> str:
    sys.exit(0)


async def cancelling(_: EvalQuestion) -> str:
    raise asyncio.CancelledError


@pytest.mark.parametrize("function", [exiting, cancelling])
async def test_an_agent_that_exits_or_cancels_itself_fails_its_question_alone(
    function: Any,
) -> None:
    error = (await asked(function)).run.error
    assert error.startswith("AGENT_FAILED: "), error


async def test_an_agent_of_another_make_may_raise_anything() -> None:
    class Other:
        name = "other"

        async def answer(self, question: EvalQuestion) -> str:
            raise KeyError(question.id)

        def notes(self, asked: Collection[str]) -> Sequence[str]:
            return ()

        async def close(self) -> None:
            pass

    result = await ask(Other(), agents.question(1))
    assert result.run.error == "AGENT_FAILED: KeyError: 'q001'"


async def test_an_answer_after_its_time_is_none_though_the_agent_ignores_being_cancelled() -> None:
    async def stubborn(_: EvalQuestion) -> str:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)
        return "x"

    assert (await asked(stubborn, timeout_s=0.05)).run.error.startswith("AGENT_TIMEOUT: ")


async def test_who_cancels_a_question_ends_it() -> None:
    task = asyncio.create_task(asked(lambda _: time.sleep(1)))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
