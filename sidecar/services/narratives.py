"""Narratives of requests: decode, run, encode."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, ClassVar, NamedTuple

from verifyd.v1 import consistency_pb2, verify_pb2

from sidecar.checks.base import TEXT_S
from sidecar.errors import VerifydError
from sidecar.evidence.store import EvidenceStore
from sidecar.model.evidence import Table
from sidecar.model.report import Detail, Findings, Report
from sidecar.model.text import Text, is_blank
from sidecar.reviews.model import Review
from sidecar.runner import Runner, VerificationRun
from sidecar.server.call import ServedCall
from sidecar.services.evidence import RequestEvidence, gather_evidence, list_handles
from sidecar.services.review import ReviewRecorder
from sidecar.settings.overrides import add_rates, apply
from sidecar.settings.root import Settings
from sidecar.transcripts.pending import PendingCall
from sidecar.verification import VerificationInput, verify
from sidecar.wire import claims as claims_wire
from sidecar.wire import claims as structure_wire
from sidecar.wire import formulas as formulas_wire
from sidecar.wire import report as report_wire
from sidecar.wire import reviews as reviews_wire
from sidecar.wire import verify as verify_wire
from sidecar.work.pool import Pool

REPLY_S = 0.05, 0.25
"""Least and most seconds kept of a deadline for stopping the checks and encoding the reply: a
report that says which check was too slow is worth more than a call that failed."""
REPLY_SHARE = 0.08
"""What is kept between the two, of the time that is left: on a busy machine stopping is slow."""


TRANSCRIPT_S = 0.4e-6
"""Seconds of processor time that reading a character of a conversation takes at most: of prose."""

_RATE_S = 10e-6
"""Seconds of processor time that reading an exchange rate takes."""


class NarrativeEmpty(VerifydError):
    """The narrative holds no text."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "NARRATIVE_EMPTY"


