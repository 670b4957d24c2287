"""Why a test of an answer failed, in words: each finding with the line that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifyd.numeric import ClaimBinding
from verifyd.report import Report
from verifyd.results import Finding, Repair
from verifyd.testing.excerpt import place, printable, underlined


def told(head: str, report: Report, findings: Sequence[Finding] = ()) -> str:
    """The message of a failed test.

    Args:
        head: What was asserted and does not hold.
        report: What was found.
        findings: Those that it fails for, the worst first.
    """
    worst_first = sorted(findings, key=lambda one: (-one.severity.value, one.span))
    blocks = [
        head,
        *(
            f"check {check.check} could not finish: {check.failure.reason}"
            f" {printable(check.failure.message)}"
            for check in report.checks
            if check.failure is not None
        ),
        *("\n".join(_finding(report, one)) for one in worst_first),
        *("\n".join(_number(report, one)) for one in unexplained(report)),
    ]
    return "\n\n".join(blocks)


def unexplained(report: Report) -> list[ClaimBinding]:
    """Numbers that are not supported and that no finding is about, such as where one is off."""
    explained = {finding.span for finding in report.findings}
    return [
        bound
        for bound in report.bindings
        if not bound.matched and bound.claim.span not in explained
    ]


def has(report: Report, finding: Finding) -> str:
    """What the data has where a finding is about a number: ``5678 at staff data[1].staff``."""
    for bound in report.bindings:
        if bound.claim.span == finding.span and finding.check == "numeric":
            return _cell(bound)
    return ""


def _finding(report: Report, finding: Finding) -> Iterator[str]:
    severity = str(finding.severity).lower()
    apart = finding.span.start == finding.span.end  # about a response that is apart from the text
    where = "response " + finding.details.get("path", "") if apart else _at(report, finding)
    sure = "" if finding.confidence is None else f" ({finding.confidence:.0%} sure)"
    yield f"{printable(where).rstrip()}: {severity} {finding.code}: " + (
        f"{printable(finding.message)}{sure}"
    )
    if not apart:
        yield from underlined(report.narrative, finding.span)
    data = has(report, finding)
    if data and data.rpartition(" at ")[2] not in finding.message:
        yield f"  the data has {data}"
    if finding.repair is not None:
        yield f"  {printable(_repair(report, finding.repair))}"


def _at(report: Report, finding: Finding) -> str:
    line, column = place(report.narrative, finding.span)
    return f"answer:{line}:{column}"


def _number(report: Report, bound: ClaimBinding) -> Iterator[str]:
    line, column = place(report.narrative, bound.claim.span)
    verdict = str(bound.verdict).lower()
    yield f"answer:{line}:{column}: {printable(bound.claim.value_text)} is {verdict}"
    yield from underlined(report.narrative, bound.claim.span)


def _cell(bound: ClaimBinding) -> str:
    if bound.matched_value is None:
        return ""
    where = " ".join(filter(None, (bound.matched_source_qid, bound.matched_location)))
    return f"{bound.matched_value:f}" + (f" at {where}" if where else "")


def _repair(report: Report, repair: Repair) -> str:
    there = report.narrative[slice(*repair.span)]
    if not there:
        return f"repair: insert {repair.replacement!r}"
    if not repair.replacement:
        return f"repair: take out {there!r}"
    return f"repair: write {repair.replacement!r} instead of {there!r}"
