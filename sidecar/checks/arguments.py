"""Arguments check: does every value of a tool call come from where it may come from?

An agent that is about to transfer money has its recipient from the user's words, from an earlier
tool result, or from nowhere. The text that is judged is the JSON of the arguments; each value of it
is looked for in what was said and returned before the call.

Example:
    user          Send 40 dollars to Ann Lee.
    find_contact  {"name": "Ann Lee", "iban": "GB29NWBK60161331926819"}
    send_money    {"iban": "GB29NWBK60161331926818", "amount": 40}
    findings      ARGUMENT_UNSUPPORTED  error at iban, with the repair GB29NWBK60161331926819

Doubtful cases:
    - What the assistant said before is no origin: it may have been made up.
    - Flags and small choices ("economy", true) follow from what the user wants, and are not judged;
      a rule for the argument makes them judged.
    - Free text is judged only for the ids, amounts, dates and addresses that stand in it.
    - A value may be worked out: sums, differences and products of few amounts, counts, dates.
    - Arguments that are no JSON are an error: nothing in them can be judged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import ClassVar

from sidecar.checks.base import Check, CheckSubject, Code
from sidecar.model.check_details import ArgumentsDetail, ArgumentValue
from sidecar.model.report import Finding, Findings, Repair, Severity, Verdict
from sidecar.model.text import Span, Text
from sidecar.transcripts.origins.judgement import JudgedArgument, Problem
from sidecar.transcripts.settings import ArgumentsSettings

ARGUMENTS_CODES = (
    Code(
        "ARGUMENT_UNSUPPORTED",
        "arguments",
        Severity.ERROR,
        "A value of a tool call stands neither in the user's words nor in any tool result.",
        "Look the value up with a tool, or ask the user for it; do not make the call.",
        "The assistant's own words are no origin. The repair is the only value of that kind and"
        " shape that was given before, where there is one.",
    ),
    Code(
        "ARGUMENT_WRONG_ORIGIN",
        "arguments",
        Severity.ERROR,
        "A value of a tool call is known, but not from where its rule allows.",
        "Take the value from an allowed origin, or change the rule for the argument.",
        "Such as a recipient that only a web page names, where the rule allows only the"
        " user's words.",
    ),
    Code(
        "ARGUMENT_MISMATCH",
        "arguments",
        Severity.ERROR,
        "A value of a tool call belongs to another record than the other arguments.",
        "Take all values of one record.",
    ),
    Code(
        "ARGUMENTS_NOT_JSON",
        "arguments",
        Severity.ERROR,
        "The arguments of a tool call are not JSON.",
        "Ask the model for the call again.",
    ),
)


_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
"""A number as JSON has it."""


class ArgumentsCheck(Check):
    """Looks for the origins of the values of a tool call."""

    name: ClassVar[str] = "arguments"
    summary: ClassVar[str] = "Does every value of a tool call come from the user or a tool result?"
    codes: ClassVar[Sequence[Code]] = ARGUMENTS_CODES

    def __init__(self, settings: ArgumentsSettings) -> None:
        self._enforced = [rule.as_rule() for rule in settings.rules]

    @classmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        """Only a tool call has arguments."""
        return subject.tool_call is not None

    @property
    def needs_thread(self) -> bool:
        """A long conversation takes milliseconds to look through."""
        return True

    def run(self, subject: CheckSubject) -> Findings:
        """Judge the values of a tool call, if there is one."""
        pending = subject.tool_call
        if pending is None:
            return Findings(detail=ArgumentsDetail(""))
        # A pod whose agents call no tools keeps the memory.
        from sidecar.transcripts.origins.judging import judge_call  # noqa: PLC0415
        from sidecar.transcripts.origins.leaves import ArgumentsInvalid  # noqa: PLC0415

        # Of two that say as much, the first counts: the request's where it may override.
        tool, rules = pending.call.tool, [*pending.rules, *self._enforced]
        try:
            judged = judge_call(
                pending.call,
                pending.before,
                rules,
                today=pending.today,
                definition=pending.definition,
                read=pending.read,
            ).arguments
        except ArgumentsInvalid:
            detail = ArgumentsDetail(tool)
            return Findings(findings=[_not_json(subject.text)], judged=1, detail=detail)
        counted = [one for one in judged if one.verdict is not Verdict.INCONCLUSIVE]
        findings = [_finding(one, subject.text) for one in judged if one.problem]
        detail = ArgumentsDetail(tool, [*map(_value, judged)])
        return Findings(findings=findings, judged=len(counted), detail=detail)


def _not_json(text: Text) -> Finding:
    return Finding(
        code="ARGUMENTS_NOT_JSON",
        verdict=Verdict.INCONCLUSIVE,
        span=Span(0, len(text.data)),
        message="the arguments of the tool call are not JSON",
    )


_MESSAGES = {
    Problem.UNSUPPORTED: "stands nowhere in the user's words or a tool result",
    Problem.WRONG_ORIGIN: "does not come from where its rule allows",
    Problem.MISMATCH: "belongs to another record than the other arguments",
}


def _finding(one: JudgedArgument, text: Text) -> Finding:
    assert one.problem is not None  # noqa: S101 (the caller looks)
    details = {"path": one.path, "text": one.value, "kind": one.kind.value}
    if one.origins:
        details["origin"] = one.origins[0].source
    message = f"{one.value!r} at {one.path} {_MESSAGES[one.problem]}"
    if one.repair:
        details["closest"] = one.repair
        message += f"; the only such value given is {one.repair!r}"
    return Finding(
        code=one.problem.value,
        verdict=one.verdict,
        span=one.span,
        message=message,
        details=details,
        repair=_repair(one, text),
    )


def _repair(one: JudgedArgument, text: Text) -> Repair | None:
    """The right value as JSON in the place of the wrong one; never of another type."""
    if not one.repair:
        return None
    if text.data[one.span.start - 1 : one.span.start] == b'"':
        return Repair(one.span, json.dumps(one.repair, ensure_ascii=False)[1:-1])
    return Repair(one.span, one.repair) if _NUMBER.fullmatch(one.repair) else None


def _value(one: JudgedArgument) -> ArgumentValue:
    """A value as the report has it."""
    verdict = 0 if one.verdict is Verdict.INCONCLUSIVE else int(one.verdict)
    if not one.origins:
        return ArgumentValue(one.path, one.span, one.kind.value, verdict)
    origin = one.origins[0]
    kind, _, tool = origin.source.partition(":")
    location = origin.how or origin.path
    place = kind, max(origin.message, 0), tool, origin.call_id, location
    return ArgumentValue(one.path, one.span, one.kind.value, verdict, *place)
