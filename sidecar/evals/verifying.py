"""Verifying the answers of agents as production does: the same checks and settings, in process."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, NamedTuple

from sidecar.checks import CHECKS
from sidecar.errors import VerifydError
from sidecar.evals import verdicts
from sidecar.evals.concurrency import BackgroundLoop
from sidecar.evals.evidence import AnswerEvidence, TableCache, gather
from sidecar.evals.model import (
    EvalQuestion,
    ResearchRun,
    VerificationResult,
    VerificationStatus,
)
from sidecar.evals.verdicts import CriteriaJudge
from sidecar.model.report import Detail, Report
from sidecar.model.structure import StructuredResponse
from sidecar.model.text import Text, is_blank
from sidecar.runner import Runner, UnknownCheck, VerificationRun
from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.structure import intake
from sidecar.verification import VerificationInput, verify
from sidecar.work.pool import Pool

AT_ONCE = 16
"""Answers that are verified at once: those that models are asked about wait for them."""

_WITHOUT_EVIDENCE = ("citations", "support")
"""What judges an answer that rests on nothing: it must cite something, or say so."""

_ALONE = ("consistency",)
"""What judges a text whose question has success criteria and no evidence."""

Pair = tuple[ResearchRun, EvalQuestion | None]

Keep = Callable[[Report, Text], Any]
"""Takes a report and its text, whose spans are bytes, and returns what is kept of them, as JSON."""


class NotVerified(ValueError):
    """There is no report on an answer; the message says why."""


class KeptInvalid(TypeError):
    """What a function kept of a report is no JSON; the message says why."""


class VerifiedAnswer(NamedTuple):
    """An answer that was verified.

    Attributes:
        result: What it came to.
        report: Of the checks; None where they could not run.
        text: The answer.
    """

    result: VerificationResult
    report: Report | None
    text: Text

    def page(self, title: str, question: str = "") -> str:
        """The answer with its findings, as ``verifyd check --format html`` writes it.

        Args:
            title: What the page is called.
            question: What was asked.

        Raises:
            NotVerified: If there is no report.
        """
        from sidecar.reports import html  # noqa: PLC0415 (few answers are looked into)

        if self.report is None:
            raise NotVerified("; ".join(self.result.issues))
        return html.render(
            self.report, self.text, path=title, detail=Detail.BINDINGS, question=question
        )


class AnswerVerifier:
    """Verifies answers of agents.

    The same answer with the same evidence gets the same result, apart from times. Threads and
    event loops may share one; closing it ends its threads.

    Args:
        settings: In force; None for those of the environment, as for ``verifyd check``.
        checks: Names of those that run; none for all that the evidence of an answer allows.
        keep: What it returns for a report is ``kept`` in the result, where measures of your own
            find it. What it raises, ``verify`` raises: an engine makes it a failed verification.

    Raises:
        UnknownCheck: If a name is none.
        SettingsError: If the settings of the environment are wrong.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        checks: Sequence[str] = (),
        keep: Keep | None = None,
    ) -> None:
        self._settings = settings = settings or load(None, os.environ)
        self._keep = keep
        self._checks = tuple(checks)
        for name in self._checks:
            if name not in CHECKS:
                known = ", ".join(CHECKS)
                raise UnknownCheck(f"there is no check {name!r}; there are: {known}", check=name)
        self._tables = TableCache(settings.evidence)
        self._criteria = CriteriaJudge(settings)
        self._background = BackgroundLoop()
        self._pool = Pool(len(CHECKS) + 1)
        self._runner = Runner(self._pool)
        self._room = asyncio.Semaphore(AT_ONCE)

    @property
    def settings(self) -> Settings:
        """In force."""
        return self._settings

    def verify(self, run: ResearchRun, question: EvalQuestion | None = None) -> VerificationResult:
        """Verify an answer; callers with an event loop had better await ``verify_async``.

        Args:
            run: The answer, and the evidence that was found for it.
            question: What it answers, with evidence of its own, if that is known.
        """
        return self._background.start(self._verified(run, question)).result().result

    async def verify_async(
        self, run: ResearchRun, question: EvalQuestion | None = None
    ) -> VerificationResult:
        """As ``verify``, without blocking the event loop of the caller."""
        return (await self.verified(run, question)).result

    async def verified(
        self, run: ResearchRun, question: EvalQuestion | None = None
    ) -> VerifiedAnswer:
        """As ``verify_async``, with the report beside, for a page."""
        return await asyncio.wrap_future(self._background.start(self._verified(run, question)))

    def verify_batch(self, pairs: Iterable[Pair]) -> list[VerificationResult]:
        """Verify many answers; the results are in their order."""
        return self._background.start(self._batch(pairs)).result()

    def page(self, run: ResearchRun, question: EvalQuestion | None = None) -> str:
        """The answer with its findings as an HTML page; it is verified for that.

        Raises:
            NotVerified: If the checks could not run.
        """
        verified = self._background.start(self._verified(run, question)).result()
        if question is None:
            return verified.page(run.run_id)
        return verified.page(question.id, question.question)

    def close(self) -> None:
        """End its threads, and let go of connections."""
        self._background.close(self._ended())

    def __enter__(self) -> AnswerVerifier:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def _ended(self) -> None:
        await self._runner.close()
        self._pool.close()

    async def _batch(self, pairs: Iterable[Pair]) -> list[VerificationResult]:
        each = enumerate(pairs)
        found: dict[int, VerificationResult] = {}

        async def work() -> None:
            for place, (run, question) in each:
                found[place] = (await self._verified(run, question)).result

        workers = AT_ONCE if self._settings.claims.enabled else 1
        await asyncio.gather(*(work() for _ in range(workers)))
        return [found[place] for place in range(len(found))]

    async def _verified(self, run: ResearchRun, question: EvalQuestion | None) -> VerifiedAnswer:
        async with self._room:
            started = time.perf_counter()
            found, report, text = await self._judged(run, question)
            judged = replace(
                found,
                seconds=time.perf_counter() - started,
                verified_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            )
        return VerifiedAnswer(judged, report, text)

    async def _judged(self, run: ResearchRun, question: EvalQuestion | None) -> VerifiedAnswer:
        settings = self._settings
        written = _choose_text(run, self._is_structured(question))
        try:
            text = Text(written)
        except UnicodeEncodeError:
            told = "the answer is not valid Unicode [NARRATIVE_MALFORMED]"
            return VerifiedAnswer(verdicts.make_unverified(told), None, Text(""))
        problem = _unusable(run, text, settings.limits.narrative_bytes)
        if problem:
            return VerifiedAnswer(verdicts.make_unverified(problem), None, text)
        try:
            evidence = gather(run, question, self._tables, settings.evidence)
            ran = await self._ran(run, question, text, evidence)
        except VerifydError as error:
            return VerifiedAnswer(verdicts.make_unverified(f"{error} [{error.reason}]"), None, text)
        found = verdicts.make_result(ran.report, ran.account, settings, run.confidence)
        if self._keep is not None:
            found = replace(found, kept=_as_json(self._keep(ran.report, text)))
        if question is not None and question.success_criteria is not None:
            met, issues = await self._criteria.judge(run, question, ran.report)
            found = replace(found, criteria_met=met)
            for issue in issues:
                found = verdicts.worsen(found, VerificationStatus.FAILED, issue)
        return VerifiedAnswer(found, ran.report, text)

    async def _ran(
        self, run: ResearchRun, question: EvalQuestion | None, text: Text, evidence: AnswerEvidence
    ) -> VerificationRun:
        """What the checks say."""
        settings = self._settings
        structured = self._structured(run, question, text)
        checks = self._checks
        if not checks and evidence.is_empty and structured is None:
            judged = question is not None and question.success_criteria is not None
            checks = _ALONE if judged else _WITHOUT_EVIDENCE
        given = VerificationInput(
            text,
            evidence.results,
            evidence.digest,
            checks=checks,
            items=evidence.items,
            sources=evidence.sources,
            structured=structured,
            expired=evidence.expired,
        )
        return await verify(given, self._runner, settings, settings.server.max_deadline_s)

    def _is_structured(self, question: EvalQuestion | None) -> bool:
        """Whether the question or the settings have a schema for the answer."""
        if question is not None and question.schema is not None:
            return True
        settings = self._settings
        return intake.is_expected(self._checks, settings.policy.required_checks, settings.structure)

    def _structured(
        self, run: ResearchRun, question: EvalQuestion | None, text: Text
    ) -> StructuredResponse | None:
        """The structured answer, where the question or the settings have a schema for it."""
        settings = self._settings
        own = settings.structure
        schema = question.schema if question else None
        if not self._is_structured(question):
            return None
        response = None if run.output is None else _json(run.output)
        schema_json = "" if schema is None else _json(schema)
        return intake.build_response(response, text.string, own, schema_json=schema_json, free=True)