class NarrativeTooLarge(VerifydError):
    """The narrative is longer than the server allows."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "NARRATIVE_TOO_LARGE"


class Verified(NamedTuple):
    """A narrative that was verified.

    Attributes:
        run: What the checks came to.
        text: The narrative.
        tables: The query results that it was verified against.
        detail: How much of the reasoning is wanted.
    """

    run: VerificationRun
    text: Text
    tables: Sequence[Table]
    detail: Detail

    @property
    def report(self) -> Report:
        """What the checks came to, as one report."""
        return self.run.report


class WrittenReport(NamedTuple):
    """A report as it is sent.

    Attributes:
        report: Its bytes.
        review: What of it a person reviews, if anything.
        run: What it was made of.
    """

    report: bytes
    review: Review | None
    run: VerificationRun


class NarrativeVerifier:
    """Judges narratives.

    Args:
        settings: Of the server, before overrides.
        runner: Runs the checks.
        store: Holds what was uploaded in advance.
        pool: Decodes large evidence, and encodes long reports.
        recorder: Keeps what is flagged.
    """

    def __init__(
        self,
        settings: Settings,
        runner: Runner,
        store: EvidenceStore,
        pool: Pool,
        recorder: ReviewRecorder,
    ) -> None:
        self._settings = settings
        self._runner = runner
        self._store = store
        self._pool = pool
        self._recorder = recorder

    async def judge(
        self,
        request: verify_pb2.VerifyRequest,
        call: ServedCall,
        tool_call: PendingCall | None = None,
    ) -> WrittenReport:
        """A narrative's report as it is sent, and what of it a person reviews.

        Args:
            request: What is to be verified.
            call: Whose it is, and how much time it has.
            tool_call: The tool call whose arguments the narrative is; nobody reviews it.
        """
        async with self.verified(request, call, tool_call=tool_call) as verified:
            written = await self.write(verified, call)
        return written if tool_call is None else written._replace(review=None)

    async def write(self, verified: Verified, call: ServedCall) -> WrittenReport:
        """A report as it is sent, and what of it a person reviews, while its evidence is there."""
        cost_s = TEXT_S * len(verified.text.data)  # on a long narrative, a tenth of a second
        report = await self._pool.run_by_cost(
            cost_s,
            report_wire.write_report,
            call.tenant,
            "reply",
            call.remaining_s(),
            verified.report,
            verified.detail,
        )
        review = await self._review(verified, call)
        return WrittenReport(report, review, verified.run)

    async def respond(self, written: WrittenReport, call: ServedCall, started: float) -> Any:
        """The response with a report, once what is reviewed is stored."""
        kept = await self._recorder.store(written.review, reserve_reply(call.remaining_s()), call)
        elapsed, run = time.perf_counter() - started, written.run
        reply = written.report, call.request_id, time.time(), elapsed, run.timings
        response = verify_wire.write_response(*reply, models=run.account.models)
        reviews_wire.write_receipt(response.meta, kept)
        return response

    async def report(
        self, request: verify_pb2.VerifyRequest, call: ServedCall, *, keeps: bool
    ) -> Report:
        """The report of a narrative that is part of a larger request.

        Args:
            request: The narrative.
            call: Of the larger request.
            keeps: Whether what is flagged is kept.
        """
        review = None
        async with self.verified(request, call) as verified:
            if keeps:
                review = await self._review(verified, call)
        await self._recorder.store(review, reserve_reply(call.remaining_s()), call)
        return verified.report

    @asynccontextmanager
    async def verified(
        self,
        request: verify_pb2.VerifyRequest,
        call: ServedCall,
        evidence: RequestEvidence | None = None,
        tool_call: PendingCall | None = None,
    ) -> AsyncIterator[Verified]:
        """Run the requested checks; their evidence is there until the context is left.

        Args:
            request: What is to be verified.
            call: Whose it is, and how much time it has.
            evidence: That of the request, where the caller has gathered it.
            tool_call: The tool call whose arguments the narrative is.
        """
        call.name(request.request_id)
        call.agent_id = verify_wire.read_agent_id(request)
        text = self._text(request.narrative)
        settings = await self.settings_for(request, call)
        structured = None
        if tool_call is None:
            await self.take_transcript(request, call)
            structured = structure_wire.read_response(request, settings)
        formulas = formulas_wire.read_formulas(
            request.formulas, text, settings.numeric.formulas.engine
        )
        detail = verify_wire.read_detail(request)
        premises = verify_wire.read_premises(request)
        async with AsyncExitStack() as stack:
            if evidence is None:
                evidence = await stack.enter_async_context(self.gathered(request, settings, call))
            given = VerificationInput(
                text,
                evidence.results,
                evidence.digest,
                evidence.nbytes,
                request.checks,
                detail,
                evidence.items,
                evidence.sources,
                request.citations.bare_numbers,
                structured,
                formulas,
                premises=premises,
                expired=evidence.expired,
                tool_call=tool_call,
            )
            within_s = reserve_reply(call.remaining_s())
            run = await verify(given, self._runner, settings, within_s, call.tenant)
            call.run = run
            call.facts |= _facts(run.report, len(text.data), len(evidence.results))
            tables = [result.table for result in evidence.results]
            yield Verified(run, text, tables, detail)

    async def take_transcript(self, request: verify_pb2.VerifyRequest, call: ServedCall) -> None:
        """Put what the conversation of a request says in its place: evidence and premises."""
        if not request.HasField("transcript"):
            return
        cost_s = TRANSCRIPT_S * len(request.transcript.messages)
        place = call.tenant, "decode", call.remaining_s()
        # A pod without conversations keeps the memory.
        from sidecar.wire import transcripts as wire  # noqa: PLC0415

        await self._pool.run_by_cost(cost_s, wire.take_transcript, *place, request)

    @asynccontextmanager
    async def gathered(
        self, request: verify_pb2.VerifyRequest, settings: Settings, call: ServedCall
    ) -> AsyncIterator[RequestEvidence]:
        """The evidence of a request, which is there until the context is left."""
        handles = list_handles(request.evidence, settings.evidence)
        with self._store.pin(call.tenant, handles) as pinned:
            yield await gather_evidence(
                request.evidence, pinned, call, settings.evidence, self._pool
            )

    async def settings_for(self, request: verify_pb2.VerifyRequest, call: ServedCall) -> Settings:
        """The settings of a request, and as much time as they give it."""
        settings = apply(self._settings, verify_wire.read_overrides(request.overrides))
        place = call.tenant, "decode", call.remaining_s()
        rates = request.currency_rates
        settings = await self._pool.run_by_cost(
            _RATE_S * len(rates), _with_rates, *place, settings, rates
        )
        settings = claims_wire.apply_filter(request, settings)
        if _judges_claims(request, settings):
            call.lengthen(min(settings.claims.deadline_s, settings.server.max_deadline_s))
        return settings

    async def _review(self, verified: Verified, call: ServedCall) -> Review | None:
        return await self._recorder.review(verified.report, verified.text, verified.tables, call)

    def check_length(self, length: int) -> None:
        """Refuse a narrative of more bytes than the settings allow.

        Raises:
            NarrativeTooLarge: If it has.
        """
        maximum = self._settings.limits.narrative_bytes
        if length > maximum:
            raise NarrativeTooLarge(
                f"the narrative has {length} bytes; the server allows {maximum}",
                given=length,
                maximum=maximum,
            )

    def _text(self, narrative: str) -> Text:
        text = Text(narrative)
        self.check_length(len(text.data))
        if is_blank(narrative):
            raise NarrativeEmpty("the narrative holds no text")
        return text


def _with_rates(settings: Settings, messages: Sequence[consistency_pb2.CurrencyRate]) -> Settings:
    return add_rates(settings, verify_wire.read_currency_rates(messages))


def _judges_claims(request: verify_pb2.VerifyRequest, settings: Settings) -> bool:
    """Whether models are asked about the claims of a text, which takes longer than all else."""
    asked = "claims" in request.checks or "claims" in settings.policy.required_checks
    return settings.claims.enabled and (asked or not request.checks)


def reserve_reply(remaining_s: float) -> float:
    """Seconds that the checks may take."""
    least, most = REPLY_S
    return max(0.0, remaining_s - min(max(least, remaining_s * REPLY_SHARE), most))


def _facts(report: Report, narrative_bytes: int, evidence_items: int) -> dict[str, object]:
    """What the log may know of a report."""
    outcomes = [result.outcome for result in report.results]
    found = [outcome for outcome in outcomes if isinstance(outcome, Findings)]
    return {
        "decision": report.decision.name,
        "action": report.action.name,
        "checks": [result.check for result in report.results],
        "failed_checks": len(outcomes) - len(found),
        "judged": sum(outcome.judged for outcome in found),
        "findings": sum(len(outcome.findings) for outcome in found),
        "narrative_bytes": narrative_bytes,
        "evidence_items": evidence_items,
        "text_digest": report.text_digest,
        "evidence_digest": report.evidence_digest,
        "settings_digest": report.settings_digest,
    }
