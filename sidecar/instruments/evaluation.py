"""One check of a report as the event ``gen_ai.evaluation.result``: the names, and the values.

The names are those of the semantic conventions for generative AI, which are still in development:
where they change, ``ATTRIBUTES`` and ``EVENT`` change, and nothing else does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sidecar.model.report import CheckResult, Failure, Severity

EVENT = "gen_ai.evaluation.result"

RESPONSE_ID = "gen-ai-response-id"
"""Metadata of a call with the id that the model's provider gave the completion."""

_MAX_EXPLANATION = 4096
"""Characters of an explanation; a longer one is cut."""

_LABELS = {Severity.ERROR: "fail", Severity.WARNING: "warn", Severity.INFO: "pass"}


class Evaluation(NamedTuple):
    """A check of a call.

    Attributes:
        result: How it ended.
        request_id: Of the call.
        response_id: Of the completion that was judged.
        quotes: Whether the explanation may quote text and evidence.
    """

    result: CheckResult
    request_id: str
    response_id: str
    quotes: bool


def label_result(one: Evaluation) -> str:
    """``pass``, ``warn``, ``fail``, ``nothing_to_judge``, or ``unverified`` where it failed."""
    outcome = one.result.outcome
    if isinstance(outcome, Failure):
        return "unverified"
    if outcome.judged == 0 and not outcome.findings:
        return "nothing_to_judge"
    return _LABELS[max(one.result.severities, default=Severity.INFO)]


def score_result(one: Evaluation) -> float | None:
    """The share of what was judged that has neither warning nor error; None without one."""
    outcome = one.result.outcome
    if isinstance(outcome, Failure) or outcome.judged == 0:
        return None
    return max(0.0, 1 - _count_bad(one.result) / outcome.judged)


def explain_result(one: Evaluation) -> str:
    """Counts and codes; the messages of the findings where quotes are allowed."""
    outcome = one.result.outcome
    if isinstance(outcome, Failure):
        return outcome.message if one.quotes else f"could not finish: {outcome.reason}"
    if one.quotes and outcome.findings:
        return "\n".join(finding.message for finding in outcome.findings)[:_MAX_EXPLANATION]
    codes = Counter(finding.code for finding in outcome.findings)
    counted = ", ".join(f"{code} {count}" for code, count in sorted(codes.items()))
    judged = f"{outcome.judged} judged, {_count_bad(one.result)} with a warning or an error"
    return f"{judged}: {counted}" if counted else judged


def name_error(one: Evaluation) -> str | None:
    """Why it could not finish."""
    outcome = one.result.outcome
    return outcome.reason if isinstance(outcome, Failure) else None


ATTRIBUTES: Mapping[str, Callable[[Evaluation], str | float | None]] = {
    "gen_ai.evaluation.name": lambda one: one.result.check,
    "gen_ai.evaluation.score.label": label_result,
    "gen_ai.evaluation.score.value": score_result,
    "gen_ai.evaluation.explanation": explain_result,
    "gen_ai.response.id": lambda one: one.response_id,
    "error.type": name_error,
    "verifyd.request_id": lambda one: one.request_id,
}
"""Each attribute by its name; one whose value is None is left out."""


def describe_evaluation(one: Evaluation) -> dict[str, str | float]:
    """The attributes of its event."""
    values = {name: value(one) for name, value in ATTRIBUTES.items()}
    return {name: value for name, value in values.items() if value is not None}


def _count_bad(result: CheckResult) -> int:
    return sum(severity >= Severity.WARNING for severity in result.severities)
