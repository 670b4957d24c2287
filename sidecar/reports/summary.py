"""The summary section of a report, and the counts in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import TypeVar

from sidecar.model.check_details import ConsistencyDetail, MathCheck
from sidecar.model.number import Skipped
from sidecar.model.report import (
    ClaimBinding,
    Decision,
    Failure,
    Finding,
    Findings,
    NumericDetail,
    Reading,
    Report,
    Severity,
    Verdict,
)
from sidecar.model.why import UNCOVERED

# What a report comes to, in one sentence: never that nothing is wrong where something may be.

_DECIDED = {
    Decision.FAIL: "Something in this text is wrong or not supported.",
    Decision.UNVERIFIED: "The text could not be verified; it has not passed.",
}
_FOUND = {
    Verdict.CONTRADICTED: "Something in this text is contradicted.",
    Verdict.UNSUPPORTED: "Something in this text is not supported.",
    Verdict.INCONCLUSIVE: "Something in this text could not be settled.",
}
"""What findings say that alone do not make a text fail, the worst first."""

_UNCOVERED = "Something in this text is not covered by the data."


def conclude(report: Report) -> str:
    """What was found, for people who read no further."""
    if report.decision in _DECIDED:
        return _DECIDED[report.decision]
    ended = [one.outcome for one in report.results if isinstance(one.outcome, Findings)]
    told = {(finding.verdict, finding.code) for one in ended for finding in one.findings}
    found = _found(told)
    if report.decision is Decision.WARN:
        return found or "Something in this text needs a look."
    if found:
        return f"Nothing holds this text back, but: {found[0].lower()}{found[1:]}"
    judged = any(one.judged for one in ended)
    return "Everything that was checked is supported." if judged else "There was nothing to check."


def _found(told: Set[tuple[Verdict, str]]) -> str:
    """The worst of what findings say, by their verdicts and codes; "" where they say nothing."""
    for verdict, said in _FOUND.items():
        codes = {code for of, code in told if of is verdict}
        if codes:
            return _UNCOVERED if codes == {UNCOVERED} else said
    return ""


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
            uncovered = format_share(self.claims_uncovered, self.claims_total)
            lines.insert(4, f"**Claims Not Covered**: {self.claims_uncovered} ({uncovered})")
        return "\n".join(lines)

    def _checked(self) -> str:
        return _NOT_CHECKED if self.claims_total is None else str(self.claims_total)

    def _matched(self) -> str:
        if self.claims_total is None or self.claims_matched is None:
            return _NOT_CHECKED
        return f"{self.claims_matched} ({format_share(self.claims_matched, self.claims_total)})"

    def _math(self) -> str:
        if self.math_passed is None:
            return _NOT_CHECKED
        return f"{self.math_passed} passed, {self.math_failed} failed"


def summarize(report: Report) -> Summary:
    """Count what a report holds."""
    claims = find_detail(report, NumericDetail)
    math = find_detail(report, ConsistencyDetail)
    return Summary(
        status=report.decision.name,
        claims_total=None if claims is None else len(claims.bindings),
        claims_matched=None if claims is None else list_verdicts(report).count(Verdict.SUPPORTED),
        claims_uncovered=0 if claims is None else claims.uncovered,
        math_passed=None if math is None else sum(check.passed for check in math.math_checks),
        math_failed=None if math is None else sum(not check.passed for check in math.math_checks),
    )


def list_bindings(report: Report) -> Sequence[ClaimBinding]:
    """Every number that was judged, in the order of the text."""
    detail = find_detail(report, NumericDetail)
    return () if detail is None else detail.bindings


def name_reading(report: Report, reading: Reading) -> str:
    """The words for the place of a reading; "" where there are none."""
    detail = find_detail(report, NumericDetail)
    return "" if detail is None else detail.words(reading)


def list_verdicts(report: Report) -> Sequence[Verdict]:
    """The verdict on each of them."""
    detail = find_detail(report, NumericDetail)
    return () if detail is None else detail.bindings.verdicts


def list_skipped(report: Report) -> Sequence[Skipped]:
    """What looks like a number and was not judged, in the order of the text."""
    detail = find_detail(report, NumericDetail)
    return () if detail is None else detail.skipped


def list_math_checks(report: Report) -> Sequence[MathCheck]:
    """Every sum that was tried, in the order of the text."""
    detail = find_detail(report, ConsistencyDetail)
    return () if detail is None else detail.math_checks


_Detail = TypeVar("_Detail")


def find_detail(report: Report, kind: type[_Detail]) -> _Detail | None:
    """The detail of a kind; None where the check did not run to its end."""
    for result in report.results:
        if isinstance(result.outcome, Findings) and isinstance(result.outcome.detail, kind):
            return result.outcome.detail
    return None


def format_share(part: int, whole: int, step: Decimal = Decimal("0.1")) -> str:
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


def list_findings(report: Report) -> list[tuple[str, Finding, Severity]]:
    """Every finding with its check and severity, in the order of the text."""
    found = [
        (result.check, finding, severity)
        for result in report.results
        if isinstance(result.outcome, Findings)
        for finding, severity in zip(result.outcome.findings, result.severities, strict=True)
    ]
    return sorted(found, key=lambda item: item[1].span)


def list_failures(report: Report) -> list[tuple[str, Failure]]:
    """Every check that could not finish, in the order of the report."""
    return [(r.check, r.outcome) for r in report.results if isinstance(r.outcome, Failure)]


def count_findings(report: Report) -> str:
    """How many findings there are, and what the caller should do: one line."""
    counts = Counter(severity for _, _, severity in list_findings(report))
    found = ", ".join(
        f"{counts[severity]} {severity.name.lower()}" for severity in reversed(Severity)
    )
    mode = report.mode.name.lower()
    return f"Findings: {found}. Action: {report.action.name} (mode: {mode})."
