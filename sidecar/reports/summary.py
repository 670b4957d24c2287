"""The summary section of a report, and the counts in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import TypeVar

from sidecar.model.consistency import ConsistencyDetail, MathCheck
from sidecar.model.number import Skipped
from sidecar.model.report import (
    ClaimBinding,
    Failure,
    Finding,
    Findings,
    NumericDetail,
    Reading,
    Report,
    Severity,
    Verdict,
)

_NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a report counts. None where the check did not run to its end."""

    status: str
    claims_total: int | None = None
    claims_matched: int | None = None
    claims_uncovered: int = 0
    math_passed: int | None = None
    math_failed: int | None = None

    def section(self) -> str:
        """The section, line by line."""
        lines = [
            "## Result Verification Summary",
            f"**Status**: {self.status}",
            f"**Claims Checked**: {self._checked()}",
            f"**Claims Matched**: {self._matched()}",
            f"**Math Checks**: {self._math()}",
        ]
        if self.claims_uncovered and self.claims_total:
            uncovered = share(self.claims_uncovered, self.claims_total)
            lines.insert(4, f"**Claims Not Covered**: {self.claims_uncovered} ({uncovered})")
        return "\n".join(lines)

    def _checked(self) -> str:
        return _NOT_CHECKED if self.claims_total is None else str(self.claims_total)

    def _matched(self) -> str:
        if self.claims_total is None or self.claims_matched is None:
            return _NOT_CHECKED
        return f"{self.claims_matched} ({share(self.claims_matched, self.claims_total)})"

    def _math(self) -> str:
        if self.math_passed is None:
            return _NOT_CHECKED
        return f"{self.math_passed} passed, {self.math_failed} failed"


def summarize(report: Report) -> Summary:
    """Count what a report holds."""
    claims = detail_of(report, NumericDetail)
    math = detail_of(report, ConsistencyDetail)
    return Summary(
        status=report.decision.name,
        claims_total=None if claims is None else len(claims.bindings),
        claims_matched=None if claims is None else verdicts(report).count(Verdict.SUPPORTED),
        claims_uncovered=0 if claims is None else claims.uncovered,
        math_passed=None if math is None else sum(check.passed for check in math.math_checks),
        math_failed=None if math is None else sum(not check.passed for check in math.math_checks),
    )


def bindings(report: Report) -> Sequence[ClaimBinding]:
    """Every number that was judged, in the order of the text."""
    detail = detail_of(report, NumericDetail)
    return () if detail is None else detail.bindings


def words(report: Report, reading: Reading) -> str:
    """The words for the place of a reading; "" where there are none."""
    detail = detail_of(report, NumericDetail)
    return "" if detail is None else detail.words(reading)


def verdicts(report: Report) -> Sequence[Verdict]:
    """The verdict on each of them."""
    detail = detail_of(report, NumericDetail)
    return () if detail is None else detail.bindings.verdicts


def skipped(report: Report) -> Sequence[Skipped]:
    """What looks like a number and was not judged, in the order of the text."""
    detail = detail_of(report, NumericDetail)
    return () if detail is None else detail.skipped


def math_checks(report: Report) -> Sequence[MathCheck]:
    """Every sum that was tried, in the order of the text."""
    detail = detail_of(report, ConsistencyDetail)
    return () if detail is None else detail.math_checks


_Detail = TypeVar("_Detail")


def detail_of(report: Report, kind: type[_Detail]) -> _Detail | None:
    """The detail of a kind; None where the check did not run to its end."""
    for result in report.results:
        if isinstance(result.outcome, Findings) and isinstance(result.outcome.detail, kind):
            return result.outcome.detail
    return None


def share(part: int, whole: int, step: Decimal = Decimal("0.1")) -> str:
    """A share in percent, in steps of so much; never 100% or 0% by rounding alone."""
    if whole == 0:
        return "n/a"
    exact = Decimal(100 * part) / whole
    shown = exact.quantize(step, ROUND_HALF_EVEN)
    if part < whole:
        shown = min(shown, 100 - step)
    if part > 0:
        shown = max(shown, step)
    return f"{shown}%"


def placed(report: Report) -> list[tuple[str, Finding, Severity]]:
    """Every finding with its check and severity, in the order of the text."""
    found = [
        (result.check, finding, severity)
        for result in report.results
        if isinstance(result.outcome, Findings)
        for finding, severity in zip(result.outcome.findings, result.severities, strict=True)
    ]
    return sorted(found, key=lambda item: item[1].span)


def failures(report: Report) -> list[tuple[str, Failure]]:
    """Every check that could not finish, in the order of the report."""
    return [(r.check, r.outcome) for r in report.results if isinstance(r.outcome, Failure)]


def tally(report: Report) -> str:
    """How many findings there are, and what the caller should do: one line."""
    counts = Counter(severity for _, _, severity in placed(report))
    found = ", ".join(
        f"{counts[severity]} {severity.name.lower()}" for severity in reversed(Severity)
    )
    mode = report.mode.name.lower()
    return f"Findings: {found}. Action: {report.action.name} (mode: {mode})."
