"""Annotated records, verified by the eval runner: each is a question whose answer is recorded."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterable, AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic_core import to_json

from bench import records
from bench.scoring import Claim, Record
from sidecar import __version__
from sidecar.evals.agents.local import FunctionAgent
from sidecar.evals.dataset import EvalDataset
from sidecar.evals.engines import EvalEngine, VerifiedResult
from sidecar.evals.engines.work import verify
from sidecar.evals.journal import Journal, RunIdentity
from sidecar.evals.metrics import calculate_metrics
from sidecar.evals.model import EvalQuestion, EvalResult
from sidecar.evals.runner import EvalRunner
from sidecar.evals.verifying import AnswerVerifier
from sidecar.model.digests import sha256_hex
from sidecar.model.formatting import format_plain
from sidecar.model.report import ClaimBinding, Findings, NumericDetail, Report, Verdict
from sidecar.model.text import Text
from sidecar.settings.root import Settings

DEADLINES = {"deadline_s": 300, "max_deadline_s": 300}
"""Settings of the server that leave time for models."""

_AHEAD = 4
"""Answers that wait to be verified."""

_SAID = {Verdict.SUPPORTED: "supported", Verdict.INCONCLUSIVE: "inconclusive"}


def question(record: Record, shared: records.Metadata) -> EvalQuestion:
    """The question that a record's text answers, with its query results and sources."""
    sources = [{"id": one["source_id"], "text": one["text"]} for one in record.get("sources", ())]
    return EvalQuestion(
        id=record["id"],
        question="What do the data say?",
        query_results=tuple(records.tables(record, shared)),
        sources=tuple(sources),
    )


def numbers(report: Report, text: Text) -> list[Claim]:
    """Predictions: each number with its verdict, its value, and a repair where one is offered.

    Places count code points. A number is ``supported``, ``inconclusive`` or ``flagged``.
    """
    found = [one.outcome for one in report.results if isinstance(one.outcome, Findings)]
    offered = {
        finding.repair.span: finding.repair.replacement
        for outcome in found
        for finding in outcome.findings
        if finding.repair is not None
    }
    claims = []
    for binding in bindings(report):
        number = binding.claim.number
        claim = {
            "start": text.char_offset(number.span.start),
            "end": text.char_offset(number.span.end),
            "verdict": _SAID.get(binding.verdict, "flagged"),
            "value": str(Decimal(format_plain(number.value))),
        }
        if number.span in offered:
            claim["repair"] = offered[number.span]
        claims.append(claim)
    return claims


def bindings(report: Report) -> Sequence[ClaimBinding]:
    """The numbers of a report; none where the numeric check did not end."""
    for one in report.results:
        if isinstance(one.outcome, Findings) and isinstance(one.outcome.detail, NumericDetail):
            return one.outcome.detail.bindings
    return ()


def read_kept_report(result: EvalResult) -> Any:
    """What was kept of the report of a record; None where there is none."""
    found = result.run.verification
    return None if found is None else found.kept


def refused(result: EvalResult) -> str:
    """Why nothing is known of a record; "" where its checks came to an end."""
    found = result.run.verification
    if result.run.error or found is None:
        return result.run.error or "it was not verified"
    failed = [f"{name}: {one.error}" for name, one in found.checks.items() if one.error]
    return "; ".join(failed if found.checks else found.issues)


def refusals(results: Sequence[EvalResult]) -> list[str]:
    """The records of which nothing is known, and why."""
    return [f"{one.question.id}: {why}" for one in results if (why := refused(one))]


def per_text(judged: Sequence[EvalResult]) -> dict[str, object]:
    """Tokens of judges, and seconds, that a text takes on average."""
    found = calculate_metrics(judged)
    tokens = found.estimate("tokens.judges").value or 0
    seconds = found.estimate("avg_verification_seconds").value or 0
    return {"tokens_per_text": round(tokens), "seconds_per_text": round(seconds, 3)}


class InTurn:
    """An engine of this process that verifies one answer after the other.

    Args:
        verifier: What verifies; closed with the engine.
        begun: Is given the id of each question before its answer is verified.
    """

    def __init__(self, verifier: AnswerVerifier, begun: Callable[[str], None]) -> None:
        self._verifier, self._begun = verifier, begun

    async def verified(self, answered: AsyncIterable[EvalResult]) -> AsyncIterator[VerifiedResult]:
        """See ``EvalEngine.verified``."""
        async for result in answered:
            self._begun(result.question.id)
            yield await verify(self._verifier, result)

    async def close(self) -> None:
        """See ``EvalEngine.close``."""
        await asyncio.to_thread(self._verifier.close)


class Evaluation:
    """Verifies records, file by file.

    Args:
        engine: Where; it is closed with the evaluation.
        settings: By which it verifies.
        told: The text of a record.
    """

    def __init__(
        self,
        engine: EvalEngine,
        settings: Settings,
        told: Callable[[Record], str] = lambda record: str(record["narrative"]),
    ) -> None:
        self._engine, self._settings, self._told = engine, settings, told
        self._loop = asyncio.Runner()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.run(self._engine.close())
        self._loop.close()

    def results(
        self,
        chosen: Sequence[Record],
        shared: records.Metadata,
        *,
        folder: Path | None = None,
        ended: Callable[[EvalResult], None] = lambda _: None,
    ) -> Sequence[EvalResult]:
        """The results of records, in their order.

        Args:
            chosen: The records.
            shared: What is known of the columns of their query results.
            folder: A run that is there goes on; what it has is not verified again.
            ended: Is given each result as it comes.
        """
        texts = {record["id"]: self._told(record) for record in chosen}

        async def answer(asked: EvalQuestion) -> str:
            return texts[asked.id]

        agent = FunctionAgent(answer, "recorded texts")
        dataset = EvalDataset(
            id="records", name="Records", questions=[question(one, shared) for one in chosen]
        )
        runner = EvalRunner(agent, engine=self._engine, settings_digest=self._settings.digest)
        told = _counted(ended, len(chosen))
        with self._journal(folder, dataset, agent.name, texts) as journal:
            run = runner.run_dataset(dataset, _AHEAD, journal=journal, told=told)
            return self._loop.run(run).results

    def _journal(
        self, folder: Path | None, dataset: EvalDataset, agent: str, texts: dict[str, str]
    ) -> AbstractContextManager[Journal | None]:
        if folder is None:
            return nullcontext()
        about = RunIdentity(
            dataset_id=dataset.id,
            dataset_name=dataset.name,
            dataset_digest=sha256_hex(to_json([dataset.questions, texts])),
            questions=len(dataset.questions),
            agent=agent,
            settings_digest=self._settings.digest,
            engine_version=__version__,
            started_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        return closing(Journal.begun(folder, about, resume=True))


def _counted(ended: Callable[[EvalResult], None], total: int) -> Callable[[EvalResult], None]:
    """Tells how far it is, where somebody looks."""
    done = 0

    def told(result: EvalResult) -> None:
        nonlocal done
        done += 1
        if sys.stderr.isatty():
            print(f"\r{done} of {total} ", end="", file=sys.stderr)
        ended(result)

    return told
