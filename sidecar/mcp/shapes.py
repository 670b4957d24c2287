"""What the tools take and give: their JSON schemas are made of these classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from verifyd import Report, TranscriptResult

from sidecar.checks.base import Code

LISTED = 50
"""Findings that an answer has: more are no use to a model, and fill its context."""

Severity = Literal["info", "warning", "error"]
Name = Annotated[str, Field(min_length=1, max_length=256, description="Its unique name.")]
Title = Annotated[str, Field(max_length=1_000, description="What it is about, with its filters.")]


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid")  # a misspelt field would be evidence passed over


class Table(_Input):
    """The rows that a query or a tool returned."""

    query_id: Name
    rows: Annotated[
        list[dict[str, Any]],
        Field(
            max_length=100_000,
            description="Objects from column to value, exactly as they were returned.",
        ),
    ]
    title: Title = ""


class Document(_Input):
    """A text that the answer cites."""

    id: Name
    text: Annotated[str, Field(max_length=1_048_576, description="What it says.")]
    title: Title = ""


class Problem(BaseModel):
    """Something that is wrong, doubtful or worth knowing."""

    code: str = Field(description="What it is, such as CLAIM_NOT_FOUND; `explain` says more.")
    severity: Severity
    message: str = Field(description="What is wrong, and what the evidence has.")
    text: str = Field(description="The words that it is about.")
    repair: str | None = Field(description="What to write instead of the words, where known.")
    tool: str | None = Field(description="The tool whose arguments they are in, if any.")


class Failure(BaseModel):
    """A check that could not finish, so that nothing is known."""

    check: str
    reason: str
    message: str


class Verification(BaseModel):
    """What was found."""

    decision: Literal["PASS", "WARN", "FAIL", "UNVERIFIED"] = Field(
        description="What the findings add up to; UNVERIFIED where too little is known."
    )
    action: Literal["RELEASE", "HOLD"] = Field(description="Use the text only on RELEASE.")
    findings: list[Problem] = Field(description=f"The first {LISTED} findings.")
    findings_total: int = Field(description="How many there are.")
    failures: list[Failure] = Field(description="Checks that could not finish.")
    unread: list[str] = Field(description="What of the tool results could not be read as data.")
    feedback: str = Field(description="How to correct the text; empty where nothing is wrong.")


class Explanation(BaseModel):
    """What a code means."""

    code: str
    severity: Severity
    checks: list[str] = Field(description="The checks that give it.")
    meaning: str
    details: str
    remedy: str = Field(description="What to do about it.")


def describe_report(report: Report) -> Verification:
    """What was found in a text."""
    return _describe(report, [(None, report)])


def describe_transcript(result: TranscriptResult) -> Verification:
    """What was found in a message, in its text and its tool calls."""
    reports = [] if result.report is None else [(None, result.report)]
    calls = [(call.tool, call.report) for call in result.tool_calls]
    unread = [f"{one.tool or one.call_id}: {one.unread}" for one in result.results if one.unread]
    return _describe(result, [*reports, *calls], unread)


def describe_code(code: Code) -> Explanation:
    """What a code means."""
    return Explanation(
        code=code.code,
        severity=code.severity.name.lower(),
        checks=[code.check, *code.also],
        meaning=code.summary,
        details=code.details,
        remedy=code.remedy,
    )


def _describe(
    result: Report | TranscriptResult,
    reports: Sequence[tuple[str | None, Report]],
    unread: Sequence[str] = (),
) -> Verification:
    problems = [problem for tool, report in reports for problem in _problems(report, tool)]
    return Verification(
        decision=result.decision.name,
        action=result.action.name,
        findings=problems[:LISTED],
        findings_total=len(problems),
        failures=[failure for _, report in reports for failure in _failures(report)],
        unread=unread,
        feedback=result.feedback(),
    )


def _problems(report: Report, tool: str | None) -> Iterator[Problem]:
    for finding in report.findings:
        yield Problem(
            code=finding.code,
            severity=finding.severity.name.lower(),
            message=finding.message,
            text=finding.text,
            repair=finding.repair and finding.repair.replacement,
            tool=tool,
        )


def _failures(report: Report) -> Iterator[Failure]:
    for check in report.checks:
        if check.failure is not None:
            yield Failure(
                check=check.check, reason=check.failure.reason, message=check.failure.message
            )
