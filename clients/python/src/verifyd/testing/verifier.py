"""Assertions about what an agent said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict, Unpack

from verifyd._overrides import Overrides
from verifyd._rates import CurrencyRate
from verifyd.citable import EvidenceItem, Fields, Source
from verifyd.client import Client
from verifyd.enums import ClaimFilter, Decision, Detail, Severity, Verdict
from verifyd.formulas import Formula
from verifyd.query_result import Handle
from verifyd.report import Report
from verifyd.results import Finding
from verifyd.structured import Schema, StructuredResponse
from verifyd.testing import failures
from verifyd.testing.evidence import as_results
from verifyd.testing.excerpt import printable
from verifyd.testing.snapshots import Snapshot


class VerificationFailed(AssertionError):
    """An answer is not what a test asserts. ``report`` is everything that was found."""

    def __init__(self, message: str, report: Report) -> None:
        super().__init__(message)
        self.report = report


class Options(TypedDict, total=False):
    """What an answer is verified by beside query results: see ``Client.verify``."""

    handles: Sequence[Handle | str]
    checks: Sequence[str]
    overrides: Overrides | None
    currency_rates: Sequence[CurrencyRate | Fields]
    items: Sequence[EvidenceItem | Fields]
    sources: Sequence[Source | Fields]
    bare_numbers: bool
    claim_filter: ClaimFilter | str
    structured: StructuredResponse | Schema | None
    formulas: Sequence[Formula | Fields]
    request_id: str
    timeout: float | None


class Verifier:
    """Verifies answers in tests, and fails the test where one is not right.

    Every method takes the answer, its ``query_results`` in any form that
    ``verifyd.testing.evidence.as_results`` reads, and what ``Client.verify`` takes beside them.
    A request that cannot be judged raises ``VerifydError``: it is never a pass.

    Attributes:
        client: The connection, for all that is not an assertion.
    """

    def __init__(self, client: Client) -> None:
        self.client = client

    def verify(
        self, answer: str, query_results: object = None, **options: Unpack[Options]
    ) -> Report:
        """Verify an answer, and assert nothing."""
        if not isinstance(answer, str):
            raise TypeError(f"an answer is a string, not {type(answer).__name__}")
        return self.client.verify(
            answer, as_results(query_results), detail=Detail.BINDINGS, **options
        )

    def assert_supported(
        self,
        answer: str,
        query_results: object = None,
        *,
        at_least: int = 1,
        **options: Unpack[Options],
    ) -> Report:
        """Assert that every number is supported, and that no check contradicts the answer.

        A number that the data does not settle (``INCONCLUSIVE``) fails too.

        Args:
            answer: What the agent said.
            query_results: What it knew.
            at_least: How many numbers the answer must state. An answer that says nothing is
                supported by anything, so that 0 has to be asked for.
            options: See ``Client.verify``.

        Raises:
            VerificationFailed: If it is not so. The message shows each finding.
            VerifydError: If it could not be judged.
        """
        __tracebackhide__ = True
        report = self.verify(answer, query_results, **options)
        against = [
            finding
            for finding in report.findings
            if finding.severity is not Severity.INFO and finding.verdict is not Verdict.SUPPORTED
        ]
        unsupported = report.claims_total - report.claims_matched
        if against or unsupported or not report.ok or _unfinished(report):
            numbers = f"{report.claims_matched} of {report.claims_total} numbers supported"
            head = f"the answer is not supported: {report.decision}, {numbers}"
            raise VerificationFailed(failures.told(head, report, against), report)
        if report.claims_total < at_least:
            raise VerificationFailed(_too_few(report, at_least), report)
        return report

    def assert_passes(
        self,
        answer: str,
        query_results: object = None,
        *,
        allow_warnings: bool = True,
        **options: Unpack[Options],
    ) -> Report:
        """Assert that every check that runs ends well, and that none contradicts the answer.

        Args:
            answer: What the agent said.
            query_results: What it knew.
            allow_warnings: Whether the decision may be ``WARN``, for what is not contradicted.
            options: See ``Client.verify``; ``checks`` chooses the checks, else all run that can.

        Raises:
            VerificationFailed: If a check finds an error, contradicts the answer, be it in a
                warning, or could not finish. The message shows each finding.
            VerifydError: If it could not be judged.
        """
        __tracebackhide__ = True
        report = self.verify(answer, query_results, **options)
        well = report.ok if allow_warnings else report.decision is Decision.PASS
        against = [one for one in report.findings if one.severity is not Severity.INFO]
        contradicted = [one for one in against if one.verdict is Verdict.CONTRADICTED]
        if not well or contradicted or _unfinished(report):
            names = ", ".join(check.check for check in report.checks) or "none"
            count = f", {len(contradicted)} contradicted" if contradicted else ""
            head = f"the answer does not pass: {report.decision}{count} (checks: {names})"
            raise VerificationFailed(failures.told(head, report, against), report)
        return report

    def assert_findings(
        self,
        answer: str,
        query_results: object = None,
        *,
        snapshot: Snapshot,
        **options: Unpack[Options],
    ) -> Report:
        """Assert that the findings are those that were found when the snapshot was written.

        Args:
            answer: What the agent said.
            query_results: What it knew.
            snapshot: The fixture ``verifyd_snapshot``.
            options: See ``Client.verify``.

        Raises:
            SnapshotMismatch: If they are others, or none were written yet.
            VerifydError: If it could not be judged.
        """
        __tracebackhide__ = True
        report = self.verify(answer, query_results, **options)
        snapshot.check(as_plain(report))
        return report


def as_plain(report: Report) -> dict[str, Any]:
    """What a snapshot keeps of a report: what people would compare, and no places or times.

    A finding is stated by its words and not by where it stands, so that a longer first sentence
    changes nothing; how sure it is and its message are left to newer versions.
    """
    failed = {one.check: one.failure.reason for one in report.checks if one.failure is not None}
    return {
        "decision": str(report.decision),
        "numbers": {"judged": report.claims_total, "supported": report.claims_matched},
        **({"failed_checks": failed} if failed else {}),
        "findings": [_plain_finding(report, one) for one in report.findings],
    }


def _plain_finding(report: Report, finding: Finding) -> dict[str, str]:
    plain = {
        "check": finding.check,
        "code": finding.code,
        "severity": str(finding.severity).lower(),
        "verdict": str(finding.verdict).lower(),
        "text": finding.text or finding.details.get("path", ""),
        "data_has": failures.has(report, finding),
        "repair": "" if finding.repair is None else finding.repair.replacement,
    }
    return {key: value for key, value in plain.items() if value}


def _unfinished(report: Report) -> bool:
    """Whether a check failed, required or not: nothing is known of what it would have said."""
    return any(check.failure is not None for check in report.checks)


def _too_few(report: Report, at_least: int) -> str:
    judged = report.claims_total
    return (
        f"the answer states {judged} number{'s' * (judged != 1)}, and at least {at_least} "
        f"{'is' if at_least == 1 else 'are'} asked for (at_least={at_least}):\n\n"
        f"  {printable(report.narrative[:200]) or '(nothing)'}"
    )