def _choose_text(run: ResearchRun, is_structured: bool) -> str:
    """What is verified: the answer, or a structured one where there is no other.

    Nothing in JSON (an empty text, list or object) is an answer only to what asks for JSON.
    """
    if not is_blank(run.answer) or run.output is None:
        return run.answer
    if isinstance(run.output, str) and is_blank(run.output):
        return ""
    if not run.output and isinstance(run.output, list | dict) and not is_structured:
        return ""
    return _json(run.output, indent=2)


def _json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent, default=str)


def _as_json(kept: object) -> Any:
    """What is kept, as it reads back from a line of JSON.

    Raises:
        KeptInvalid: If JSON does not have it.
    """
    try:
        return json.loads(json.dumps(kept, ensure_ascii=False, allow_nan=False).encode())
    except (TypeError, ValueError) as error:
        raise KeptInvalid(f"the stored part of a report is not JSON: {error}") from None


def _unusable(run: ResearchRun, text: Text, most: int) -> str:
    """Why an answer cannot be verified, or ""."""
    if run.error:
        return f"the agent failed: {run.error}"
    if is_blank(text.string):
        return "the answer is empty [NARRATIVE_EMPTY]"
    if len(text.data) > most:
        size = len(text.data)
        return f"the answer has {size} bytes; {most} are allowed [NARRATIVE_TOO_LARGE]"
    return ""
