"""Running an agent over a data set.

runner = EvalRunner(agent=agent)
eval_run = await runner.run_dataset(dataset, max_parallel=4)
result = await runner.run_single("What does function X do?")
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sidecar import __version__
from sidecar.evals.agents.local import Function, make_agent
from sidecar.evals.agents.protocol import (
    Agent,
    AgentError,
    Answer,
    build_run,
    describe_error,
    hide_expectations,
)
from sidecar.evals.concurrency import map_concurrently
from sidecar.evals.dataset import EvalDataset
from sidecar.evals.engines import EvalEngine, VerifiedResult
from sidecar.evals.engines.local import InlineEngine
from sidecar.evals.journal import Journal, StoredResults
from sidecar.evals.model import EvalQuestion, EvalResult, EvalRun, ResearchRun
from sidecar.evals.plain import RecordInvalid
from sidecar.evals.verifying import AnswerVerifier
from sidecar.judges.client import backoff_s
from sidecar.model.digests import sha256_hex

# Asking an agent one question: within its time, again where that may help, whatever it returns.

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
        self._given = hide_expectations(question)
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
            return build_run(
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
            raise AgentError("AGENT_FAILED", describe_error(error)) from error
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise AgentError("AGENT_FAILED", describe_error(error)) from error


Told = Callable[[EvalResult], None]


class EvalRunner:
    """Asks an agent questions, and has its answers verified.

    Args:
        agent: An agent, or a function that is given a question and returns an answer.
        verifier: What verifies; one with the shipped settings if not given.
        engine: Where answers are verified; in this process if not given.
        patience: How long and how often the agent is asked.
        settings_digest: Of the settings that the engine verifies by, for the run's record.

    Raises:
        AgentInvalid: If the agent is none.
    """

    def __init__(
        self,
        agent: Agent | Function,
        verifier: AnswerVerifier | None = None,
        *,
        engine: EvalEngine | None = None,
        patience: Patience | None = None,
        settings_digest: str = "",
    ) -> None:
        self.agent = make_agent(agent)
        self._verifier = verifier
        self._engine = engine
        self._patience = patience or Patience()
        self._settings_digest = settings_digest

    async def run_dataset(
        self,
        dataset: EvalDataset,
        max_parallel: int = 1,
        *,
        journal: Journal | None = None,
        told: Told | None = None,
        stop: asyncio.Event | None = None,
    ) -> EvalRun:
        """Run the agent over a data set.

        Args:
            dataset: The questions.
            max_parallel: Questions that the agent is asked at the same time.
            journal: Where results are written as they come. What it has already is not asked again,
                and the run's results are read from it when they are asked for; without one they
                are held in memory.
            told: Is called with each new result, in the order in which they come.
            stop: Once it is set, no more questions are asked; those that are under way end.

        Returns:
            The run, with its results in the order of the data set.

        Raises:
            ValueError: If ``max_parallel`` is under 1.
            OSError: If a result cannot be written.
        """
        if max_parallel < 1:
            raise ValueError(f"max_parallel should be 1 or more, not {max_parallel}")
        started_at = datetime.now(UTC).isoformat()
        kept: list[EvalResult] = []
        count = len(dataset.questions)
        async for done in self._done(dataset.questions, max_parallel, journal, stop):
            result = done.result
            if journal is None:
                kept.append(result)
            else:
                result = await asyncio.to_thread(_write_result, journal, done)
            if told is not None:
                told(result)
        results = sorted(kept, key=lambda one: one.place) if journal is None else None
        return EvalRun(
            dataset_id=dataset.id,
            dataset_name=dataset.name,
            agent=self.agent.name,
            started_at=journal.about.started_at if journal else started_at,
            results=_load_results(journal) if journal else results or (),
            settings_digest=self._settings_digest,
            engine_version=__version__,
            complete=count == (len(journal) if journal else len(kept)),
        )

    async def run_single(self, question: str | EvalQuestion) -> EvalResult:
        """Ask one question, and verify the answer."""
        if isinstance(question, str):
            question = EvalQuestion(id="single", question=question)
        async for done in self._done((question,), 1, None, None):
            return done.result
        raise AssertionError("an engine gives back what it is given")

    async def _done(
        self,
        questions: Sequence[EvalQuestion],
        max_parallel: int,
        journal: Journal | None,
        stop: asyncio.Event | None,
    ) -> AsyncIterator[VerifiedResult]:
        """What is done of some questions, as it comes."""

        async def answered(numbered: tuple[int, EvalQuestion]) -> EvalResult:
            place, question = numbered
            return await ask(self.agent, question, place, self._patience)

        source = _left(questions, journal, stop)
        engine, own = self._engine, None
        if engine is None:
            verifier = self._verifier
            if verifier is None:
                verifier = own = AnswerVerifier()
            engine = InlineEngine(verifier)
        try:
            answers = map_concurrently(source, answered, max_parallel)
            async for done in engine.verified(answers):
                yield done
        finally:
            if own is not None:
                await asyncio.to_thread(own.close)


async def _left(
    questions: Iterable[EvalQuestion], journal: Journal | None, stop: asyncio.Event | None
) -> AsyncIterator[tuple[int, EvalQuestion]]:
    """The questions to ask, with their places."""
    for place, question in enumerate(questions):
        if stop is not None and stop.is_set():
            return
        if journal is None or question.id not in journal:
            yield place, question
            await asyncio.sleep(0)


def _write_result(journal: Journal, done: VerifiedResult) -> EvalResult:
    """Write a result and its page; what cannot be written as JSON is a failure of its question."""
    result = done.result
    if done.page:
        journal.page(result.question.id, done.page)
    try:
        journal.append(result)
    except RecordInvalid as error:
        run = result.run
        result = replace(
            result,
            run=ResearchRun(
                run_id=run.run_id,
                question=run.question,
                started_at=run.started_at,
                duration_seconds=run.duration_seconds,
                error=f"AGENT_ANSWER_INVALID: {error}",
            ),
        )
        journal.append(result)
    return result


def _load_results(journal: Journal) -> StoredResults:
    return StoredResults(journal.folder)
