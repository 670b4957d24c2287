"""What was found in an answer, in the few words that agents get."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from verifyd import Action, Decision, Finding, Report, Severity, VerifydError
from verifyd.transcript_results import ToolCallResult

MAX_FINDINGS: Final = 20
_NOTED: Final = 3

_NAME: Final = re.compile("[a-z_]{1,40}")

_MILD_FIRST: Final = "NONE", "PASS", "WARN", "UNVERIFIED", "FAIL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was found in one answer.

    Attributes:
        decision: That of the report; ``NONE`` where there was nothing to verify.
        released: Whether the answer may be passed on.
        findings: What is wrong with it.
        feedback: What to send back to the model; "" where that would not help.
        reason: Why it could not be verified; "" where it could.
        holds_call: Whether a tool call is held.
    """

    decision: str
    released: bool
    findings: Sequence[Finding] = ()
    feedback: str = ""
    reason: str = ""
    holds_call: bool = False

    @property
    def can_be_annotated(self) -> bool:
        """Whether the answer may go out with a note: it was judged, and makes no call."""
        return not self.reason and not self.holds_call

    def note(self) -> str:
        """What is appended to an answer that goes out though it is held."""
        wrong = [one.message for one in self.findings[:_NOTED]]
        return f"\n\n[Not verified: {'; '.join(wrong) or self.decision}]"

    def write(self) -> dict[str, Any]:
        """The same as JSON."""
        findings = [
            {"code": one.code, "severity": str(one.severity), "message": one.message}
            for one in self.findings[:MAX_FINDINGS]
        ]
        action = "RELEASE" if self.released else "HOLD"
        written = {"decision": self.decision, "action": action, "findings": findings}
        return {**written, "reason": self.reason} if self.reason else written


NOTHING_SAID: Final = Verdict(decision="NONE", released=True)
"""For an answer without text or tool calls, or one that is passed on unjudged by an option."""


def unverified(reason: str, *, released: bool = False) -> Verdict:
    """The verdict on what could not be verified."""
    return Verdict(decision=str(Decision.UNVERIFIED), released=released, reason=reason)


def cannot_read(kinds: Sequence[str]) -> Verdict:
    """The verdict on an answer with parts that nobody can verify; their names may be content."""
    named = sorted({kind if _NAME.fullmatch(kind) else "unnamed" for kind in kinds})
    return unverified(f"CANNOT_READ:{','.join(named)}")


def failed(error: VerifydError, *, released: bool) -> Verdict:
    """The verdict where the verifier has failed."""
    return unverified(error.reason, released=released)


def of_text(report: Report) -> Verdict:
    """The verdict on a text."""
    return Verdict(
        decision=str(report.decision),
        released=report.action is Action.RELEASE,
        findings=_wrong(report),
        feedback=report.feedback(),
        reason=next((one.failure.reason for one in report.checks if one.failure), ""),
    )


def of_call(result: ToolCallResult) -> Verdict:
    """The verdict on a tool call."""
    released = result.action is Action.RELEASE
    said = result.feedback()
    return Verdict(
        decision=str(result.decision),
        released=released,
        findings=_wrong(result.report),
        feedback=f"Call of {result.tool}: {said}" if said else "",
        holds_call=not released,
    )


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on an answer of several parts."""
    parts = list(verdicts)
    if not parts:
        return NOTHING_SAID
    return Verdict(
        decision=max((one.decision for one in parts), key=_MILD_FIRST.index),
        released=all(one.released for one in parts),
        findings=[finding for one in parts for finding in one.findings],
        feedback="\n\n".join(filter(None, (one.feedback for one in parts))),
        reason=next((one.reason for one in parts if one.reason), ""),
        holds_call=any(one.holds_call for one in parts),
    )


def _wrong(report: Report) -> Sequence[Finding]:
    """Errors, then warnings."""
    wrong = [one for one in report.findings if one.severity in (Severity.ERROR, Severity.WARNING)]
    return sorted(wrong, key=lambda one: -one.severity.value)
