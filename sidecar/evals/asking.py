"""Asking an agent one question: within its time, again where that may help, whatever it returns."""

from __future__ import annotations

import asyncio
import time
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime

from sidecar.evals.agents.answers import run_of
from sidecar.evals.agents.protocol import Agent, AgentError, Answer, for_agent, in_words
from sidecar.evals.model import EvalQuestion, EvalResult, ResearchRun
from sidecar.judges.limits import backoff_s
from sidecar.model.digests import sha256_hex

_SHOWN = 500


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long and how often an agent is asked.

    Attributes:
        timeout_s: Seconds for a question, all tries and the waits between them included.
        retries: Further tries after an error that may pass.
    """

    timeout_s: float = 120.0
    retries: int = 2

    def __post_init__(self) -> None:
        """Refuse what makes no sense.

        Raises:
            ValueError: If there is no time, or less than no retry.
        """
        if not self.timeout_s > 0 or self.retries < 0:
            raise ValueError("timeout_s should be more than 0, and retries 0 or more")


async def ask(
    agent: Agent, question: EvalQuestion, place: int = 0, patience: Patience | None = None
) -> EvalResult:
    """The result of a question, not verified; where there is no answer, its run says why."""
    asking = _Asking(agent, question, patience or Patience())
    run = await asking.run()
    return EvalResult(question=question, run=run, attempts=asking.attempts, place=place)


class _Asking:
    """One question on its way.

    Attributes:
        attempts: How often the agent was asked.
    """

    def __init__(self, agent: Agent, question: EvalQuestion, patience: Patience) -> None:
        self._agent, self._question, self._patience = agent, question, patience
        self._given = for_agent(question)
        self.attempts = 0

    async def run(self) -> ResearchRun:
        """The run, with or without an answer."""
        started_at = datetime.now(UTC).isoformat()
        self._began = time.monotonic()
        run_id, bound_s = uuid.uuid4().hex, self._patience.timeout_s
        began = self._began
        try:
            try:
                async with asyncio.timeout(bound_s) as bound:
                    answer = await self._answer()
                if bound.expired():  # it took no notice of being cancelled
                    raise TimeoutError
            except TimeoutError:
                raise AgentError("AGENT_TIMEOUT", f"no answer within {bound_s:g} s") from None
            seconds = time.monotonic() - began
            return run_of(
                answer, self._question, run_id=run_id, started_at=started_at, seconds=seconds
            )
        except AgentError as error:
            words = " ".join(str(error).encode(errors="replace").decode().split())[:_SHOWN]
            return ResearchRun(
                run_id=run_id,
                question=self._question.question,
                started_at=started_at,
                duration_seconds=time.monotonic() - began,
                error=f"{error.reason}: {words}",
            )

    async def _answer(self) -> Answer:
        """The answer, asked for again after what may pass."""
        digest = sha256_hex(self._question.id.encode(errors="replace"))
        while True:
            self.attempts += 1
            try:
                return await self._asked()
            except AgentError as error:
                if not error.retryable or self.attempts > self._patience.retries:
                    raise
                wait_s = error.retry_after_s
                if wait_s is None:
                    wait_s = backoff_s(digest, self.attempts)
                if time.monotonic() - self._began + wait_s >= self._patience.timeout_s:
                    raise  # too late then: it is reported now
            await asyncio.sleep(wait_s)

    async def _asked(self) -> Answer:
        """One answer; whatever an agent raises is a failure of this question alone."""
        try:
            return await self._agent.answer(self._given)
        except AgentError:
            raise
        except (Exception, SystemExit) as error:  # exiting would end the run, with its own status
            raise AgentError("AGENT_FAILED", in_words(error)) from error
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise AgentError("AGENT_FAILED", in_words(error)) from error
