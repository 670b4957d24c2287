"""Whose doing it is that a metric has no value: the decision table of criteria and faults.

What the task itself caused is a verdict: the criterion is not met. What verifyd, or somebody whom
it asks, caused is nobody's failure: nothing is settled, and the same key may be tried again. What
stands in no row is verifyd's, so that nothing is booked by a case that nobody thought of. The table
is the same for every criterion: required or optional, with or without money, in any aggregation.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

SOON_S = 0.5
"""Seconds after which what was busy or broke off may be asked again."""

LATER_S = 60.0
"""The same for what somebody has to install or to switch on first."""

CHECK_FAILED = "CHECK_FAILED"
DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"
EXTRACTOR_FAILED = "EXTRACTOR_FAILED"
GOVERNANCE_UNAVAILABLE = "GOVERNANCE_UNAVAILABLE"
METRICS_NOT_INSTALLED = "METRICS_NOT_INSTALLED"
STORE_UNAVAILABLE = "STORE_UNAVAILABLE"


class JudgingStep(StrEnum):
    """What is asked while a task is judged."""

    ANY = "any metric"
    CODE = "custom_code"
    CHECKS = "verifyd's checks"
    SOURCES = "a cited source"
    GOVERNANCE = "governance"
    STORE = "the store"


class Responsibility(StrEnum):
    """Whose doing it is."""

    TASK = "the task"
    VERIFYD = "verifyd"


class Cause(NamedTuple):
    """A row of the table.

    Attributes:
        part: What was asked.
        code: What happened there.
        whose: Whose doing it is.
        reason: Of the error of ``SettleOutcome``; empty where there is a verdict.
        retry_s: Seconds after which the same request may be settled; 0 where there is a verdict.
        words: What happened, for people.
    """

    part: JudgingStep
    code: str
    whose: Responsibility
    reason: str
    retry_s: float
    words: str


def _task(part: JudgingStep, code: str, words: str) -> Cause:
    return Cause(part, code, Responsibility.TASK, "", 0.0, words)


def _ours(part: JudgingStep, code: str, reason: str, words: str, retry_s: float = SOON_S) -> Cause:
    return Cause(part, code, Responsibility.VERIFYD, reason, retry_s, words)


CAUSES: tuple[Cause, ...] = (
    _task(JudgingStep.ANY, "MISSING", "the task has no data to measure it from"),
    _task(JudgingStep.ANY, "UNMEASURABLE", "the task's data is too long, or of the wrong type"),
    _task(JudgingStep.ANY, "IMPOSSIBLE", "the value is one that the metric cannot have"),
    _ours(JudgingStep.ANY, EXTRACTOR_FAILED, EXTRACTOR_FAILED, "its extractor raised an exception"),
    _ours(
        JudgingStep.ANY,
        METRICS_NOT_INSTALLED,
        METRICS_NOT_INSTALLED,
        "an optional library is not installed",
        LATER_S,
    ),
    _ours(JudgingStep.ANY, DEADLINE_EXCEEDED, DEADLINE_EXCEEDED, "the time of the call ran out"),
    _task(JudgingStep.CODE, "SANDBOX_TIMEOUT", "the program takes longer than it may"),
    _task(JudgingStep.CODE, "SANDBOX_MEMORY", "the program takes more memory than it may"),
    _task(JudgingStep.CODE, "SANDBOX_FORBIDDEN", "the program asks for what it may not have"),
    _task(JudgingStep.CODE, "SANDBOX_ERROR", "the program cannot be read, or raises"),
    _task(JudgingStep.CODE, "SANDBOX_RESULT_INVALID", "the result is not a dict of finite numbers"),
    _task(
        JudgingStep.CODE,
        "SANDBOX_CONTEXT_INVALID",
        "input, output or metadata cannot be handed over",
    ),
    _task(
        JudgingStep.CODE, "SANDBOX_TOO_LARGE", "code or context are larger than the settings allow"
    ),
    _ours(JudgingStep.CODE, "SANDBOX_BUSY", "SANDBOX_BUSY", "the sandbox or the machine was busy"),
    _ours(
        JudgingStep.CODE, "SANDBOX_CRASHED", "SANDBOX_CRASHED", "interpreter or worker died or hung"
    ),
    _ours(
        JudgingStep.CODE,
        "SANDBOX_NOT_INSTALLED",
        "SANDBOX_NOT_INSTALLED",
        "the extra `sandbox` is not installed",
        LATER_S,
    ),
    _task(JudgingStep.CHECKS, "TOO_MANY_NUMBERS", "the narrative has more numbers than are judged"),
    _task(JudgingStep.CHECKS, "TOO_MANY_CLAIMS", "the narrative has more claims than are judged"),
    _ours(
        JudgingStep.CHECKS,
        "JUDGE_UNREACHABLE",
        CHECK_FAILED,
        "the model's endpoint does not answer",
    ),
    _ours(JudgingStep.CHECKS, "JUDGE_TIMEOUT", CHECK_FAILED, "the model does not answer in time"),
    _ours(JudgingStep.CHECKS, "JUDGE_REFUSED", CHECK_FAILED, "the model's endpoint refuses"),
    _ours(
        JudgingStep.CHECKS,
        "JUDGE_ANSWER_INVALID",
        CHECK_FAILED,
        "the model's answer cannot be used",
    ),
    _ours(
        JudgingStep.CHECKS, "CLAIM_NOT_JUDGED", CHECK_FAILED, "a claim among others got no verdict"
    ),
    _ours(
        JudgingStep.CHECKS, "CLAIMS_NOT_ENABLED", CHECK_FAILED, "`claims` is switched off", LATER_S
    ),
    _ours(JudgingStep.CHECKS, DEADLINE_EXCEEDED, CHECK_FAILED, "the check ran out of time"),
    _ours(JudgingStep.CHECKS, "INTERNAL", CHECK_FAILED, "the check has a fault"),
    _task(
        JudgingStep.SOURCES, "SOURCE_UNKNOWN", "the narrative cites what the request does not have"
    ),
    _task(JudgingStep.SOURCES, "SOURCE_NO_TEXT", "the request has no text of it"),
    _task(JudgingStep.SOURCES, "SOURCE_NO_URL", "it has neither a text nor a URL"),
    _task(JudgingStep.SOURCES, "SOURCE_URL_INVALID", "its URL cannot be used"),
    _task(
        JudgingStep.SOURCES,
        "SOURCE_HOST_NOT_ALLOWED",
        "its host is not one that the settings allow",
    ),
    _task(JudgingStep.SOURCES, "SOURCE_ADDRESS_FORBIDDEN", "its host is not public"),
    _task(
        JudgingStep.SOURCES,
        "SOURCE_NOT_CACHED",
        "there is no cached copy of it, and fetching is not allowed",
    ),
    _task(JudgingStep.SOURCES, "SOURCE_NOT_FOUND", "its host does not have it"),
    _task(JudgingStep.SOURCES, "SOURCE_TOO_LARGE", "it is larger than the settings allow"),
    _task(JudgingStep.SOURCES, "SOURCE_TOO_MANY_REDIRECTS", "it redirects too often"),
    _task(JudgingStep.SOURCES, "SOURCE_UNREADABLE", "no text can be read from it"),
    _ours(JudgingStep.SOURCES, "SOURCE_REFUSED", CHECK_FAILED, "its host refuses to send it"),
    _ours(
        JudgingStep.SOURCES,
        "SOURCE_ROBOTS_DISALLOWED",
        CHECK_FAILED,
        "robots.txt forbids it, or cannot be read",
    ),
    _ours(JudgingStep.SOURCES, "SOURCE_UNREACHABLE", CHECK_FAILED, "its host does not answer"),
    _ours(JudgingStep.SOURCES, "SOURCE_TIMEOUT", CHECK_FAILED, "it does not come in time"),
    _ours(
        JudgingStep.SOURCES,
        "SOURCE_NOT_INSTALLED",
        CHECK_FAILED,
        "the packages that read sources are not installed",
        LATER_S,
    ),
    _ours(
        JudgingStep.GOVERNANCE,
        GOVERNANCE_UNAVAILABLE,
        GOVERNANCE_UNAVAILABLE,
        "the hook gives no valid answer",
    ),
    _ours(JudgingStep.STORE, STORE_UNAVAILABLE, STORE_UNAVAILABLE, "it cannot be read or written"),
)
"""Every row. Checks fail for more reasons than these: docs/checks has them."""

_ROWS = {(row.part, row.code): row for row in CAUSES}


def find_cause(part: JudgingStep, code: str) -> Cause:
    """The row of what happened; of what stands in no row, one that blames verifyd."""
    row = _ROWS.get((part, code))
    if row is not None:
        return row
    reason = CHECK_FAILED if part in {JudgingStep.CHECKS, JudgingStep.SOURCES} else EXTRACTOR_FAILED
    return _ours(part, code, reason, "it failed for another reason")
